import type { TestProject } from 'vitest/node';
import { type DatabaseServer, startDatabaseServer } from './database-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Server on which each test file makes its own database. */
    databaseServer: DatabaseServer;
  }
}

/** Starts the database server of a vitest run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, template, stop } = await startDatabaseServer();
  project.provide('databaseServer', { url, template });
  return stop;
}
