import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WORKSPACE } from '#app/demo/story.ts';
import { addDays, dateInZone, startOfDate } from '#kit/time.ts';
import { ensureBuilt } from '../../scripts/build.ts';
import { copyTemplate, type DatabaseServer, startDatabaseServer } from './database-server.ts';
import { startServerProcess } from './server-process.ts';

/** What servers of browser tests start on: with an empty database, or with one in which the demo has been made. */
export type Templates = { empty: DatabaseServer; demo: DemoTemplate };

/** A demo tells its story from the day on that it was made: on the next one the days before it are others. */
type DemoTemplate = DatabaseServer & { day: string };

/** The day in the demo's own time zone. */
export const demoDay = (): string => dateInZone(new Date(), WORKSPACE.timeZone);

/** How long the demo's day still lasts. */
export const demoDayLeftMs = (): number =>
  startOfDate(addDays(demoDay(), 1), WORKSPACE.timeZone).getTime() - Date.now();

/** The setting in which workers find them; `npm test` has made them before. */
export const TEMPLATES = 'E2E_TEMPLATES';

/** Starts the database server of a browser run and makes the demo; its workers find both in their environment. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[TEMPLATES]) return undefined;
  // A test of one file looks at the screens as they are written now.
  if (!ensureBuilt('web')) throw new Error('the web app could not be built');
  const { stop, ...empty } = await startDatabaseServer();
  // Without the demo nothing calls what this answers, and the server would outlive the run.
  const { demo, drop } = await makeDemo(empty).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  process.env[TEMPLATES] = JSON.stringify({ empty, demo } satisfies Templates);
  return async () => {
    await drop();
    await stop();
  };
}

/** Makes the demo once, in a database that is copied for whoever shows it. */
export async function makeDemo(
  empty: DatabaseServer,
): Promise<{ demo: DemoTemplate; drop: () => Promise<void> }> {
  const day = demoDay();
  const seeded = await copyTemplate(empty);
  const dataDir = mkdtempSync(join(tmpdir(), 'yarrow-demo-'));
  try {
    const seeding = await startServerProcess({
      DATA_DIR: dataDir,
      DATABASE_URL: seeded.url,
      DEMO: 'on',
    });
    await seeding.end();
  } catch (error) {
    await seeded.drop();
    throw error;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  const demo = { ...empty, template: new URL(seeded.url).pathname.slice(1), day };
  return { demo, drop: seeded.drop };
}
