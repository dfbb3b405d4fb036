import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import * as contract from '../contract.ts';
import * as enrichment from '../contract-enrichment.ts';
import { answerEnrichment } from './enrichments.ts';
import { generateLeads } from './generate-leads.ts';
import { planSearch } from './plan-search.ts';
import { cancelRun, listRuns } from './runs.ts';
import { clearSchedule, setSchedule } from './schedules.ts';
import { assertDeliveryKey, deliverRecord, getSystemStatus, listSources } from './sources.ts';

export function mountDiscovery({ mount }: HttpServer, ctx: Context): void {
  mount(contract.setRefreshSchedule, ({ params, body }, { actor }) =>
    setSchedule(ctx, params.id, body, actor.id),
  );
  mount(contract.clearRefreshSchedule, ({ params }) => clearSchedule(ctx, params.id));

  mount(contract.generateLeads, ({ body }, { actor, signal }) =>
    generateLeads(ctx, body, { actorId: actor.id, signal }),
  );
  mount(contract.listRuns, ({ query }) => listRuns(ctx, query.limit));
  mount(contract.cancelRun, ({ params }) => cancelRun(ctx, params.id));
  mount(contract.planSearch, ({ body }, { signal }) => planSearch(ctx, body, signal));
  mount(contract.listSources, () => listSources(ctx));
  mount(contract.deliverRecord, ({ body }, { headers }) => deliverRecord(ctx, headers.authorization, body), {
    assertCaller: ({ authorization }) => assertDeliveryKey(ctx, authorization),
  });
  mount(enrichment.answerEnrichment, ({ body }, { headers }) => answerEnrichment(ctx, body, headers));
  mount(contract.getSystemStatus, () => getSystemStatus(ctx));
}
