import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { TextProof } from '#features/compliance/contract-texts.ts';
import { findClaims } from '#features/compliance/rules-claims.ts';
import { type ConditionPlace, conditionAt, conditionRefusal } from '#features/compliance/rules-conditions.ts';
import { requiredText, withClaimSigns } from '#features/compliance/rules-required.ts';
import { approvalOf, type Compliance } from '#features/compliance/server/service.ts';
import type { Leads } from '#features/leads/server/service.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import {
  CAMPAIGN_PARAMETER,
  CONTACT_PARAMETER,
  touchpointToken,
  withToken,
} from '#features/tracking/rules.ts';
import type { PageReport, TokenSource, Tracking } from '#features/tracking/server/service.ts';
import { type Actor, actorName } from '#kit/actor.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { publicPage } from '#platform/public-page.ts';
import {
  type HostedPage,
  hostedPagePath,
  type PageOfAsset,
  type PageSettings,
  type SignUp,
} from '../contract-pages.ts';
import {
  isPageOutdated,
  leftOutOfPage,
  type PublishedPage,
  pageObstacle,
  pageText,
  pageWords,
  settingsKey,
  signUpProblem,
  standfirstOf,
  suggestedPage,
} from '../rules-pages.ts';
import type { HtmlCleaner } from './html-cleaner.ts';
import { listPictures, markPublished } from './media-store.ts';
import { hostedPage } from './page-html.ts';
import {
  addPageCounts,
  changePage,
  findPage,
  findPageAt,
  findPrivacyUrl,
  insertPage,
  isSlugTaken,
  listPageCounts,
  lockPage,
  type PageRow,
} from './page-store.ts';
import { type AssetRow, findAsset } from './store.ts';

type Dependencies = {
  db: Database;
  html: HtmlCleaner;
  settings: Pick<SettingsService, 'getWorkspace'>;
  compliance: Pick<Compliance, 'assertMayLeave' | 'recordAudit' | 'insertConsent'>;
  leads: Pick<Leads, 'welcomeVisitor'>;
  tracking: Pick<Tracking, 'countsPages' | 'countPages' | 'recordEvents' | 'readToken' | 'claimReport'>;
  /** Without a trailing slash. */
  publicUrl: string;
  now: () => Date;
};

/** How somebody came to a page. */
export type Visitor = { token?: string | undefined; isPrivate: boolean };

const Uuid = z.uuid();

