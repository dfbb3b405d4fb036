import type { HttpServer } from '#platform/http.ts';
import { getCrmStats, getTimeline, listCategoryCounts } from '../contract.ts';
import type { Crm } from './service.ts';

export function mountCrm({ mount }: HttpServer, crm: Crm): void {
  mount(getCrmStats, () => crm.getStats());
  mount(listCategoryCounts, () => crm.listCategoryCounts());
  mount(getTimeline, ({ params }) => crm.getTimeline(params.id));
}
