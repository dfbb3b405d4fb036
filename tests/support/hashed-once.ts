import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

type Tell = Parameters<typeof crypto.scrypt>[4];

const { scrypt } = crypto;
const known = new Map<string, Parameters<Tell>[1]>();

/**
 * A password is hashed as slowly as ever, but the same one with the same salt once in a process: nearly every file signs
 * in the one admin of the template.
 */
crypto.scrypt = (
  password: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  length: number,
  options: crypto.ScryptOptions | Tell,
  tell?: Tell,
): void => {
  if (typeof options === 'function') return scrypt(password, salt, length, options);
  const name = JSON.stringify([password, salt, length, options]);
  const key = known.get(name);
  if (key) return void setImmediate(() => tell?.(null, key));
  scrypt(password, salt, length, options, (error, fresh) => {
    if (!error) known.set(name, fresh);
    tell?.(error, fresh);
  });
};
syncBuiltinESMExports();
