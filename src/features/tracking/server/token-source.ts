import type { Context } from '#platform/context.ts';
import type { Queryable } from '#platform/db.ts';
import { readToken, type TokenPurpose, touchpointToken } from '../rules.ts';
import { findLinkedCampaigns, findTouchpoint, type Touchpoint } from './touchpoint-store.ts';

type TokenContext = Pick<Context, 'contactTokens'>;

/** The contact or the campaign of a token on a page's address. */
export type TokenSource = {
  campaignId: string | null;
  leadId: string | null;
  messageId: string | null;
  channel: string | null;
  isDemo: boolean;
};

/** What a page gets to know of a contact that led to it. */
export function pageToken({ contactTokens }: TokenContext, touchpointId: string): string {
  return contactTokens.write('page visit', touchpointId);
}

/** What a page gets to know of a campaign that led to it. */
export function campaignToken(campaignId: string): string {
  return touchpointToken(campaignId);
}

/** The ids that a token of a page may carry: of a contact, or of a campaign. */
export function idsInToken(
  { contactTokens }: TokenContext,
  token: string,
): { contactId: string | undefined; campaignId: string | undefined } {
  return { contactId: contactTokens.read('page visit', token), campaignId: readToken(token)?.touchpointId };
}

/** The source of a page's token; undefined for a token that we did not issue. */
export async function findTokenSource(
  ctx: TokenContext,
  db: Queryable,
  token: string,
): Promise<TokenSource | undefined> {
  const { contactId, campaignId } = idsInToken(ctx, token);
  const touchpoint = contactId && (await findTouchpoint(db, contactId));
  if (touchpoint) return touchpoint;
  if (campaignId === undefined || !(await findLinkedCampaigns(db, [campaignId])).has(campaignId))
    return undefined;
  return { campaignId, leadId: null, messageId: null, channel: null, isDemo: false };
}

/** The contact of a link in a message, for one purpose; undefined for a token that we did not issue. */
export async function findContact(
  { contactTokens }: TokenContext,
  db: Queryable,
  purpose: TokenPurpose,
  token: string,
): Promise<{ touchpoint: Touchpoint; link: number } | undefined> {
  const read = readToken(token);
  if (!read) return undefined;
  const id = contactTokens.read(purpose, token.slice(0, 22));
  const touchpoint =
    (id && (await findTouchpoint(db, id))) ||
    // Email sent before each purpose had its own tokens carries the id itself; newer links never show it.
    (await findTouchpoint(db, read.touchpointId));
  return touchpoint && { touchpoint, link: read.link };
}
