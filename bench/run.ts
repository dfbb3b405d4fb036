/** `npm run bench -- <name> …` runs bench/<name>.ts one after the other; without a name, all except the 30-minute soak. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.replace('.ts', ''));

const requested = process.argv.slice(2);
for (const name of requested.length > 0 ? requested : names.filter((one) => one !== 'soak')) {
  if (!names.includes(name)) {
    process.stderr.write(`There is no bench named ${name}. Available: ${names.join(', ')}.\n`);
    process.exit(1);
  }
  process.stdout.write(`\n== ${name}\n`);
  const { status } = spawnSync(process.execPath, [`${folder}${name}.ts`], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
