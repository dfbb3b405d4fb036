import { startDatabaseServer } from './database-server.ts';

/** Starts the database server of a browser run; its workers find it in their environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const { url, template, stop } = await startDatabaseServer();
  process.env.E2E_DATABASE_SERVER = JSON.stringify({ url, template });
  return stop;
}
