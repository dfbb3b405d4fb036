import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Queryable, rowsOf, sql } from './db.ts';

/**
 * A secret that all processes share: made at the first call, the same ever after.
 * @returns 43 characters of base64url (256 random bits) unless `make` says otherwise.
 */
export async function sharedSecret(
  db: Queryable,
  name: string,
  make: () => string = () => randomBytes(32).toString('base64url'),
): Promise<string> {
  await db.execute(
    sql`insert into generated_secrets (name, value) values (${name}, ${make()}) on conflict do nothing`,
  );
  const [row] = await rowsOf<{ value: string }>(
    db,
    sql`select value from generated_secrets where name = ${name}`,
  );
  if (!row) throw new Error(`secret ${name} could not be made`);
  return row.value;
}

/** Whether they are the same, in a time that does not tell how much of them is. */
export function isSameSecret(given: string | Buffer, wanted: string | Buffer): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Encrypts what has to be read again, like the password of a mail account. */
export type Vault = {
  /** @param owner what it belongs to: sealed for one owner, it cannot be opened for another */
  seal: (text: string, owner: string) => string;
  /** Undefined when it was sealed with another secret or for another owner. */
  open: (sealed: string, owner: string) => string | undefined;
};

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM under a key of its own that is derived from `secret`. */
export function createVault(secret: string): Vault {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'yarrow vault', 32));
  return {
    seal(text, owner) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
        return text.toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
