import { findClaims, verdictOf } from '#features/compliance/rules-claims.ts';
import { substantiate } from '#features/compliance/rules-evidence.ts';
import { type Compliance, claimsReady } from '#features/compliance/server/service.ts';
import type { Leads } from '#features/leads/server/service.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import type { Uploads } from '#features/uploads/server/service.ts';
import type { Page } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { type Database, inTransaction, type Queryable } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { LanguageModel } from '#providers/language-model/port.ts';
import type { AssetChange, AssetQuery, AssetStatus, ContentAsset, SavedAsset } from '../contract.ts';
import type { SavedContent } from '../contract-sessions.ts';
import { createHtmlCleaner, type HtmlCleaner, writtenOf } from './html-cleaner.ts';
import { createMedia, toMedia } from './media.ts';
import { insertMedia, listMedia } from './media-store.ts';
import { createLook } from './page-look.ts';
import { createPageVisits } from './page-visits.ts';
import { createPages } from './publish-page.ts';
import { createSessions } from './sessions.ts';
import {
  type AssetRow,
  changeAsset,
  findAsset,
  insertAsset,
  type ListedAsset,
  type ListedMedia,
  listAssets,
  listUnrendered,
  markAssetDeleted,
  markAssetRestored,
  type NewAssetRow,
  putHtml,
} from './store.ts';

type Dependencies = {
  db: Database;
  /** None: the built-in engine writes. */
  languageModel?: LanguageModel | undefined;
  uploads: Uploads;
  html?: HtmlCleaner;
  settings: Pick<SettingsService, 'getWorkspace'>;
  compliance: Compliance;
  leads: Pick<Leads, 'welcomeVisitor'>;
  tracking: Tracking;
  /** Without a trailing slash. */
  publicUrl: string;
  now?: () => Date;
};

const RENDERED_AT_ONCE = 100;

