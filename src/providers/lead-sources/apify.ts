import { z } from 'zod';
import { SECOND_MS } from '#kit/time.ts';
import type { Settings } from '#platform/config.ts';
import {
  type SourceDefinition,
  SourceError,
  type SourcePage,
  type SourcePost,
  type SourceSearch,
} from './port.ts';
import { createSourceApi } from './source-api.ts';

type ActorSource = Pick<SourceDefinition, 'platform' | 'label' | 'postsPerRun' | 'asks'> & {
  usdPerThousandPosts: number;
  /** Setting that names the actor. */
  actor: 'APIFY_TWITTER_ACTOR' | 'APIFY_REDDIT_ACTOR' | 'APIFY_LINKEDIN_ACTOR' | 'APIFY_GOOGLE_ACTOR';
  /** What the actor is given. */
  input: (queries: readonly string[], most: number) => Record<string, unknown>;
  /** The posts in one item; actors of the community change shape, so what cannot be read gives none. */
  read: (item: unknown, now: Date) => SourcePost[];
};

const Run = z.object({
  data: z.object({
    id: z.string(),
    status: z.string(),
    defaultDatasetId: z.string(),
    usageTotalUsd: z.number().optional().catch(undefined),
  }),
});

const Refusal = z.object({ error: z.object({ type: z.string() }) });

const ITEMS_PER_PAGE = 50;
/** Posts read for each person wanted; some are known, some are no match. */
const POSTS_PER_LEAD = 4;
const POLL_SECONDS = 20;
/** In the cursor while nobody knows whether the actor was started. */
const STARTING = 'starting';
/** What was found before its time ran out is paid for and good. */
const GOOD_ENDS = new Set(['SUCCEEDED', 'TIMED-OUT']);
const ENDS = new Set([...GOOD_ENDS, 'FAILED', 'ABORTED']);

/** A platform that an Apify actor searches. */
export function actorSource(source: ActorSource): SourceDefinition {
  const { actor, input, read, usdPerThousandPosts, ...facts } = source;
  return {
    ...facts,
    cost: { usdPerThousandPosts, isPaidAhead: true },
    kind: 'scraping',
    isSynthetic: false,
    needs: ['APIFY_TOKEN'],
    connect(world) {
      const { APIFY_TOKEN: token, APIFY_BASE_URL: baseUrl } = world.settings;
      if (!token) return undefined;
      const api = createApi(world, { name: facts.label, baseUrl, token });

      /** The run's id. Actors cost money and cannot be asked twice for one run, so nothing is tried again. */
      const start = async (search: SourceSearch): Promise<string> => {
        const most = affordable(search, source);
        await search.keepCursor(STARTING);
        const { data } = await api.askJson(
          {
            path: `/actors/${encodeURIComponent(world.settings[actor].replace('/', '~'))}/runs`,
            method: 'POST',
            query: { maxItems: most, maxTotalChargeUsd: search.budgetUsd?.toFixed(2) },
            body: input(search.queries, most),
            signal: search.signal,
          },
          Run,
        );
        await search.keepCursor(`${data.data.id}|0`);
        return data.data.id;
      };

      return async function* (search) {
        if (search.cursor === STARTING) {
          // Counted as spent: it may have been.
          yield nothing(STARTING, search.budgetUsd);
          throw new SourceError(
            `Whether the search of ${facts.label} began is not known; it was not begun twice`,
            {
              retryable: false,
            },
          );
        }
        const [known, from = '0'] = search.cursor?.split('|') ?? [];
        const run = await ended(api, known ?? (await start(search)), search.signal);
        if (!GOOD_ENDS.has(run.status)) {
          yield nothing(`${run.id}|0`, run.usageTotalUsd);
          throw new SourceError(`The search of ${facts.label} ended at Apify without a result`, {
            retryable: true,
          });
        }
        for (let offset = Number(from); ; ) {
          if (search.signal.aborted) return;
          const { data, headers } = await api.askJson(
            {
              path: `/datasets/${encodeURIComponent(run.defaultDatasetId)}/items`,
              query: { offset, limit: ITEMS_PER_PAGE, clean: '1', format: 'json' },
              signal: search.signal,
            },
            z.array(z.unknown()),
          );
          const next = offset + data.length;
          const total = Number(headers['x-apify-pagination-total'] ?? next);
          const isEnd = data.length === 0 || next >= total;
          yield {
            posts: data.flatMap((item) => read(item, search.now)),
            read: data.length,
            total,
            cursor: isEnd ? null : `${run.id}|${next}`,
            // Billed once for the whole run.
            ...(offset === 0 ? { costUsd: run.usageTotalUsd ?? (total * usdPerThousandPosts) / 1000 } : {}),
          };
          if (isEnd) return;
          offset = next;
        }
      };
    },
  };
}

function nothing(cursor: string, costUsd = 0): SourcePage {
  return { posts: [], read: 0, total: null, cursor, costUsd };
}

type Api = ReturnType<typeof createSourceApi>;
type ActorRun = z.output<typeof Run>['data'];

function createApi(
  world: Parameters<typeof createSourceApi>[0],
  { name, baseUrl, token }: { name: string; baseUrl: Settings['APIFY_BASE_URL']; token: string },
): Api {
  return createSourceApi(world, {
    name,
    baseUrl,
    headers: { authorization: `Bearer ${token}` },
    explain: ({ status, text }) => {
      const type = typeOf(text);
      if (type === 'full-permission-actor-not-approved')
        return 'needs the actor to be approved once at Apify';
      if (type === 'platform-feature-disabled') return 'has reached the monthly limit at Apify';
      if (type === 'actor-memory-limit-exceeded') return 'has too many searches at work at Apify';
      if (status === 402) return 'has no credit left at Apify';
      if (status === 404) return 'is searched by an actor that Apify does not know';
      return undefined;
    },
  });
}

function typeOf(text: string): string | undefined {
  try {
    return Refusal.parse(JSON.parse(text)).error.type;
  } catch {
    return undefined;
  }
}

/** How many posts a run may ask for, by what is wanted, allowed and paid for. */
function affordable(
  { limit, budgetUsd }: SourceSearch,
  { postsPerRun, usdPerThousandPosts }: Pick<ActorSource, 'postsPerRun' | 'usdPerThousandPosts'>,
): number {
  const paidFor = budgetUsd === undefined ? Infinity : Math.floor((budgetUsd * 1000) / usdPerThousandPosts);
  return Math.max(1, Math.min(limit * POSTS_PER_LEAD, postsPerRun, paidFor));
}

async function ended(api: Api, runId: string, signal: AbortSignal): Promise<ActorRun> {
  for (;;) {
    const { data } = await api.askJson(
      {
        path: `/actor-runs/${encodeURIComponent(runId)}`,
        query: { waitForFinish: POLL_SECONDS },
        timeoutMs: (POLL_SECONDS + 10) * SECOND_MS,
        signal,
      },
      Run,
    );
    if (ENDS.has(data.data.status)) return data.data;
  }
}
