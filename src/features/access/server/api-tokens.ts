import type { z } from 'zod';
import { type Actor, actorName, hasRole } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS, HOUR_MS } from '#kit/time.ts';
import { TOKEN_PREFIX } from '#platform/admission.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { type ApiToken, MOST_TOKENS, type NewToken, type TokenSecret } from '../contract-tokens.ts';
import {
  type ApiTokenRow,
  countTokens,
  deleteToken,
  findTokenRow,
  insertToken,
  type ListedToken,
  listTokenRows,
  updateToken,
} from './api-token-store.ts';
import { findRoleOfSession, lockPeople } from './store.ts';
import { hashToken, newToken } from './tokens.ts';

type TokenContext = Pick<Context, 'db' | 'clock' | 'compliance'>;

/** The person at a session, who manages tokens. */
export type TokenManager = { actor: Actor; sessionHash: string };

/** How much of a token stays visible: its prefix and six characters. */
const VISIBLE = TOKEN_PREFIX.length + 6;

export async function listTokens({ db, clock }: TokenContext, actor: Actor): Promise<ApiToken[]> {
  const rows = await listTokenRows(db, hasRole(actor.role, 'admin') ? undefined : actor.id);
  return rows.map((row) => toToken(row, clock.now()));
}

/** Answers the token, once. Refuses workspace tokens of anyone but admins, and more than 50 tokens. */
export function createToken(
  ctx: TokenContext,
  { name, scopes, expiresInDays, kind, role }: z.output<typeof NewToken>,
  manager: TokenManager,
): Promise<TokenSecret> {
  return inTransaction(ctx.db, async (tx) => {
    const current = await roleNow(tx, manager);
    if (kind === 'workspace' && current !== 'admin')
      throw new AppError('forbidden', 'Only an admin can create workspace tokens.');
    const ownerId = kind === 'personal' ? manager.actor.id : null;
    if ((await countTokens(tx, ownerId)) >= MOST_TOKENS)
      throw new AppError('refused', `There are ${MOST_TOKENS} tokens. Revoke one first.`, {
        reason: 'too_many_tokens',
      });
    const now = ctx.clock.now();
    const id = newId(now.getTime());
    const secret = newSecret();
    await insertToken(tx, {
      id,
      kind,
      name,
      ownerId,
      role,
      scopes,
      ...secret.stored,
      createdBy: manager.actor.id,
      createdAt: now,
      expiresAt: expiresInDays === undefined ? null : new Date(now.getTime() + expiresInDays * DAY_MS),
    });
    await record(ctx, tx, manager.actor, 'token.created', { id, kind, name, scopes });
    return { id, token: secret.token };
  });
}

/** Refuses with `not_found`, also another person's token unless an admin asks. */
export function revokeToken(ctx: TokenContext, id: string, manager: TokenManager): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const { kind, name } = await readOwn(tx, id, manager);
    await deleteToken(tx, id);
    await record(ctx, tx, manager.actor, 'token.revoked', { id, kind, name });
  });
}

/** Answers another token in place of this one. Refuses with `not_found`, also another person's token. */
export function rotateToken(
  ctx: TokenContext,
  id: string,
  overlapHours: number,
  manager: TokenManager,
): Promise<TokenSecret> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await readOwn(tx, id, manager);
    // An admin may end another person's token, but not act as them.
    if (row.ownerId !== null && row.ownerId !== manager.actor.id) throw tokenGone();
    const now = ctx.clock.now();
    if (row.expiresAt && row.expiresAt <= now)
      throw new AppError('refused', 'This token has expired. Create a new one.', { reason: 'expired' });
    const secret = newSecret();
    const until = new Date(now.getTime() + overlapHours * HOUR_MS);
    await updateToken(tx, id, {
      ...secret.stored,
      previousHash: overlapHours === 0 ? null : row.tokenHash,
      previousUntil: overlapHours === 0 ? null : until,
    });
    await record(ctx, tx, manager.actor, 'token.rotated', {
      id,
      kind: row.kind,
      name: row.name,
      overlapHours,
    });
    return { id, token: secret.token };
  });
}

function newSecret() {
  const token = `${TOKEN_PREFIX}${newToken()}`;
  return { token, stored: { prefix: token.slice(0, VISIBLE), tokenHash: hashToken(token) } };
}

/** The role, read under the lock of people: one that changed while the call waited counts. */
async function roleNow(tx: Transaction, { actor, sessionHash }: TokenManager): Promise<Actor['role']> {
  await lockPeople(tx);
  const role = await findRoleOfSession(tx, { userId: actor.id, token: sessionHash });
  if (!role) throw new AppError('unauthenticated', 'Unauthorized: sign in to go on.');
  if (!hasRole(role, 'member')) throw new AppError('forbidden', 'Only a member or an admin can do this.');
  return role;
}

async function readOwn(tx: Transaction, id: string, manager: TokenManager): Promise<ApiTokenRow> {
  const role = await roleNow(tx, manager);
  const row = await findTokenRow(tx, id);
  if (!row || (row.ownerId !== manager.actor.id && role !== 'admin')) throw tokenGone();
  return row;
}

function tokenGone(): AppError {
  return new AppError('not_found', 'This token does not exist.');
}

async function record(
  { compliance }: Pick<Context, 'compliance'>,
  tx: Queryable,
  actor: Actor,
  action: 'token.created' | 'token.revoked' | 'token.rotated',
  details: Record<string, unknown>,
): Promise<void> {
  await compliance.recordAudit(tx, { actor, action, subject: { kind: 'workspace', id: null }, details });
}

function toToken({ token, ownerRole, creator }: ListedToken, now: Date): ApiToken {
  const { id, name, kind, scopes, prefix, previousUntil } = token;
  return {
    id,
    name,
    kind,
    role: ownerRole ?? token.role,
    scopes,
    prefix,
    createdBy: creator && actorName(creator),
    createdAt: token.createdAt.toISOString(),
    expiresAt: token.expiresAt?.toISOString() ?? null,
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
    lastUsedFrom: token.lastUsedFrom,
    previousUntil: previousUntil && previousUntil > now ? previousUntil.toISOString() : null,
  };
}
