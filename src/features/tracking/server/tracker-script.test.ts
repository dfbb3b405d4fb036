import { Script } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { loadTracker } from './tracker-script.ts';

it('P13 the tracker is a script of at most 1,000 bytes', () => {
  const { text } = loadTracker();
  expect(() => new Script(text)).not.toThrow();
  expect(gzipSync(text).length).toBeLessThanOrEqual(1_000);
});
