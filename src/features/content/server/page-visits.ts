import { z } from 'zod';
import { recordAudit } from '#features/compliance/server/audit-store.ts';
import { insertConsent } from '#features/compliance/server/consent-store.ts';
import { welcomeVisitor } from '#features/leads/server/service.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import { CAMPAIGN_PARAMETER, CONTACT_PARAMETER, isOnHostOf, withToken } from '#features/tracking/rules.ts';
import type { PageReport } from '#features/tracking/server/page-reports.ts';
import { claimReport, recordEvents } from '#features/tracking/server/record-events.ts';
import { campaignToken, findTokenSource, type TokenSource } from '#features/tracking/server/token-source.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { publicPage } from '#platform/public-page.ts';
import { hostedPagePath, type SignUp } from '../contract-pages.ts';
import { type PublishedPage, signUpProblem } from '../rules-pages.ts';
import { pageUrl } from './compose-page.ts';
import { getShownLook } from './look-store.ts';
import { hostedPage } from './page-html.ts';
import { addPageCounts, findPageAt } from './page-store.ts';

/** How someone came to a page. */
type Visitor = { token?: string | undefined; isPrivate: boolean };
type KnownToken = { text: string; parameter: 'yt' | 'yc'; source: TokenSource };

const Uuid = z.uuid();

