import { readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '#kit/time.ts';
import { isProcessAlive } from './process-lock.ts';

/** Of this process: each of its apps has one. */
const own = new Set<string>();

/**
 * The folder of this process for files that are gone with the call they came with, in the data folder because they hold
 * people's data. What processes left that ended in mid-call is swept away; of other machines what is a day old.
 */
export function openTemporaryFolder(dataDir: string, nowMs = Date.now()): string {
  const home = join(dataDir, 'temporary');
  const name = `${hostname()}.${process.pid}.${nowMs.toString(36)}.${own.size}`;
  own.add(name);
  for (const other of listFolders(home)) {
    if (isLeft(home, other, nowMs)) rmSync(join(home, other), { recursive: true, force: true });
  }
  return join(home, name);
}

function isLeft(home: string, name: string, nowMs: number): boolean {
  if (own.has(name)) return false;
  const [pid = ''] = name.split('.').slice(-3);
  const isOfHere = name.startsWith(`${hostname()}.`);
  if (isOfHere && (Number(pid) === process.pid || !isProcessAlive(Number(pid)))) return true;
  const { mtimeMs } = statSync(join(home, name), { throwIfNoEntry: false }) ?? { mtimeMs: nowMs };
  return mtimeMs < nowMs - DAY_MS;
}

function listFolders(home: string): string[] {
  try {
    return readdirSync(home);
  } catch {
    return [];
  }
}
