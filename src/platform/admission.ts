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
  /** The API token they call with, in place of a session. */
  token?: { id: string; name: string; scopes: readonly string[] };
};

export type Identify = (request: FastifyRequest) => Promise<Visitor>;

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

type AdmissionOptions = {
  identify: Identify;
  ownOrigins: readonly string[];
  tokens?: TokenCalls | undefined;
};

/** Lets the call in or throws 401 or 403. */
export async function admit(
  definition: EndpointDefinition,
  request: FastifyRequest,
  { identify, ownOrigins, tokens }: AdmissionOptions,
): Promise<Visitor> {
  if (definition.access === 'public' || definition.access === 'key') return { isGranted: false, user: null };
  const token = tokenIn(request.headers);
  if (tokens && token !== undefined) {
    // No browser sends this header by itself, so no other site can either: gate and origin are for cookies.
    const visitor = await tokens.identify(token, request.ip);
    tokens.assertScope(visitor, definition);
    assertRole(visitor, definition);
    return visitor;
  }
  if (definition.method !== 'GET') assertOwnOrigin(request.headers, ownOrigins);
  const visitor = await identify(request);
  if (!visitor.isGranted) throw new AppError('unauthenticated', 'Unauthorized: pass the testing gate first.');
  if (definition.access === 'gate') return visitor;
  assertRole(visitor, definition);
  return visitor;
}

function assertRole(visitor: Visitor, { access, isOpenWithoutSecondFactor }: EndpointDefinition): void {
  if (access === 'public' || access === 'key' || access === 'gate') return;
  if (!visitor.user) throw new AppError('unauthenticated', 'Unauthorized: sign in to go on.');
  if (!hasRole(visitor.user.role, access)) {
    const who = access === 'admin' ? 'an admin' : 'a member or an admin';
    throw new AppError('forbidden', `Only ${who} can do this.`);
  }
  if (visitor.needsSecondFactor && !isOpenWithoutSecondFactor) {
    throw new AppError('forbidden', 'Set up two-factor sign-in first. Your workspace requires it.', {
      reason: 'second_factor_needed',
    });
  }
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
