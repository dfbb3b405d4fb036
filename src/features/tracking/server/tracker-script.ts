import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tracker } from '#embeds/tracker.ts';
import { PROJECT_ROOT } from '#platform/project-root.ts';

/** The minified script, which `scripts/build.ts` makes of `trackerSource`. */
export const TRACKER_FILE = `${PROJECT_ROOT}dist/embeds/tracker.js`;

/** Types are blanked out when the source is loaded. */
export const trackerSource = `(${tracker.toString()})();\n`;

/** The script for landing pages; where nothing has been built, as it was written. */
export function loadTracker(): { text: string; etag: string } {
  const text = readBuilt() ?? trackerSource;
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"` };
}

function readBuilt(): string | undefined {
  try {
    return readFileSync(TRACKER_FILE, 'utf8');
  } catch {
    return undefined;
  }
}
