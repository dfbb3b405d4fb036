import { Script } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { minifySync } from 'vite';
import { expect, it } from 'vitest';
import { trackerSource } from './tracker-script.ts';

// P13
it('the tracker is a script of at most 1,000 bytes', () => {
  const { code } = minifySync('tracker.js', trackerSource);
  expect(() => new Script(code)).not.toThrow();
  expect(gzipSync(code).length).toBeLessThanOrEqual(1_000);
});
