import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#kit/errors.ts';

/** Counts the calls of each token, over all endpoints and processes. Throws `rate_limited`. */
export function tokenLimit(
  fastify: FastifyInstance,
  max: number,
): (request: FastifyRequest, reply: FastifyReply, tokenId: string) => Promise<void> {
  const ids = new WeakMap<FastifyRequest, string>();
  const count = fastify.createRateLimit({
    max,
    timeWindow: '1 minute',
    keyGenerator: (request) => `api token ${ids.get(request) ?? ''}`,
  });
  return async (request, reply, tokenId) => {
    ids.set(request, tokenId);
    const place = await count(request);
    if (place.isAllowed) return;
    reply.headers({
      'ratelimit-limit': place.max,
      'ratelimit-remaining': place.remaining,
      'ratelimit-reset': place.ttlInSeconds,
    });
    if (!place.isExceeded) return;
    throw new AppError('rate_limited', 'This token made too many calls. Wait and try again.', {
      retryAfterSeconds: place.ttlInSeconds,
    });
  };
}
