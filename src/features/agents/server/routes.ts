import type { HttpServer } from '#platform/http.ts';
import { getAgentStats } from '../contract.ts';
import type { Agents } from './service.ts';

export function mountAgents({ mount }: HttpServer, agents: Agents): void {
  mount(getAgentStats, () => agents.getStats());
}
