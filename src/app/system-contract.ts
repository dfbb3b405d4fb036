import { z } from 'zod';
import { endpoint, RawAnswer } from '#kit/endpoint.ts';

const Health = z.object({ status: z.literal('ok') });

export const healthz = endpoint({
  method: 'GET',
  path: '/healthz',
  access: 'public',
  summary: 'The process is alive',
  response: Health,
});

export const readyz = endpoint({
  method: 'GET',
  path: '/readyz',
  access: 'public',
  summary: 'Migrated and able to serve; 503 while the database does not answer',
  response: Health,
});

export const metrics = endpoint({
  method: 'GET',
  path: '/metrics',
  access: 'public',
  summary:
    'Prometheus metrics; with METRICS_TOKEN as bearer, without it only for direct calls from this machine',
  response: RawAnswer,
  produces: 'text/plain',
});

export const openApi = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'gate',
  summary: 'This description (OpenAPI 3.1)',
  response: RawAnswer,
  produces: 'application/json',
});

export const apiReferencePage = endpoint({
  method: 'GET',
  path: '/docs/api',
  access: 'gate',
  summary: 'The same description as a page for people',
  response: RawAnswer,
});

export const live = endpoint({
  method: 'GET',
  path: '/api/live',
  access: 'viewer',
  summary:
    'Server-sent events that name what changed: data {"topics": ["leads"]}; first what was told since the page began to load',
  query: z.object({
    /** Milliseconds since the page began to load. */
    ageMs: z.coerce.number().int().min(0).default(0),
  }),
  response: RawAnswer,
  produces: 'text/event-stream',
  isOpenWithoutSecondFactor: true,
});
