import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { type Database, inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { FileReadAgain } from '../contract-files.ts';
import {
  changeKnowledgeWithin,
  itemNotFound,
  type KnowledgeContext,
  knowledgeChanged,
  MANY_PASSAGES,
  type NewKnowledge,
  READ_BY,
} from './knowledge-items.ts';
import type { FileReading } from './reading/knowledge-reading.ts';
import {
  countAnew,
  deleteReading,
  deleteReadingsBefore,
  findItemHead,
  hasAgent,
  insertItemOfReading,
  isTextOfReading,
  lockItemsOfFile,
  markFileRead,
  type NewKnowledgeRow,
  retireItem,
} from './store.ts';

/** Read from a file: its text is in the database already. */
type NewFileKnowledge = Pick<NewKnowledge, 'agentId' | 'title' | 'trainingContext'> & {
  fileName: string;
  fileId: string;
};

/** Raised when more is got out of files: their items say that they can be read again. */
const FILE_READ_BY = 3;
/** A reading is used within seconds, or its process has died. */
const READING_KEPT_MS = DAY_MS;

/**
 * Stores an item of what was read of a file; returns its id. What was read of an earlier file of this name is retired, or
 * two price lists would be valid at once: that can be taken back. The same file again is the same item. Refuses with
 * `not_found`.
 */
export async function addReading(
  ctx: KnowledgeContext,
  item: NewFileKnowledge,
  reading: FileReading,
): Promise<string> {
  const { db, clock } = ctx;
  const id = await takingUp(db, reading, async (tx) => {
    if (!(await hasAgent(tx, item.agentId))) throw new AppError('not_found', 'This agent does not exist.');
    const earlier = await lockItemsOfFile(tx, item);
    const [last] = earlier;
    const isSame =
      last !== undefined &&
      last.trainingContext === (item.trainingContext ?? '') &&
      (await isTextOfReading(tx, last.id, reading.readingId));
    const kept = last && { tags: last.tags, targetAudience: last.targetAudience };
    const stored = isSame ? last.id : await storeReading(ctx, tx, { ...item, ...kept }, reading);
    const now = clock.now();
    for (const one of earlier) if (one.id !== stored) await retireItem(tx, one.id, now);
    // Sending it again means it should be used, so a last day in the past no longer applies.
    if (isSame && isOver(last.validUntil, now))
      await changeKnowledgeWithin(ctx, tx, { id: stored, validUntil: null });
    return stored;
  });
  if (reading.passageCount >= MANY_PASSAGES) await countAnew(db);
  return id;
}

/** The file that an item was read from. Refuses with `not_found`, or where the item is retired or has no file. */
export async function getFile(
  { db }: Pick<Context, 'db'>,
  id: string,
): Promise<{ fileId: string; fileName: string; title: string }> {
  const row = await findItemHead(db, id);
  if (!row) throw itemNotFound();
  const { fileId, fileName, title, retiredAt } = row;
  if (retiredAt !== null) throw retiredItem();
  if (fileId === null || fileName === null)
    throw new AppError('refused', 'This item was not read from a file that is kept.');
  return { fileId, fileName, title };
}

/**
 * An item of what its file says now replaces the old one, which is retired: that can be taken back. Refuses with
 * `not_found`, or where it is retired already.
 */
export async function renewByReading(
  ctx: KnowledgeContext,
  id: string,
  reading: FileReading,
): Promise<FileReadAgain> {
  const { db, clock } = ctx;
  const renewed = await takingUp(db, reading, async (tx): Promise<FileReadAgain> => {
    const before = await findItemHead(tx, id, { isLocked: true });
    if (!before) throw itemNotFound();
    if (before.retiredAt !== null) throw retiredItem();
    const counts = { passageCount: reading.passageCount, passagesBefore: before.passageCount };
    if (await isTextOfReading(tx, id, reading.readingId)) {
      await markFileRead(tx, id, FILE_READ_BY);
      await announce(tx, ['agents']);
      return { knowledgeId: id, isSame: true, ...counts };
    }
    const { title, agentId, trainingContext, tags, targetAudience, validUntil, fileName, fileId } = before;
    const kept = { title, agentId, trainingContext, tags, targetAudience, validUntil, fileName, fileId };
    const knowledgeId = await storeReading(ctx, tx, kept, reading);
    await retireItem(tx, id, clock.now());
    return { knowledgeId, isSame: false, ...counts };
  });
  if (!renewed.isSame && reading.passageCount >= MANY_PASSAGES) await countAnew(db);
  return renewed;
}

/** Removes readings that no item was made of. */
export function tidyReadings({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  return deleteReadingsBefore(db, new Date(clock.now().getTime() - READING_KEPT_MS));
}

async function storeReading(
  ctx: KnowledgeContext,
  tx: Transaction,
  item: Omit<NewKnowledgeRow, 'id' | 'content' | 'type'>,
  { readingId, passageCount, effectiveFrom }: FileReading,
): Promise<string> {
  const createdAt = ctx.clock.now();
  const id = newId(createdAt.getTime());
  const read = { passageCount, effectiveFrom, readBy: READ_BY, fileReadBy: FILE_READ_BY };
  await insertItemOfReading(tx, { ...item, ...read, id, type: 'uploaded_file', createdAt }, readingId);
  await knowledgeChanged(ctx, tx, item.agentId);
  return id;
}

/** Whatever becomes of it, the stored reading is removed afterwards. */
async function takingUp<T>(
  db: Database,
  { readingId }: FileReading,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(db, work);
  } finally {
    await deleteReading(db, readingId);
  }
}

/** Whether the last day of an item is over, as the database reckons days. */
function isOver(validUntil: string | null, at: Date): boolean {
  return validUntil !== null && validUntil < at.toISOString().slice(0, 10);
}

function retiredItem(): AppError {
  return new AppError('conflict', 'This item is retired. Use it again first.');
}