/** Assets as landing pages under an address of ours. */
export function createPages({
  db,
  html: cleaner,
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

  const getAsset = async (tx: Queryable, id: string): Promise<AssetRow> => {
    const asset = await findAsset(tx, id);
    if (!asset) throw new AppError('not_found', 'This asset does not exist any more.');
    return asset;
  };

  const viewOf = async (tx: Queryable, row: PageRow, asset: AssetRow): Promise<HostedPage> => {
    const { id, assetId, published, publishedAt, publishedBy, unpublishedAt, version } = row;
    const counts = await listPageCounts(tx, id);
    const sum = (of: 'visits' | 'conversions'): number => counts.reduce((all, count) => all + count[of], 0);
    const pageSettings = settingsOf(row);
    return {
      ...pageSettings,
      id,
      assetId,
      version,
      url: urlOf(row.slug),
      state: published === null ? 'draft' : unpublishedAt === null ? 'published' : 'unpublished',
      isOutdated:
        published !== null &&
        isPageOutdated(published, {
          settings: pageSettings,
          textKey: textKey(asset, await listPictures(tx, [assetId])),
        }),
      publishedAt: publishedAt?.toISOString() ?? null,
      publishedBy,
      figures: { visits: sum('visits'), conversions: sum('conversions') },
      campaigns: counts.flatMap(({ campaignId, visits, conversions }) =>
        campaignId === null ? [] : [{ campaignId, visits, conversions }],
      ),
    };
  };

  /** As it would be published now. */
  const compose = async (
    tx: Queryable,
    asset: AssetRow,
    chosen: PageSettings,
    jurisdictions: readonly Jurisdiction[],
  ): Promise<Omit<PublishedPage, 'proof'>> => {
    const text = pageText(asset.content, chosen.title);
    const pictures = await listPictures(tx, [asset.id]);
    const standfirst = standfirstOf(chosen, asset.content);
    const claims = [chosen.title, standfirst, text].map((words) =>
      findClaims(words, jurisdictions, { kind: 'landing_page' }),
    );
    const [ofTitle = [], ofDescription = [], ofText = []] = claims;
    const [html = ''] = await cleaner.render([withClaimSigns(text, ofText)]);
    return {
      settings: chosen,
      shownTitle: withClaimSigns(chosen.title, ofTitle),
      shownDescription: withClaimSigns(standfirst, ofDescription),
      html,
      required: requiredText(claims.flat()) ?? null,
      pictures: pictures.map(({ id, alt, width, height }) => ({ id, alt, width, height })),
      words: pageWords(chosen, asset.content),
      textKey: textKey(asset, pictures),
    };
  };

  const assertMayLeave = async (
    tx: Queryable,
    text: string,
    { asset, actor, overrideReason }: { asset: AssetRow; actor: Actor; overrideReason: string | undefined },
  ): Promise<{ jurisdictions: readonly Jurisdiction[]; proof: TextProof }> => {
    const workspace = await settings.getWorkspace(tx);
    const obstacle = pageObstacle(asset, workspace);
    if (obstacle !== null) throw new AppError('refused', obstacle, { reason: 'not_publishable' });
    const proof = await compliance.assertMayLeave(tx, {
      text,
      kind: 'landing_page',
      jurisdictions: workspace.jurisdictions,
      actor,
      approval: approvalOf(overrideReason, actor),
      subject: { kind: 'content', id: asset.id },
      field: 'content',
      details: { page: true },
    });
    return { jurisdictions: workspace.jurisdictions, proof };
  };

  /** The title stands in lists, the address in logs: neither may say of its visitors what ails them. */
  const admitNames = async (
    tx: Queryable,
    { title, slug }: PageSettings,
    { assetId, actor, isAllowed }: { assetId: string; actor: Actor; isAllowed: boolean },
  ): Promise<void> => {
    const named: { field: 'title' | 'slug'; place: ConditionPlace; text: string }[] = [
      { field: 'title', place: 'page', text: title },
      { field: 'slug', place: 'address', text: urlOf(slug) },
    ];
    for (const { field, place, text } of named) {
      const refusal = conditionRefusal(text, { role: actor.role, isAllowed, place });
      if (refusal !== undefined) {
        throw new AppError('refused', refusal, { reason: 'names_condition', fields: { [field]: refusal } });
      }
    }
    for (const { field, place, text } of named) {
      const condition = conditionAt(place, text);
      if (condition === undefined) continue;
      await compliance.recordAudit(tx, {
        actor,
        action: 'condition.allowed',
        subject: { kind: 'content', id: assetId },
        details: { field, condition },
      });
    }
  };

  const tell = (tx: Transaction): Promise<void> => announce(tx, ['content', 'landing-sites']);

  const getLocked = async (tx: Transaction, assetId: string): Promise<{ asset: AssetRow; row: PageRow }> => {
    const asset = await getAsset(tx, assetId);
    const row = await lockPage(tx, assetId);
    if (!row) throw new AppError('not_found', 'This asset has no landing page yet.');
    return { asset, row };
  };

  const textKeyNow = async (tx: Queryable, asset: AssetRow): Promise<string> =>
    textKey(asset, await listPictures(tx, [asset.id]));

  return {
    async getPage(assetId: string): Promise<PageOfAsset> {
      const asset = await getAsset(db, assetId);
      const row = await findPage(db, assetId);
      const suggestion = { ...suggestedPage(asset), privacyUrl: (await findPrivacyUrl(db)) ?? '' };
      const isFree = row !== undefined || !(await isSlugTaken(db, suggestion.slug, assetId));
      return {
        page: row ? await viewOf(db, row, asset) : null,
        suggestion: isFree ? suggestion : { ...suggestion, slug: `${suggestion.slug}-${assetId.slice(-4)}` },
        obstacle: pageObstacle(asset, await settings.getWorkspace()),
      };
    },

    /** The same settings again change nothing. */
    savePage: (
      assetId: string,
      {
        version,
        allowsCondition = false,
        ...given
      }: PageSettings & { version: number; allowsCondition?: boolean | undefined },
      actor: Actor,
    ): Promise<HostedPage> =>
      inTransaction(db, async (tx) => {
        const asset = await getAsset(tx, assetId);
        const row = await lockPage(tx, assetId);
        if (row && settingsKey(settingsOf(row)) === settingsKey(given)) return viewOf(tx, row, asset);
        if ((row?.version ?? 0) !== version) throw changedMeanwhile();
        if (row?.published && row.slug !== given.slug) {
          const message = 'This address has been given out: links to it would lead nowhere.';
          throw new AppError('refused', message, { reason: 'address_in_use', fields: { slug: message } });
        }
        if (await isSlugTaken(tx, given.slug, assetId)) {
          const message = 'Another page has this address.';
          throw new AppError('conflict', message, { fields: { slug: message } });
        }
        await admitNames(tx, given, { assetId, actor, isAllowed: allowsCondition });
        const stored = row
          ? await changePage(tx, row, given)
          : await insertPage(tx, { ...given, id: newId(), assetId, createdAt: now() });
        if (!stored) throw changedMeanwhile();
        await tell(tx);
        return viewOf(tx, stored, asset);
      }),

    publishPage: (
      assetId: string,
      {
        version,
        allowsCondition = false,
        overrideReason,
      }: { version: number; allowsCondition?: boolean | undefined; overrideReason?: string | undefined },
      actor: Actor,
    ): Promise<HostedPage> =>
      inTransaction(db, async (tx) => {
        const { asset, row } = await getLocked(tx, assetId);
        const chosen = settingsOf(row);
        const isOnline = row.published !== null && row.unpublishedAt === null;
        if (isOnline && row.published) {
          const key = await textKeyNow(tx, asset);
          if (!isPageOutdated(row.published, { settings: chosen, textKey: key }))
            return viewOf(tx, row, asset);
        }
        if (row.version !== version) throw changedMeanwhile();
        // Whoever saved the settings answered for their names then; who publishes them stands for them now.
        await admitNames(tx, chosen, { assetId, actor, isAllowed: allowsCondition });
        const words = pageWords(chosen, asset.content);
        const { jurisdictions, proof } = await assertMayLeave(tx, words, { asset, actor, overrideReason });
        const published = { ...(await compose(tx, asset, chosen, jurisdictions)), proof };
        await markPublished(
          tx,
          published.pictures.map(({ id }) => id),
          now(),
        );
        const stored = await changePage(tx, row, {
          published,
          publishedAt: now(),
          publishedBy: actorName(actor),
          unpublishedAt: null,
        });
        await tell(tx);
        return viewOf(tx, stored, asset);
      }),

    unpublishPage: (assetId: string, version: number): Promise<HostedPage> =>
      inTransaction(db, async (tx) => {
        const { asset, row } = await getLocked(tx, assetId);
        if (row.published === null || row.unpublishedAt !== null) return viewOf(tx, row, asset);
        if (row.version !== version) throw changedMeanwhile();
        const stored = await changePage(tx, row, { unpublishedAt: now() });
        await tell(tx);
        return viewOf(tx, stored, asset);
      }),

    /** Puts back what stood there; the rules are asked again, since they or the regions may have changed. */
    restorePage: (
      assetId: string,
      { version, overrideReason }: { version: number; overrideReason?: string | undefined },
      actor: Actor,
    ): Promise<HostedPage> =>
      inTransaction(db, async (tx) => {
        const { asset, row } = await getLocked(tx, assetId);
        if (row.published === null || row.unpublishedAt === null) return viewOf(tx, row, asset);
        if (row.version !== version) throw changedMeanwhile();
        const { proof } = await assertMayLeave(tx, row.published.words, { asset, actor, overrideReason });
        const stored = await changePage(tx, row, {
          published: { ...row.published, proof },
          unpublishedAt: null,
        });
        await tell(tx);
        return viewOf(tx, stored, asset);
      }),

    async previewPage(assetId: string): Promise<RawAnswer> {
      const asset = await getAsset(db, assetId);
      const row = await findPage(db, assetId);
      if (!row) throw new AppError('not_found', 'This asset has no landing page yet.');
      const workspace = await settings.getWorkspace();
      return hostedPage({
        page: await compose(db, asset, settingsOf(row), workspace.jurisdictions),
        url: urlOf(row.slug),
        workspace,
        form: { state: 'open', token: '', once: '' },
        isPreview: true,
        leftOut: leftOutOfPage(asset.content),
      });
    },

    async showPage(slug: string, visitor: Visitor, isDone: boolean): Promise<RawAnswer> {
      const row = await findPageAt(db, slug);
      if (!row?.published) return nothingHere();
      const token = await knownToken(visitor);
      return hostedPage({
        page: row.published,
        url: urlOf(slug),
        workspace: await settings.getWorkspace(),
        target: targetOf(row.published, token),
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
      return { text: touchpointToken(campaignId), parameter: CAMPAIGN_PARAMETER, source: ofCampaign };
    }
    return { text: token, parameter: isPerson ? CONTACT_PARAMETER : CAMPAIGN_PARAMETER, source };
  }
}

/** The next page learns who came, as it would from the message itself. */
function targetOf(
  { settings: { action } }: PublishedPage,
  token: { text: string; parameter: 'yt' | 'yc' } | undefined,
): string | undefined {
  if (action.kind !== 'link') return undefined;
  return token ? withToken(action.url, token.parameter, token.text) : action.url;
}

function settingsOf({ slug, title, description, action, isListed }: PageRow): PageSettings {
  return { slug, title, description, action, isListed };
}

/** Of what a page is made of: the same text and pictures have the same. */
export function textKey(
  { content }: Pick<AssetRow, 'content'>,
  pictures: readonly { id: string; alt: string }[],
): string {
  const shown = pictures.map(({ id, alt }) => [id, alt]);
  // Pages that were published with their greeting read as changed since.
  const made =
    leftOutOfPage(content).length === 0 ? [content, shown] : [content, shown, 'without mail words'];
  return createHash('sha256').update(JSON.stringify(made)).digest('base64url').slice(0, 22);
}

function changedMeanwhile(): AppError {
  return new AppError('conflict', 'Somebody else changed this landing page. Load it again.');
}

function nothingHere(): RawAnswer {
  return publicPage({
    status: 404,
    title: 'This page is not here any more',
    text: 'It was taken down, or its address was copied only in part.',
  });
}
