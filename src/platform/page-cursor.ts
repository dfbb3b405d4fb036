import { z } from 'zod';
import type { Page } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';

/** Where the next page of a list goes on: `write` it on one page, `read` it when the next is asked for. */
export function cursorOf<Place>(schema: z.ZodType<Place>) {
  return {
    /** Of a row just its place: what the schema does not name is left out. */
    write: (place: Place): string => Buffer.from(JSON.stringify(schema.parse(place))).toString('base64url'),
    /** Undefined on the first page; refuses what no page has handed out. */
    read(cursor: string | undefined): Place | undefined {
      if (cursor === undefined) return undefined;
      try {
        return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
      } catch {
        const message = 'This page address is not valid for this list. Start at the first page.';
        throw new AppError('invalid_input', message, { fields: { cursor: message } });
      }
    },
  };
}

/** Of lists in the order of an instant, to the microsecond as stored: a rounded one would skip or repeat rows. */
export const instantCursor = cursorOf(z.object({ at: z.iso.datetime({ precision: 6 }), id: z.guid() }));

/** Of lists in the order of their ids. */
export const idCursor = cursorOf(z.object({ id: z.guid() }));

/** A page of rows in the order of their ids; of `rows` one more than `limit` were asked for. */
export function pageById<Row extends { id: string }>(
  rows: readonly Row[],
  { limit, total }: { limit: number; total: number },
): Page<Row> {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last ? idCursor.write({ id: last.id }) : null, total };
}
