import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { SecondFactorSecret } from '../contract.ts';
import { SECOND_FACTOR_SETUP_MS } from '../rules.ts';
import type { Caller } from './auth-library.ts';
import { codeSourcesOf, forgiveFailures } from './login-throttle.ts';
import { lockPeopleFor, type Manager } from './manager.ts';
import { personGone } from './people.ts';
import { assertAppCode, assertCode, newAppSecret, newRecoveryCodes } from './second-factor-codes.ts';
import {
  confirm,
  deleteSecondFactor,
  findSecondFactor,
  putUnconfirmed,
  replaceRecoveryCodes,
} from './second-factor-store.ts';
import { assertOwnPassword, type SignInContext } from './sign-in.ts';
import { deleteSessions, findUser } from './store.ts';

type SecondFactorProof = { current: string; code: string };

/** Starts set-up with a new secret, which replaces an unconfirmed one. Refuses with `conflict` when one is confirmed. */
export async function startSecondFactor(
  ctx: SignInContext,
  actor: Actor,
  current: string,
  caller: Caller,
): Promise<SecondFactorSecret> {
  await assertOwnPassword(ctx, actor, current, caller);
  const { secret, uri, sealedSecret } = await newAppSecret(ctx, actor.id, actor.email);
  const isBegun = await putUnconfirmed(ctx.db, { userId: actor.id, sealedSecret });
  if (!isBegun) throw new AppError('conflict', 'You have a second factor already. Turn it off first.');
  return { secret, uri };
}

/** Turns the second factor on. Refuses with `conflict` when it is on, or when its set-up was replaced or waited too long. */
export async function confirmSecondFactor(
  ctx: SignInContext,
  { id }: Actor,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const { db, clock, log } = ctx;
  const row = await findSecondFactor(db, id);
  if (row?.confirmedAt) {
    throw new AppError(
      'conflict',
      'It is on already. If you have not seen your recovery codes, make new ones under Your account.',
    );
  }
  if (!row || row.startedAt.getTime() < clock.now().getTime() - SECOND_FACTOR_SETUP_MS) throw setupGone();
  const lastPeriod = await assertAppCode(ctx, row, code);
  const { recoveryCodes, ...hashed } = await newRecoveryCodes();
  await inTransaction(db, async (tx) => {
    if (!(await confirm(tx, { userId: id, sealedSecret: row.sealedSecret, lastPeriod, ...hashed })))
      throw setupGone();
    log.info({ userId: id }, 'second factor: set up');
    await announce(tx, ['users']);
  });
  return { recoveryCodes };
}

/** Replaces the recovery codes. Refuses with `no_second_factor`. */
export async function renewRecoveryCodes(
  ctx: SignInContext,
  actor: Actor,
  proof: SecondFactorProof,
  caller: Caller,
): Promise<{ recoveryCodes: string[] }> {
  await assertBothFactors(ctx, actor, proof, caller);
  const { recoveryCodes, ...hashed } = await newRecoveryCodes();
  await inTransaction(ctx.db, async (tx) => {
    if (!(await replaceRecoveryCodes(tx, actor.id, hashed))) {
      throw new AppError('refused', 'You have no second factor.', { reason: 'no_second_factor' });
    }
    ctx.log.info({ userId: actor.id }, 'second factor: other recovery codes');
    await announce(tx, ['users']);
  });
  return { recoveryCodes };
}

/** Turns the caller's second factor off. */
export async function turnOffSecondFactor(
  ctx: SignInContext,
  actor: Actor,
  proof: SecondFactorProof,
  caller: Caller,
): Promise<void> {
  await assertBothFactors(ctx, actor, proof, caller);
  await inTransaction(ctx.db, async (tx) => {
    await deleteSecondFactor(tx, actor.id);
    ctx.log.info({ userId: actor.id }, 'second factor: turned off');
    await announce(tx, ['users']);
  });
}

/** Removes the second factor and ends the sessions of a person who lost it. Refuses with `not_found` or `self`. */
export function resetSecondFactor(
  { db, log }: Pick<Context, 'db' | 'log'>,
  id: string,
  manager: Manager,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockPeopleFor(tx, manager);
    if (!(await findUser(tx, id))) throw personGone();
    if (id === manager.id) {
      throw new AppError('refused', 'Turn your own second factor off under Your account.', {
        reason: 'self',
      });
    }
    await deleteSecondFactor(tx, id);
    // Guesses at the old one do not count for the next one.
    const { app, recovery } = codeSourcesOf(id);
    await forgiveFailures(
      tx,
      [app, recovery].flatMap(({ hour, day }) => [hour, day]),
    );
    await deleteSessions(tx, id);
    log.info({ userId: id, by: manager.id ?? manager.kind }, 'people: second factor taken off');
    await announce(tx, ['users']);
  });
}

async function assertBothFactors(
  ctx: SignInContext,
  actor: Actor,
  { current, code }: SecondFactorProof,
  caller: Caller,
): Promise<void> {
  await assertOwnPassword(ctx, actor, current, caller);
  await assertCode(ctx, actor.id, code);
}

function setupGone(): AppError {
  return new AppError(
    'conflict',
    'This set-up was begun anew elsewhere or has waited too long. Begin again.',
    {
      reason: 'setup_gone',
    },
  );
}
