import { identifyToken } from '#features/access/server/token-visitors.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { isId, newId } from '#kit/id.ts';
import { assertOwnOrigin, tokenIn } from '#platform/admission.ts';
import type { Context } from '#platform/context.ts';
import type { Call, HttpServer } from '#platform/http.ts';
import * as contract from '../contract.ts';
import { apiOf } from './call-api.ts';
import { deleteSession, insertSession, touchSession } from './store.ts';

type Headers = Call<null>['headers'];

export function mountMcp({ mount, fastify }: HttpServer, ctx: Context): void {
  const options = { assertCaller: assertTokenGiven };

  mount(
    contract.postMessages,
    async ({ body }, call) => {
      const { token } = await identify(ctx, call);
      const isFirst = [body].flat().some(({ method }) => method === 'initialize');
      const given = sessionIn(call.headers);
      if (!isFirst && given !== undefined) await assertSession(ctx, given, token.id);
      // Loaded by the first message: few workspaces need it.
      const { answerMessages } = await import('./answer-messages.ts');
      const response = await answerMessages(requestOf(ctx, call), body, {
        api: apiOf(fastify, { authorization: call.headers.authorization ?? '', ip: call.ip }),
        scopes: token.scopes,
        publicUrl: ctx.publicUrl,
        log: call.log,
      });
      if (isFirst && response.ok) call.setHeader('mcp-session-id', await openSession(ctx, token.id));
      return rawOf(response);
    },
    options,
  );

  mount(
    contract.openStream,
    async (_input, call) => {
      await identify(ctx, call);
      return { status: 405, headers: { allow: 'POST, DELETE' } };
    },
    options,
  );

  mount(
    contract.endSession,
    async (_input, call) => {
      const { token } = await identify(ctx, call);
      const id = sessionIn(call.headers);
      if (id === undefined || !isId(id) || !(await deleteSession(ctx.db, { id, tokenId: token.id })))
        throw sessionGone();
      return { status: 204 };
    },
    options,
  );
}

async function identify(ctx: Context, { headers, ip }: Pick<Call<null>, 'headers' | 'ip'>) {
  // The protocol wants it checked, although no page can send the token of another.
  assertOwnOrigin(headers, [new URL(ctx.publicUrl).origin]);
  const visitor = await identifyToken(ctx, tokenIn(headers) ?? '', ip);
  if (visitor.needsSecondFactor)
    throw new AppError('forbidden', 'Set up two-factor sign-in first. Your workspace requires it.', {
      reason: 'second_factor_needed',
    });
  return visitor;
}

function assertTokenGiven(headers: Headers): void {
  if (tokenIn(headers) !== undefined) return;
  throw new AppError('unauthenticated', 'Send an API token: Authorization: Bearer ya_….');
}

function sessionIn(headers: Headers): string | undefined {
  const id = headers['mcp-session-id'];
  return typeof id === 'string' ? id : undefined;
}

async function assertSession({ db, clock }: Context, id: string, tokenId: string): Promise<void> {
  if (!isId(id) || !(await touchSession(db, { id, tokenId }, clock.now()))) throw sessionGone();
}

async function openSession({ db, clock }: Context, tokenId: string): Promise<string> {
  const lastUsedAt = clock.now();
  const id = newId(lastUsedAt.getTime());
  await insertSession(db, { id, tokenId, lastUsedAt });
  return id;
}

function sessionGone(): AppError {
  return new AppError('not_found', 'This session has ended. Start another one.');
}

function requestOf({ publicUrl }: Context, { headers }: Pick<Call<null>, 'headers'>): Request {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    ['accept', 'content-type', 'mcp-protocol-version'].includes(name) && typeof value === 'string'
      ? [[name, value]]
      : [],
  );
  return new Request(`${publicUrl}/mcp`, { method: 'POST', headers: given });
}

async function rawOf(response: Response): Promise<RawAnswer> {
  return {
    status: response.status,
    headers: { 'content-type': response.headers.get('content-type') ?? 'application/json' },
    body: await response.text(),
  };
}
