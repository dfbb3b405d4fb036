import type { HttpServer } from '#platform/http.ts';
import {
  createAgent,
  createSecretKey,
  deleteAgent,
  getWidgetCode,
  listAgents,
  restoreAgent,
  reviseAgent,
  revokeSecretKey,
  updateAgent,
} from '../contract.ts';
import type { Agents } from './agents.ts';

export function mountAgents({ mount }: HttpServer, agents: Agents): void {
  mount(listAgents, () => agents.listAgents());
  mount(createAgent, ({ body }) => agents.createAgent(body));
  mount(updateAgent, ({ params, body }, { actor }) => agents.changeAgent(params.id, body, actor));
  mount(reviseAgent, ({ params, body }) => agents.reviseAgent(params.id, body));
  mount(deleteAgent, async ({ params }, { actor }) => {
    await agents.deleteAgent(params.id, actor);
    return undefined;
  });
  mount(restoreAgent, ({ params }, { actor }) => agents.restoreAgent(params.id, actor));
  mount(createSecretKey, ({ params }, { actor }) => agents.createSecretKey(params.id, actor));
  mount(revokeSecretKey, async ({ params }, { actor }) => {
    await agents.revokeSecretKey(params.id, actor);
    return undefined;
  });
  mount(getWidgetCode, ({ params }) => agents.getWidgetCode(params.id));
}
