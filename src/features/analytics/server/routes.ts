import type { HttpServer } from '#platform/http.ts';
import { getOverview, getUsage, listAiActivity } from '../contract.ts';
import type { Analytics } from './service.ts';

export function mountAnalytics({ mount }: HttpServer, analytics: Analytics): void {
  mount(getOverview, ({ query }) => analytics.getOverview(query.period, query.campaign));
  mount(getUsage, () => analytics.getUsage());
  mount(listAiActivity, ({ query }) => analytics.listAiActivity(query.limit));
}
