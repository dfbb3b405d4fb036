import { AppError } from '#kit/errors.ts';
import { lazy } from '#kit/lazy.ts';
import type { Context } from '#platform/context.ts';

/** 18,000 of the most common passwords of sufficient length; loaded with the first new password. */
const commonPasswords = lazy(async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
});

/**
 * Refuses a new password that guessers try first (common, or the address itself: ASVS 5.0, 6.2.4 and 6.2.11) or that is
 * known from a breach (6.2.12), with `invalid_input`.
 */
export async function assertGoodPassword(
  ctx: Pick<Context, 'breachedPasswords' | 'log'>,
  password: string,
  email: string,
): Promise<void> {
  if (await isCommon(password, email)) {
    const message = 'Guessers try this one first. Choose another, three or four words in a row for example.';
    throw new AppError('invalid_input', message, { fields: { password: message } });
  }
  if (await isBreached(ctx, password)) {
    const message = 'This password is known from a breach of another service. Choose another.';
    throw new AppError('invalid_input', message, { fields: { password: message } });
  }
}

/** Loads the library with the first new password, to start faster. */
export async function hashPassword(password: string): Promise<string> {
  const crypto = await import('better-auth/crypto');
  return crypto.hashPassword(password);
}

async function isCommon(password: string, email: string): Promise<boolean> {
  const given = password.toLowerCase();
  const [name = ''] = email.toLowerCase().split('@');
  const ofPerson = [email.toLowerCase(), name, `${name}1`, `${name}123`, `${name}1234`];
  return ofPerson.includes(given) || (await commonPasswords()).has(given);
}

/** False when the service does not answer: an outage refuses no one. */
async function isBreached(
  { breachedPasswords, log }: Pick<Context, 'breachedPasswords' | 'log'>,
  password: string,
): Promise<boolean> {
  if (!breachedPasswords) return false;
  return breachedPasswords.isKnown(password).catch((error: unknown) => {
    log.warn({ err: error }, 'passwords: the service for breached ones does not answer');
    return false;
  });
}
