import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import * as contract from '../contract.ts';
import * as followUps from '../contract-follow-ups.ts';
import * as figures from '../contract-funnel.ts';
import * as purchases from '../contract-purchases.ts';
import { listAiActivity } from './ai-activity.ts';
import { answerFollowUp, takeBackAnswer } from './answer-follow-up.ts';
import { getFunnel, listInsights } from './get-funnel.ts';
import { getOverview } from './get-overview.ts';
import { getTouches, listTouchRows } from './get-touches.ts';
import { getTrend } from './get-trend.ts';
import { getUsage } from './get-usage.ts';
import { listCohortRows, listCohorts } from './list-cohorts.ts';
import { listFigureRows } from './list-figure-rows.ts';
import { listFollowUps } from './list-follow-ups.ts';
import { decideSale, listSales } from './sales.ts';
import { listSpend, recordSpend, takeBackSpend } from './spend.ts';
import { undoAiActivity } from './undo-ai-activity.ts';

export function mountAnalytics({ mount }: HttpServer, ctx: Context): void {
  mount(contract.getOverview, ({ query }) => getOverview(ctx, query.period, query.campaign));
  mount(contract.getUsage, () => getUsage(ctx));
  mount(contract.listAiActivity, ({ query }) => listAiActivity(ctx, query.limit));
  mount(contract.undoAiActivity, ({ body }) => undoAiActivity(ctx, body.id));

  mount(figures.getFunnel, ({ query }) => getFunnel(ctx, query));
  mount(figures.getTrend, ({ query }) => getTrend(ctx, query));
  mount(figures.getTouches, ({ query }) => getTouches(ctx, query));
  mount(figures.listCohorts, ({ query }) => listCohorts(ctx, query.within));
  mount(figures.listInsights, ({ query }) => listInsights(ctx, query));
  mount(figures.listFigureRows, ({ query }) => listFigureRows(ctx, query));
  mount(figures.listTouchRows, ({ query }) => listTouchRows(ctx, query));
  mount(figures.listCohortRows, ({ query }) => listCohortRows(ctx, query));

  mount(figures.listSpend, ({ query }) => listSpend(ctx, query));
  mount(figures.recordSpend, ({ body }, { actor }) => recordSpend(ctx, body, actor));
  mount(figures.takeBackSpend, ({ params }, { actor }) => takeBackSpend(ctx, params.id, actor));

  mount(purchases.listSales, ({ query }) => listSales(ctx, query));
  mount(purchases.decideSale, ({ params: { id }, body: { at, state } }, { actor }) =>
    decideSale(ctx, { id, at }, state, actor),
  );

  mount(followUps.listFollowUps, (_input, { actor }) => listFollowUps(ctx, actor));
  mount(followUps.answerFollowUp, ({ params, body }) => answerFollowUp(ctx, params.id, body));
  mount(followUps.takeBackAnswer, async ({ params }) => {
    await takeBackAnswer(ctx, params.id);
    return undefined;
  });
}
