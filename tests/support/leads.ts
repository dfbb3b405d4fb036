import type { SQL } from 'drizzle-orm';
import { discover } from '#features/discovery/server/discover.ts';
import { DISCOVERY_JOBS } from '#features/discovery/server/jobs.ts';
import { discoverJob, type RunContext } from '#features/discovery/server/runs.ts';
import { scoreSignals } from '#features/discovery/server/scoring-service.ts';
import type { LeadGroup } from '#features/leads/contract-groups.ts';
import { checkAddresses } from '#features/leads/server/addresses.ts';
import { bulkActionJob, continueBulkAction } from '#features/leads/server/bulk-actions/bulk-actions.ts';
import { createGroup, renewGroup, renewGroupJob } from '#features/leads/server/groups/groups.ts';
import { findDuplicates } from '#features/leads/server/identity/duplicates.ts';
import { LEAD_JOBS } from '#features/leads/server/jobs.ts';
import { checkAddressesJob, findDuplicatesJob } from '#features/leads/server/lead-checks.ts';
import { requestLinks } from '#features/privacy/server/privacy-requests.ts';
import type { Actor } from '#kit/actor.ts';
import { readSettings } from '#platform/config.ts';
import { type Context, systemClock } from '#platform/context.ts';
import { type Database, openDatabase, rowsOf, sql } from '#platform/db.ts';
import { JobQueue } from '#platform/jobs.ts';
import { createLog } from '#platform/log.ts';
import { createSourceInbox } from '#providers/lead-sources/inbox.ts';
import type {
  LeadSource,
  ListedSource,
  SourcePage,
  SourcePost,
  SourceSearch,
} from '#providers/lead-sources/port.ts';
import { createTestDatabase } from './database.ts';
import { eventually } from './eventually.ts';

/** Who acts where it makes no difference. */
export const MEMBER: Actor = {
  id: 'mia',
  email: 'mia@yarrow.test',
  role: 'member',
  firstName: 'Mia',
  lastName: 'Lund',
};

type World = Partial<Pick<RunContext, 'enrichment' | 'languageModel'>> & {
  sources?: readonly ListedSource[];
  budget?: { runUsd: number; dayUsd: number };
  now?: () => Date;
};
type LeadsContext = RunContext &
  Pick<Context, 'scoreSignals' | 'linkedRecords' | 'groupReturns' | 'personalDataStores'>;
type Given = World & {
  /** Background work runs; on unless told. */
  worker?: boolean;
  /** A further process on the database of this one. */
  beside?: { url: string };
};

