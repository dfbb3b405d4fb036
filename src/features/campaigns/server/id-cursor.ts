import { z } from 'zod';
import type { Page } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';

const Cursor = z.tuple([z.guid()]);

/** The id after which a page begins; refuses what no page has handed out. */
export function readIdCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [id] = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return id;
  } catch {
    throw new AppError('invalid_input', 'This page does not exist.', { fields: { cursor: 'Not a page.' } });
  }
}

/** A page of rows in the order of their ids; of `rows` one more than `limit` were asked for. */
export function pageById<Row extends { id: string }>(
  rows: readonly Row[],
  { limit, total }: { limit: number; total: number },
): Page<Row> {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  const nextCursor = last ? Buffer.from(JSON.stringify([last.id])).toString('base64url') : null;
  return { items, nextCursor, total };
}
