import { inject } from 'vitest';
import { copyTemplate, type TestDatabase } from './database-server.ts';

export type { TestDatabase } from './database-server.ts';

/** A migrated, empty database of its own on the real server. */
export function createTestDatabase(): Promise<TestDatabase> {
  return copyTemplate(inject('databaseServer'));
}
