import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { migrate } from '#platform/migrate.ts';

const TEMPLATE = 'yarrow_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** Server on which each test makes its own database. */
    databaseServerUrl: string;
    templateDatabase: string;
  }
}

/**
 * One real PostgreSQL for all tests: the embedded one, or that of TEST_DATABASE_URL. Migrates a template once, from
 * which each test file copies its database in a few milliseconds.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const dataDir = mkdtempSync(join(tmpdir(), 'yarrow-test-'));
  const server = given
    ? { url: given, stop: () => Promise.resolve() }
    : await startEmbeddedPostgres({ dataDir, log: createLog('silent') });

  // A name of its own for each run: two runs on one server do not disturb each other.
  const templateDatabase = `${TEMPLATE}_${process.pid}`;
  const url = new URL(server.url);
  url.pathname = `/${templateDatabase}`;
  await onServer(server.url, async (client) => {
    await client.query(`drop database if exists ${templateDatabase}`);
    await client.query(`create database ${templateDatabase}`);
  });
  await migrate(url.href);

  project.provide('databaseServerUrl', server.url);
  project.provide('templateDatabase', templateDatabase);
  return async () => {
    await onServer(server.url, (client) =>
      client.query(`drop database if exists ${templateDatabase} with (force)`),
    );
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
