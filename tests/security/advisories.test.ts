import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { judge } from '../../scripts/check-advisories.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The part of a registry that lists advisories; it answers each question with these. */
let registry: Server | undefined;
async function registryWith(answer: { status: number; body: unknown }): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    const isQuestion = request.url?.endsWith('/advisories/bulk') === true;
    response.writeHead(isQuestion ? answer.status : 200, { 'content-type': 'application/json' });
    // npm also asks which versions of a package there are.
    const name = decodeURIComponent(request.url?.slice(1) ?? '');
    const versions = { '1.0.0': { name, version: '1.0.0' } };
    response.end(
      JSON.stringify(isQuestion ? answer.body : { name, versions, 'dist-tags': { latest: '1.0.0' } }),
    );
  });
  registry = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
/** npm keeps what it has read of an advisory. */
let cache = '';
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'yarrow-npm-'));
});
afterEach(() => {
  registry?.close();
  rmSync(cache, { recursive: true, force: true });
});

const check = (url: string): Promise<{ isGood: boolean; words: string }> =>
  new Promise((resolve) => {
    const env = {
      ...process.env,
      npm_config_registry: url,
      npm_config_fetch_retries: '0',
      npm_config_cache: cache,
    };
    execFile(process.execPath, ['scripts/check-advisories.ts'], { cwd: root, env }, (error, stdout) =>
      resolve({ isGood: error === null, words: stdout.trim() }),
    );
  });

const advisory = (severity: string) => ({
  fastify: [
    {
      id: 1,
      url: 'https://advisories.test/1',
      title: 'A hole in routing',
      severity,
      vulnerable_versions: '<99.0.0',
      cwe: [],
      cvss: { score: 9, vectorString: null },
    },
  ],
});

describe('the check of advisories', { timeout: 60_000 }, () => {
  it('fails on one that is high, with its name and address', async () => {
    const { isGood, words } = await check(await registryWith({ status: 200, body: advisory('high') }));
    expect(isGood).toBe(false);
    expect(words).toContain('fastify *: A hole in routing (high, https://advisories.test/1)');
  });

  it('goes on with one that is moderate', async () => {
    const checked = await check(await registryWith({ status: 200, body: advisory('moderate') }));
    expect(checked).toEqual({ isGood: true, words: 'No high or critical advisory is known.' });
  });

  it('says plainly that it was not made where the registry lists none, and fails nothing', async () => {
    const { isGood, words } = await check(await registryWith({ status: 405, body: {} }));
    expect(isGood).toBe(true);
    expect(words).toContain('NOT CHECKED');
  });

  it('says so too where nothing is answered, and fails on one that is critical', () => {
    expect(judge('')).toEqual({ isGood: true, words: expect.stringContaining('NOT CHECKED') });
    const cause = { title: 'A hole', url: 'https://advisories.test/2', severity: 'critical' };
    const vulnerabilities = { zod: { severity: 'critical', range: '<5', via: [cause] } };
    expect(judge(JSON.stringify({ vulnerabilities })).isGood).toBe(false);
  });
});

it('the list of parts is CycloneDX, and names every package of the lock with its digest', {
  timeout: 60_000,
}, async () => {
  await promisify(execFile)(process.execPath, ['scripts/build-sbom.ts'], { cwd: root });
  const list = JSON.parse(readFileSync(`${root}dist/sbom.cdx.json`, 'utf8'));
  const lock = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'));
  expect(list).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { version: '0.1.0' } } });
  const listed = new Map<string, { hashes?: unknown[] }>(
    list.components.map((part: { name: string; version: string }) => [`${part.name}@${part.version}`, part]),
  );
  for (const name of Object.keys(lock.packages[''].dependencies)) {
    const { version } = lock.packages[`node_modules/${name}`];
    expect(listed.get(`${name}@${version}`)?.hashes, name).toHaveLength(1);
  }
});
