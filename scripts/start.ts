// `npm start`: builds the web app when it is stale, then serves, in this very process so that signals reach it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isWebAppBuilt } from './build.ts';

const envFile = fileURLToPath(new URL('../.env', import.meta.url));
if (existsSync(envFile)) process.loadEnvFile(envFile);

if (process.env.ROLE !== 'worker' && !isWebAppBuilt()) {
  // A process of its own: the bundler's memory goes with it.
  const builder = fileURLToPath(new URL('build.ts', import.meta.url));
  const { status } = spawnSync(process.execPath, [builder], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

// scripts/run.mjs holds this channel; killed with -9 it cannot pass that on.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

await import('#app/server.ts');
