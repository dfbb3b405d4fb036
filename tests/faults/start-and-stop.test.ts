import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ADMIN, GATE_PASSWORD, type TestClient, testClient } from '../support/client.ts';
import { isRunning, type ServerProcess, startServerProcess } from '../support/server-process.ts';

/** One data folder through the whole file, as on somebody's machine. */
const dataDir = mkdtempSync(join(tmpdir(), 'yarrow-start-'));
const start = (): Promise<ServerProcess> => startServerProcess({ DATA_DIR: dataDir, DEMO: 'off' });

async function signedIn(url: string): Promise<TestClient> {
  const client = testClient(url);
  await client.post('/api/access', { password: GATE_PASSWORD });
  await client.post('/api/auth/sign-in/email', ADMIN);
  return client;
}

/** The process id in a PostgreSQL data folder below `dataDir`; undefined when no server runs there. */
function postmasterPid(): number | undefined {
  const file = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

describe('starting and ending', () => {
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  let groupId = '';

  it('prints where it is, the testing password and how to sign in, and ends cleanly on SIGTERM, the database too', async () => {
    const server = await start();
    await expect.poll(server.output).toContain(GATE_PASSWORD);
    expect(server.output()).toContain(server.url);
    expect(server.output()).toContain(ADMIN.email);
    expect(server.output()).not.toContain(ADMIN.password);
    const client = await signedIn(server.url);
    ({ id: groupId } = await client.post<{ id: string }>('/api/lead-groups', { name: 'Evening blends' }));
    const pid = postmasterPid();
    expect(pid).toBeDefined();
    expect(await server.end('SIGTERM')).toBe(0);
    await expect.poll(() => isRunning(pid ?? 0)).toBe(false);
  });

  it('ends cleanly where the signal comes twice, as to a whole group of processes', async () => {
    const server = await start();
    const pid = postmasterPid();
    server.child.kill('SIGTERM');
    // Two at the very same time would be one to the process.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await server.end('SIGTERM')).toBe(0);
    await expect.poll(() => isRunning(pid ?? 0)).toBe(false);
  });

  // S7-06
  it('has everything it confirmed after a restart, and ends on Ctrl-C', async () => {
    const server = await start();
    const client = await signedIn(server.url);
    const groups = await client.get<{ id: string }[]>('/api/lead-groups');
    expect(groups.map((group) => group.id)).toEqual([groupId]);
    expect(await server.end('SIGINT')).toBe(0);
  });

  it('recovers by itself after kill -9, with every confirmed write', async () => {
    const server = await start();
    const client = await signedIn(server.url);
    const made: string[] = [];
    for (let index = 0; index < 20; index += 1) {
      made.push((await client.post<{ id: string }>('/api/lead-groups', { name: `Group ${index}` })).id);
    }
    await server.end('SIGKILL');

    const next = await start();
    const groups = await (await signedIn(next.url)).get<{ id: string }[]>('/api/lead-groups');
    expect(groups.map((group) => group.id)).toEqual(expect.arrayContaining(made));
    expect(await next.end()).toBe(0);
  });

  it('recovers after kill -9 of server and database together', async () => {
    const server = await start();
    const client = await signedIn(server.url);
    const { id } = await client.post<{ id: string }>('/api/lead-groups', { name: 'Last one' });
    process.kill(postmasterPid() ?? 0, 'SIGKILL');
    await server.end('SIGKILL');

    const next = await start();
    const groups = await (await signedIn(next.url)).get<{ id: string }[]>('/api/lead-groups');
    expect(groups.map((group) => group.id)).toContain(id);
    expect(await next.end()).toBe(0);
  });

  it('stops with the name of a wrong setting', async () => {
    await expect(startServerProcess({ DATA_DIR: dataDir, ROLE: 'worker' })).rejects.toThrow(
      'ROLE: worker needs DATABASE_URL',
    );
  });
});
