import { and, desc, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { ScoreBand, SearchPlatform } from '#features/leads/contract.ts';
import { BAND_FLOORS } from '#features/leads/rules.ts';
import { leadGroups, leads } from '#features/leads/server/tables.ts';
import { type Queryable, rowsOf, sql, type Transaction } from '#platform/db.ts';
import type { SourceReason, SourceReasonDetails } from '../contract.ts';
import { leadRunCandidates, leadRuns, leadSchedules } from './tables.ts';

export type RunRow = typeof leadRuns.$inferSelect;
export type NewRunRow = typeof leadRuns.$inferInsert;

/** How long a worker may be silent before another one takes its run over. */
const LEASE = sql`interval '15 seconds'`;

/** Adds a run that a worker is about to hear of. */
export async function insertRun(tx: Queryable, row: NewRunRow): Promise<RunRow> {
  const [run] = await tx
    .insert(leadRuns)
    .values({ ...row, leasedUntil: sql`now() + ${LEASE}` })
    .returning();
  if (!run) throw new Error('the run could not be stored');
  return run;
}

export async function findRun(db: Queryable, id: string): Promise<RunRow | undefined> {
  const [run] = await db.select().from(leadRuns).where(eq(leadRuns.id, id));
  return run;
}

/** The run, held until the transaction ends. */
export async function lockRun(tx: Transaction, id: string): Promise<RunRow | undefined> {
  const [run] = await tx.select().from(leadRuns).where(eq(leadRuns.id, id)).for('update');
  return run;
}

/** Newest first. */
export function listRunRows(db: Queryable, limit: number): Promise<RunRow[]> {
  return db.select().from(leadRuns).orderBy(desc(leadRuns.startedAt), desc(leadRuns.id)).limit(limit);
}

/** How many live people of each run and platform have a checked address or number. */
export function countEnriched(
  db: Queryable,
  runIds: readonly string[],
): Promise<{ runId: string; platform: string; count: number }[]> {
  return rowsOf(
    db,
    sql`select run_id as "runId", platform, count(*)::int as count from leads
      where run_id = any(${sql.param([...runIds])}::uuid[]) and deleted_at is null
        and contact_status in ('verified', 'email_verified', 'phone_verified', 'multi_contact')
      group by 1, 2`,
  );
}

/** Takes an open run that nobody is at work on. */
export async function leaseRun(db: Queryable, id: string, token: string): Promise<RunRow | undefined> {
  const [run] = await db
    .update(leadRuns)
    .set({ state: 'running', leaseToken: token, leasedUntil: sql`now() + ${LEASE}` })
    .where(
      and(
        eq(leadRuns.id, id),
        sql`${leadRuns.state} in ('queued', 'running')`,
        sql`(${leadRuns.leaseToken} is null or ${leadRuns.leasedUntil} < now())`,
      ),
    )
    .returning();
  return run;
}

/** Says that the worker is alive; false when the run is no longer its own. */
export async function renewLease(db: Queryable, id: string, token: string): Promise<boolean> {
  const rows = await db
    .update(leadRuns)
    .set({ leasedUntil: sql`now() + ${LEASE}` })
    .where(and(eq(leadRuns.id, id), eq(leadRuns.leaseToken, token), eq(leadRuns.state, 'running')))
    .returning({ id: leadRuns.id });
  return rows.length === 1;
}

/** Lets somebody else go on at once. */
export async function releaseLease(db: Queryable, id: string, token: string): Promise<void> {
  await db
    .update(leadRuns)
    .set({ leaseToken: null, leasedUntil: sql`now()` })
    .where(and(eq(leadRuns.id, id), eq(leadRuns.leaseToken, token)));
}

/** Open runs whose worker is gone, each given to one caller to send on. */
export async function takeOrphans(tx: Transaction): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`update lead_runs set lease_token = null, leased_until = now() + ${LEASE}
      where id in (
        select id from lead_runs
        where state in ('queued', 'running') and (leased_until is null or leased_until < now())
        for update skip locked
      )
      returning id`,
  );
  return rows.map((row) => row.id);
}

export async function updateRun(
  tx: Queryable,
  id: string,
  change: Partial<Pick<RunRow, 'state' | 'sources' | 'queries' | 'cursors' | 'finishedAt'>>,
): Promise<void> {
  await tx.update(leadRuns).set(change).where(eq(leadRuns.id, id));
}

export type CandidateRow = typeof leadRunCandidates.$inferSelect;

export async function insertCandidates(tx: Queryable, rows: CandidateRow[]): Promise<void> {
  if (rows.length > 0) await tx.insert(leadRunCandidates).values(rows);
}

/** Whom a run has put aside, the best first. */
export function listCandidates(tx: Queryable, runId: string): Promise<CandidateRow[]> {
  return tx
    .select()
    .from(leadRunCandidates)
    .where(eq(leadRunCandidates.runId, runId))
    .orderBy(desc(leadRunCandidates.aiScore), leadRunCandidates.id);
}

/** By what those whom a run has put aside are known. */
export function listCandidateKeys(
  tx: Queryable,
  runId: string,
): Promise<{ id: string; emailKey: string | null; handleKey: string | null }[]> {
  const row = sql`${leadRunCandidates.person} -> 'row'`;
  return tx
    .select({
      id: leadRunCandidates.id,
      emailKey: sql<string | null>`${row} ->> 'emailKey'`,
      handleKey: sql<string | null>`${row} ->> 'handleKey'`,
    })
    .from(leadRunCandidates)
    .where(eq(leadRunCandidates.runId, runId));
}

