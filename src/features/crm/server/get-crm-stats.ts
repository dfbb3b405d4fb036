import type { Stage } from '#features/leads/contract.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import { addDays, dateInZone, startOfDate } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import type { CategoryCount, CrmStats, StageCounts } from '../contract.ts';
import { countByStage, countGroupsByStage, countMovedForward, sumPurchases } from './store.ts';

/** The pipeline in figures; weeks are seven days of the workspace's time zone, today included. */
export async function getCrmStats({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<CrmStats> {
  const { timeZone } = await getWorkspace(db);
  const today = dateInZone(clock.now(), timeZone);
  const [thisWeek, lastWeek, end] = [-6, -13, 1].map((days) => startOfDate(addDays(today, days), timeZone));
  if (!thisWeek || !lastWeek || !end) throw new Error('the week has no days');
  const [counts, movedForward, bought] = await Promise.all([
    countByStage(db),
    countMovedForward(db, { since: lastWeek, middle: thisWeek, end }),
    sumPurchases(db),
  ]);
  return {
    totalLeads: counts.reduce((sum, { count }) => sum + count, 0),
    stages: stageCounts(counts),
    movedForwardThisWeek: movedForward.after,
    movedForwardLastWeek: movedForward.before,
    ...bought,
  };
}

/** Leads of each group by stage, and how many of them have an address. Newest group first. */
export async function listCategoryCounts({ db }: Pick<Context, 'db'>): Promise<CategoryCount[]> {
  const rows = await countGroupsByStage(db);
  const groups = Map.groupBy(rows, (row) => row.id);
  return [...groups].map(([id, stages]) => ({
    id,
    name: stages[0]?.name ?? '',
    color: stages[0]?.color ?? '',
    totalLeads: stages.reduce((sum, row) => sum + row.total, 0),
    leadsWithContact: stages.reduce((sum, row) => sum + row.reachable, 0),
    stageBreakdown: stageCounts(
      stages.flatMap(({ stage, total }) => (stage === null ? [] : [{ stage, count: total }])),
    ),
  }));
}

function stageCounts(counts: readonly { stage: string; count: number }[]): StageCounts {
  const of = (stage: Stage): number => counts.find((row) => row.stage === stage)?.count ?? 0;
  return {
    new: of('new'),
    contacted: of('contacted'),
    engaged: of('engaged'),
    qualified: of('qualified'),
    converted: of('converted'),
  };
}
