import { inject } from 'vitest';
import { begunTemplate, copyTemplate, type DatabaseServer, type TestDatabase } from './database-server.ts';

export type { TestDatabase } from './database-server.ts';

/** A migrated, empty database of its own on the real server. */
export function createTestDatabase(): Promise<TestDatabase> {
  return copyTemplate(inject('databaseServer'));
}

let begun: Promise<DatabaseServer> | undefined;

/** One of its own in which the app has begun before, by `begin`: the queue is there, and the first account. */
export async function createBegunDatabase(
  begin: (databaseUrl: string) => Promise<void>,
): Promise<TestDatabase> {
  begun ??= begunTemplate(inject('databaseServer'), begin);
  return copyTemplate(await begun);
}
