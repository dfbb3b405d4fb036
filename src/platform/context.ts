import type { Settings } from './config.ts';
import type { Courtesy } from './courtesy.ts';
import type { Database } from './db.ts';
import type { JobQueue } from './jobs.ts';
import type { LiveHub } from './live.ts';
import type { Log } from './log.ts';
import type { Vault } from './secrets.ts';

/** Where the time comes from; tests set their own. */
export type Clock = { now: () => Date };

export const systemClock: Clock = { now: () => new Date() };

/**
 * What a use case works with: `launchCampaign(ctx, id)`. One that needs little says so: `Pick<Context, 'db' | 'clock'>`.
 * `app/context.ts` builds it. A provider's port or a feature adds an entry with `declare module '#platform/context.ts'`
 * in the file that defines the entry's type.
 */
export interface Context {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: JobQueue;
  readonly live: LiveHub;
  readonly courtesy: Pick<Courtesy, 'giveWay'>;
  readonly config: Settings;
  readonly vault: Vault;
  /** Address that people and mail links use, without a trailing slash. */
  readonly publicUrl: string;
  /** The folder of files that last as long as a call. */
  readonly temporaryFolder: string;
}
