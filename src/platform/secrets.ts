import { randomBytes } from 'node:crypto';
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
