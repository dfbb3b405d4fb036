import { and, asc, count, desc, eq, getTableColumns, inArray, isNull, lt } from 'drizzle-orm';
import { z } from 'zod';
import { agents } from '#features/agents/server/tables.ts';
import { type Queryable, rowsOf, type SQL, sql } from '#platform/db.ts';
import { cursorOf } from '#platform/page-cursor.ts';
import type { Contradiction } from '../rules-warnings.ts';
import type { Reading } from './reading/knowledge-reading.ts';
import {
  knowledgeFacts,
  knowledgeItems,
  knowledgePassages,
  knowledgeReadings,
  knowledgeWords,
  type ReadingPart,
} from './tables.ts';

export type KnowledgeRow = typeof knowledgeItems.$inferSelect;
export type NewKnowledgeRow = typeof knowledgeItems.$inferInsert;

/** Characters of each item in a list: a page of whole books would block other requests. */
const LISTED_CHARACTERS = 20_000;
/** Of one item; what was typed is never longer. */
const SHOWN_CHARACTERS = 200_000;

/** Used today: neither retired nor past its last day. */
export const IS_IN_USE = 'i.retired_at is null and (i.valid_until is null or i.valid_until >= current_date)';
const isInUse = sql.raw(IS_IN_USE);

/** When an item in `i` was written, as far as is known. */
export const WRITTEN_ON = 'coalesce(i.effective_from, i.updated_at::date)::text as "writtenOn"';
export const writtenOn = sql.raw(WRITTEN_ON);

export async function hasAgent(db: Queryable, agentId: string): Promise<boolean> {
  return (
    (
      await db
        .select({ id: agents.id })
        .from(agents)
        .where(and(eq(agents.id, agentId), isNull(agents.deletedAt)))
    ).length > 0
  );
}

