/**
 * `npm run bench -- <name> …` runs bench/<name>.ts one after the other; without a name, all but the soak of half an hour
 * and the footprint, which has no reference.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const notBenches = new Set([
  'event-crowd.ts',
  'lead-crowd.ts',
  'lead-server.ts',
  'mail-crowd.ts',
  'run.ts',
  'runner.ts',
]);
const onlyByName = new Set(['footprint', 'soak']);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('-peer.ts') && !notBenches.has(file))
  .map((file) => file.replace('.ts', ''));

const asked = process.argv.slice(2);
for (const name of asked.length > 0 ? asked : names.filter((one) => !onlyByName.has(one))) {
  if (!names.includes(name)) {
    process.stderr.write(`There is no bench named ${name}. There are: ${names.join(', ')}.\n`);
    process.exit(1);
  }
  process.stdout.write(`\n== ${name}\n`);
  const { status } = spawnSync(process.execPath, [`${folder}${name}.ts`], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
