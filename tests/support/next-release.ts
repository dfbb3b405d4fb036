import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#platform/project-root.ts';

type Journal = {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
};

/** The migrations of a release to come: those of this one and one more with these statements. */
export function migrationsOfNextRelease(statements: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'yarrow-next-'));
  cpSync(`${PROJECT_ROOT}migrations`, folder, { recursive: true });
  const file = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal;
  const last = journal.entries.at(-1);
  if (!last) throw new Error('there are no migrations');
  const tag = `${String(last.idx + 1).padStart(4, '0')}_next_release`;
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(join(folder, `${tag}.sql`), statements.join('\n--> statement-breakpoint\n'));
  return folder;
}
