import { and, asc, desc, eq, gte, isNull, like, lt, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '#kit/errors.ts';
import { foldText } from '#kit/text.ts';
import { type Queryable, sql } from '#platform/db.ts';
import type { LeadQuery, ScoreBand } from '../contract.ts';
import { BAND_FLOORS, type Sort, type SortColumn } from '../rules.ts';
import { type LeadRow, leadColumns } from './store.ts';
import { leads, SORT_KEYS } from './tables.ts';
import { tallyLeads } from './tally-store.ts';

/** How each column is sorted and how its value travels in a cursor. */
const SORTS: Record<
  SortColumn,
  { key: SQL; text: SQL; type: string; schema: z.ZodString | z.ZodISODateTime }
> = {
  aiScore: numberKey(sql`${leads.aiScore}`, 'numeric'),
  name: textKey(SORT_KEYS.name),
  createdAt: instantKey(sql`${leads.createdAt}`),
  lastContact: instantKey(SORT_KEYS.lastContact),
  stage: numberKey(SORT_KEYS.stage, 'integer'),
  contactStatus: textKey(sql`${leads.contactStatus}`),
  platform: textKey(sql`${leads.platform}`),
};

function textKey(key: SQL) {
  return { key, text: key, type: 'text', schema: z.string() };
}

function numberKey(key: SQL, type: string) {
  return { key, text: sql`${key}::text`, type, schema: z.string().regex(/^\d{1,2}(?:\.\d)?$/) };
}

/** To the microsecond, as stored: a rounded one would skip or repeat rows. */
function instantKey(key: SQL) {
  const text = sql`to_char(${key} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  return { key, text, type: 'timestamptz', schema: z.iso.datetime({ precision: 6 }) };
}

export type LeadPage = { rows: LeadRow[]; nextCursor: string | null; total: number };

/** One page of the leads that the query describes, and how many there are in all. */
export async function listLeads(db: Queryable, query: LeadQuery, sort: Sort): Promise<LeadPage> {
  const { key, text } = SORTS[sort.column];
  const filter = leadFilter(query);
  const direction = sort.isDescending ? desc : asc;
  const [rows, total] = await Promise.all([
    db
      .select({ ...leadColumns, sortKey: sql<string>`${text}` })
      .from(leads)
      .where(and(filter, afterCursor(query.cursor, sort)))
      .orderBy(direction(key), direction(leads.id))
      .limit(query.limit + 1),
    query.q ? db.$count(leads, filter) : tallyLeads(db, query),
  ]);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const nextCursor = last && rows.length > query.limit ? writeCursor(last.sortKey, last.id) : null;
  return { rows: page, nextCursor, total };
}

function leadFilter(query: LeadQuery): SQL | undefined {
  return and(
    isNull(leads.deletedAt),
    query.stage ? eq(leads.stage, query.stage) : undefined,
    query.groupId ? eq(leads.groupId, query.groupId) : undefined,
    query.platform ? eq(leads.platform, query.platform) : undefined,
    query.contactStatus ? eq(leads.contactStatus, query.contactStatus) : undefined,
    query.band ? inBand(query.band) : undefined,
    query.q ? like(leads.searchText, `%${escapeLike(foldText(query.q))}%`) : undefined,
  );
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

const Cursor = z.tuple([z.string().max(400), z.uuid()]);

function writeCursor(sortKey: string, id: string): string {
  return Buffer.from(JSON.stringify([sortKey, id])).toString('base64url');
}

function afterCursor(cursor: string | undefined, sort: Sort): SQL | undefined {
  if (cursor === undefined) return undefined;
  const { key, type, schema } = SORTS[sort.column];
  const parsed = Cursor.safeParse(readJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!parsed.success || !schema.safeParse(parsed.data[0]).success) {
    const message = 'This page address is not valid for this list. Start at the first page.';
    throw new AppError('invalid_input', message, { fields: { cursor: message } });
  }
  const [sortKey, id] = parsed.data;
  const comparison = sql.raw(sort.isDescending ? '<' : '>');
  return sql`(${key}, ${leads.id}) ${comparison} (${sortKey}::${sql.raw(type)}, ${id}::uuid)`;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
