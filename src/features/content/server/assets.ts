import { checkClaims } from '#engines/claims/check.ts';
import { verdictOf } from '#engines/claims/finding.ts';
import { blanksIn } from '#engines/writing/blanks.ts';
import { substantiate } from '#features/compliance/rules-evidence.ts';
import { claimsReady } from '#features/compliance/server/claims-ready.ts';
import { listEvidence } from '#features/compliance/server/evidence-store.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import type { Page } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type {
  AssetChange,
  AssetMedia,
  AssetQuery,
  AssetStatus,
  ContentAsset,
  SavedAsset,
} from '../contract.ts';
import type { SavedContent } from '../contract-sessions.ts';
import { writtenOf } from './html-cleaner.ts';
import { insertMedia, listMedia } from './media-store.ts';
import {
  type AssetRow,
  findAsset,
  insertAsset,
  type ListedAsset,
  type ListedMedia,
  listAssetRows,
  markAssetDeleted,
  markAssetRestored,
  type NewAssetRow,
  updateAsset,
} from './store.ts';
import { getLatestContent } from './versions.ts';

type ClaimContext = Pick<Context, 'db' | 'clock'>;

export async function listAssets(
  { db }: Pick<Context, 'db'>,
  query: AssetQuery,
): Promise<Page<ContentAsset>> {
  const { rows, nextCursor, total } = await listAssetRows(db, query);
  return { items: rows.map(({ asset, media }) => toAsset(asset, media)), nextCursor, total };
}

/** An asset with its sanitised HTML. Refuses with `not_found`. */
export async function getAsset(
  { db, htmlCleaner }: Pick<Context, 'db' | 'htmlCleaner'>,
  id: string,
): Promise<ContentAsset & { html: string }> {
  const row = await getAssetRow(db, id);
  const html = row.html ?? (await htmlCleaner.render([row.content]))[0] ?? '';
  return { ...(await withMedia(db, row)), html };
}

/** Adds the latest content of a session to the library. Refuses with `not_found` or `no_content`. */
export async function saveAsset(
  ctx: ClaimContext,
  { sessionId, assetName, category, tags }: SavedContent,
): Promise<SavedAsset> {
  const asset = await inTransaction(ctx.db, async (tx) => {
    const { session, content, html } = await getLatestContent(tx, sessionId);
    return addAsset(tx, {
      id: newId(),
      name: assetName,
      type: session.contentType,
      category,
      tags: tags.join(', '),
      content,
      html,
      sessionId,
      createdAt: ctx.clock.now(),
    });
  });
  return withClaims(ctx, asset);
}

/** Changes an asset; another text makes it a draft again. Refuses with `not_found`, `conflict` or its status. */
export async function changeAsset(
  ctx: ClaimContext & Pick<Context, 'htmlCleaner'>,
  id: string,
  { version, tags, content, html, ...change }: AssetChange,
): Promise<SavedAsset> {
  const isRewritten = content !== undefined || html !== undefined;
  const asset = await moveAsset(ctx, id, {
    version,
    from: ['draft', 'in_review'],
    change: {
      ...change,
      ...(tags === undefined ? {} : { tags: tags.join(', ') }),
      // The reviewer read another text.
      ...(isRewritten
        ? { ...(await writtenOf(ctx.htmlCleaner, { content, html })), status: 'draft' as const }
        : {}),
    },
  });
  return withClaims(ctx, asset);
}

/** Can be undone with `restoreAsset`. Refuses with `not_found`. */
export function deleteAsset({ db, clock }: Pick<Context, 'db' | 'clock'>, id: string): Promise<undefined> {
  return inTransaction(db, async (tx) => {
    if (!(await markAssetDeleted(tx, id, clock.now()))) throw assetNotFound();
    await announce(tx, ['content']);
    return undefined;
  });
}

/** Refuses with `not_found`. */
export function restoreAsset({ db }: Pick<Context, 'db'>, id: string): Promise<ContentAsset> {
  return inTransaction(db, async (tx) => {
    await markAssetRestored(tx, id);
    await announce(tx, ['content']);
    return withMedia(tx, await getAssetRow(tx, id));
  });
}

