import type { z } from 'zod';
import type { LeadGroup } from '#features/leads/contract-groups.ts';
import { assertKnownPlatforms } from '#features/leads/rules.ts';
import { getGroup } from '#features/leads/server/service.ts';
import { DAY_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { setRefreshSchedule } from '../contract.ts';
import { REFRESH_EVERY_DAYS } from '../rules.ts';
import { lockDueSchedules, putSchedule, removeSchedule, setNextRun } from './run-store.ts';
import { openRun, type RunContext } from './runs.ts';

/** People asked for by one automatic run. */
const AUTO_REFRESH_COUNT = 20;

/** Turns auto-refresh on: the search runs again every 2 days from now. Refuses unknown platforms and groups. */
export function setSchedule(
  { db, clock, leadSources }: Pick<Context, 'db' | 'clock' | 'leadSources'>,
  groupId: string,
  wanted: z.output<typeof setRefreshSchedule.body>,
  actorId: string,
): Promise<LeadGroup> {
  return inTransaction(db, async (tx) => {
    await getGroup(tx, groupId);
    assertKnownPlatforms(leadSources, wanted.platforms);
    const nextRunAt = new Date(clock.now().getTime() + REFRESH_EVERY_DAYS * DAY_MS);
    await putSchedule(tx, {
      groupId,
      searchQuery: wanted.searchQuery,
      platforms: [...new Set(wanted.platforms)],
      nextRunAt,
      createdBy: actorId,
    });
    await announce(tx, ['lead-groups']);
    return getGroup(tx, groupId);
  });
}

export function clearSchedule({ db }: Pick<Context, 'db'>, groupId: string): Promise<LeadGroup> {
  return inTransaction(db, async (tx) => {
    await getGroup(tx, groupId);
    await removeSchedule(tx, groupId);
    await announce(tx, ['lead-groups']);
    return getGroup(tx, groupId);
  });
}

/** Starts the searches whose time has come. However late it is called, each runs once. */
export function startDueRuns(ctx: RunContext): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const due = await lockDueSchedules(tx, now);
    for (const { groupId, searchQuery, platforms, nextRunAt, createdBy } of due) {
      const requested = AUTO_REFRESH_COUNT;
      await openRun(ctx, tx, { groupId, searchQuery, platforms, requested, startedBy: createdBy });
      await setNextRun(tx, groupId, nextAfter(nextRunAt, now));
    }
    if (due.length > 0) await announce(tx, ['lead-groups']);
    return due.length;
  });
}

/** The next time in steps of 2 days that is not past: missed runs are not made up for. */
export function nextAfter(dueAt: Date, now: Date): Date {
  const step = REFRESH_EVERY_DAYS * DAY_MS;
  const missed = Math.floor((now.getTime() - dueAt.getTime()) / step);
  return new Date(dueAt.getTime() + (Math.max(0, missed) + 1) * step);
}
