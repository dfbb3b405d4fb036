import type { FastifyRequest } from 'fastify';
import { type Actor, hasRole } from '#kit/actor.ts';
import type { EndpointDefinition } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';

/** Who is calling: whether they passed the gate, and who they signed in as. */
export type Visitor = {
  isGranted: boolean;
  user: Actor | null;
  /** They may set one up, and nothing else. */
  needsSecondFactor?: boolean;
};

export type Identify = (request: FastifyRequest) => Promise<Visitor>;

/** Lets the call in or throws 401 or 403. */
export async function admit(
  definition: EndpointDefinition,
  request: FastifyRequest,
  { identify, ownOrigins }: { identify: Identify; ownOrigins: readonly string[] },
): Promise<Visitor> {
  if (definition.access === 'public' || definition.access === 'key') return { isGranted: false, user: null };
  if (definition.method !== 'GET') assertOwnOrigin(request.headers, ownOrigins);
  const visitor = await identify(request);
  if (!visitor.isGranted) throw new AppError('unauthenticated', 'Unauthorized: pass the testing gate first.');
  if (definition.access === 'gate') return visitor;
  if (!visitor.user) throw new AppError('unauthenticated', 'Unauthorized: sign in to go on.');
  if (!hasRole(visitor.user.role, definition.access)) {
    const who = definition.access === 'admin' ? 'an admin' : 'a member or an admin';
    throw new AppError('forbidden', `Only ${who} can do this.`);
  }
  if (visitor.needsSecondFactor && !definition.isOpenWithoutSecondFactor) {
    throw new AppError('forbidden', 'Set up two-factor sign-in first. Your workspace requires it.', {
      reason: 'second_factor_needed',
    });
  }
  return visitor;
}

/** A page of another origin must not change anything with this browser's cookies (CSRF). */
export function assertOwnOrigin(headers: FastifyRequest['headers'], ownOrigins: readonly string[]): void {
  const { origin, host } = headers;
  if (headers['sec-fetch-site'] === 'cross-site')
    throw new AppError('forbidden', 'This call came from another site.');
  if (origin === undefined || ownOrigins.includes(origin)) return;
  if (URL.canParse(origin) && new URL(origin).host === host) return;
  throw new AppError('forbidden', 'This call came from another site.');
}
