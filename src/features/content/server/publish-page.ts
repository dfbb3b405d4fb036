import { createHash } from 'node:crypto';
import type { TextProof } from '#features/compliance/contract-texts.ts';
import { findClaims } from '#features/compliance/rules-claims.ts';
import { type ConditionPlace, conditionAt, conditionRefusal } from '#features/compliance/rules-conditions.ts';
import { requiredText, withClaimSigns } from '#features/compliance/rules-required.ts';
import { approvalOf, type Compliance } from '#features/compliance/server/service.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import { type Actor, actorName } from '#kit/actor.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { type HostedPage, hostedPagePath, type PageOfAsset, type PageSettings } from '../contract-pages.ts';
import {
  isPageOutdated,
  leftOutOfPage,
  type PublishedPage,
  pageObstacle,
  pageText,
  pageWords,
  settingsKey,
  standfirstOf,
  suggestedPage,
} from '../rules-pages.ts';
import type { HtmlCleaner } from './html-cleaner.ts';
import { getShownLook } from './look-store.ts';
import { listPictures, markPublished } from './media-store.ts';
import { hostedPage } from './page-html.ts';
import {
  changePage,
  findPage,
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
  compliance: Pick<Compliance, 'assertMayLeave' | 'recordAudit'>;
  /** Without a trailing slash. */
  publicUrl: string;
  now: () => Date;
};

/** Assets as landing pages under an address of ours. */
export function createPages({ db, html: cleaner, settings, compliance, publicUrl, now }: Dependencies) {
  const urlOf = (slug: string): string => publicUrl + hostedPagePath(slug);

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
        look: await getShownLook(db),
        form: { state: 'open', token: '', once: '' },
        isPreview: true,
        leftOut: leftOutOfPage(asset.content),
      });
    },
  };
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
