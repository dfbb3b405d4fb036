import { randomBytes, randomInt, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { lazy } from '#kit/lazy.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import type { Vault } from '#platform/secrets.ts';
import type { OwnAccount, SecondFactorSecret } from '../contract.ts';
import { RECOVERY_CODES, SECOND_FACTOR_SETUP_MS } from '../rules.ts';
import { codeSourcesOf, type GuessGuard } from './login-throttle.ts';
import {
  confirm,
  deleteSecondFactor,
  findSecondFactor,
  putUnconfirmed,
  replaceRecoveryCodes,
  type SecondFactorRow,
  spendPeriod,
  spendRecoveryCode,
} from './second-factor-store.ts';

type Dependencies = { db: Database; log: Log; vault: Vault; guard: GuessGuard };

/** Loaded with the first code, for the reason that sign-in is. */
const oneTimePasswords = lazy(() => import('otpauth'));

const derive = promisify<string, string, number, Buffer>(scrypt);

/** Digits and small letters, without those that are taken for each other. */
const RECOVERY_LETTERS = '23456789abcdefghjkmnpqrstvwxyz';
const RECOVERY_LENGTH = 10;

/** What sign-in asks for beside the password: a code of an authenticator app, or one of the codes that stand in for it. */
export function createSecondFactor({ db, log, vault, guard }: Dependencies) {
  /** The period whose code this is, now or one off for clocks that differ; undefined when it is none. */
  async function periodOf(row: SecondFactorRow, code: string): Promise<number | undefined> {
    const secret = vault.open(row.sealedSecret, ownerOf(row.userId));
    if (secret === undefined) {
      const isLost = 'The key of your app cannot be read here any more. Enter a recovery code.';
      throw new AppError('invalid_input', isLost, { fields: { code: isLost } });
    }
    const timestamp = Date.now();
    const totp = await totpOf(secret);
    const delta = totp.validate({ token: code, window: 1, timestamp });
    return delta === null ? undefined : totp.counter({ timestamp }) + delta;
  }

  async function spendRecovery(row: SecondFactorRow, code: string): Promise<boolean> {
    const isSpent = await spendRecoveryCode(db, row.userId, await hashOf(code, row.recoverySalt));
    if (isSpent) log.info({ userId: row.userId }, 'second factor: a recovery code was used');
    return isSpent;
  }

  async function spendCodeOfApp(row: SecondFactorRow, code: string): Promise<boolean> {
    const period = await periodOf(row, code);
    return period !== undefined && spendPeriod(db, row.userId, period);
  }

  /** Runs `check` where not too much was guessed before; a wrong code is counted and said at its field. */
  async function guarded(
    { userId, kind }: { userId: string; kind: 'app' | 'recovery' },
    check: () => Promise<boolean>,
  ): Promise<void> {
    const { hour, day } = codeSourcesOf(userId)[kind];
    const sources = [hour, day];
    const assertMayGuess = (): Promise<void> => guard.assertMayGuess(sources).catch(alarmed);
    await assertMayGuess();
    if (!(await check())) {
      await guard.countFailure(sources);
      log.warn({ userId }, 'second factor: a wrong code');
      const isWrong = WRONG[kind];
      throw new AppError('invalid_input', isWrong, { fields: { code: isWrong } });
    }
    await assertMayGuess();
    await guard.forgive([hour]);
  }

  return {
    async stateOf(userId: string): Promise<OwnAccount['secondFactor']> {
      const row = await findSecondFactor(db, userId);
      if (!row?.confirmedAt) return null;
      return { since: row.confirmedAt.toISOString(), recoveryCodesLeft: row.recoveryHashes.length };
    },

    /** Nothing where the person has none. Throws 401 `code_needed` where it is not given, 400 where it is wrong. */
    async assertCode(userId: string, code: string | undefined): Promise<void> {
      const row = await findSecondFactor(db, userId);
      if (!row?.confirmedAt) return;
      if (code === undefined) {
        throw new AppError('unauthenticated', 'Enter the code that your authenticator app shows.', {
          reason: 'code_needed',
        });
      }
      await (isOfApp(code)
        ? guarded({ userId, kind: 'app' }, () => spendCodeOfApp(row, code))
        : guarded({ userId, kind: 'recovery' }, () => spendRecovery(row, code)));
    },

    /** A new secret, in place of one that was never confirmed. */
    async begin({ id, email }: Actor): Promise<SecondFactorSecret> {
      const { Secret } = await oneTimePasswords();
      const secret = new Secret().base32;
      const isBegun = await putUnconfirmed(db, {
        userId: id,
        sealedSecret: vault.seal(secret, ownerOf(id)),
      });
      if (!isBegun) throw new AppError('conflict', 'You have a second factor already. Turn it off first.');
      return { secret, uri: (await totpOf(secret, email)).toString() };
    },

    /** From here on it is asked for. */
    async confirm({ id }: Actor, code: string): Promise<{ recoveryCodes: string[] }> {
      const row = await findSecondFactor(db, id);
      if (row?.confirmedAt) {
        throw new AppError(
          'conflict',
          'It is on already. If you have not seen your recovery codes, make new ones under Your account.',
        );
      }
      if (!row || row.startedAt.getTime() < Date.now() - SECOND_FACTOR_SETUP_MS) throw setupGone();
      let lastPeriod: number | undefined;
      await guarded({ userId: id, kind: 'app' }, async () => {
        lastPeriod = await periodOf(row, code);
        return lastPeriod !== undefined;
      });
      const { recoveryCodes, ...hashed } = await newRecoveryCodes();
      await inTransaction(db, async (tx) => {
        if (
          !(await confirm(tx, {
            userId: id,
            sealedSecret: row.sealedSecret,
            lastPeriod: lastPeriod ?? 0,
            ...hashed,
          }))
        )
          throw setupGone();
        log.info({ userId: id }, 'second factor: set up');
        await announce(tx, ['users']);
      });
      return { recoveryCodes };
    },

    async renewRecoveryCodes({ id }: Actor): Promise<{ recoveryCodes: string[] }> {
      const { recoveryCodes, ...hashed } = await newRecoveryCodes();
      await inTransaction(db, async (tx) => {
        if (!(await replaceRecoveryCodes(tx, id, hashed))) {
          throw new AppError('refused', 'You have no second factor.', { reason: 'no_second_factor' });
        }
        log.info({ userId: id }, 'second factor: other recovery codes');
        await announce(tx, ['users']);
      });
      return { recoveryCodes };
    },

    turnOff: ({ id }: Actor): Promise<void> =>
      inTransaction(db, async (tx) => {
        await deleteSecondFactor(tx, id);
        log.info({ userId: id }, 'second factor: turned off');
        await announce(tx, ['users']);
      }),
  };
}

const WRONG = {
  app: 'This code is wrong or was used already. Take the next one that your app shows.',
  recovery: 'This recovery code is wrong or was used already. Take another one.',
};

/** Whoever was refused may not be the one who has guessed. */
function alarmed(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
  throw new AppError(
    'rate_limited',
    `${error.message} If it was not you, somebody knows your password: change it.`,
    error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds },
  );
}

/** Six digits; recovery codes are longer. */
const isOfApp = (code: string): boolean => /^\d{6}$/.test(code);

/** What a secret is sealed for. */
const ownerOf = (userId: string): string => `second factor of ${userId}`;

/** As the authenticator apps expect it: SHA-1, 6 digits, 30 s (RFC 6238, 1.2 and 5.2). */
async function totpOf(secret: string, label = '') {
  const { TOTP } = await oneTimePasswords();
  return new TOTP({ issuer: 'Yarrow', label, secret });
}

/** Slow on purpose: the codes are short enough to be written down. */
const hashOf = async (code: string, salt: string): Promise<string> =>
  (await derive(code, salt, 32)).toString('base64url');

async function newRecoveryCodes() {
  const recoverySalt = randomBytes(16).toString('base64url');
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_LETTERS[randomInt(RECOVERY_LETTERS.length)]).join(
      '',
    ),
  );
  const recoveryHashes = await Promise.all(codes.map((code) => hashOf(code, recoverySalt)));
  return {
    recoveryCodes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`),
    recoverySalt,
    recoveryHashes,
  };
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
