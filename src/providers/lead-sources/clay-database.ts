import { z } from 'zod';
import { newId } from '#kit/id.ts';
import { SECOND_MS } from '#kit/time.ts';
import { type SourceDefinition, SourceError, type SourcePost } from './port.ts';
import { createSourceApi } from './source-api.ts';

/** Empty columns of a Clay table arrive as "" or not at all. */
const column = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim().slice(0, 2_000))
  .catch('');
const Row = z.object({
  name: column,
  email: column,
  title: column,
  company: column,
  profile_url: column,
  location: column,
  text: column,
});

/** A few credits for each row, by what its table looks up. */
const USD_PER_THOUSAND = 50;
const POLL_MS = 1 * SECOND_MS;
/** Rows that are on their way when the run stops waiting are still let in. */
const LATE_MS = 5 * SECOND_MS;
const STARTING = 'starting';

/**
 * A Clay table that is told whom to look for and sends what it finds row by row, when it finds it: nobody knows how
 * many will come, so a run waits for as long as the setting says.
 */
export const clayDatabase: SourceDefinition = {
  platform: 'clay_database',
  label: 'Clay',
  kind: 'enrichment',
  isSynthetic: false,
  needs: ['CLAY_WEBHOOK_URL'],
  postsPerRun: 500,
  cost: { usdPerThousandPosts: USD_PER_THOUSAND, isPaidAhead: false },
  asks: { style: 'keywords', most: 3, longest: 120, place: 'words' },
  connect(world) {
    const {
      CLAY_WEBHOOK_URL: url,
      CLAY_WEBHOOK_TOKEN: token,
      CLAY_WAIT_SECONDS: waitSeconds,
    } = world.settings;
    if (!url) return undefined;
    const { inbox, wait } = world;
    const api = createSourceApi(world, {
      name: 'Clay',
      baseUrl: url,
      headers: token ? { 'x-clay-webhook-auth': token } : {},
    });
    return async function* (search) {
      if (search.cursor === STARTING) {
        throw new SourceError('Nobody knows whether Clay was asked; it was not asked twice', {
          retryable: false,
        });
      }
      const known = search.cursor?.split('|');
      const searchId = known?.[0] ?? newId();
      const until = Number(known?.[1] ?? Date.now() + waitSeconds * SECOND_MS);
      let after = Number(known?.[2] ?? 0);
      if (!known) {
        const callback = inbox.address(searchId, new Date(until + LATE_MS));
        await search.keepCursor(STARTING);
        await api.ask({
          path: '',
          method: 'POST',
          body: {
            request_id: searchId,
            query: search.query,
            keywords: search.queries.join(', '),
            limit: search.limit,
            callback_url: callback.url,
            callback_token: callback.token,
          },
          signal: search.signal,
        });
        await search.keepCursor(`${searchId}|${until}|0`);
      }
      for (;;) {
        // Another worker may go on with this search.
        if (search.signal.aborted) return;
        const isLastLook = Date.now() >= until;
        const rows = await inbox.take(searchId, after);
        if (rows.length > 0) {
          after = rows.at(-1)?.seq ?? after;
          const posts = rows.flatMap(({ seq, record }) => toPost(String(seq), record));
          yield {
            posts,
            read: rows.length,
            total: null,
            cursor: `${searchId}|${until}|${after}`,
            costUsd: (rows.length * USD_PER_THOUSAND) / 1000,
          };
        } else if (isLastLook) break;
        else await wait(Math.min(POLL_MS, Math.max(0, until - Date.now())), search.signal);
      }
      await inbox.close(searchId);
    };
  },
};

function toPost(id: string, record: Record<string, unknown>): SourcePost[] {
  const { data: row } = Row.safeParse(record);
  if (!row || row.name === '') return [];
  const role = [row.title, row.company].filter(Boolean).join(' at ');
  return [
    {
      id,
      text: row.text || role || row.name,
      url: row.profile_url || null,
      postedAt: null,
      author: {
        name: row.name,
        handle:
          row.profile_url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '') || row.email || row.name,
        country: null,
        place: row.location,
      },
      contact: row.email === '' ? null : { email: row.email, status: 'enrichment_pending' },
    },
  ];
}
