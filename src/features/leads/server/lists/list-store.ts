import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gte,
  isNull,
  like,
  lt,
  or,
  type Placeholder,
  type SQL,
} from 'drizzle-orm';
import { z } from 'zod';
import { users } from '#features/access/server/tables.ts';
import { consents } from '#features/compliance/server/tables.ts';
import { PAGE_ROWS } from '#kit/endpoint.ts';
import { foldText } from '#kit/text.ts';
import { type Database, preparedRows, type Queryable, sql } from '#platform/db.ts';
import { cursorOf } from '#platform/page-cursor.ts';
import type { LeadQuery, ScoreBand } from '../../contract.ts';
import { BAND_FLOORS, type CustomColumn, isCustomColumn, type Sort, type SortColumn } from '../../rules.ts';
import { isLiveGroup } from '../groups/group-store.ts';
import { type LeadRow, leadColumns } from '../store.ts';
import { leads, SORT_KEYS } from '../tables.ts';
import { customKeys, hasCustom } from './custom-store.ts';
import { sumOfTallies } from './list-counts-store.ts';

/** Columns of the leads themselves; the owner's name is none of them. */
type OwnColumn = Exclude<SortColumn, 'owner'>;
type OwnSort = Sort & { column: OwnColumn | CustomColumn };

type SortKey = { key: SQL; text: SQL; type: string; cursor: ReturnType<typeof placeOf> };

/** How each column is sorted and how its value travels in a cursor. */
const SORTS: Record<OwnColumn, SortKey> = {
  aiScore: numberKey(sql`${leads.aiScore}`, 'numeric'),
  name: textKey(SORT_KEYS.name),
  createdAt: instantKey(sql`${leads.createdAt}`),
  lastContact: instantKey(SORT_KEYS.lastContact),
  stage: numberKey(SORT_KEYS.stage, 'integer'),
  contactStatus: textKey(sql`${leads.contactStatus}`),
  platform: textKey(sql`${leads.platform}`),
};

/** The value that a column is sorted by, as text, and the id. */
function placeOf(sortKey: z.ZodType<string>) {
  return cursorOf(z.tuple([sortKey, z.uuid()]));
}

function textKey(key: SQL) {
  return { key, text: key, type: 'text', cursor: placeOf(z.string()) };
}

function numberKey(key: SQL, type: string) {
  return { key, text: sql`${key}::text`, type, cursor: placeOf(z.string().regex(/^\d{1,2}(?:\.\d)?$/)) };
}

