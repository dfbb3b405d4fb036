import type { z } from 'zod';
import type { Role } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { AcceptInvitation, Invitation } from '../contract.ts';
import { INVITATION_MS } from '../rules.ts';
import type { Caller } from './auth-library.ts';
import { lockPeopleFor, type Manager } from './manager.ts';
import { assertGoodPassword, hashPassword } from './passwords.ts';
import { letIn, type SignedIn, type SignInContext } from './sign-in.ts';
import {
  deleteInvitation,
  findOpenInvitation,
  findUserByEmail,
  type InvitationRow,
  insertInvitation,
  insertPassword,
  insertUser,
  listOpenInvitations,
  lockPeople,
  markAccepted,
} from './store.ts';
import { hashToken, newToken } from './tokens.ts';

export async function listInvitations({ db }: Pick<Context, 'db'>): Promise<Invitation[]> {
  return (await listOpenInvitations(db)).map(toInvitation);
}

/** Invites an address. Only this answer contains the link: its token is stored as a hash. Refuses with `conflict`. */
export function invite(
  { db, clock, log, publicUrl }: Pick<Context, 'db' | 'clock' | 'log' | 'publicUrl'>,
  { email, role }: { email: string; role: Role },
  manager: Manager & { kind: 'admin' },
): Promise<Invitation & { link: string }> {
  const token = newToken();
  return inTransaction(db, async (tx) => {
    await lockPeopleFor(tx, manager);
    if (await findUserByEmail(tx, email)) {
      throw new AppError('conflict', 'This person has an account already.', {
        fields: { email: 'This person has an account already.' },
      });
    }
    const row = await insertInvitation(tx, {
      email,
      role,
      tokenHash: hashToken(token),
      invitedBy: manager.id,
      expiresAt: new Date(clock.now().getTime() + INVITATION_MS),
    });
    log.info({ invitationId: row.id, by: manager.id, role }, 'people: invited');
    await announce(tx, ['users']);
    // After the #, so that no server on the way logs the token.
    return { ...toInvitation(row), link: `${publicUrl}/invitation#${token}` };
  });
}

/** Refuses with `not_found`. */
export function withdrawInvitation({ db }: Pick<Context, 'db'>, id: string, manager: Manager): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockPeopleFor(tx, manager);
    if (!(await deleteInvitation(tx, id))) throw new AppError('not_found', 'This invitation is gone.');
    await announce(tx, ['users']);
  });
}

/** Refuses with `not_found`. */
export async function findInvitation(
  { db }: Pick<Context, 'db'>,
  token: string,
): Promise<{ email: string; role: Role }> {
  const { email, role } = await getOpenInvitation(db, hashToken(token));
  return { email, role };
}

/** Creates the invited account, once, and signs in. Refuses with `not_found` or `conflict`. */
export async function acceptInvitation(
  ctx: SignInContext & Pick<Context, 'breachedPasswords'>,
  { token, password, ...names }: z.output<typeof AcceptInvitation>,
  caller: Caller,
): Promise<SignedIn> {
  const { db, clock, log } = ctx;
  const tokenHash = hashToken(token);
  const { email } = await getOpenInvitation(db, tokenHash);
  await assertGoodPassword(ctx, password, email);
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (tx) => {
    await lockPeople(tx);
    const invitation = await getOpenInvitation(tx, tokenHash);
    if (!(await markAccepted(tx, invitation.id, clock.now()))) throw invitationGone();
    if (await findUserByEmail(tx, email)) {
      throw new AppError('conflict', 'There is an account with this address already. Sign in.');
    }
    const user = await insertUser(tx, { ...names, email, role: invitation.role });
    await insertPassword(tx, user.id, passwordHash);
    log.info({ userId: user.id, invitationId: invitation.id }, 'people: came by invitation');
    await announce(tx, ['users']);
  });
  return letIn(ctx, { email, password }, caller);
}

async function getOpenInvitation(db: Queryable, tokenHash: string): Promise<InvitationRow> {
  const row = await findOpenInvitation(db, { tokenHash });
  if (!row) throw invitationGone();
  return row;
}

function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    refusedAt: row.refusedAt?.toISOString() ?? null,
  };
}

function invitationGone(): AppError {
  return new AppError(
    'not_found',
    'This invitation is used, withdrawn or more than 7 days old. Ask for a new one.',
  );
}
