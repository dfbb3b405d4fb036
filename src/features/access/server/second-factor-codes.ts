import { randomBytes, randomInt, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '#kit/errors.ts';
import { lazy } from '#kit/lazy.ts';
import type { Context } from '#platform/context.ts';
import { RECOVERY_CODES } from '../rules.ts';
import { assertMayGuess, codeSourcesOf, countFailure, forgiveFailures } from './login-throttle.ts';
import {
  findSecondFactor,
  type SecondFactorRow,
  spendPeriod,
  spendRecoveryCode,
} from './second-factor-store.ts';

export type CodeContext = Pick<Context, 'db' | 'clock' | 'log' | 'vault'>;

/** Loaded with the first code, to start faster. */
const oneTimePasswords = lazy(() => import('otpauth'));

const derive = promisify<string, string, number, Buffer>(scrypt);

/** Digits and small letters that are not confused with each other. */
const RECOVERY_LETTERS = '23456789abcdefghjkmnpqrstvwxyz';
const RECOVERY_LENGTH = 10;

const WRONG = {
  app: 'This code is wrong or was used already. Take the next one that your app shows.',
  recovery: 'This recovery code is wrong or was used already. Take another one.',
};

/**
 * Accepts a code of the authenticator app or a recovery code, once; does nothing for a person without a second factor.
 * Throws `unauthenticated` with `code_needed` without a code, `invalid_input` for a wrong one, `rate_limited` after too many.
 */
export async function assertCode(ctx: CodeContext, userId: string, code: string | undefined): Promise<void> {
  const row = await findSecondFactor(ctx.db, userId);
  if (!row?.confirmedAt) return;
  if (code === undefined) {
    throw new AppError('unauthenticated', 'Enter the code that your authenticator app shows.', {
      reason: 'code_needed',
    });
  }
  await (isOfApp(code)
    ? assertUnderLimit(ctx, { userId, kind: 'app' }, () => spendAppCode(ctx, row, code))
    : assertUnderLimit(ctx, { userId, kind: 'recovery' }, () => spendRecovery(ctx, row, code)));
}

/** Checks an app code within the limits without using it up; returns its period. Throws like `assertCode`. */
export async function assertAppCode(ctx: CodeContext, row: SecondFactorRow, code: string): Promise<number> {
  let period: number | undefined;
  await assertUnderLimit(ctx, { userId: row.userId, kind: 'app' }, async () => {
    period = await periodOf(ctx, row, code);
    return period !== undefined;
  });
  return period ?? 0;
}

/** A new secret of an authenticator app, its `otpauth:` address, and the secret sealed for storage. */
export async function newAppSecret({ vault }: Pick<Context, 'vault'>, userId: string, email: string) {
  const { Secret } = await oneTimePasswords();
  const secret = new Secret().base32;
  return {
    secret,
    uri: (await totpOf(secret, email)).toString(),
    sealedSecret: vault.seal(secret, ownerOf(userId)),
  };
}

/** New recovery codes, and what is stored of them. */
export async function newRecoveryCodes() {
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

/** Runs `check` within the limits; a wrong code is counted and refused at its field. */
async function assertUnderLimit(
  ctx: CodeContext,
  { userId, kind }: { userId: string; kind: 'app' | 'recovery' },
  check: () => Promise<boolean>,
): Promise<void> {
  const { hour, day } = codeSourcesOf(userId)[kind];
  const sources = [hour, day];
  await assertMayGuess(ctx, sources).catch(withAlarm);
  if (!(await check())) {
    await countFailure(ctx, sources);
    ctx.log.warn({ userId }, 'second factor: a wrong code');
    throw new AppError('invalid_input', WRONG[kind], { fields: { code: WRONG[kind] } });
  }
  await assertMayGuess(ctx, sources).catch(withAlarm);
  await forgiveFailures(ctx.db, [hour]);
}

/** The person who is refused may not be the one who guessed. */
function withAlarm(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
  throw new AppError(
    'rate_limited',
    `${error.message} If it was not you, somebody knows your password: change it.`,
    error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds },
  );
}

async function spendAppCode(ctx: CodeContext, row: SecondFactorRow, code: string): Promise<boolean> {
  const period = await periodOf(ctx, row, code);
  return period !== undefined && spendPeriod(ctx.db, row.userId, period);
}

async function spendRecovery({ db, log }: CodeContext, row: SecondFactorRow, code: string): Promise<boolean> {
  const isSpent = await spendRecoveryCode(db, row.userId, await hashOf(code, row.recoverySalt));
  if (isSpent) log.info({ userId: row.userId }, 'second factor: a recovery code was used');
  return isSpent;
}

/** The period of this code, now or one off for clocks that differ; undefined when the code is wrong. */
async function periodOf(
  { clock, vault }: CodeContext,
  row: SecondFactorRow,
  code: string,
): Promise<number | undefined> {
  const secret = vault.open(row.sealedSecret, ownerOf(row.userId));
  if (secret === undefined) {
    const isLost = 'The key of your app cannot be read here any more. Enter a recovery code.';
    throw new AppError('invalid_input', isLost, { fields: { code: isLost } });
  }
  const timestamp = clock.now().getTime();
  const totp = await totpOf(secret);
  const delta = totp.validate({ token: code, window: 1, timestamp });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

/** Six digits; recovery codes are longer. */
const isOfApp = (code: string): boolean => /^\d{6}$/.test(code);

/** What a secret is sealed for. */
const ownerOf = (userId: string): string => `second factor of ${userId}`;

/** As authenticator apps expect it: SHA-1, 6 digits, 30 s (RFC 6238, 1.2 and 5.2). */
async function totpOf(secret: string, label = '') {
  const { TOTP } = await oneTimePasswords();
  return new TOTP({ issuer: 'Yarrow', label, secret });
}

/** Slow on purpose: the codes are short enough to be written down. */
const hashOf = async (code: string, salt: string): Promise<string> =>
  (await derive(code, salt, 32)).toString('base64url');