/** The content library, and the sessions that fill it. */
export function createContent({
  db,
  languageModel,
  uploads,
  settings,
  compliance,
  leads,
  tracking,
  publicUrl,
  html: cleaner = createHtmlCleaner(),
  now = () => new Date(),
}: Dependencies) {
  const sessions = createSessions({ db, languageModel, now, html: cleaner });

  const store = async (tx: Queryable, row: NewAssetRow): Promise<ContentAsset> => {
    const stored = await insertAsset(tx, row);
    await announce(tx, ['content']);
    return withMedia(tx, stored);
  };

  const withMedia = async (tx: Queryable, row: ListedAsset): Promise<ContentAsset> =>
    toAsset(row, await listMedia(tx, [row.id]));

  const media = createMedia({
    db,
    uploads,
    now,
    async touchAsset(tx, assetId) {
      const { version, status } = await getAsset(tx, assetId);
      if (status === 'approved') throw wrongStatus(status);
      // What the reviewer saw is not what it shows now.
      if (!(await changeAsset(tx, { id: assetId, version }, { status: 'draft' }))) throw changedMeanwhile();
    },
  });

  /** One step of an asset's way from draft to approved. */
  const step = (
    id: string,
    version: number,
    { from, change }: { from: readonly AssetStatus[]; change: Partial<NewAssetRow> },
  ): Promise<ContentAsset> =>
    inTransaction(db, async (tx) => {
      const asset = await getAsset(tx, id);
      if (asset.version !== version) throw changedMeanwhile();
      if (!from.includes(asset.status)) throw wrongStatus(asset.status);
      const changed = await changeAsset(tx, { id, version }, change);
      if (!changed) throw changedMeanwhile();
      await announce(tx, ['content']);
      return withMedia(tx, changed);
    });

  /** Keeping a text is no launch: what must not leave is told, and stopped where it would leave. */
  const withClaims = async (asset: ContentAsset): Promise<SavedAsset> => {
    const { jurisdictions } = await settings.getWorkspace();
    await claimsReady();
    const found = findClaims(asset.content, jurisdictions, { kind: 'content' });
    const findings = substantiate(found, await compliance.listEvidence(db), now().toISOString().slice(0, 10));
    return { ...asset, claims: { verdict: verdictOf(findings), findings } };
  };

  return {
    ...sessions,
    ...media,
    ...createLook({ db, settings }),
    ...createPages({ db, html: cleaner, settings, compliance, publicUrl, now }),
    ...createPageVisits({ db, settings, compliance, leads, tracking, publicUrl, now }),

    async listAssets(query: AssetQuery): Promise<Page<ContentAsset>> {
      const { rows, nextCursor, total } = await listAssets(db, query);
      return { items: rows.map(({ asset, media: shown }) => toAsset(asset, shown)), nextCursor, total };
    },

    /** With its HTML, which is sanitised. */
    async getAsset(id: string): Promise<ContentAsset & { html: string }> {
      const row = await getAsset(db, id);
      const html = row.html ?? (await cleaner.render([row.content]))[0] ?? '';
      return { ...(await withMedia(db, row)), html };
    },

    /** Gives what was stored before there was any its HTML. */
    async renderMissing(): Promise<void> {
      for (let isMore = true; isMore; ) {
        const rows = await listUnrendered(db, RENDERED_AT_ONCE);
        const rendered = await cleaner.render(rows.map(({ content }) => content));
        for (const [index, row] of rows.entries()) await putHtml(db, { ...row, html: rendered[index] ?? '' });
        isMore = rows.length === RENDERED_AT_ONCE;
      }
      while (await sessions.renderVersions());
    },

    /** Keeps the latest content of a session in the library. */
    saveAsset: async ({ sessionId, assetName, category, tags }: SavedContent): Promise<SavedAsset> => {
      const asset = await inTransaction(db, async (tx) => {
        const { session, content, html } = await sessions.latestContent(tx, sessionId);
        return store(tx, {
          id: newId(),
          name: assetName,
          type: session.contentType,
          category,
          tags: tags.join(', '),
          content,
          html,
          sessionId,
          createdAt: now(),
        });
      });
      return withClaims(asset);
    },

    async changeAsset(
      id: string,
      { version, tags, content, html, ...change }: AssetChange,
    ): Promise<SavedAsset> {
      const isRewritten = content !== undefined || html !== undefined;
      const asset = await step(id, version, {
        from: ['draft', 'in_review'],
        change: {
          ...change,
          ...(tags === undefined ? {} : { tags: tags.join(', ') }),
          // What the reviewer read is not what it says now.
          ...(isRewritten ? { ...(await writtenOf(cleaner, { content, html })), status: 'draft' } : {}),
        },
      });
      return withClaims(asset);
    },

    deleteAsset: (id: string): Promise<undefined> =>
      inTransaction(db, async (tx) => {
        if (!(await markAssetDeleted(tx, id, now()))) throw assetNotFound();
        await announce(tx, ['content']);
        return undefined;
      }),

    restoreAsset: (id: string): Promise<ContentAsset> =>
      inTransaction(db, async (tx) => {
        await markAssetRestored(tx, id);
        await announce(tx, ['content']);
        return withMedia(tx, await getAsset(tx, id));
      }),

    duplicateAsset: (id: string): Promise<ContentAsset> =>
      inTransaction(db, async (tx) => {
        const { name, type, category, tags, content, html, sessionId } = await getAsset(tx, id);
        const copyName = `${name.slice(0, 110)} (copy)`;
        const copyId = newId();
        const copy = await store(tx, {
          id: copyId,
          name: copyName,
          type,
          category,
          tags,
          content,
          html,
          sessionId,
          createdAt: now(),
        });
        const shown = await listMedia(tx, [id]);
        if (shown.length === 0) return copy;
        for (const row of shown)
          await insertMedia(tx, { ...row, id: newId(), assetId: copyId, publishedAt: null });
        return withMedia(tx, await getAsset(tx, copyId));
      }),

    submitAsset: (id: string, version: number): Promise<ContentAsset> =>
      step(id, version, { from: ['draft'], change: { status: 'in_review', reviewNote: '' } }),

    approveAsset: (id: string, version: number): Promise<ContentAsset> =>
      step(id, version, { from: ['in_review'], change: { status: 'approved', reviewNote: '' } }),

    /** Also opens an approved asset again. */
    returnAsset: (id: string, version: number, note: string): Promise<ContentAsset> =>
      step(id, version, { from: ['in_review', 'approved'], change: { status: 'draft', reviewNote: note } }),
  };
}
export type Content = ReturnType<typeof createContent>;

async function getAsset(db: Queryable, id: string): Promise<AssetRow> {
  const asset = await findAsset(db, id);
  if (!asset) throw assetNotFound();
  return asset;
}

function assetNotFound(): AppError {
  return new AppError('not_found', 'This asset does not exist any more.');
}

function changedMeanwhile(): AppError {
  return new AppError('conflict', 'Somebody else changed this asset. Load it again.');
}

const STATUS_WORDS: Record<AssetStatus, string> = {
  draft: 'This asset is a draft. Send it for review first.',
  in_review: 'This asset is in review.',
  approved: 'This asset is approved and locked. Duplicate it, or let an admin give it back.',
};

function wrongStatus(status: AssetStatus): AppError {
  return new AppError('refused', STATUS_WORDS[status], { reason: status });
}

function toAsset({ createdAt, ...row }: ListedAsset, media: readonly ListedMedia[]): ContentAsset {
  return { ...row, media: media.map(toMedia), assetName: row.name, createdAt: createdAt.toISOString() };
}
