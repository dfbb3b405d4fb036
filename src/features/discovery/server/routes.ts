import type { HttpServer } from '#platform/http.ts';
import {
  cancelRun,
  clearRefreshSchedule,
  deliverRecord,
  generateLeads,
  getSystemStatus,
  listRuns,
  listSources,
  planSearch,
  setRefreshSchedule,
} from '../contract.ts';
import { answerEnrichment } from '../contract-enrichment.ts';
import type { Discovery } from './service.ts';

export function mountDiscovery({ mount }: HttpServer, discovery: Discovery): void {
  mount(setRefreshSchedule, ({ params, body }, { actor }) =>
    discovery.setSchedule(params.id, body, actor.id),
  );
  mount(clearRefreshSchedule, ({ params }) => discovery.clearSchedule(params.id));

  mount(generateLeads, ({ body }, { actor, signal }) =>
    discovery.generate(body, { actorId: actor.id, signal }),
  );
  mount(listRuns, ({ query }) => discovery.listRuns(query.limit));
  mount(cancelRun, ({ params }) => discovery.cancelRun(params.id));
  mount(planSearch, ({ body }, { signal }) => discovery.planSearch(body, signal));
  mount(listSources, () => discovery.listSources());
  mount(deliverRecord, ({ body }, { headers }) => discovery.deliverRecord(headers.authorization, body), {
    assertCaller: ({ authorization }) => discovery.assertDeliveryKey(authorization),
  });
  mount(answerEnrichment, ({ body }, { headers }) => discovery.answerEnrichment(body, headers));
  mount(getSystemStatus, () => discovery.systemStatus());
}
