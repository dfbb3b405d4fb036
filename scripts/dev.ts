// `npm run dev`: the server, restarted when its code changes, behind Vite, which updates the page in place.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
if (existsSync(`${root}.env`)) process.loadEnvFile(`${root}.env`);

const port = process.env.PORT ?? '3000';
const webPort = process.env.WEB_PORT ?? '5173';
const url = `http://127.0.0.1:${webPort}`;

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/app/server.ts'], {
  cwd: root,
  env: { ...process.env, PORT: port, PUBLIC_URL: url },
  stdio: ['ignore', 'inherit', 'inherit'],
  // Away from the terminal: Ctrl-C there would reach it twice, and the second signal cuts its goodbye short.
  detached: true,
});
const web = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--port', webPort], {
  cwd: root,
  env: { ...process.env, API_URL: `http://127.0.0.1:${port}` },
  stdio: 'inherit',
});

let isEnding = false;
const endAll = (): void => {
  if (isEnding) return;
  isEnding = true;
  for (const child of [server, web]) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, endAll);
process.channel?.unref();
for (const child of [server, web]) child.once('exit', endAll);