/** Counts the reports that come from landing pages, in the transaction that records them. */
export function countPageReports(
  ctx: Pick<Context, 'publicUrl'>,
  tx: Transaction,
  reports: readonly PageReport[],
): Promise<void> {
  const ownPages = pageUrl(ctx, '');
  const counts = reports.flatMap(({ url, type, campaignId }) =>
    url.startsWith(ownPages) && type !== 'purchase'
      ? [
          {
            slug: url.slice(ownPages.length).replace(/[/?#].*$/, ''),
            campaignId,
            visits: type === 'visit' ? 1 : 0,
            conversions: type === 'conversion' ? 1 : 0,
          },
        ]
      : [],
  );
  return counts.length === 0 ? Promise.resolve() : addPageCounts(tx, counts);
}

/** Shows a published page to a visitor; a page that is gone says so. */
export async function showPage(
  ctx: Context,
  slug: string,
  { isDone, ...visitor }: Visitor & { isDone: boolean },
): Promise<RawAnswer> {
  const { db } = ctx;
  const row = await findPageAt(db, slug);
  if (!row?.published) return nothingHere();
  const token = await knownToken(ctx, visitor);
  return hostedPage({
    page: row.published,
    url: pageUrl(ctx, slug),
    workspace: await getWorkspace(db),
    look: await getShownLook(db),
    target: await targetOf(ctx, row.published, token),
    form: isDone ? { state: 'done' } : { state: 'open', token: token?.text ?? '', once: newId() },
  });
}

/** Makes the sender a lead, unless the address belongs to another known person: no one has proven it theirs. */
export async function signUpOnPage(
  ctx: Context,
  slug: string,
  { given, isPrivate }: { given: SignUp; isPrivate: boolean },
): Promise<RawAnswer> {
  const { db } = ctx;
  const row = await findPageAt(db, slug);
  if (!row?.published) return nothingHere();
  const { published } = row;
  const { action } = published.settings;
  const done: RawAnswer = {
    status: 303,
    headers: { location: `${hostedPagePath(slug)}?done=1`, 'cache-control': 'no-store' },
  };
  // A page without a form, or a bot that fills in the hidden field.
  if (action.kind !== 'form' || given.website !== '') return done;
  const once = Uuid.safeParse(given.once).data;
  const problem = signUpProblem(given);
  if (problem !== undefined) {
    return hostedPage({
      page: published,
      url: pageUrl(ctx, slug),
      workspace: await getWorkspace(db),
      look: await getShownLook(db),
      form: {
        state: 'open',
        token: given.token.slice(0, 64),
        once: once ?? newId(),
        problem,
        email: given.email.slice(0, 254),
        name: given.name.slice(0, 100),
        hasAgreed: given.consent !== '',
      },
    });
  }
  const token = await knownToken(ctx, { token: given.token, isPrivate });
  await inTransaction(db, async (tx) => {
    if (once !== undefined && !(await claimReport(tx, once))) return;
    await convert(ctx, tx, { slug, given, source: token?.source, consent: action.consent });
  });
  return done;
}

async function convert(
  ctx: Context,
  tx: Transaction,
  {
    slug,
    given,
    source,
    consent,
  }: { slug: string; given: SignUp; source: TokenSource | undefined; consent: string },
): Promise<void> {
  const { clock } = ctx;
  const url = pageUrl(ctx, slug);
  const now = clock.now();
  const found = await welcomeVisitor(ctx, tx, {
    email: given.email.trim(),
    name: given.name.trim().slice(0, 100) || 'Website visitor',
    // Not which page: its name may be a health condition.
    signal: 'Signed up on a landing page.',
    ground: 'consent',
  });
  const isTheirs = found !== undefined && (!found.isKnown || found.leadId === source?.leadId);
  const leadId = isTheirs ? found.leadId : null;
  if (leadId !== null) {
    const consentId = newId();
    const line = { channel: 'email', purpose: 'marketing', ground: 'consent', source: 'form' } as const;
    await insertConsent(tx, {
      ...line,
      id: consentId,
      leadId,
      sourceUrl: url,
      textVersion: consent,
      proof: 'Ticked the box on the page and sent the form.',
      collectedAt: now,
      expiresAt: null,
      recordedBy: 'Landing page',
      isDemo: false,
    });
    await recordAudit(tx, {
      actor: null,
      action: 'consent.given',
      subject: { kind: 'lead', id: leadId },
      details: { consentId, ...line },
    });
  }
  const campaignId = source?.campaignId ?? null;
  await recordEvents(ctx, tx, [
    ...(leadId === null
      ? []
      : [
          {
            type: 'consent.changed' as const,
            leadId,
            channel: 'email',
            data: { purpose: 'marketing', ground: 'consent' },
          },
        ]),
    {
      type: 'landing.converted',
      occurredAt: now,
      campaignId,
      leadId,
      messageId: leadId !== null && leadId === source?.leadId ? source.messageId : null,
      channel: source?.channel ?? null,
      data: leadId === null ? { page: url } : {},
      isDemo: source?.isDemo ?? false,
    },
  ]);
  await countPageReports(ctx, tx, [{ type: 'conversion', url, campaignId }]);
  await announce(tx, ['events', 'usage', 'leads', 'content']);
}

/** The visitor's token, if it is ours. For visitors who ask not to be tracked, the campaign at most. */
async function knownToken(ctx: Context, { token = '', isPrivate }: Visitor): Promise<KnownToken | undefined> {
  const source = token === '' ? undefined : await findTokenSource(ctx, ctx.db, token);
  if (!source) return undefined;
  const isPerson = source.leadId !== null || source.messageId !== null;
  if (isPrivate && isPerson) {
    const { campaignId, isDemo } = source;
    if (campaignId === null) return undefined;
    const ofCampaign = { campaignId, leadId: null, messageId: null, channel: null, isDemo };
    return { text: campaignToken(campaignId), parameter: CAMPAIGN_PARAMETER, source: ofCampaign };
  }
  return { text: token, parameter: isPerson ? CONTACT_PARAMETER : CAMPAIGN_PARAMETER, source };
}

/** The link of the page; one of the workspace's own pages gets the token, as it would from the message itself. */
async function targetOf(
  { db, listOwnPages }: Pick<Context, 'db' | 'listOwnPages'>,
  { settings: { action } }: PublishedPage,
  token: KnownToken | undefined,
): Promise<string | undefined> {
  if (action.kind !== 'link') return undefined;
  const campaignId = token?.source.campaignId;
  const isOwn = campaignId != null && isOnHostOf(action.url, await listOwnPages(db, campaignId));
  return token && isOwn ? withToken(action.url, token.parameter, token.text) : action.url;
}

function nothingHere(): RawAnswer {
  return publicPage({
    status: 404,
    title: 'This page is not here any more',
    text: 'It was taken down, or its address was copied only in part.',
  });
}
