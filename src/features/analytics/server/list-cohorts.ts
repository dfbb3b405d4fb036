import { getWorkspace } from '#features/settings/server/workspace.ts';
import type { Page } from '#kit/endpoint.ts';
import { addDays, DAY_MS, dateInZone, startOfDate } from '#kit/time.ts';
import { instantCursor } from '#platform/page-cursor.ts';
import type { Cohort, CohortRowsQuery, FigureRow, Within } from '../contract-funnel.ts';
import type { FigureContext } from './figure-scope.ts';
import { countCohorts, listCohortPeople } from './figures-store.ts';
import { toFigurePage } from './list-figure-rows.ts';

/** Months that cohorts go back. */
const COHORT_MONTHS = 12;

/** How far the leads of each month got, within a number of days or by now. */
export async function listCohorts({ db, clock }: FigureContext, within: Within): Promise<Cohort[]> {
  const { timeZone } = await getWorkspace(db);
  const today = dateInZone(clock.now(), timeZone);
  const first = monthsBefore(today, COHORT_MONTHS - 1);
  const to = startOfDate(addDays(today, 1), timeZone);
  const rows = await countCohorts(db, { from: startOfDate(first, timeZone), to, within, timeZone });
  return rows.map(({ newest, ...cohort }) => ({
    ...cohort,
    isOpen: within === 'any' || new Date(newest).getTime() + Number(within) * DAY_MS > clock.now().getTime(),
  }));
}

/** The people of a cohort, those who reached a stage alone if it is given; page by page. */
export async function listCohortRows(
  { db }: FigureContext,
  query: CohortRowsQuery,
): Promise<Page<FigureRow>> {
  const { timeZone } = await getWorkspace(db);
  const from = `${query.month.slice(0, 8)}01`;
  const rows = await listCohortPeople(db, {
    from: startOfDate(from, timeZone),
    to: startOfDate(monthsBefore(from, -1), timeZone),
    within: query.within,
    stage: query.stage ?? null,
    limit: query.limit,
    after: instantCursor.read(query.cursor),
  });
  return toFigurePage(rows, query.limit, rows[0]?.total ?? 0);
}

/** First day of the month a number of months earlier, or later if negative. */
function monthsBefore(day: string, months: number): string {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - months;
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}
