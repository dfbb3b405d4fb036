import { z } from 'zod';
import { AppError } from '#kit/errors.ts';

const Instant = z.iso.datetime({ precision: 6 });
const Cursor = z.tuple([z.boolean(), Instant, z.guid()]);

export type Place = { isPinned: boolean; sortKey: string; id: string };

/** Where the next page goes on, as text. */
export function writeCursor({ isPinned, sortKey, id }: Place): string {
  return Buffer.from(JSON.stringify([isPinned, sortKey, id])).toString('base64url');
}

/** Refuses what no page has handed out. */
export function readCursor(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [isPinned, sortKey, id] = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { isPinned, sortKey, id };
  } catch {
    const message = 'This page does not exist. Start at the first page.';
    throw new AppError('invalid_input', message, { fields: { cursor: message } });
  }
}
