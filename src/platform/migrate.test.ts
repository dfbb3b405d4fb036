import { rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { migrationsOfNextRelease } from '#tests/support/next-release.ts';
import { migrate } from './migrate.ts';

describe('A migration', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let reader: pg.Client;
  let visitor: pg.Client;
  const folder = migrationsOfNextRelease(['alter table leads add column next_release text']);

  beforeAll(async () => {
    database = await createTestDatabase();
    [reader, visitor] = [0, 1].map(() => new pg.Client({ connectionString: database.url })) as [
      pg.Client,
      pg.Client,
    ];
    await reader.connect();
    await visitor.connect();
  });
  afterAll(async () => {
    await reader.end();
    await visitor.end();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('does not hold up the product behind somebody who reads a table for long, and is done once they have', async () => {
    await reader.query('begin');
    await reader.query('select count(*) from leads');
    let isDone = false;
    const migrating = migrate(database.url, folder).then(() => {
      isDone = true;
    });
    const isWaiting = async (): Promise<boolean> => {
      const { rows } = await visitor.query(
        `select 1 from pg_stat_activity where application_name = 'yarrow-migrate' and wait_event_type = 'Lock'
         and datname = current_database()`,
      );
      return rows.length > 0;
    };
    await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true);
    // Behind the migration, which lets it pass while the reader still reads.
    await visitor.query('select count(*) from leads');
    expect(isDone).toBe(false);
    await reader.query('commit');
    await migrating;
    await expect(visitor.query('select next_release from leads')).resolves.toBeDefined();
  });
});
