import type { HttpServer } from '#platform/http.ts';
import { getOverview, getUsage, listAiActivity, undoAiActivity } from '../contract.ts';
import { answerFollowUp, listFollowUps, takeBackAnswer } from '../contract-follow-ups.ts';
import {
  getFunnel,
  getTouches,
  getTrend,
  listCohortRows,
  listCohorts,
  listFigureRows,
  listInsights,
  listSpend,
  listTouchRows,
  recordSpend,
  takeBackSpend,
} from '../contract-funnel.ts';
import { decideSale, listSales } from '../contract-purchases.ts';
import type { Analytics } from './get-overview.ts';

export function mountAnalytics({ mount }: HttpServer, analytics: Analytics): void {
  mount(getOverview, ({ query }) => analytics.getOverview(query.period, query.campaign));
  mount(getUsage, () => analytics.getUsage());
  mount(listAiActivity, ({ query }) => analytics.listAiActivity(query.limit));
  mount(undoAiActivity, ({ body }) => analytics.undoAiActivity(body.id));

  mount(getFunnel, ({ query }) => analytics.getFunnel(query));
  mount(getTrend, ({ query }) => analytics.getTrend(query));
  mount(getTouches, ({ query }) => analytics.getTouches(query));
  mount(listCohorts, ({ query }) => analytics.listCohorts(query.within));
  mount(listInsights, ({ query }) => analytics.listInsights(query));
  mount(listFigureRows, ({ query }) => analytics.listRows(query));
  mount(listTouchRows, ({ query }) => analytics.listTouchRows(query));
  mount(listCohortRows, ({ query }) => analytics.listCohortRows(query));

  mount(listSpend, ({ query }) => analytics.listSpend(query));
  mount(recordSpend, ({ body }, { actor }) => analytics.recordSpend(body, actor));
  mount(takeBackSpend, ({ params }, { actor }) => analytics.takeBackSpend(params.id, actor));

  mount(listSales, ({ query }) => analytics.listSales(query));
  mount(decideSale, ({ params: { id }, body: { at, state } }, { actor }) =>
    analytics.decideSale({ id, at }, state, actor),
  );

  mount(listFollowUps, (_input, { actor }) => analytics.listFollowUps(actor));
  mount(answerFollowUp, ({ params, body }) => analytics.answerFollowUp(params.id, body));
  mount(takeBackAnswer, async ({ params }) => {
    await analytics.takeBackAnswer(params.id);
    return undefined;
  });
}
