import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Publishable, but not to be guessed: who holds it can find the agent. */
export function newApiKey(): string {
  return `pk_${randomBytes(16).toString('hex')}`;
}

export type SecretKey = { key: string; hash: string; hint: string };

/** A secret key with what is stored of it: 256 random bits need no slow hash. */
export function newSecretKey(): SecretKey {
  const key = `sk_${randomBytes(32).toString('base64url')}`;
  return { key, hash: hashSecretKey(key), hint: key.slice(-4) };
}

export function isSecretKey(given: string, hash: string | null): boolean {
  if (hash === null) return false;
  return timingSafeEqual(Buffer.from(hashSecretKey(given)), Buffer.from(hash));
}

/** What is stored of a secret key. */
export function hashSecretKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
