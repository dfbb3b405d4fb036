import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointDefinition } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import type { Visitor } from './admission.ts';

/** Tells API tokens from other bearer credentials. */
export const TOKEN_PREFIX = 'ya_';

/** A caller with an API token. */
export type TokenVisitor = Visitor & {
  user: NonNullable<Visitor['user']>;
  token: NonNullable<Visitor['token']>;
};

/** Calls that come with an API token instead of cookies. `features/access` implements it. */
export type TokenCalls = {
  /** Who a token acts as. Throws `unauthenticated` for an unknown or expired one. */
  identify: (token: string, ip: string) => Promise<TokenVisitor>;
  /** Throws `forbidden` if the token may not call this endpoint. */
  assertScope: (visitor: TokenVisitor, definition: EndpointDefinition) => void;
  /** Writes a changing call to the audit log. */
  audit: (visitor: TokenVisitor, definition: EndpointDefinition, params: unknown) => Promise<void>;
  callsPerMinute: number;
};

/** The API token of a call; undefined where there is none. It wins over cookies. */
export function tokenIn({ authorization = '' }: FastifyRequest['headers']): string | undefined {
  const [scheme = '', token = ''] = authorization.split(' ');
  return scheme.toLowerCase() === 'bearer' && token.startsWith(TOKEN_PREFIX) ? token : undefined;
}

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
