import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import * as contract from '../contract.ts';
import {
  changeAgent,
  createAgent,
  createSecretKey,
  deleteAgent,
  getWidgetCode,
  listAgents,
  restoreAgent,
  reviseAgent,
  revokeSecretKey,
} from './agents.ts';

export function mountAgents({ mount }: HttpServer, ctx: Context): void {
  mount(contract.listAgents, () => listAgents(ctx));
  mount(contract.createAgent, ({ body }) => createAgent(ctx, body));
  mount(contract.updateAgent, ({ params, body }, { actor }) => changeAgent(ctx, params.id, body, actor));
  mount(contract.reviseAgent, ({ params, body }) => reviseAgent(ctx, params.id, body));
  mount(contract.deleteAgent, async ({ params }, { actor }) => {
    await deleteAgent(ctx, params.id, actor);
    return undefined;
  });
  mount(contract.restoreAgent, ({ params }, { actor }) => restoreAgent(ctx, params.id, actor));
  mount(contract.createSecretKey, ({ params }, { actor }) => createSecretKey(ctx, params.id, actor));
  mount(contract.revokeSecretKey, async ({ params }, { actor }) => {
    await revokeSecretKey(ctx, params.id, actor);
    return undefined;
  });
  mount(contract.getWidgetCode, ({ params }) => getWidgetCode(ctx, params.id));
}
