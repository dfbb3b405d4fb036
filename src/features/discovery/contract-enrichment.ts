import { z } from 'zod';
import { endpoint, FileBody } from '#kit/endpoint.ts';

/** What an enrichment service sends back; empty columns arrive as "" or not at all. */
export const EnrichmentAnswer = z.object({
  request_id: z.uuid(),
  email: z.string().trim().max(254).default(''),
});

export const MAX_ANSWER_BYTES = 64 * 1024;

export const answerEnrichment = endpoint({
  method: 'POST',
  path: '/api/enrichment/answers',
  access: 'public',
  summary:
    'The enrichment service answers a request, signed or with its token; a repeated answer changes nothing',
  // As it came: the signature is about its bytes.
  body: FileBody,
  maxBodyBytes: MAX_ANSWER_BYTES,
  response: z.object({
    /** False when it was answered before. */
    taken: z.boolean(),
  }),
  rateLimitPerMinute: 1_200,
});
