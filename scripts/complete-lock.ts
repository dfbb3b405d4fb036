// Completes package-lock.json with the packages of other platforms, or with --check says which are missing.
//
// npm drops an optional package from the lock when the registry (a mirror that lags, mostly) does not know it yet.
// From then on `npm ci` refuses that lock on every machine. Such packages are pinned exactly by their parent and
// never installed here, so their entries can be written without asking anybody.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

// Records keep npm's order of keys, so that the file changes only where something is added.
const AnyRecord = z.record(z.string(), z.unknown());
const Packages = z.record(z.string(), AnyRecord);
const Parent = z.looseObject({
  dev: z.boolean().default(false),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});

const systems = [
  'openharmony',
  'android',
  'darwin',
  'freebsd',
  'netbsd',
  'openbsd',
  'linux',
  'sunos',
  'win32',
  'aix',
];
const processors = [
  'arm64',
  'riscv64',
  'loong64',
  'mips64el',
  's390x',
  'ppc64',
  'wasm32',
  'ia32',
  'x64',
  'arm',
];

/** The platform conditions a package such as `@oxlint/binding-linux-x64-musl` states, read from its name. */
function platformOf(name: string) {
  const words = name.split(/[-/]/);
  const find = (known: string[]) => known.find((word) => words.includes(word));
  const os = find(systems);
  const cpu = find(processors);
  const libc = words.includes('musl')
    ? 'musl'
    : os === 'linux' && words.includes('gnu')
      ? 'glibc'
      : undefined;
  if (!cpu) return undefined;
  return { cpu: [cpu], ...(os && { os: [os] }), ...(libc && { libc: [libc] }) };
}

/** Entries that the lock's own optional dependencies ask for and that it does not hold. */
function missingEntries(packages: z.output<typeof Packages>) {
  return Object.entries(packages).flatMap(([place, entry]) => {
    const { dev, optionalDependencies } = Parent.parse(entry);
    return Object.entries(optionalDependencies)
      .filter(([name]) => !packages[`${place}/node_modules/${name}`] && !packages[`node_modules/${name}`])
      .map(([name, version]) => ({ name, version, dev, platform: platformOf(name) }));
  });
}

const file = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const lock = AnyRecord.parse(JSON.parse(readFileSync(file, 'utf8')));
const packages = Packages.parse(lock.packages);
const missing = missingEntries(packages);
const names = missing.map(({ name, version }) => `${name}@${version}`).join(', ');
const unreadable = missing.filter(
  ({ version, platform }) => !platform || !/^\d+\.\d+\.\d+[-.\w]*$/.test(version),
);

if (missing.length === 0) {
  console.log('package-lock.json holds every optional package.');
} else if (process.argv.includes('--check')) {
  console.error(`package-lock.json lacks ${names}. Run: npm run lock`);
  process.exitCode = 1;
} else if (unreadable.length > 0) {
  console.error(
    `These say neither platform nor exact version: ${unreadable.map(({ name }) => name).join(', ')}`,
  );
  process.exitCode = 1;
} else {
  for (const { name, version, dev, platform } of missing) {
    const { cpu, os, libc } = platform ?? {};
    // In the order npm writes them.
    const given = { version, cpu, dev: dev || undefined, libc, optional: true, os };
    packages[`node_modules/${name}`] = given;
  }
  const sorted = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`);
  console.log(`Added ${names}.`);
}
