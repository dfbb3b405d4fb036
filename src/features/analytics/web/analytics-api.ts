import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { SaleState } from '#features/tracking/rules-sales.ts';
import { callApi, infiniteQueryOf, queryOf } from '#ui/calls/call-api.ts';
import type { Period } from '../contract.ts';
import {
  type CohortStage,
  type Dimension,
  type Goal,
  getFunnel,
  getTouches,
  getTrend,
  listCohortRows,
  listCohorts,
  listFigureRows,
  listInsights,
  listSpend,
  listTouchRows,
  type Measure,
  type NewSpend,
  recordSpend,
  takeBackSpend,
  type Within,
} from '../contract-funnel.ts';
import { decideSale, listSales, type Sale } from '../contract-purchases.ts';

const TOPICS = ['events', 'campaigns', 'leads', 'messages'];

export type Scope = { period: Period; campaign?: string | undefined };

export const funnelQuery = (scope: Scope, by: Dimension) =>
  queryOf(getFunnel, { query: { ...scope, by } }, { topics: TOPICS });

export const trendQuery = (scope: Scope) => queryOf(getTrend, { query: scope }, { topics: TOPICS });

export const touchesQuery = (scope: Scope, goal: Goal) =>
  queryOf(getTouches, { query: { ...scope, goal } }, { topics: TOPICS });

export const cohortsQuery = (within: Within) =>
  queryOf(listCohorts, { query: { within } }, { topics: ['leads', 'stages', 'events'] });

export const insightsQuery = (scope: Scope) => queryOf(listInsights, { query: scope }, { topics: TOPICS });

export const spendQuery = () => queryOf(listSpend, { query: { limit: 20 } }, { topics: ['events'] });

const SALES_AT_ONCE = 10;

export const salesQuery = (state: SaleState) =>
  infiniteQueryOf(
    listSales,
    { query: { state, limit: SALES_AT_ONCE } },
    { topics: ['events', 'leads', 'campaigns'] },
  );

/** Rows behind a figure, whichever it is. */
export type RowsOf =
  | {
      kind: 'count';
      scope: Scope;
      measure: Measure;
      by: Dimension | null;
      key: string | null;
      isBefore: boolean;
      /** One point of the trend: its first day and how many. */
      point?: { day: string; days: number } | undefined;
    }
  | {
      kind: 'touch';
      scope: Scope;
      goal: Goal;
      touch: 'first' | 'last';
      campaignId: string | null;
      channel: string | null;
    }
  | { kind: 'cohort'; month: string; within: Within; stage: CohortStage | null };

const ROWS_AT_ONCE = 25;

export function rowsQuery(rows: RowsOf) {
  const topics = { topics: TOPICS };
  const limit = ROWS_AT_ONCE;
  switch (rows.kind) {
    case 'count': {
      const part = rows.by === null ? {} : { by: rows.by, key: rows.key ?? '' };
      const before = rows.isBefore ? { before: 'true' } : {};
      return infiniteQueryOf(
        listFigureRows,
        { query: { ...rows.scope, measure: rows.measure, ...part, ...before, ...rows.point, limit } },
        topics,
      );
    }
    case 'touch':
      return infiniteQueryOf(
        listTouchRows,
        {
          query: {
            ...rows.scope,
            goal: rows.goal,
            touch: rows.touch,
            touchCampaign: rows.campaignId ?? '',
            channel: rows.channel ?? '',
            limit,
          },
        },
        topics,
      );
    case 'cohort':
      return infiniteQueryOf(
        listCohortRows,
        { query: { month: rows.month, within: rows.within, stage: rows.stage ?? undefined, limit } },
        { topics: [...TOPICS, 'stages'] },
      );
  }
}

function useReload() {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({ predicate: ({ meta }) => meta?.topics?.includes('events') ?? false });
}

export function useDecideSale() {
  const reload = useReload();
  const { mutateAsync } = useMutation({
    mutationFn: ({ sale: { id, at }, state }: { sale: Sale; state: SaleState }) =>
      callApi(decideSale, { params: { id }, body: { at, state } }),
    onSuccess: reload,
  });
  return mutateAsync;
}

export function useRecordSpend() {
  return useMutation({
    mutationFn: (body: z.input<typeof NewSpend>) => callApi(recordSpend, { body }),
    onSuccess: useReload(),
  });
}

export function useTakeBackSpend() {
  return useMutation({
    mutationFn: (id: string) => callApi(takeBackSpend, { params: { id } }),
    onSuccess: useReload(),
  });
}
