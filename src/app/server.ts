import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { publicUrlOf, readSettings, type Settings, SettingsError } from '#platform/config.ts';
import { heedRestoredNote } from '#platform/database-home.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog, type Log } from '#platform/log.ts';
import { migrate } from '#platform/migrate.ts';
import { serveWebApp } from './static-files.ts';
import { type App, wire } from './wiring.ts';

type DatabaseServer = {
  url: string;
  directUrl?: string | undefined;
  restoredNote?: string;
  stop: () => Promise<void>;
};

/** A signal to a whole group comes twice, by itself and passed on; only somebody who asks later again is impatient. */
const IMPATIENT_AFTER_MS = 1_000;

/** What has been started, the latest first. */
const closers: (() => Promise<unknown>)[] = [];

/** Starts what ROLE asks for and ends it cleanly on SIGINT or SIGTERM, or when a part of it fails to start. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createLog(settings.LOG_LEVEL);

  let askedAtMs: number | undefined;
  const shutDown = async (): Promise<void> => {
    if (askedAtMs !== undefined) {
      if (performance.now() - askedAtMs > IMPATIENT_AFTER_MS) process.exit(1);
      return;
    }
    askedAtMs = performance.now();
    await closeAll(log);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void shutDown());

  try {
    await start(settings, log, () => askedAtMs !== undefined);
  } catch (error) {
    // What a signal cuts off in mid-start fails too; that is no news.
    if (askedAtMs !== undefined) return;
    await closeAll(log);
    throw error;
  }
}

async function closeAll(log: Log): Promise<void> {
  for (const close of closers.splice(0))
    await close().catch((error: unknown) => log.error({ err: error }, 'shutdown'));
}

async function start(settings: Settings, log: Log, isShuttingDown: () => boolean): Promise<void> {
  const starting = databaseServer(settings, log);
  // Even a signal in mid-start has to end the database.
  closers.unshift(() =>
    starting.then(
      (database) => database.stop(),
      () => undefined,
    ),
  );
  const database = await starting;
  await migrate(database.directUrl ?? database.url);
  const publicUrl = publicUrlOf(settings);
  const app = await wire({
    settings,
    databaseUrl: database.url,
    directUrl: database.directUrl,
    publicUrl,
    log,
  });
  closers.unshift(() => app.close());

  if (database.restoredNote) await heedRestoredNote(app.db, database.restoredNote);
  await app.initialise();
  // Before anything is served: a launch that is accepted must find its queue.
  await app.startQueue();
  if (settings.ROLE !== 'worker') {
    await app.hub.start();
    const server = await app.createServer(isShuttingDown);
    await serveWebApp(server.fastify);
    closers.unshift(() => server.fastify.close());
    await server.fastify.listen({ port: settings.PORT, host: settings.HOST });
  }
  await printWelcome(settings, publicUrl, app);
}

async function databaseServer(settings: Settings, log: Log): Promise<DatabaseServer> {
  if (settings.DATABASE_URL)
    return {
      url: settings.DATABASE_URL,
      directUrl: settings.DATABASE_DIRECT_URL,
      stop: () => Promise.resolve(),
    };
  const dataDir = resolve(settings.DATA_DIR);
  mkdirSync(dataDir, { recursive: true });
  return startEmbeddedPostgres({ dataDir, log });
}

async function printWelcome(settings: Settings, publicUrl: string, app: App): Promise<void> {
  if (settings.ROLE === 'worker') {
    process.stdout.write('Yarrow worker is ready.\n');
    return;
  }
  const { gatePassword, signIn } = await app.welcome();
  const lines = [
    '',
    `  Yarrow is ready at ${publicUrl}`,
    '',
    `  Testing password  ${gatePassword}`,
    `  Sign in           ${signIn}`,
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** One line for what a setting mends; anything else keeps its stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SettingsError) return error.message;
  if (/unsupported startup parameter/.test(error.message))
    return '  DATABASE_URL: a pooler answers there; name the server itself as DATABASE_DIRECT_URL';
  const isTaken = 'code' in error && error.code === 'EADDRINUSE' && 'port' in error;
  if (isTaken) return `  PORT: another program listens on ${String(error.port)}; is Yarrow running already?`;
  return error.stack ?? error.message;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`Yarrow could not start.\n${explain(error)}\n`);
  process.exit(1);
}
