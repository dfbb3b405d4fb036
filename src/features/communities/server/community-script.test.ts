import { Script } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { loadCommunityScript } from './community-script.ts';

it('the script for other sites is small, plain and writes no HTML', () => {
  const { text } = loadCommunityScript();
  expect(gzipSync(text).length).toBeLessThan(12 * 1024);
  expect(() => new Script(text)).not.toThrow();
  expect(text).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/);
});
