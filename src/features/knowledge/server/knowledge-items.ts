import type { EndpointInput, Page } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { givenOf } from '#kit/given.ts';
import { newId } from '#kit/id.ts';
import { plainLanguageOf } from '#kit/language.ts';
import { DAY_MS } from '#kit/time.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type {
  KnowledgeItem,
  KnowledgePassage,
  KnowledgeType,
  listKnowledge,
  listPassages as listPassagesEndpoint,
  TargetAudience,
} from '../contract.ts';
import type { FileReadAgain } from '../contract-files.ts';
import { type Findings, MAX_WARNINGS, warningsOn } from '../rules-warnings.ts';
import {
  type FileReading,
  MOST_PASSAGES,
  type Reading,
  readKnowledge,
  TOO_MANY_PASSAGES,
} from './reading/knowledge-reading.ts';
import {
  countAllItems,
  countAnew,
  countItems,
  deleteReading,
  deleteReadingsBefore,
  findItem,
  findItemHead,
  hasAgent,
  insertItem,
  insertItemOfReading,
  isTextOfReading,
  itemCursor,
  type KnowledgeRow,
  listContradictions,
  listInstructed,
  listItems,
  listOutdated,
  listPassages,
  lockItem,
  lockItemsOfFile,
  markFileRead,
  type NewKnowledgeRow,
  passageCursor,
  replacePassages,
  retireItem,
  sampleTexts,
  updateItem,
} from './store.ts';
import { listAssetStates } from './teaching-store.ts';

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

