import { rmSync } from 'node:fs';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { migrationsOfNextRelease } from '#tests/support/next-release.ts';
import { migrate } from './migrate.ts';

describe('A migration', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let reader: pg.Client;
  let visitor: pg.Client;
  let folder: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    [reader, visitor] = [0, 1].map(() => new pg.Client({ connectionString: database.url })) as [
      pg.Client,
      pg.Client,
    ];
    await reader.connect();
    await visitor.connect();
  });
  afterEach(async () => {
    await reader.end();
    await visitor.end();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const isWaiting = async (): Promise<boolean> => {
    const { rows } = await visitor.query(
      `select 1 from pg_stat_activity where application_name = 'yarrow-migrate' and wait_event_type = 'Lock'
       and datname = current_database()`,
    );
    return rows.length > 0;
  };

  it('does not hold up the product behind somebody who reads a table for long, and is done once they have', async () => {
    folder = migrationsOfNextRelease(['alter table leads add column next_release text']);
    await reader.query('begin');
    await reader.query('select count(*) from leads');
    let isDone = false;
    const migrating = migrate(database.url, folder).then(() => {
      isDone = true;
    });
    await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true);
    // Behind the migration, which lets it pass while the reader still reads.
    await visitor.query('select count(*) from leads');
    expect(isDone).toBe(false);
    await reader.query('commit');
    await migrating;
    await expect(visitor.query('select next_release from leads')).resolves.toBeDefined();
  });

  it('gives way where it and somebody who works wait for each other, and comes again', async () => {
    folder = migrationsOfNextRelease([
      'alter table leads add column next_release text',
      'create index next_release on events (id)',
    ]);
    await reader.query('begin');
    await reader.query('lock table events in row exclusive mode');
    const migrating = migrate(database.url, folder);
    await expect.poll(isWaiting, { interval: 20, timeout: 10_000 }).toBe(true);
    await reader.query('select count(*) from leads');
    await reader.query('commit');
    await migrating;
    await expect(visitor.query('select next_release from leads')).resolves.toBeDefined();
  });

  it('refuses a database that began with other tables, and changes nothing in it', async () => {
    folder = migrationsOfNextRelease(['alter table leads add column next_release text']);
    await visitor.query(`update drizzle.__drizzle_migrations set hash = 'another' where id = 1`);
    await expect(migrate(database.url, folder)).rejects.toThrow('cannot be upgraded');
    await expect(visitor.query('select next_release from leads')).rejects.toThrow('does not exist');
  });
});
