// `npm run sbom`: every package of package-lock.json with version, licence and digest, as CycloneDX in dist/sbom.cdx.json.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const { stdout } = await promisify(execFile)(
  'npm',
  ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'],
  { cwd: root, maxBuffer: 64 * 1_048_576, shell: process.platform === 'win32' },
);
mkdirSync(`${root}dist`, { recursive: true });
writeFileSync(`${root}dist/sbom.cdx.json`, stdout);
process.stdout.write('dist/sbom.cdx.json\n');
