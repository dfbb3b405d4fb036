import type { EndpointInput, Page } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { givenOf } from '#kit/given.ts';
import { newId } from '#kit/id.ts';
import { plainLanguageOf } from '#kit/language.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type * as contract from '../contract.ts';
import type { KnowledgeItem, KnowledgePassage, KnowledgeType, TargetAudience } from '../contract.ts';
import { queueEmbeddings } from './embeddings.ts';
import { toItem, toItems } from './knowledge-view.ts';
import {
  MOST_PASSAGES,
  type Reading,
  readKnowledge,
  TOO_MANY_PASSAGES,
} from './reading/knowledge-reading.ts';
import {
  countAllItems,
  countAnew,
  findItem,
  findItemHead,
  hasAgent,
  insertItem,
  itemCursor,
  type KnowledgeRow,
  listItems,
  listOutdated,
  listPassages as listPassageRows,
  lockItem,
  type NewKnowledgeRow,
  passageCursor,
  replacePassages,
  sampleTexts,
  updateItem,
} from './store.ts';

export type NewKnowledge = {
  agentId: string;
  title: string;
  content: string;
  trainingContext?: string;
  tags?: string[];
  targetAudience?: TargetAudience;
  type: KnowledgeType;
  validUntil?: string | null;
  /** The asset it is taken from, and which text that has. */
  assetId?: string;
  assetKey?: string;
};

export type KnowledgeChange = {
  title?: string | undefined;
  content?: string | undefined;
  trainingContext?: string | undefined;
  tags?: string[] | undefined;
  targetAudience?: TargetAudience | undefined;
  validUntil?: string | null | undefined;
  isRetired?: boolean | undefined;
  assetKey?: string | undefined;
};

type Read = { title: string; content: string; reading: Reading };

export type KnowledgeContext = Pick<
  Context,
  'db' | 'clock' | 'jobs' | 'config' | 'languageModel' | 'goldenQuestions'
>;

/** Raised when the rules find something else in a text: items that older ones have read are read again. */
export const READ_BY = 2;
const READ_AT_ONCE = 50;
/** So many at once change what the database has to expect. */
export const MANY_PASSAGES = 500;

/** Newest first, page after page. */
export async function listKnowledge(
  ctx: Pick<Context, 'db' | 'clock'>,
  { expertId: agentId, limit, cursor }: EndpointInput<typeof contract.listKnowledge>['query'],
): Promise<Page<KnowledgeItem>> {
  const after = itemCursor.read(cursor);
  const [rows, total] = await Promise.all([
    listItems(ctx.db, agentId, { after, limit: limit + 1 }),
    countAllItems(ctx.db, agentId),
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: await toItems(ctx, page),
    nextCursor:
      rows.length > limit && last
        ? itemCursor.write({ at: last.createdAt.toISOString(), id: last.id })
        : null,
    total,
  };
}

/** In which language an agent answers, which is that of its texts; undefined where those do not say it plainly. */
export async function languageOf(db: Queryable, agentId: string): Promise<string | undefined> {
  const sample = await sampleTexts(db, agentId);
  // Without any text there are only our own sentences.
  return sample === '' ? 'en' : plainLanguageOf(sample);
}

/** Refuses with `not_found`. */
export async function getKnowledge(ctx: Pick<Context, 'db' | 'clock'>, id: string): Promise<KnowledgeItem> {
  const row = await findItem(ctx.db, id);
  if (!row) throw itemNotFound();
  return toItem(ctx, row);
}

/** In order, page after page: a file may have a hundred thousand. Refuses with `not_found`. */
export async function listPassages(
  { db }: Pick<Context, 'db'>,
  id: string,
  { limit, cursor, quote }: EndpointInput<typeof contract.listPassages>['query'],
): Promise<Page<KnowledgePassage>> {
  const after = passageCursor.read(cursor)?.number;
  const [head, rows] = await Promise.all([
    findItemHead(db, id),
    listPassageRows(db, id, { after, quote, limit: limit + 1 }),
  ]);
  if (!head) throw itemNotFound();
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last ? passageCursor.write(last) : null, total: head.passageCount };
}

/** Stores an item with its passages; the agent answers from it as soon as it is committed. Refuses with `not_found`. */
export async function addKnowledge(ctx: KnowledgeContext, item: NewKnowledge): Promise<KnowledgeItem> {
  const read = await readOf(item);
  const row = await inTransaction(ctx.db, (tx) => addKnowledgeWithin(ctx, tx, item, read));
  if (row.passageCount >= MANY_PASSAGES) await countAnew(ctx.db);
  return toItem(ctx, row);
}

