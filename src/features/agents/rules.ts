import type { Agent, AgentCategory, RateLimit } from './contract.ts';

/** Calls per hour; null: no limit. */
export const CALLS_PER_HOUR: Record<RateLimit, number | null> = {
  basic: 100,
  standard: 500,
  premium: 2_000,
  enterprise: null,
};

export const AGENT_SORTS = ['recent', 'name', 'usage', 'category'] as const;
export type AgentSort = (typeof AGENT_SORTS)[number];

type Sortable = Pick<Agent, 'id' | 'name' | 'category' | 'createdAt' | 'totalConversations'>;

const byName = (left: Sortable, right: Sortable): number =>
  left.name.localeCompare(right.name, 'en', { sensitivity: 'base' });
const byAge = (left: Sortable, right: Sortable): number =>
  right.createdAt.localeCompare(left.createdAt) || right.id.localeCompare(left.id);

const ORDER: Record<AgentSort, (left: Sortable, right: Sortable) => number> = {
  recent: byAge,
  usage: (left, right) => right.totalConversations - left.totalConversations || byAge(left, right),
  name: (left, right) => byName(left, right) || byAge(left, right),
  category: (left, right) =>
    categoryLabel(left.category).localeCompare(categoryLabel(right.category)) || byName(left, right),
};

/** The agents of one category, or of all, in this order. */
export function arrangeAgents<T extends Sortable>(
  agents: readonly T[],
  { category, sort }: { category: AgentCategory | 'all'; sort: AgentSort },
): T[] {
  return agents.filter((agent) => category === 'all' || agent.category === category).sort(ORDER[sort]);
}

/** "customer_service" → "Customer service". */
export function choiceLabel(value: string): string {
  const words = value.replaceAll('_', ' ').replace(/\bapi\b/, 'API');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function categoryLabel(category: AgentCategory): string {
  return choiceLabel(category);
}

/** The voice is described for agents that speak. */
export function hasVoice(mode: Agent['interactionMode']): boolean {
  return mode !== 'chat';
}

/** The appearance is described for agents with a face. */
export function hasAppearance(mode: Agent['interactionMode']): boolean {
  return mode === 'avatar';
}
