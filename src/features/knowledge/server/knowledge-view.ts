import type { Context } from '#platform/context.ts';
import type { KnowledgeItem } from '../contract.ts';
import { type Findings, MAX_WARNINGS, warningsOn } from '../rules-warnings.ts';
import { type KnowledgeRow, listContradictions, listInstructed } from './store.ts';
import { listAssetStates } from './teaching-store.ts';

/** The reader that last got more out of a kind of file. */
const READER_BY_ENDING = new Map([
  ['pdf', 2],
  ['csv', 3],
  ['docx', 3],
  ['htm', 3],
  ['html', 3],
]);

/** What people see of stored items, with their warnings. */
export async function toItems(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  rows: readonly KnowledgeRow[],
): Promise<KnowledgeItem[]> {
  const ids = rows.map(({ id }) => id);
  const [contradictions, instructed, assets] = await Promise.all([
    listContradictions(db, ids, MAX_WARNINGS),
    listInstructed(db, ids),
    listAssetStates(
      db,
      rows.flatMap(({ assetId }) => assetId ?? []),
    ),
  ]);
  const findings = {
    contradictions: Map.groupBy(contradictions, ({ itemId }) => itemId),
    instructed,
    assets,
    now: clock.now(),
  };
  return rows.map((row) => itemOf(row, findings));
}

export async function toItem(ctx: Pick<Context, 'db' | 'clock'>, row: KnowledgeRow): Promise<KnowledgeItem> {
  const [item] = await toItems(ctx, [row]);
  if (!item) throw new Error('an item was lost');
  return item;
}

function itemOf(row: KnowledgeRow, findings: Findings): KnowledgeItem {
  return {
    ...row,
    expertId: row.agentId,
    retiredAt: row.retiredAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    asset: assetOf(row, findings),
    isFileKept: row.fileId !== null,
    remarks: warningsOn({ ...row, isFileReadByOlder: isFileReadByOlder(row) }, findings),
  };
}

function isFileReadByOlder({ fileId, fileName, fileReadBy }: KnowledgeRow): boolean {
  const ending = /\.([a-z]+)$/i.exec(fileName ?? '')?.[1]?.toLowerCase() ?? '';
  return fileId !== null && fileReadBy < (READER_BY_ENDING.get(ending) ?? 0);
}

function assetOf({ assetId, assetName }: KnowledgeRow, { assets }: Findings): KnowledgeItem['asset'] {
  if (assetId === null) return null;
  const asset = assets.get(assetId);
  return asset ? { id: assetId, name: asset.name } : { id: null, name: assetName ?? '' };
}
