import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// Nothing done under a lock takes longer; a process id that lives on as somebody else's is passed over after it.
const STALE_AFTER_MS = 120_000;
const held = new Set<string>();
const NOTE_PREFIX = 'used-by-';
let holdings = 0;

/** True when a process of this id exists, whoever owns it. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Runs `work` while no other process of this machine does the same; a lock that a dead process left is taken over. */
export async function withProcessLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  while (!tryLock(file)) await sleep(50);
  try {
    return await work();
  } finally {
    held.delete(file);
    rmSync(file, { force: true });
  }
}

function tryLock(file: string): boolean {
  try {
    writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
    held.add(file);
    return true;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    // In a container a restarted process mostly gets the number it had before.
    const isOurs = pid === process.pid && !held.has(file);
    // An empty file is one that is being written, or whose writer died over it.
    const isDead = pid > 0 && (isOurs || !isProcessAlive(pid));
    if (isDead || Date.now() - statSync(file).mtimeMs > STALE_AFTER_MS) rmSync(file, { force: true });
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  return false;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Notes in `folder` that this process uses it. `release` tells whether it was the last living one that does. */
export function holdFolder(folder: string): { release: () => boolean } {
  holdings += 1;
  const note = `${NOTE_PREFIX}${process.pid}-${holdings}`;
  writeFileSync(join(folder, note), '');
  return {
    release: () => {
      const notes = readdirSync(folder).filter((name) => name.startsWith(NOTE_PREFIX));
      const isLiving = (name: string): boolean =>
        isProcessAlive(Number.parseInt(name.slice(NOTE_PREFIX.length), 10));
      const others = notes.filter((name) => name !== note && isLiving(name));
      for (const name of notes) if (!others.includes(name)) rmSync(join(folder, name), { force: true });
      return others.length === 0;
    },
  };
}
