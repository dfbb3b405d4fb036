import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, GATE_PASSWORD, type TestClient, testClient } from '../support/client.ts';
import { isReady, type ServerProcess, startServerProcess } from '../support/server-process.ts';

const DISK_MB = 220;
/**
 * A small disk of one's own needs no rights where the system lets ordinary accounts have name spaces (unshare of
 * util-linux 2.38, Linux only). The inner name space gives an ordinary account back, as PostgreSQL wants it.
 */
const OWN_DISK = ['-Urm', 'sh', '-c'];
const AS_ORDINARY = 'unshare -U --map-user=1000 --map-group=1000';
const probe = spawnSync('unshare', [...OWN_DISK, `mount -t tmpfs none /mnt && ${AS_ORDINARY} true`]);
const hasOwnDisk = process.platform === 'linux' && probe.status === 0;
if (!hasOwnDisk) {
  process.stderr.write('R7 is not tested here: nobody may mount a small disk (unshare -Urm is refused).\n');
}

// R7
describe.skipIf(!hasOwnDisk)('the disk is full', () => {
  const mountPoint = fs.mkdtempSync(join(tmpdir(), 'yarrow-disk-'));
  let server: ServerProcess;
  let client: TestClient;
  /** The disk as it looks from out here. */
  let disk: string;

  beforeAll(async () => {
    server = await startServerProcess(
      { DATA_DIR: join(mountPoint, 'data'), DEMO: 'off' },
      (program, args) => [
        'unshare',
        [
          ...OWN_DISK,
          `mount -t tmpfs -o size=${DISK_MB}m,mode=755 none "$0" && exec ${AS_ORDINARY} "$@"`,
          mountPoint,
          program,
          ...args,
        ],
      ],
    );
    disk = `/proc/${server.child.pid}/root${mountPoint}`;
    client = testClient(server.url);
    await client.post('/api/access', { password: GATE_PASSWORD });
    await client.post('/api/auth/sign-in/email', ADMIN);
  });
  afterAll(async () => {
    await server.end();
    fs.rmSync(mountPoint, { recursive: true, force: true });
  });

  function fill(): void {
    const ballast = fs.openSync(join(disk, 'ballast'), 'w');
    const block = Buffer.alloc(65_536);
    try {
      for (;;) if (fs.writeSync(ballast, block) < block.length) break;
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
    } finally {
      fs.closeSync(ballast);
    }
  }
  const empty = (): void => fs.rmSync(join(disk, 'ballast'));

  let made = 0;
  const acknowledged: string[] = [];
  /** Adds a group; answers the status. */
  async function add(): Promise<number> {
    made += 1;
    const name = `Group ${made}`;
    const answer = await client.call('POST', '/api/lead-groups', {
      body: { name, description: 'x'.repeat(400) },
    });
    await answer.text();
    if (answer.status === 201) acknowledged.push(name);
    return answer.status;
  }
  const statusesOf = async (calls: number): Promise<number[]> => {
    const found = new Set<number>();
    for (let call = 0; call < calls; call += 1) found.add(await add());
    return [...found].toSorted();
  };
  const names = async (): Promise<string[]> =>
    (await client.get<{ name: string }[]>('/api/lead-groups')).map(({ name }) => name);

  it('refuses what it cannot store, loses nothing it acknowledged, and goes on by itself when there is room', async () => {
    expect(await statusesOf(20)).toEqual([201]);
    fill();
    const whileFull = await statusesOf(150);
    expect(whileFull.filter((status) => status !== 201)).toEqual([503]);
    expect((await names()).toSorted(), 'it still reads').toEqual(acknowledged.toSorted());
    empty();
    await expect.poll(add, { timeout: 10_000 }).toBe(201);
    expect(await statusesOf(20)).toEqual([201]);
    expect((await names()).toSorted()).toEqual(acknowledged.toSorted());
  });

  it('starts its database again when that could not even write its log', async () => {
    fill();
    // Its log needs more files than it has, and there is no room for another one.
    const home = join(disk, 'data', 'postgres');
    const { superuser } = JSON.parse(fs.readFileSync(join(home, 'passwords.json'), 'utf8')) as Record<
      string,
      string
    >;
    const port = fs.readFileSync(join(home, 'port'), 'utf8').trim();
    const sql = new pg.Client({
      connectionString: `postgres://postgres:${superuser}@127.0.0.1:${port}/postgres`,
    });
    sql.on('error', () => undefined);
    await sql.connect();
    await expect(
      sql.query(
        `select pg_logical_emit_message(false, 'fill', repeat('x', 8000000)) from generate_series(1, $1)`,
        [Math.ceil(DISK_MB / 8)],
      ),
    ).rejects.toThrow();
    await sql.end().catch(() => undefined);
    await expect.poll(() => isReady(server.url), { timeout: 20_000 }).toBe(false);
    await sleep(2_500);
    expect(await isReady(server.url), 'the database has ended').toBe(false);
    expect(server.child.exitCode, 'the server has not').toBeNull();
    empty();
    await expect.poll(() => isReady(server.url), { timeout: 30_000, interval: 200 }).toBe(true);
    expect((await names()).toSorted()).toEqual(acknowledged.toSorted());
    expect(await add()).toBe(201);
  }, 90_000);
});