/** Taught from a file that was read: what it says lies in the database already. */
export type NewFileKnowledge = Pick<NewKnowledge, 'agentId' | 'title' | 'trainingContext'> & {
  fileName: string;
  fileId: string;
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

/** Raised when the rules find something else in a text: items that older ones have read are read again. */
const READ_BY = 2;
const READ_AT_ONCE = 50;
/** Raised when more is got out of files: their items say that they can be read again. */
const FILE_READ_BY = 3;
/** The reader that last got more out of a kind of file. */
const READER_BY_ENDING = new Map([
  ['pdf', 2],
  ['csv', 3],
  ['docx', 3],
  ['htm', 3],
  ['html', 3],
]);
/** A reading is used within seconds, or its process has died. */
const READING_KEPT_MS = DAY_MS;
/** So many at once change what the database has to expect. */
const MANY_PASSAGES = 500;

/** What an agent has been taught. */
export function createKnowledge({
  db,
  onChange = () => Promise.resolve(),
  now = () => new Date(),
}: {
  db: Database;
  /** In the transaction of each change. */
  onChange?: (tx: Transaction, agentId: string) => Promise<void>;
  now?: () => Date;
}) {
  const findingsOn = async (rows: readonly KnowledgeRow[]): Promise<Findings> => {
    const ids = rows.map(({ id }) => id);
    const [contradictions, instructed, assets] = await Promise.all([
      listContradictions(db, ids, MAX_WARNINGS),
      listInstructed(db, ids),
      listAssetStates(
        db,
        rows.flatMap(({ assetId }) => assetId ?? []),
      ),
    ]);
    return {
      contradictions: Map.groupBy(contradictions, ({ itemId }) => itemId),
      instructed,
      assets,
      now: now(),
    };
  };

  const storeReading = async (
    tx: Transaction,
    item: Omit<NewKnowledgeRow, 'id' | 'content' | 'type'>,
    { readingId, passageCount, effectiveFrom }: FileReading,
  ): Promise<string> => {
    const id = newId(now().getTime());
    const read = { passageCount, effectiveFrom, readBy: READ_BY, fileReadBy: FILE_READ_BY };
    await insertItemOfReading(
      tx,
      { ...item, ...read, id, type: 'uploaded_file', createdAt: now() },
      readingId,
    );
    await onChange(tx, item.agentId);
    await announce(tx, ['agents']);
    return id;
  };

  /** Whatever becomes of it, what was laid by is gone afterwards. */
  const takingUp = async <T>(
    { readingId }: FileReading,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> => {
    try {
      return await inTransaction(db, work);
    } finally {
      await deleteReading(db, readingId);
    }
  };

  const knowledge = {
    /** Items in use by agent; of one agent when told. */
    count: (within: Queryable, agentId?: string): Promise<Map<string, number>> => countItems(within, agentId),

    /** Newest first, page after page. */
    async list(query: EndpointInput<typeof listKnowledge>['query']): Promise<Page<KnowledgeItem>> {
      const { expertId: agentId, limit, cursor } = query;
      const after = itemCursor.read(cursor);
      const [rows, total] = await Promise.all([
        listItems(db, agentId, { after, limit: limit + 1 }),
        countAllItems(db, agentId),
      ]);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const findings = await findingsOn(page);
      return {
        items: page.map((row) => itemOf(row, findings)),
        nextCursor:
          rows.length > limit && last
            ? itemCursor.write({ at: last.createdAt.toISOString(), id: last.id })
            : null,
        total,
      };
    },

    /** In which language an agent's answers come, which are its texts; undefined where those do not say it plainly. */
    async languageOf(agentId: string): Promise<string | undefined> {
      const sample = await sampleTexts(db, agentId);
      // Without any text there are only our own sentences.
      return sample === '' ? 'en' : plainLanguageOf(sample);
    },

    async get(id: string): Promise<KnowledgeItem> {
      const row = await findItem(db, id);
      if (!row) throw itemNotFound();
      return itemOf(row, await findingsOn([row]));
    },

    /** In order, page after page: a file may have a hundred thousand. */
    async listPassages(
      id: string,
      { limit, cursor, quote }: EndpointInput<typeof listPassagesEndpoint>['query'],
    ): Promise<Page<KnowledgePassage>> {
      const after = passageCursor.read(cursor)?.number;
      const [head, rows] = await Promise.all([
        findItemHead(db, id),
        listPassages(db, id, { after, quote, limit: limit + 1 }),
      ]);
      if (!head) throw itemNotFound();
      const items = rows.slice(0, limit);
      const last = rows.length > limit ? items.at(-1) : undefined;
      return { items, nextCursor: last ? passageCursor.write(last) : null, total: head.passageCount };
    },

    /** Stores an item with its passages; the agent answers from it as soon as it is committed. */
    async add(item: NewKnowledge): Promise<KnowledgeItem> {
      const read = await readOf(item);
      const row = await inTransaction(db, (tx) => knowledge.addWithin(tx, item, read));
      if (row.passageCount >= MANY_PASSAGES) await countAnew(db);
      return itemOf(row, await findingsOn([row]));
    },

    async addWithin(tx: Transaction, item: NewKnowledge, read?: Read): Promise<KnowledgeRow> {
      if (!(await hasAgent(tx, item.agentId))) throw new AppError('not_found', 'This agent does not exist.');
      const row = {
        ...item,
        assetName: item.assetId === undefined ? null : item.title,
        id: newId(now().getTime()),
        createdAt: now(),
      };
      const indexed = await storeItem(tx, row, read);
      await onChange(tx, item.agentId);
      await announce(tx, ['agents']);
      return indexed;
    },

    /**
     * Stores an item of what was read of a file; answers its id. What was read of an earlier file of this name is
     * retired, or two price lists would hold at once: that can be taken back. The same file again is the same item.
     */
    async addReading(item: NewFileKnowledge, reading: FileReading): Promise<string> {
      const id = await takingUp(reading, async (tx) => {
        if (!(await hasAgent(tx, item.agentId)))
          throw new AppError('not_found', 'This agent does not exist.');
        const earlier = await lockItemsOfFile(tx, item);
        const [last] = earlier;
        const isSame =
          last !== undefined &&
          last.trainingContext === (item.trainingContext ?? '') &&
          (await isTextOfReading(tx, last.id, reading.readingId));
        const kept = last && { tags: last.tags, targetAudience: last.targetAudience };
        const stored = isSame ? last.id : await storeReading(tx, { ...item, ...kept }, reading);
        for (const one of earlier) if (one.id !== stored) await retireItem(tx, one.id, now());
        // Sending it again means it should be used, so a last day in the past no longer applies.
        if (isSame && isOver(last.validUntil, now()))
          await knowledge.changeWithin(tx, stored, { validUntil: null });
        return stored;
      });
      if (reading.passageCount >= MANY_PASSAGES) await countAnew(db);
      return id;
    },

    /** The file that an item was read from. */
    async getFile(id: string): Promise<{ fileId: string; fileName: string; title: string }> {
      const row = await findItemHead(db, id);
      if (!row) throw itemNotFound();
      const { fileId, fileName, title, retiredAt } = row;
      if (retiredAt !== null) throw retiredItem();
      if (fileId === null || fileName === null)
        throw new AppError('refused', 'This item was not read from a file that is kept.');
      return { fileId, fileName, title };
    },

    /** An item of what its file says now takes the place of the old one, which is retired: that can be taken back. */
    async renewByReading(id: string, reading: FileReading): Promise<FileReadAgain> {
      const renewed = await takingUp(reading, async (tx): Promise<FileReadAgain> => {
        const before = await findItemHead(tx, id, { isLocked: true });
        if (!before) throw itemNotFound();
        if (before.retiredAt !== null) throw retiredItem();
        const counts = { passageCount: reading.passageCount, passagesBefore: before.passageCount };
        if (await isTextOfReading(tx, id, reading.readingId)) {
          await markFileRead(tx, id, FILE_READ_BY);
          await announce(tx, ['agents']);
          return { knowledgeId: id, isSame: true, ...counts };
        }
        const { title, agentId, trainingContext, tags, targetAudience, validUntil, fileName, fileId } =
          before;
        const kept = { title, agentId, trainingContext, tags, targetAudience, validUntil, fileName, fileId };
        const knowledgeId = await storeReading(tx, kept, reading);
        await retireItem(tx, id, now());
        return { knowledgeId, isSame: false, ...counts };
      });
      if (!renewed.isSame && reading.passageCount >= MANY_PASSAGES) await countAnew(db);
      return renewed;
    },

    /** Removes what was read and never taken up. */
    tidy: (): Promise<void> => deleteReadingsBefore(db, new Date(now().getTime() - READING_KEPT_MS)),

    async change(id: string, change: KnowledgeChange): Promise<KnowledgeItem> {
      const title =
        change.title ?? (change.content === undefined ? '' : ((await findItem(db, id))?.title ?? ''));
      const read =
        change.content === undefined ? undefined : await readOf({ title, content: change.content });
      const row = await inTransaction(db, (tx) => knowledge.changeWithin(tx, id, change, read));
      return itemOf(row, await findingsOn([row]));
    },

    async changeWithin(
      tx: Transaction,
      id: string,
      { isRetired, ...change }: KnowledgeChange,
      read?: Read,
    ): Promise<KnowledgeRow> {
      // All of the text, which may be megabytes, only where it may be another one afterwards.
      const isTextGiven = change.title !== undefined || change.content !== undefined;
      const whole = isTextGiven ? await lockItem(tx, id) : undefined;
      const before = whole ?? (await findItemHead(tx, id, { isLocked: true }));
      if (!before) throw itemNotFound();
      const retiredAt =
        isRetired === undefined ? before.retiredAt : isRetired ? (before.retiredAt ?? now()) : null;
      const after = await updateItem(tx, id, { ...givenOf(change), retiredAt });
      const content = change.content ?? whole?.content ?? after.content;
      const hasNewText = whole !== undefined && (content !== whole.content || after.title !== whole.title);
      const indexed = hasNewText ? await index(tx, { ...after, content }, read) : after;
      await onChange(tx, after.agentId);
      await announce(tx, ['agents']);
      return indexed;
    },

    /** Reads again what was read by older rules, a few at a time. */
    async catchUp(): Promise<void> {
      for (let left = READ_AT_ONCE; left === READ_AT_ONCE; ) {
        const ids = await listOutdated(db, READ_BY, READ_AT_ONCE);
        left = ids.length;
        for (const id of ids) {
          await inTransaction(db, async (tx) => {
            const row = await lockItem(tx, id);
            if (!row || row.readBy >= READ_BY) return;
            await index(tx, row);
            // What its passages mean went with them, and what is answered from them may be another.
            await onChange(tx, row.agentId);
            await announce(tx, ['agents']);
          });
        }
      }
    },
  };
  return knowledge;
}
export type Knowledge = ReturnType<typeof createKnowledge>;

/** Stores an item with its passages, without telling anybody. */
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

/** Whether the last day of an item is over, as the database reckons days. */
function isOver(validUntil: string | null, at: Date): boolean {
  return validUntil !== null && validUntil < at.toISOString().slice(0, 10);
}

function retiredItem(): AppError {
  return new AppError('conflict', 'This item is retired. Use it again first.');
}

function itemNotFound(): AppError {
  return new AppError('not_found', 'This knowledge item does not exist.');
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

export { noteUse } from './store.ts';
