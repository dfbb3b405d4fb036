/**
 * `npm run password-link -- EMAIL`: a link that sets a new password for somebody whom no admin can let in any more.
 * With `--without-second-factor` their two-factor sign-in is taken off as well. It can run while Yarrow is at work.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { OPERATOR } from '#features/access/server/manager.ts';
import { issuePasswordReset } from '#features/access/server/password-reset.ts';
import { resetSecondFactor } from '#features/access/server/second-factor.ts';
import { findUserByEmail } from '#features/access/server/store.ts';
import { publicUrlOf, readSettings } from '#platform/config.ts';
import { systemClock } from '#platform/context.ts';
import { openDatabase } from '#platform/db.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';

const envFile = fileURLToPath(new URL('../.env', import.meta.url));
if (existsSync(envFile)) process.loadEnvFile(envFile);

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'without-second-factor': { type: 'boolean', default: false } },
  });
  const [email, ...others] = positionals;
  if (!email || others.length > 0)
    throw new Error('Name one person: npm run password-link -- priya@example.com');
  process.stdout.write(await linkFor(email.toLowerCase(), values['without-second-factor']));
} catch (error) {
  process.stderr.write(`No link was made. ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function linkFor(email: string, isWithoutFactor: boolean): Promise<string> {
  const settings = readSettings(process.env);
  const log = createLog('silent');
  const dataDir = resolve(settings.DATA_DIR);
  if (!settings.DATABASE_URL && !existsSync(resolve(dataDir, 'postgres')))
    throw new Error(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL`);
  const server = settings.DATABASE_URL
    ? { url: settings.DATABASE_URL, stop: () => Promise.resolve() }
    : await startEmbeddedPostgres({ dataDir, log });
  const db = openDatabase({ url: server.url, log, maxConnections: 1 });
  try {
    const found = await findUserByEmail(db, email);
    if (!found) throw new Error(`Nobody has an account with ${email}`);
    const ctx = { db, clock: systemClock, log, publicUrl: publicUrlOf(settings) };
    if (isWithoutFactor) await resetSecondFactor(ctx, found.user.id, OPERATOR);
    const { link, expiresAt } = await issuePasswordReset(ctx, found.user.id, OPERATOR);
    return `${found.user.name}, ${email}, sets a new password here, once, until ${expiresAt}:\n${link}\n`;
  } finally {
    await db.$client.end();
    await server.stop();
  }
}
