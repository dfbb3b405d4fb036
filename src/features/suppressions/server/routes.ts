import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import * as contract from '../contract.ts';
import { exportSuppressions, importSuppressions, liftSuppression, listSuppressions } from './suppressions.ts';

export function mountSuppressions({ mount }: HttpServer, ctx: Context): void {
  mount(contract.listSuppressions, ({ query }) => listSuppressions(ctx, query));
  mount(contract.exportSuppressions, () => exportSuppressions(ctx));
  mount(contract.liftSuppression, async ({ params, body }, { actor }) => {
    await liftSuppression(ctx, params.id, body.reason, actor);
    return undefined;
  });
  mount(contract.importSuppressions, ({ body }) => importSuppressions(ctx, body));
}
