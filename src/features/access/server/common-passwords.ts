import { AppError } from '#kit/errors.ts';
import { lazy } from '#kit/lazy.ts';
import type { Log } from '#platform/log.ts';
import type { BreachedPasswords } from '#providers/breached-passwords/port.ts';

/** 18,000 of the passwords that people choose most, of those that are long enough; loaded with the first new password. */
const commonPasswords = lazy(async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
});

/** Refuses what guessers try first: common passwords and the address itself (ASVS 5.0, 6.2.4 and 6.2.11). */
export async function assertNotCommon(password: string, email: string): Promise<void> {
  const given = password.toLowerCase();
  const [name = ''] = email.toLowerCase().split('@');
  const ofPerson = [email.toLowerCase(), name, `${name}1`, `${name}123`, `${name}1234`];
  if (!ofPerson.includes(given) && !(await commonPasswords()).has(given)) return;
  const message = 'Guessers try this one first. Choose another, three or four words in a row for example.';
  throw new AppError('invalid_input', message, { fields: { password: message } });
}

/** Refuses what is known from a breach (ASVS 5.0, 6.2.12). A service that does not answer keeps nobody out. */
export async function assertNotBreached(
  password: string,
  { breachedPasswords, log }: { breachedPasswords: BreachedPasswords; log: Log },
): Promise<void> {
  const isKnown = await breachedPasswords.isKnown(password).catch((error: unknown) => {
    log.warn({ err: error }, 'passwords: the service for breached ones does not answer');
    return false;
  });
  if (!isKnown) return;
  const message = 'This password is known from a breach of another service. Choose another.';
  throw new AppError('invalid_input', message, { fields: { password: message } });
}
