import type { EndpointDefinition } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { isId } from '#kit/id.ts';
import { MINUTE_MS } from '#kit/time.ts';
import type { TokenCalls, TokenVisitor } from '#platform/admission.ts';
import type { Context } from '#platform/context.ts';
import { scopeOf } from '../rules-scopes.ts';
import { type ApiTokenRow, findLiveToken, updateToken } from './api-token-store.ts';
import { hashToken } from './tokens.ts';

/** How exactly the last use of a token is known. */
const USE_MS = MINUTE_MS;

type TokenCallsContext = Pick<Context, 'db' | 'clock' | 'log' | 'compliance'>;

/** How the server admits calls with API tokens. */
export function tokenCalls(ctx: TokenCallsContext & Pick<Context, 'config'>): TokenCalls {
  return {
    callsPerMinute: ctx.config.API_TOKEN_CALLS_PER_MINUTE,
    identify: (token, ip) => identifyToken(ctx, token, ip),
    assertScope: ({ token }, definition) => assertScope(token.scopes, definition),
    audit: (visitor, definition, params) => auditCall(ctx, visitor, definition, params),
  };
}

/** Who a token acts as, with their role as it is now. Throws `unauthenticated` for an unknown, expired or revoked token. */
export async function identifyToken(
  ctx: TokenCallsContext,
  token: string,
  ip: string,
): Promise<TokenVisitor> {
  const found = await findLiveToken(ctx.db, hashToken(token));
  const visitor = found && toVisitor(found.token, found.owner);
  if (!found || !visitor)
    throw new AppError('unauthenticated', 'Unauthorized: this API token is unknown, expired or revoked.');
  await noteUse(ctx, found.token, ip);
  return { ...visitor, needsSecondFactor: found.needsSecondFactor ?? false };
}

function toVisitor(row: ApiTokenRow, owner: TokenVisitor['user'] | null): TokenVisitor | undefined {
  const { id, name, scopes, role } = row;
  const token = { id, name, scopes };
  if (row.kind === 'personal') return owner ? { isGranted: true, user: owner, token } : undefined;
  const user = {
    id,
    email: '',
    role,
    firstName: name,
    lastName: '(API token)',
    isWorkspaceToken: true as const,
  };
  return { isGranted: true, user, token };
}

/** Throws `forbidden`, and names the scope that is missing. */
function assertScope(scopes: readonly string[], definition: EndpointDefinition): void {
  const scope = scopeOf(definition);
  if (scope === undefined)
    throw new AppError('forbidden', 'API tokens cannot do this. Sign in instead.', {
      reason: 'session_needed',
    });
  if (scopes.includes(scope)) return;
  throw new AppError('forbidden', `This API token lacks the scope ${scope}.`, {
    reason: 'insufficient_scope',
  });
}

async function noteUse({ db, clock, log }: TokenCallsContext, row: ApiTokenRow, ip: string): Promise<void> {
  const now = clock.now();
  const isKnown = row.lastUsedAt !== null && row.lastUsedAt.getTime() > now.getTime() - USE_MS;
  if (isKnown && row.lastUsedFrom === ip) return;
  await updateToken(db, row.id, { lastUsedAt: now, lastUsedFrom: ip }).catch((error: unknown) =>
    // Reading still works when the database is read-only.
    log.warn({ err: error }, 'api tokens: the last use was not stored'),
  );
}

/** Before the work: what is changed through a token is in the log, also if the process dies. Reads are not. */
async function auditCall(
  { db, compliance }: Pick<Context, 'db' | 'compliance'>,
  { token, user }: TokenVisitor,
  definition: EndpointDefinition,
  params: unknown,
): Promise<void> {
  if (!scopeOf(definition)?.endsWith(':write')) return;
  const id = typeof params === 'object' && params !== null && 'id' in params ? params.id : undefined;
  await compliance.recordAudit(db, {
    actor: { id: token.id, email: '', firstName: token.name, lastName: '(API token)' },
    action: 'token.called',
    subject: { kind: 'workspace', id: null },
    details: {
      call: `${definition.method} ${definition.path}`,
      actsAs: user.id,
      ...(typeof id === 'string' && isId(id) ? { id } : {}),
    },
  });
}
