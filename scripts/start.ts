// `npm start`: builds what is stale, then serves, in this very process so that signals reach it.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './build.ts';

const envFile = fileURLToPath(new URL('../.env', import.meta.url));
if (existsSync(envFile)) process.loadEnvFile(envFile);

if (!ensureBuilt('server', ...(process.env.ROLE === 'worker' ? [] : (['web'] as const)))) process.exit(1);

// scripts/run.mjs holds this channel; killed with -9 it cannot pass that on.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

await import(new URL('../dist/server/server.js', import.meta.url).href);
