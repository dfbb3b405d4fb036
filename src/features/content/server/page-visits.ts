import { z } from 'zod';
import type { Compliance } from '#features/compliance/server/service.ts';
import type { Leads } from '#features/leads/server/service.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import { CAMPAIGN_PARAMETER, CONTACT_PARAMETER, withToken } from '#features/tracking/rules.ts';
import type { PageReport, TokenSource, Tracking } from '#features/tracking/server/service.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { newId } from '#kit/id.ts';
import { type Database, inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { publicPage } from '#platform/public-page.ts';
import { hostedPagePath, type SignUp } from '../contract-pages.ts';
import { type PublishedPage, signUpProblem } from '../rules-pages.ts';
import { getShownLook } from './look-store.ts';
import { hostedPage } from './page-html.ts';
import { addPageCounts, findPageAt } from './page-store.ts';

type Dependencies = {
  db: Database;
  settings: Pick<SettingsService, 'getWorkspace'>;
  compliance: Pick<Compliance, 'recordAudit' | 'insertConsent'>;
  leads: Pick<Leads, 'welcomeVisitor'>;
  tracking: Pick<
    Tracking,
    | 'countsPages'
    | 'countPages'
    | 'recordEvents'
    | 'readToken'
    | 'claimReport'
    | 'isOwnPage'
    | 'campaignToken'
  >;
  /** Without a trailing slash. */
  publicUrl: string;
  now: () => Date;
};

/** How somebody came to a page. */
type Visitor = { token?: string | undefined; isPrivate: boolean };

const Uuid = z.uuid();

/** Landing pages as those see them who come to them. */
export function createPageVisits({
  db,
  settings,
  compliance,
  leads,
  tracking,
  publicUrl,
  now,
}: Dependencies) {
  const ownPages = `${publicUrl}${hostedPagePath('')}`;
  const urlOf = (slug: string): string => publicUrl + hostedPagePath(slug);

  tracking.countsPages((tx, reports) => {
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
  });

  return {
    async showPage(slug: string, visitor: Visitor, isDone: boolean): Promise<RawAnswer> {
      const row = await findPageAt(db, slug);
      if (!row?.published) return nothingHere();
      const token = await knownToken(visitor);
      return hostedPage({
        page: row.published,
        url: urlOf(slug),
        workspace: await settings.getWorkspace(),
        look: await getShownLook(db),
        target: await targetOf(row.published, token),
        form: isDone ? { state: 'done' } : { state: 'open', token: token?.text ?? '', once: newId() },
      });
    },

    /** The sender becomes a lead, unless the address is that of somebody else whom we know: nobody has proven it theirs. */
    async signUp(slug: string, given: SignUp, isPrivate: boolean): Promise<RawAnswer> {
      const row = await findPageAt(db, slug);
      if (!row?.published) return nothingHere();
      const { published } = row;
      const { action } = published.settings;
      const done: RawAnswer = {
        status: 303,
        headers: { location: `${hostedPagePath(slug)}?done=1`, 'cache-control': 'no-store' },
      };
      // A page that asks for nothing, and what no person fills in.
      if (action.kind !== 'form' || given.website !== '') return done;
      const problem = signUpProblem(given);
      if (problem !== undefined) {
        return hostedPage({
          page: published,
          url: urlOf(slug),
          workspace: await settings.getWorkspace(),
          look: await getShownLook(db),
          form: {
            state: 'open',
            token: given.token.slice(0, 64),
            once: Uuid.safeParse(given.once).data ?? newId(),
            problem,
            email: given.email.slice(0, 254),
            name: given.name.slice(0, 100),
            hasAgreed: given.consent !== '',
          },
        });
      }
      const token = await knownToken({ token: given.token, isPrivate });
      await inTransaction(db, async (tx) => {
        const once = Uuid.safeParse(given.once).data;
        if (once !== undefined && !(await tracking.claimReport(tx, once))) return;
        await convert(tx, { slug, given, source: token?.source, consent: action.consent });
      });
      return done;
    },
  };

  async function convert(
    tx: Transaction,
    {
      slug,
      given,
      source,
      consent,
    }: { slug: string; given: SignUp; source: TokenSource | undefined; consent: string },
  ): Promise<void> {
    const url = urlOf(slug);
    const found = await leads.welcomeVisitor(tx, {
      email: given.email.trim(),
      name: given.name.trim().slice(0, 100) || 'Website visitor',
      // Not which page: it may be named after what ails them.
      signal: 'Signed up on a landing page.',
      ground: 'consent',
    });
    const isTheirs = found !== undefined && (!found.isKnown || found.leadId === source?.leadId);
    const leadId = isTheirs ? found.leadId : null;
    if (leadId !== null) {
      const consentId = newId();
      const line = { channel: 'email', purpose: 'marketing', ground: 'consent', source: 'form' } as const;
      await compliance.insertConsent(tx, {
        ...line,
        id: consentId,
        leadId,
        sourceUrl: url,
        textVersion: consent,
        proof: 'Ticked the box on the page and sent the form.',
        collectedAt: now(),
        expiresAt: null,
        recordedBy: 'Landing page',
        isDemo: false,
      });
      await compliance.recordAudit(tx, {
        actor: null,
        action: 'consent.given',
        subject: { kind: 'lead', id: leadId },
        details: { consentId, ...line },
      });
    }
    const campaignId = source?.campaignId ?? null;
    await tracking.recordEvents(tx, [
      {
        type: 'landing.converted',
        occurredAt: now(),
        campaignId,
        leadId,
        messageId: leadId !== null && leadId === source?.leadId ? source.messageId : null,
        channel: source?.channel ?? null,
        data: leadId === null ? { page: url } : {},
        isDemo: source?.isDemo ?? false,
      },
    ]);
    await tracking.countPages(tx, [{ type: 'conversion', url, campaignId } satisfies PageReport]);
    await announce(tx, ['events', 'usage', 'leads', 'content']);
  }

  type KnownToken = { text: string; parameter: 'yt' | 'yc'; source: TokenSource };

  /** What a visitor came with, if it is ours. Who asks not to be followed keeps the campaign at most. */
  async function knownToken({ token = '', isPrivate }: Visitor): Promise<KnownToken | undefined> {
    const source = token === '' ? undefined : await tracking.readToken(db, token);
    if (!source) return undefined;
    const isPerson = source.leadId !== null || source.messageId !== null;
    if (isPrivate && isPerson) {
      const { campaignId, isDemo } = source;
      if (campaignId === null) return undefined;
      const ofCampaign = { campaignId, leadId: null, messageId: null, channel: null, isDemo };
      return { text: tracking.campaignToken(campaignId), parameter: CAMPAIGN_PARAMETER, source: ofCampaign };
    }
    return { text: token, parameter: isPerson ? CONTACT_PARAMETER : CAMPAIGN_PARAMETER, source };
  }

  /** The next page learns who came where it is one of the workspace's own, as it would from the message itself. */
  async function targetOf(
    { settings: { action } }: PublishedPage,
    token: KnownToken | undefined,
  ): Promise<string | undefined> {
    if (action.kind !== 'link') return undefined;
    const campaignId = token?.source.campaignId;
    const isOwn = campaignId != null && (await tracking.isOwnPage(db, campaignId, action.url));
    return token && isOwn ? withToken(action.url, token.parameter, token.text) : action.url;
  }
}

function nothingHere(): RawAnswer {
  return publicPage({
    status: 404,
    title: 'This page is not here any more',
    text: 'It was taken down, or its address was copied only in part.',
  });
}