/** Copies an asset, with its pictures and videos, as a draft. Refuses with `not_found`. */
export function duplicateAsset(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  id: string,
): Promise<ContentAsset> {
  return inTransaction(db, async (tx) => {
    const { name, type, category, tags, content, html, sessionId } = await getAssetRow(tx, id);
    const copyId = newId();
    const copy = await addAsset(tx, {
      id: copyId,
      name: `${name.slice(0, 110)} (copy)`,
      type,
      category,
      tags,
      content,
      html,
      sessionId,
      createdAt: clock.now(),
    });
    const shown = await listMedia(tx, [id]);
    if (shown.length === 0) return copy;
    for (const row of shown)
      await insertMedia(tx, { ...row, id: newId(), assetId: copyId, publishedAt: null });
    return withMedia(tx, await getAssetRow(tx, copyId));
  });
}

/** Sends a draft for review. Refuses with `not_found`, `conflict` or its status. */
export function submitAsset(ctx: Pick<Context, 'db'>, id: string, version: number): Promise<ContentAsset> {
  const change = { status: 'in_review' as const, reviewNote: '' };
  return moveAsset(ctx, id, { version, from: ['draft'], change });
}

/** Approves and locks an asset in review. Refuses with `not_found`, `conflict`, `blanks` or its status. */
export function approveAsset(ctx: Pick<Context, 'db'>, id: string, version: number): Promise<ContentAsset> {
  const change = { status: 'approved' as const, reviewNote: '' };
  return moveAsset(ctx, id, { version, from: ['in_review'], change, assert: assertNoBlanks });
}

/** Returns an asset to its author; unlocks an approved one. Refuses with `not_found`, `conflict` or its status. */
export function returnAsset(
  ctx: Pick<Context, 'db'>,
  id: string,
  { version, note }: { version: number; note: string },
): Promise<ContentAsset> {
  const change = { status: 'draft' as const, reviewNote: note };
  return moveAsset(ctx, id, { version, from: ['in_review', 'approved'], change });
}

/** Records that an asset shows other pictures: the reviewer saw the old ones. Refuses when it is approved or gone. */
export async function touchAsset(tx: Transaction, id: string): Promise<void> {
  const { version, status } = await getAssetRow(tx, id);
  if (status === 'approved') throw wrongStatus(status);
  if (!(await updateAsset(tx, { id, version }, { status: 'draft' }))) throw changedMeanwhile();
}

/** Throws `not_found`. */
export async function getAssetRow(db: Queryable, id: string): Promise<AssetRow> {
  const asset = await findAsset(db, id);
  if (!asset) throw assetNotFound();
  return asset;
}

export function toMedia({ id, name, type, bytes, width, height, alt }: ListedMedia): AssetMedia {
  return { id, name, type, bytes, width, height, alt, url: `/api/content-media/${id}` };
}

/** One step of an asset between draft and approved. */
function moveAsset(
  { db }: Pick<Context, 'db'>,
  id: string,
  {
    version,
    from,
    change,
    assert,
  }: {
    version: number;
    from: readonly AssetStatus[];
    change: Partial<NewAssetRow>;
    assert?: (asset: AssetRow) => void;
  },
): Promise<ContentAsset> {
  return inTransaction(db, async (tx) => {
    const asset = await getAssetRow(tx, id);
    if (asset.version !== version) throw changedMeanwhile();
    if (!from.includes(asset.status)) throw wrongStatus(asset.status);
    assert?.(asset);
    const changed = await updateAsset(tx, { id, version }, change);
    if (!changed) throw changedMeanwhile();
    await announce(tx, ['content']);
    return withMedia(tx, changed);
  });
}

function assertNoBlanks({ content }: AssetRow): void {
  const blanks = blanksIn(content);
  if (blanks.length === 0) return;
  const names = [...new Set(blanks.map(({ name }) => `[${name}]`))].join(', ');
  const message = `Fill the blanks before you approve this asset: ${names}.`;
  throw new AppError('refused', message, { reason: 'blanks' });
}

async function addAsset(tx: Transaction, row: NewAssetRow): Promise<ContentAsset> {
  const stored = await insertAsset(tx, row);
  await announce(tx, ['content']);
  return withMedia(tx, stored);
}

async function withMedia(db: Queryable, row: ListedAsset): Promise<ContentAsset> {
  return toAsset(row, await listMedia(db, [row.id]));
}

/** Saving is no launch: forbidden claims are shown here and blocked at launch. */
async function withClaims({ db, clock }: ClaimContext, asset: ContentAsset): Promise<SavedAsset> {
  const { jurisdictions } = await getWorkspace(db);
  await claimsReady();
  const { findings: found } = checkClaims(asset.content, { jurisdictions, kind: 'content' });
  const today = clock.now().toISOString().slice(0, 10);
  const findings = substantiate(found, await listEvidence(db), today);
  return { ...asset, claims: { verdict: verdictOf(findings), findings } };
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