/** Newest first, from behind `after` on. */
export function listItems(
  db: Queryable,
  agentId: string,
  { after, limit }: { after?: z.output<typeof ItemPlace> | undefined; limit: number },
): Promise<KnowledgeRow[]> {
  const { createdAt, id } = knowledgeItems;
  return db
    .select(columnsWith(LISTED_CHARACTERS))
    .from(knowledgeItems)
    .where(
      and(
        eq(knowledgeItems.agentId, agentId),
        after &&
          sql`(date_trunc('milliseconds', ${createdAt}), ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(sql`date_trunc('milliseconds', ${createdAt}) desc`, desc(id))
    .limit(limit);
}

function columnsWith(characters: number) {
  const content = sql<string>`left(${knowledgeItems.content}, ${sql.raw(String(characters))})`;
  return { ...getTableColumns(knowledgeItems), content };
}

const ItemPlace = z.object({ at: z.iso.datetime({ precision: 3 }), id: z.guid() });
export const itemCursor = cursorOf(ItemPlace);

export async function countAllItems(db: Queryable, agentId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(knowledgeItems)
    .where(eq(knowledgeItems.agentId, agentId));
  return row?.count ?? 0;
}

export async function countItems(db: Queryable, agentId?: string): Promise<Map<string, number>> {
  const rows = await rowsOf<{ agentId: string; items: number }>(
    db,
    sql`select expert_id as "agentId", count(*)::int as items from knowledge_items
      where retired_at is null ${agentId === undefined ? sql`` : sql`and expert_id = ${agentId}`}
      group by expert_id`,
  );
  return new Map(rows.map((row) => [row.agentId, row.items]));
}

/** The beginnings of the latest texts that an agent answers from. */
export async function sampleTexts(db: Queryable, agentId: string): Promise<string> {
  const [row] = await rowsOf<{ sample: string | null }>(
    db,
    sql`select string_agg(content, ' ') as sample from (
        select left(i.content, 2000) as content from knowledge_items i
        where i.expert_id = ${agentId} and ${sql.raw(IS_IN_USE)} order by i.created_at desc limit 20
      ) latest`,
  );
  return row?.sample ?? '';
}

/** With as much of its text as is shown. */
export async function findItem(db: Queryable, id: string): Promise<KnowledgeRow | undefined> {
  const [row] = await db
    .select(columnsWith(SHOWN_CHARACTERS))
    .from(knowledgeItems)
    .where(eq(knowledgeItems.id, id));
  return row;
}

/** With all of its text. */
export async function lockItem(db: Queryable, id: string): Promise<KnowledgeRow | undefined> {
  const [row] = await db.select().from(knowledgeItems).where(eq(knowledgeItems.id, id)).for('update');
  return row;
}

export async function insertItem(db: Queryable, row: NewKnowledgeRow): Promise<KnowledgeRow> {
  const [inserted] = await db.insert(knowledgeItems).values(row).returning();
  if (!inserted) throw new Error('the knowledge item was not stored');
  return inserted;
}

/** Answers the item with as much of its text as is shown. */
export async function updateItem(
  db: Queryable,
  id: string,
  change: Partial<NewKnowledgeRow>,
): Promise<KnowledgeRow> {
  const [row] = await db
    .update(knowledgeItems)
    .set({ updatedAt: new Date(), ...change })
    .where(eq(knowledgeItems.id, id))
    .returning(columnsWith(SHOWN_CHARACTERS));
  if (!row) throw new Error('the knowledge item is gone');
  return row;
}

const PassagePlace = z.object({ number: z.number().int() });
export const passageCursor = cursorOf(PassagePlace);

export type PassageRow = Pick<
  typeof knowledgePassages.$inferSelect,
  'position' | 'headings' | 'text' | 'isSuperseded' | 'isInstruction'
> & { number: number };

/** So many passages before a quote say where it stands. */
const BEFORE_QUOTE = 3;

/** Passages of an item in order, behind the one with the number `after` or from shortly before a quote on. */
export function listPassages(
  db: Queryable,
  itemId: string,
  { after, quote, limit }: { after?: number | undefined; quote?: string | undefined; limit: number },
): Promise<PassageRow[]> {
  const from =
    after !== undefined
      ? sql`${after}::int`
      : quote === undefined
        ? sql`0`
        : sql`coalesce((select min(own.number) - ${BEFORE_QUOTE + 1} from own
            join knowledge_passages p on p.id = own.id where strpos(p.text, ${quote}) > 0), 0)`;
  return rowsOf(
    db,
    sql`with own as materialized (
        select id, row_number() over (order by position, id)::int as number
        from knowledge_passages where item_id = ${itemId}
      )
      select own.number, p.position, p.headings, p.text, p.is_superseded as "isSuperseded",
        p.is_instruction as "isInstruction"
      from own join knowledge_passages p on p.id = own.id
      where own.number > ${from} order by own.number limit ${limit}`,
  );
}

type ItemKey = { id: string; agentId: string };

/** Puts what was read of an item in place of what was known of it. */
export async function replacePassages(
  db: Queryable,
  item: ItemKey,
  { passages, words, facts }: Pick<Reading, 'passages' | 'words' | 'facts'>,
): Promise<void> {
  await db.delete(knowledgePassages).where(eq(knowledgePassages.itemId, item.id));
  await db.delete(knowledgeWords).where(eq(knowledgeWords.itemId, item.id));
  await db.delete(knowledgeFacts).where(eq(knowledgeFacts.itemId, item.id));
  for (const some of passages) await insertPassages(db, item, rowsOfJson(some));
  for (const some of words) await insertWords(db, item, rowsOfJson(some));
  await insertFacts(db, item, rowsOfJson(facts));
}

/** Rows of JSON that are put in: one portion in hand, or one of a reading that lies in the database. */
type Source = { rows: SQL; where: SQL };

function rowsOfJson(json: string): Source {
  return { rows: sql`json_to_recordset(${json}::json)`, where: sql`` };
}

function rowsOfPortion(readingId: string, part: ReadingPart, portion: number): Source {
  return {
    rows: sql`knowledge_readings r cross join lateral json_to_recordset(r.text::json)`,
    where: sql`where r.reading_id = ${readingId} and r.part = ${part} and r.portion = ${portion}`,
  };
}

const INSERT = { passages: insertPassages, words: insertWords, facts: insertFacts };

async function insertPassages(db: Queryable, { id, agentId }: ItemKey, from: Source): Promise<void> {
  await db.execute(sql`
    insert into knowledge_passages
      (id, item_id, expert_id, position, headings, text, is_row, is_superseded, is_instruction, search)
    select p.id, ${id}::uuid, ${agentId}::uuid, p.position, p.headings, p.text, p."isRow", p."isSuperseded",
      p."isInstruction", array_to_tsvector(p.roots)
    from ${from.rows} as p(id uuid, position int, headings text, text text, "isRow" boolean,
      "isSuperseded" boolean, "isInstruction" boolean, roots text[]) ${from.where}`);
}

async function insertWords(db: Queryable, { id, agentId }: ItemKey, from: Source): Promise<void> {
  await db.execute(sql`
    insert into knowledge_words (item_id, expert_id, word, root, passages)
    select ${id}::uuid, ${agentId}::uuid, w.word, w.root, w.passages
    from ${from.rows} as w(word text, root text, passages int) ${from.where}`);
}

async function insertFacts(db: Queryable, { id, agentId }: ItemKey, from: Source): Promise<void> {
  await db.execute(sql`
    insert into knowledge_facts (item_id, expert_id, words_key, sentence, figures)
    select ${id}::uuid, ${agentId}::uuid, md5(f.words), f.sentence, f.figures
    from ${from.rows} as f(words text, sentence text, figures text) ${from.where}`);
}

/** Lays what was read of a text by, until an item takes it up. */
export async function layReadingBy(
  db: Queryable,
  readingId: string,
  { content, passages, words, facts }: Pick<Reading, 'passages' | 'words' | 'facts'> & { content: string },
): Promise<void> {
  const parts: [ReadingPart, readonly string[]][] = [
    ['content', [content]],
    ['passages', passages],
    ['words', words],
    ['facts', [facts]],
  ];
  for (const [part, portions] of parts)
    for (const [at, text] of portions.entries())
      await db.insert(knowledgeReadings).values({ readingId, part, portion: at, text });
}

/** A new item from a stored reading. Its text is not returned: it may be megabytes. */
export async function insertItemOfReading(
  db: Queryable,
  row: Omit<NewKnowledgeRow, 'content'> & { createdAt: Date },
  readingId: string,
): Promise<void> {
  await db.insert(knowledgeItems).values({ ...row, updatedAt: row.createdAt, content: contentOf(readingId) });
  const portions = await db
    .select({ part: knowledgeReadings.part, portion: knowledgeReadings.portion })
    .from(knowledgeReadings)
    .where(eq(knowledgeReadings.readingId, readingId))
    .orderBy(asc(knowledgeReadings.part), asc(knowledgeReadings.portion));
  // One by one: a hundred thousand rows in one statement would pass the time that a statement may take.
  for (const { part, portion } of portions)
    if (part !== 'content') await INSERT[part](db, row, rowsOfPortion(readingId, part, portion));
}

function contentOf(readingId: string): SQL<string> {
  return sql`(select r.text from knowledge_readings r where r.reading_id = ${readingId} and r.part = 'content')`;
}

/** Whether an item has the very text that was laid by. */
type TaughtFile = Pick<KnowledgeRow, 'id' | 'trainingContext' | 'tags' | 'targetAudience' | 'validUntil'>;

/** What an agent was taught from files of this name and still uses, newest first, held until the transaction ends. */
export async function lockItemsOfFile(
  tx: Queryable,
  { agentId, fileName }: { agentId: string; fileName: string },
): Promise<TaughtFile[]> {
  // Two who send it at once do so one after the other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`agents.file ${agentId} ${fileName}`}))`);
  const { id, trainingContext, tags, targetAudience, validUntil } = knowledgeItems;
  return tx
    .select({ id, trainingContext, tags, targetAudience, validUntil })
    .from(knowledgeItems)
    .where(
      and(
        eq(knowledgeItems.agentId, agentId),
        eq(knowledgeItems.fileName, fileName),
        isNull(knowledgeItems.retiredAt),
      ),
    )
    .orderBy(desc(knowledgeItems.createdAt), desc(knowledgeItems.id))
    .for('update');
}

export async function isTextOfReading(db: Queryable, id: string, readingId: string): Promise<boolean> {
  const rows = await db
    .select({ id: knowledgeItems.id })
    .from(knowledgeItems)
    .where(and(eq(knowledgeItems.id, id), eq(knowledgeItems.content, contentOf(readingId))));
  return rows.length > 0;
}

export async function deleteReading(db: Queryable, readingId: string): Promise<void> {
  await db.delete(knowledgeReadings).where(eq(knowledgeReadings.readingId, readingId));
}

/** What was read and never taken up. */
export async function deleteReadingsBefore(db: Queryable, time: Date): Promise<void> {
  await db.delete(knowledgeReadings).where(lt(knowledgeReadings.createdAt, time));
}

/** An item without its text, which may be megabytes; locked where it is about to be changed. */
export async function findItemHead(
  db: Queryable,
  id: string,
  { isLocked = false } = {},
): Promise<Omit<KnowledgeRow, 'content'> | undefined> {
  const { content: _, ...columns } = getTableColumns(knowledgeItems);
  const found = db.select(columns).from(knowledgeItems).where(eq(knowledgeItems.id, id));
  const [row] = await (isLocked ? found.for('update') : found);
  return row;
}

export async function retireItem(db: Queryable, id: string, at: Date): Promise<void> {
  await db.update(knowledgeItems).set({ retiredAt: at, updatedAt: at }).where(eq(knowledgeItems.id, id));
}

export async function markFileRead(db: Queryable, id: string, fileReadBy: number): Promise<void> {
  await db.update(knowledgeItems).set({ fileReadBy }).where(eq(knowledgeItems.id, id));
}

/** What other items in use say otherwise than these: the newest `most` of each, each once. Retired ones contradict nothing. */
export async function listContradictions(
  db: Queryable,
  itemIds: readonly string[],
  most: number,
): Promise<Contradiction[]> {
  if (itemIds.length === 0) return [];
  const rows = await rowsOf<{
    itemId: string;
    sentence: string;
    id: string;
    title: string;
    theirs: string;
    effectiveFrom: string | null;
    createdAtMs: number;
  }>(
    db,
    sql`with said as (
        select distinct on (f.item_id, o.id) f.item_id as "itemId", f.sentence, o.*
        from knowledge_facts f
        join knowledge_items own on own.id = f.item_id and own.retired_at is null
        cross join lateral (
          select i.id, i.title, g.sentence as theirs, i.effective_from::text as "effectiveFrom",
            extract(epoch from i.created_at)::float8 * 1000 as "createdAtMs"
          from knowledge_facts g join knowledge_items i on i.id = g.item_id
          where g.expert_id = f.expert_id and g.words_key = f.words_key and g.item_id <> f.item_id
            and g.figures <> f.figures and ${isInUse}
          order by g.item_id desc limit ${most}
        ) o
        where f.item_id = any(${sql.param([...itemIds])}::uuid[])
        order by f.item_id, o.id, f.words_key
      ), placed as (
        select said.*, row_number() over (partition by "itemId" order by id desc) as place from said
      )
      select "itemId", sentence, id, title, theirs, "effectiveFrom", "createdAtMs"
      from placed where place <= ${most} order by "itemId", place`,
  );
  return rows.map(({ itemId, sentence, id, title, theirs, effectiveFrom, createdAtMs }) => ({
    itemId,
    sentence,
    other: { id, title, sentence: theirs, effectiveFrom, createdAt: new Date(createdAtMs) },
  }));
}

/** Which of these items have a passage that tries to direct the agent. */
export async function listInstructed(db: Queryable, itemIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ itemId: knowledgePassages.itemId })
    .from(knowledgePassages)
    .where(and(inArray(knowledgePassages.itemId, [...itemIds]), eq(knowledgePassages.isInstruction, true)));
  return new Set(rows.map(({ itemId }) => itemId));
}

/** Which of these files an item of any agent was read from. */
export async function listUsedFiles(db: Queryable, fileIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ fileId: knowledgeItems.fileId })
    .from(knowledgeItems)
    .where(inArray(knowledgeItems.fileId, [...fileIds]));
  return rows.flatMap(({ fileId }) => fileId ?? []);
}

/** Some of the items that were read by older rules. */
export async function listOutdated(db: Queryable, readBy: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: knowledgeItems.id })
    .from(knowledgeItems)
    .where(lt(knowledgeItems.readBy, readBy))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Refreshes the planner's statistics: after thousands of new passages it would choose the wrong index. */
export async function countAnew(db: Queryable): Promise<void> {
  await db.execute(sql`analyze knowledge_passages, knowledge_words, knowledge_items`);
}
