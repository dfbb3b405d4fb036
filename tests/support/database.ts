import { inject } from 'vitest';
import { begunTemplate, copyTemplate, type DatabaseServer, type TestDatabase } from './database-server.ts';

export type { TestDatabase } from './database-server.ts';

let server: Promise<DatabaseServer> | undefined;

/** The server of this run, which starts with the first test that asks. */
export function getDatabaseServer(): Promise<DatabaseServer> {
  server ??= askDesk();
  return server;
}

async function askDesk(): Promise<DatabaseServer> {
  const answer = await fetch(inject('databaseDesk'));
  if (!answer.ok) throw new Error(`the database server of the tests did not start: ${await answer.text()}`);
  return (await answer.json()) as DatabaseServer;
}

/** A migrated, empty database of its own on the real server. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return copyTemplate(await getDatabaseServer());
}

let begun: Promise<DatabaseServer> | undefined;

/** One of its own in which the app has begun before, by `begin`: the queue is there, and the first account. */
export async function createBegunDatabase(
  begin: (databaseUrl: string) => Promise<void>,
): Promise<TestDatabase> {
  begun ??= getDatabaseServer().then((empty) => begunTemplate(empty, begin));
  return copyTemplate(await begun);
}