/** Those given; without `ids` all of the run. */
export async function deleteCandidates(tx: Queryable, runId: string, ids?: readonly string[]): Promise<void> {
  if (ids?.length === 0) return;
  await tx
    .delete(leadRunCandidates)
    .where(
      and(eq(leadRunCandidates.runId, runId), ids ? inArray(leadRunCandidates.id, [...ids]) : undefined),
    );
}

/** Those that a run left behind whose last worker was one of a former release. */
export async function purgeCandidates(db: Queryable): Promise<void> {
  await db.execute(sql`delete from lead_run_candidates using lead_runs
    where lead_runs.id = run_id and lead_runs.state not in ('queued', 'running')`);
}

/** Lets one run after the other decide what it may spend. */
export async function lockBudget(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('leads.discovery_budget'))`);
}

/** US dollars that runs since then have spent, and may still spend where they are at work. */
export async function sumSpending(db: Queryable, since: Date): Promise<number> {
  const [row] = await rowsOf<{ usd: number }>(
    db,
    sql`select coalesce(sum(greatest(
          (source->>'costUsd')::float8,
          case when state in ('queued', 'running') and source->>'state' in ('waiting', 'running')
            then (source->>'budgetUsd')::float8 end
        )), 0) as usd
      from ${leadRuns}, jsonb_array_elements(sources) as source where started_at > ${since}`,
  );
  return row?.usd ?? 0;
}

type SourceOutcomes = {
  platform: string;
  searches: number;
  failed: number;
  /** Of the newest failure. */
  reason: SourceReason | null;
  details: SourceReasonDetails | null;
  failedAt: Date | null;
};

/** How each source did in the runs since then that are over for it. */
export async function listSourceHealth(db: Queryable, since: Date): Promise<SourceOutcomes[]> {
  const isFailure = sql`source->>'state' = 'failed'`;
  const rows = await rowsOf<Omit<SourceOutcomes, 'failedAt'> & { failedAt: string | null }>(
    db,
    sql`select source->>'platform' as platform, count(*)::int as searches,
        count(*) filter (where ${isFailure})::int as failed,
        (array_agg(source->>'reason' order by started_at desc) filter (where ${isFailure}))[1] as reason,
        (array_agg(source->'details' order by started_at desc) filter (where ${isFailure}))[1] as details,
        max(started_at) filter (where ${isFailure}) as "failedAt"
      from ${leadRuns}, jsonb_array_elements(sources) as source
      where started_at > ${since} and source->>'state' in ('done', 'failed')
      group by 1`,
  );
  return rows.map((row) => ({ ...row, failedAt: row.failedAt === null ? null : new Date(row.failedAt) }));
}

/** How many people a run found in each band. */
export async function countBands(db: Queryable, runId: string): Promise<Record<ScoreBand, number>> {
  const high = sql`ai_score >= ${BAND_FLOORS.high}`;
  const low = sql`ai_score < ${BAND_FLOORS.medium}`;
  const [row] = await rowsOf<Record<ScoreBand, number>>(
    db,
    sql`select count(*) filter (where ${high})::int as high,
        count(*) filter (where not (${high}) and not (${low}))::int as medium,
        count(*) filter (where ${low})::int as low
      from ${leads} where run_id = ${runId}`,
  );
  return row ?? { high: 0, medium: 0, low: 0 };
}

export type DueSchedule = typeof leadSchedules.$inferSelect;

/** Schedules of live groups whose time has come, each given to one caller. */
export function lockDueSchedules(tx: Transaction, now: Date): Promise<DueSchedule[]> {
  return tx
    .select({
      groupId: leadSchedules.groupId,
      searchQuery: leadSchedules.searchQuery,
      platforms: leadSchedules.platforms,
      nextRunAt: leadSchedules.nextRunAt,
      createdBy: leadSchedules.createdBy,
    })
    .from(leadSchedules)
    .innerJoin(leadGroups, eq(leadGroups.id, leadSchedules.groupId))
    .where(and(lte(leadSchedules.nextRunAt, now), isNull(leadGroups.deletedAt)))
    .orderBy(leadSchedules.nextRunAt)
    .for('update', { of: leadSchedules, skipLocked: true });
}

export async function setNextRun(tx: Queryable, groupId: string, nextRunAt: Date): Promise<void> {
  await tx.update(leadSchedules).set({ nextRunAt }).where(eq(leadSchedules.groupId, groupId));
}

export type NewSchedule = {
  groupId: string;
  searchQuery: string;
  platforms: SearchPlatform[];
  nextRunAt: Date;
  createdBy: string | null;
};

/** Turns auto-refresh on or changes it. The same schedule again keeps the time of the next run. */
export async function putSchedule(db: Queryable, schedule: NewSchedule): Promise<void> {
  const { searchQuery, platforms, nextRunAt, createdBy } = schedule;
  await db
    .insert(leadSchedules)
    .values(schedule)
    .onConflictDoUpdate({
      target: leadSchedules.groupId,
      set: { searchQuery, platforms, nextRunAt, createdBy },
      setWhere: sql`(${leadSchedules.searchQuery}, ${leadSchedules.platforms})
        is distinct from (${searchQuery}, ${JSON.stringify(platforms)}::jsonb)`,
    });
}

export async function removeSchedule(db: Queryable, groupId: string): Promise<void> {
  await db.delete(leadSchedules).where(eq(leadSchedules.groupId, groupId));
}

/** Addresses and accounts by which others name these people. */
export async function listContactsOf(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ email: leads.email, handle: leads.handle })
    .from(leads)
    .where(inArray(leads.id, [...ids]));
  return rows.flatMap(({ email, handle }) => [email, handle]).filter((contact) => contact !== null);
}
