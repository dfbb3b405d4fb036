import { createHash } from 'node:crypto';
import { community } from '#embeds/community.ts';

/** The script for other sites as browsers take it: comments and indentation removed. */
export function loadCommunityScript(): { text: string; etag: string } {
  const lines = `(${community.toString()})();`
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^\s*\/\*\*.*\*\/$/gm, '')
    .split('\n')
    // Types are blanked out, not cut out, when the source is loaded.
    .map((line) => line.trim().replaceAll(/ {2,}/g, ' '))
    .filter((line) => line !== '');
  const text = `${lines.join('\n')}\n`;
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"` };
}
