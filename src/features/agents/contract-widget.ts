import { z } from 'zod';
import { endpoint, RawAnswer } from '#kit/endpoint.ts';

/** Any text: a key that belongs to no agent is answered in words, not as a wrong format. */
const KeyParams = z.object({ apiKey: z.string().max(100) });

export const agentWidget = endpoint({
  method: 'GET',
  path: '/api/agents/widget/:apiKey',
  access: 'key',
  summary: 'The chat widget for websites, loaded by one script tag',
  params: KeyParams,
  response: RawAnswer,
  produces: 'text/javascript',
});

/** A visitor of a website, as the widget needs to know the agent. */
export const AgentStatus = z.object({
  name: z.string(),
  expertiseArea: z.string(),
  /** active: it answers; inactive: it is switched off. */
  status: z.enum(['active', 'inactive']),
  isActive: z.boolean(),
  interactionMode: z.enum(['chat', 'voice', 'avatar']),
  rateLimit: z.object({
    /** Calls per hour; null: no limit. */
    limit: z.number().int().nullable(),
    remaining: z.number().int().nullable(),
    /** Seconds until the count restarts. */
    resetSeconds: z.number().int(),
  }),
});
export type AgentStatus = z.infer<typeof AgentStatus>;

export const agentPanel = endpoint({
  method: 'GET',
  path: '/api/agents/panel.js',
  access: 'public',
  summary: 'What the widget loads when a visitor opens it; the same for every agent',
  response: RawAnswer,
  produces: 'text/javascript',
});

export const agentStatus = endpoint({
  method: 'GET',
  path: '/api/agents/status/:apiKey',
  access: 'key',
  summary: 'Whether the agent answers, and how many calls are left in this hour',
  params: KeyParams,
  response: AgentStatus,
  rateLimitPerMinute: 300,
});

export const testAgent = endpoint({
  method: 'GET',
  path: '/api/agents/test/:apiKey',
  access: 'key',
  summary: 'A page that holds the widget and nothing else, for trying the agent; not counted in the figures',
  params: KeyParams,
  response: RawAnswer,
});

export const VisitorSession = z.object({
  /** Send it as a Bearer header; it belongs to this site and this visitor. */
  token: z.string(),
  expiresAt: z.iso.datetime(),
});
export type VisitorSession = z.infer<typeof VisitorSession>;

export const openVisitorSession = endpoint({
  method: 'POST',
  path: '/api/agents/visitor/:apiKey',
  access: 'key',
  summary:
    'A short-lived token for a page of an allowed domain; with an earlier token the visitor stays the same',
  params: KeyParams,
  body: z.object({ token: z.string().max(600).optional() }),
  response: VisitorSession,
  isAnswerSecret: true,
  rateLimitPerMinute: 120,
});