/** `addKnowledge` as a part of a transaction. `read`: what was read of the text before it. */
export async function addKnowledgeWithin(
  ctx: KnowledgeContext,
  tx: Transaction,
  item: NewKnowledge,
  read?: Read,
): Promise<KnowledgeRow> {
  if (!(await hasAgent(tx, item.agentId))) throw new AppError('not_found', 'This agent does not exist.');
  const createdAt = ctx.clock.now();
  const assetName = item.assetId === undefined ? null : item.title;
  const row = { ...item, assetName, id: newId(createdAt.getTime()), createdAt };
  const indexed = await storeItem(tx, row, read);
  await knowledgeChanged(ctx, tx, item.agentId);
  return indexed;
}

/** Refuses with `not_found`. */
export async function changeKnowledge(
  ctx: KnowledgeContext,
  id: string,
  change: KnowledgeChange,
): Promise<KnowledgeItem> {
  const { db } = ctx;
  const title = change.title ?? (change.content === undefined ? '' : ((await findItem(db, id))?.title ?? ''));
  const read = change.content === undefined ? undefined : await readOf({ title, content: change.content });
  const row = await inTransaction(db, (tx) => changeKnowledgeWithin(ctx, tx, { ...change, id }, read));
  return toItem(ctx, row);
}

/** `changeKnowledge` as a part of a transaction. `read`: what was read of the new text before it. */
export async function changeKnowledgeWithin(
  ctx: KnowledgeContext,
  tx: Transaction,
  { id, isRetired, ...change }: KnowledgeChange & { id: string },
  read?: Read,
): Promise<KnowledgeRow> {
  // All of the text, which may be megabytes, only where it may be another one afterwards.
  const isTextGiven = change.title !== undefined || change.content !== undefined;
  const whole = isTextGiven ? await lockItem(tx, id) : undefined;
  const before = whole ?? (await findItemHead(tx, id, { isLocked: true }));
  if (!before) throw itemNotFound();
  const retiredAt =
    isRetired === undefined ? before.retiredAt : isRetired ? (before.retiredAt ?? ctx.clock.now()) : null;
  const after = await updateItem(tx, id, { ...givenOf(change), retiredAt });
  const content = change.content ?? whole?.content ?? after.content;
  const hasNewText = whole !== undefined && (content !== whole.content || after.title !== whole.title);
  const indexed = hasNewText ? await index(tx, { ...after, content }, read) : after;
  await knowledgeChanged(ctx, tx, after.agentId);
  return indexed;
}

/** Reads again what was read by older rules, a few at a time. */
export async function readOutdated(ctx: KnowledgeContext): Promise<void> {
  for (let left = READ_AT_ONCE; left === READ_AT_ONCE; ) {
    const ids = await listOutdated(ctx.db, READ_BY, READ_AT_ONCE);
    left = ids.length;
    for (const id of ids) {
      await inTransaction(ctx.db, async (tx) => {
        const row = await lockItem(tx, id);
        if (!row || row.readBy >= READ_BY) return;
        await index(tx, row);
        // The embeddings of its passages went with them, and answers from them may be others.
        await knowledgeChanged(ctx, tx, row.agentId);
      });
    }
  }
}

/** In the transaction of each change of what an agent knows. */
export async function knowledgeChanged(
  ctx: Omit<KnowledgeContext, 'db' | 'clock'>,
  tx: Transaction,
  agentId: string,
): Promise<void> {
  await ctx.goldenQuestions.markDue(tx, agentId);
  await queueEmbeddings(ctx, tx, agentId);
  await announce(tx, ['agents']);
}

export function itemNotFound(): AppError {
  return new AppError('not_found', 'This knowledge item does not exist.');
}

/** Stores an item with its passages, without `knowledgeChanged`. */
export async function storeItem(tx: Queryable, row: NewKnowledgeRow, read?: Read): Promise<KnowledgeRow> {
  return index(tx, await insertItem(tx, row), read);
}

/** With what was read of it before; of another text it is read now. */
async function index(tx: Queryable, row: KnowledgeRow, before?: Read): Promise<KnowledgeRow> {
  const isOfIt = before?.title === row.title && before.content === row.content;
  const reading = isOfIt ? before.reading : await readKnowledge(row);
  if (reading.passageCount > MOST_PASSAGES) throw new AppError('refused', TOO_MANY_PASSAGES);
  await replacePassages(tx, row, reading);
  return updateItem(tx, row.id, {
    passageCount: reading.passageCount,
    effectiveFrom: reading.effectiveFrom,
    readBy: READ_BY,
    // Reading it again changes nothing of what was taught.
    updatedAt: row.updatedAt,
  });
}

/** Read before anything is locked: of a long text that takes seconds. */
async function readOf({ title, content }: { title: string; content: string }): Promise<Read> {
  return { title, content, reading: await readKnowledge({ title, content }) };
}