/** To the microsecond, as stored: a rounded one would skip or repeat rows. */
function instantKey(key: SQL) {
  const text = sql`to_char(${key} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  return { key, text, type: 'timestamptz', cursor: placeOf(z.iso.datetime({ precision: 6 })) };
}

function sortKeyOf({ column, isDescending }: OwnSort, isNumeric: boolean): SortKey {
  if (!isCustomColumn(column)) return SORTS[column];
  return customSortKey(column.slice('custom.'.length), { isDescending, isNumeric });
}

/** Leads without a value come last in either direction. */
function customSortKey(
  name: string,
  { isDescending, isNumeric }: { isDescending: boolean; isNumeric: boolean },
): SortKey {
  const { amount, words } = customKeys(name, isDescending);
  if (!isNumeric) return textKey(words);
  const cursor = placeOf(z.string().regex(/^-?(?:\d{1,16}(?:\.\d{1,6})?|Infinity)$/));
  return { key: amount, text: sql`${amount}::text`, type: 'numeric', cursor };
}

/** In place of a colleague's id: nobody looks after them. */
const NOBODY = 'none';

/** Which leads, without where to begin and in which order. */
export type LeadFilter = Omit<LeadQuery, 'limit' | 'cursor' | 'sort'>;

export type LeadPage = { rows: LeadRow[]; nextCursor: string | null; total: number };

/** One page of the leads that the query describes, and how many there are in all. */
export function listLeadRows(
  db: Database,
  query: LeadQuery,
  sort: Sort,
  isNumeric = false,
): Promise<LeadPage> {
  const { column, isDescending } = sort;
  return column === 'owner'
    ? listByOwner(db, query, isDescending)
    : listByColumn(db, query, { column, isDescending }, isNumeric);
}

async function listByColumn(
  db: Database,
  query: LeadQuery,
  sort: OwnSort,
  isNumeric: boolean,
): Promise<LeadPage> {
  const sortKeys = sortKeyOf(sort, isNumeric);
  const { cursor } = sortKeys;
  const [sortKey, id] = cursor.read(query.cursor) ?? [];
  const given = { ...valuesOf(query), ...(id === undefined ? {} : { sortKey, id }) };
  const name = statementName(query, sort);
  const readRows =
    name === undefined
      ? (values: Record<string, unknown>) =>
          pageSelect(db, query, sort, sortKeys).select.prepare('').execute(values)
      : preparedRows(db, name, () => pageSelect(db, query, sort, sortKeys));
  const [rows, found] = await Promise.all([
    readRows(given),
    isTallied(query) ? undefined : countLeads(db, query, given),
  ]);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const nextCursor = last && rows.length > query.limit ? cursor.write([last.sortKey, last.id]) : null;
  // A page without rows tells no total.
  const total = found ?? rows[0]?.total ?? (await countLeads(db, query, given));
  return { rows: page, nextCursor, total };
}

const BEST_FIRST: OwnSort = { column: 'aiScore', isDescending: true };

/** Whose leads the page goes on with, and behind which of them. */
const OWNER_CURSOR = placeOf(z.string().regex(/^\S{1,64} \d{1,2}\.\d$/));

function ownerPlace(
  cursor: string | undefined,
): { ownerId: string; sortKey: string; id: string } | undefined {
  const place = OWNER_CURSOR.read(cursor);
  if (!place) return undefined;
  const [ownerId = NOBODY, sortKey = ''] = place[0].split(' ');
  return { ownerId, sortKey, id: place[1] };
}

/**
 * A page in the order of the colleagues' names: of each the best leads first, and in either direction those whom nobody
 * looks after at the end. Asked colleague by colleague, each of which one index serves: in one question a million names
 * would be sorted for fifty rows.
 */
async function listByOwner(db: Database, query: LeadQuery, isDescending: boolean): Promise<LeadPage> {
  const given = valuesOf(query);
  const after = ownerPlace(query.cursor);
  const owners =
    query.ownerId === undefined
      ? await ownersInOrder(db, query, { given, isDescending, from: after?.ownerId })
      : [query.ownerId];
  const rows: (LeadRow & { sortKey: string; total: number; ownerKey: string })[] = [];
  for (const ownerId of owners) {
    const wanted = query.limit - rows.length;
    const start = after?.ownerId === ownerId ? after : undefined;
    const own = { ...query, ownerId, limit: wanted, cursor: start && query.cursor };
    const found = await pageSelect(db, own, BEST_FIRST, SORTS.aiScore)
      .select.prepare('')
      .execute({ ...given, ownerId, ...start });
    rows.push(...found.map((row) => ({ ...row, ownerKey: ownerId })));
    if (rows.length > query.limit) break;
  }
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    rows: page,
    nextCursor:
      last && rows.length > query.limit
        ? OWNER_CURSOR.write([`${last.ownerKey} ${last.sortKey}`, last.id])
        : null,
    total: (isTallied(query) ? rows[0]?.total : undefined) ?? (await countLeads(db, query, given)),
  };
}

/** The colleagues who look after some of these leads, by name, and then nobody; from the one where a page begins. */
async function ownersInOrder(
  db: Database,
  query: LeadQuery,
  {
    given,
    isDescending,
    from,
  }: { given: Record<string, unknown>; isDescending: boolean; from: string | undefined },
): Promise<string[]> {
  const direction = isDescending ? desc : asc;
  const isOwner = exists(
    db
      .select({ one: sql`1` })
      .from(leads)
      .where(and(sql`${leads.ownerId} = ${users.id}`, leadFilter(query))),
  );
  const colleagues = await db
    .select({ id: users.id })
    .from(users)
    .where(from === undefined ? isOwner : or(isOwner, sql`${users.id} = ${sql.placeholder('from')}`))
    .orderBy(direction(sql`lower(${users.name})`), direction(users.id))
    .prepare('')
    .execute({ ...given, from });
  const ids = [...colleagues.map(({ id }) => id), NOBODY];
  // Whoever has left meanwhile has nobody's leads now.
  return from === undefined ? ids : ids.slice(ids.includes(from) ? ids.indexOf(from) : -1);
}

/** The page after the cursor. Each row carries the total of the list counts, which saves a query. */
function pageSelect(db: Database, query: LeadQuery, sort: OwnSort, sortKeys: SortKey) {
  const { key, text } = sortKeys;
  const direction = sort.isDescending ? desc : asc;
  const fields = {
    ...leadColumns,
    sortKey: sql<string>`${text}`,
    total: sql<number>`(${sumOfTallies(query)})`,
  };
  const select = db
    .select(fields)
    .from(leads)
    .where(and(leadFilter(query), query.cursor === undefined ? undefined : isAfterCursor(sort, sortKeys)))
    .orderBy(direction(key), direction(leads.id))
    .limit(query.limit + 1);
  return { fields, select };
}

/**
 * Name of a statement that one index serves in the order asked for, whatever group or stage it is. Any other filter is
 * planned for its values: an index is right for a rare one and wrong for a common one. Of other page sizes none is
 * kept, as there are so many.
 */
function statementName(query: LeadQuery, sort: OwnSort): string | undefined {
  const { cursor, limit, sort: _, ...filters } = query;
  const names = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const isIndexed =
    names.length === 0 ||
    (names.length === 1 && /^(?:groupId|stage)$/.test(names[0] ?? '') && sort.column === 'aiScore');
  if (!isIndexed || isCustomColumn(sort.column) || limit !== PAGE_ROWS) return undefined;
  const order = `${sort.isDescending ? '-' : ''}${sort.column}`;
  return ['list_leads', ...names, order, cursor === undefined ? 'first' : 'next'].join(' ');
}

/** What stands for the names in `leadFilter`. */
export function valuesOf(query: LeadFilter): Record<string, unknown> {
  return { ...query, pattern: `%${escapeLike(foldText(query.q ?? ''))}%` };
}

/** Counts the leads of a filter row by row, for filters that the list counts don't cover. */
export async function countLeads(
  db: Queryable,
  query: LeadFilter,
  given: Record<string, unknown>,
): Promise<number> {
  const counting = db.select({ total: count() }).from(leads).where(leadFilter(query)).prepare('');
  return (await counting.execute(given))[0]?.total ?? 0;
}

/** The leads of a list, as a condition whose values are given by name: those of the query and `pattern`. */
export function leadFilter(query: LeadFilter): SQL | undefined {
  const groupId = sql.placeholder('groupId');
  return and(
    isNull(leads.deletedAt),
    query.stage && eq(leads.stage, sql.placeholder('stage')),
    // Leads of a deleted group stand in no group, so asking for it finds nobody.
    query.groupId ? and(eq(leads.groupId, groupId), isLiveGroup(groupId)) : undefined,
    query.platform ? eq(leads.platform, sql.placeholder('platform')) : undefined,
    query.contactStatus && eq(leads.contactStatus, sql.placeholder('contactStatus')),
    query.band && inBand(query.band),
    query.q ? like(leads.searchText, sql.placeholder('pattern')) : undefined,
    query.ownerId === undefined
      ? undefined
      : query.ownerId === NOBODY
        ? isNull(leads.ownerId)
        : eq(leads.ownerId, sql.placeholder('ownerId')),
    // The second half is what the index is about; PostgreSQL does not conclude it from the first.
    query.tag
      ? sql`${leads.tags} @> array[${sql.placeholder('tag')}::text] and ${leads.tags} <> '{}'`
      : undefined,
    query.runId ? eq(leads.runId, sql.placeholder('runId')) : undefined,
    query.consent && isUnsaid(),
    query.from ? gte(leads.createdAt, startOfDay(sql.placeholder('from'), 0)) : undefined,
    query.to ? lt(leads.createdAt, startOfDay(sql.placeholder('to'), 1)) : undefined,
    query.custom && hasCustom(query.custom),
  );
}

/** Somebody agreed, could be written to beside mail, and the ledger is silent. In the words of the index. */
function isUnsaid(): SQL {
  return sql`${leads.legalGround} = 'consent' and (${leads.handle} is not null or ${leads.phone} is not null)
    and not exists (select 1 from ${consents}
      where ${consents.leadId} = ${leads.id} and ${consents.purpose} = 'marketing')`;
}

/** The instant at which a day, or the one `later` days after it, begins where the workspace is. */
function startOfDay(day: Placeholder, later: 0 | 1): SQL {
  const zone = sql`coalesce((select time_zone from workspace), 'UTC')`;
  return sql`((${day}::date + ${sql.raw(String(later))})::timestamp at time zone ${zone})`;
}

/** Whether the list counts cover this filter. */
function isTallied({ q, ownerId, tag, runId, consent, from, to, custom }: LeadQuery): boolean {
  return [q, ownerId, tag, runId, consent, from, to, custom].every((value) => !value);
}

function inBand(band: ScoreBand): SQL | undefined {
  const floor = gte(leads.aiScore, BAND_FLOORS[band].toFixed(1));
  if (band === 'high') return floor;
  return and(floor, lt(leads.aiScore, BAND_FLOORS[band === 'medium' ? 'high' : 'medium'].toFixed(1)));
}

/** Makes the wildcards of LIKE ordinary characters. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

function isAfterCursor(sort: OwnSort, { key, type }: SortKey): SQL {
  const comparison = sql.raw(sort.isDescending ? '<' : '>');
  const given = sql`(${sql.placeholder('sortKey')}::${sql.raw(type)}, ${sql.placeholder('id')}::uuid)`;
  return sql`(${key}, ${leads.id}) ${comparison} ${given}`;
}
