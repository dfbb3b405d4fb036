import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '#kit/time.ts';
import { openTemporaryFolder } from './temporary-files.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'yarrow-temporary-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const leave = (name: string, ageMs = 0): string => {
  const folder = join(dataDir, 'temporary', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'upload'), 'people');
  const at = new Date(Date.now() - ageMs);
  utimesSync(folder, at, at);
  return folder;
};
const NOBODY = 2 ** 22 - 1;

it('sweeps what an ended process left, and nothing of one that lives', () => {
  const ended = leave(`${hostname()}.${NOBODY}.abc.0`);
  const namesake = leave(`${hostname()}.${process.pid}.abc.0`);
  const alive = leave(`${hostname()}.${process.ppid}.abc.0`);
  const own = openTemporaryFolder(dataDir);
  mkdirSync(own);
  openTemporaryFolder(dataDir);
  expect([ended, namesake, alive, own].map((folder) => existsSync(folder))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

it('leaves another machine a day', () => {
  const fresh = leave('elsewhere.1.abc.0');
  const old = leave('elsewhere.2.abc.0', DAY_MS + 60_000);
  openTemporaryFolder(dataDir);
  expect([existsSync(fresh), existsSync(old)]).toEqual([true, false]);
});