/** Leads, privacy and discovery on a real database, with the sources, clock and address checks of the test. */
export async function startLeads({ worker = true, beside, ...world }: Given = {}) {
  const database = beside ? { url: beside.url, drop: () => Promise.resolve() } : await createTestDatabase();
  const log = createLog('silent');
  const db: Database = openDatabase({ url: database.url, log, maxConnections: 10 });
  const queue = new JobQueue({ url: database.url, db, log, isWorker: worker });
  const contactPepper = 'pepper';
  const sourceInbox = createSourceInbox({ db, secret: 'secret', publicUrl: 'http://yarrow.test' });
  const build = ({ sources = [], budget, now, languageModel, enrichment }: World): LeadsContext => ({
    db,
    contactPepper,
    eventSubscribers: [],
    enrichment: enrichment ?? {
      hasWebhook: false,
      checkAddress: () =>
        Promise.resolve({ deliverability: 'good', isRole: false, isDisposable: false } as const),
    },
    clock: now ? { now } : systemClock,
    log,
    jobs: queue,
    config: readSettings({
      DISCOVERY_RUN_BUDGET_USD: String(budget?.runUsd ?? 1),
      DISCOVERY_DAY_BUDGET_USD: String(budget?.dayUsd ?? 10),
    }),
    leadSources: sources,
    scoreSignals,
    linkedRecords: [requestLinks],
    groupReturns: [],
    personalDataStores: [],
    sourceInbox,
    languageModel,
  });
  let context = build(world);
  await queue.start([...LEAD_JOBS, ...DISCOVERY_JOBS]);
  if (worker) {
    await queue.work(checkAddressesJob, ({ leadIds }) => checkAddresses(context, leadIds));
    await queue.work(findDuplicatesJob, ({ leadIds }) => findDuplicates(context, leadIds));
    await queue.work(bulkActionJob, ({ actId }) => continueBulkAction(context, actId));
    await queue.work(renewGroupJob, ({ groupId }) => renewGroup(context, groupId));
    await queue.work(discoverJob, ({ runId }, signal) => discover(context, runId, signal));
  }
  return {
    url: database.url,
    db,
    contactPepper,
    get context() {
      return context;
    },
    rows: <T>(statement: SQL): Promise<T[]> => rowsOf<T>(db, statement),
    createGroup: (name = 'People'): Promise<LeadGroup> =>
      createGroup(context, { name, description: '', color: '#3B82F6' }, MEMBER),
    eventsOfType: (type: string) =>
      rowsOf<{ leadId: string | null; data: Record<string, unknown> }>(
        db,
        sql`select lead_id as "leadId", data from events where type = ${type} order by occurred_at, id`,
      ),
    /** Forgets everybody and goes on in another world; cheaper than a database of its own for each test. */
    renew: async (given: World): Promise<void> => {
      await db.execute(sql`update lead_runs set state = 'cancelled' where state in ('queued', 'running')`);
      await eventually(async () => {
        const atWork = sql`select id from pgboss.job where name in ('discovery.discover', 'leads.check_addresses')
            and state in ('created', 'retry', 'active')`;
        if ((await rowsOf(db, atWork)).length > 0) throw new Error('jobs of the last test are still at work');
      });
      await db.execute(sql`truncate leads, lead_groups, lead_runs, lead_schedules, lead_dismissals, lead_tallies, suppressions,
        events, event_rollups, event_days cascade`);
      context = build(given);
    },
    close: async (): Promise<void> => {
      await queue.stop();
      await db.$client.end();
      await database.drop();
    },
  };
}
export type TestLeads = Awaited<ReturnType<typeof startLeads>>;

/** A post of a person with this number; what is given wins. */
export function buildPost(number: number, given: Partial<SourcePost> = {}): SourcePost {
  return {
    id: `post-${number}`,
    text: `Can anyone recommend a herbal tea? Happy to pay. ${number}`,
    url: `https://social.test/posts/${number}`,
    postedAt: new Date(),
    author: { name: `Person ${number}`, handle: `@person${number}`, country: 'GB' },
    contact: { email: `person${number}@customer.test`, status: 'verified' },
    ...given,
  };
}

/** Pages of `size` posts for people `from` up to but not including `to`; goes on behind a cursor. */
export async function* pagesOf(
  { from = 1, to, size = 4 }: { from?: number; to: number; size?: number },
  { cursor }: Pick<SourceSearch, 'cursor'>,
): AsyncGenerator<SourcePage> {
  for (let first = Number(cursor ?? from); first < to; first += size) {
    const next = Math.min(first + size, to);
    const posts = Array.from({ length: next - first }, (_empty, index) => buildPost(first + index));
    yield { posts, read: posts.length, total: to - from, cursor: next < to ? String(next) : null };
  }
}

/** A source that is on. */
export function buildSource(
  search: LeadSource['search'],
  given: Partial<Omit<LeadSource, 'isConfigured' | 'search'>> = {},
): LeadSource {
  return {
    platform: 'reddit',
    label: 'Reddit',
    kind: 'scraping',
    isSynthetic: false,
    isConfigured: true,
    needs: ['APIFY_TOKEN'],
    postsPerRun: 10_000,
    cost: null,
    asks: { style: 'keywords', most: 3, longest: 100, place: 'words' },
    search,
    ...given,
  };
}
