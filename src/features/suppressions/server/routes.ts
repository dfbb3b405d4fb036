import type { HttpServer } from '#platform/http.ts';
import { exportSuppressions, importSuppressions, liftSuppression, listSuppressions } from '../contract.ts';
import type { Suppressions } from './service.ts';

export function mountSuppressions({ mount }: HttpServer, suppressions: Suppressions): void {
  mount(listSuppressions, ({ query }) => suppressions.listSuppressions(query));
  mount(exportSuppressions, () => suppressions.exportSuppressions());
  mount(liftSuppression, async ({ params, body }, { actor }) => {
    await suppressions.liftSuppression(params.id, body.reason, actor);
    return undefined;
  });
  mount(importSuppressions, ({ body }) => suppressions.importSuppressions(body));
}
