import { execFileSync, spawn } from 'node:child_process';
import { chownSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { asPostgres, folderOfPostgres, ownerOfPostgres } from './debian-postgres.ts';
import { freePort } from './server-process.ts';

/** Names of the packages that are missing, as they are installed; undefined when none is. */
export function missingPrograms(programs: Record<string, string>): string | undefined {
  if (process.getuid?.() !== 0) return 'Debian’s servers are started as root, who gives them their accounts';
  const missing = Object.entries(programs).filter(([program]) => !isInstalled(program));
  return missing.length === 0 ? undefined : `apt-get install ${missing.map(([, name]) => name).join(' ')}`;
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export type Started = { port: number; close: () => Promise<void> };

/** Starts a program that keeps to the foreground, and waits until it listens. */
export async function startListener(
  { command, args, port }: { command: string; args: string[]; port: number },
  cleanUp: () => void = () => undefined,
): Promise<Started> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (let tries = 0; !(await isListening(port)); tries += 1) {
    if (child.exitCode !== null || tries > 200) throw new Error(`${command} did not start:\n${said}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    port,
    async close() {
      child.kill('SIGTERM');
      await ended;
      cleanUp();
    },
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Debian's pgbouncer in transaction mode before the database at `url`; answers the address to use in its place. */
export async function startPgbouncer(url: string): Promise<{ url: string; close: () => Promise<void> }> {
  const target = new URL(url);
  const folder = folderOfPostgres();
  const port = await freePort();
  const [users, settings] = [join(folder, 'users.txt'), join(folder, 'pgbouncer.ini')];
  writeFileSync(users, `"${target.username}" "${decodeURIComponent(target.password)}"\n`);
  writeFileSync(
    settings,
    `[databases]
* = host=${target.hostname} port=${target.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 300
logfile = ${folder}/pgbouncer.log
`,
  );
  const { uid, gid } = ownerOfPostgres();
  for (const file of [users, settings]) chownSync(file, uid, gid);
  const args = asPostgres('pgbouncer', '--quiet', settings);
  const { close } = await startListener({ command: 'setpriv', args, port }, () =>
    rmSync(folder, { recursive: true, force: true }),
  );
  target.port = String(port);
  return { url: target.href, close };
}

/** Debian's haproxy, listening at `port` in `mode`, before whatever `lines` name. */
export function startHaproxy({
  port,
  mode,
  lines,
}: {
  port: number;
  mode: 'http' | 'tcp';
  lines: readonly string[];
}): Promise<Started> {
  const folder = folderOfPostgres();
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(
    file,
    `defaults
  mode ${mode}
  timeout connect 2s
  timeout client 10m
  timeout server 10m
  timeout check 2s
listen front
  bind 127.0.0.1:${port}
${lines.map((line) => `  ${line}\n`).join('')}`,
  );
  return startListener({ command: 'haproxy', args: ['-db', '-f', file], port }, () =>
    rmSync(folder, { recursive: true, force: true }),
  );
}

/** Before web processes: whoever is ready gets the next call. */
export const beforeWeb = (ports: readonly number[]): string[] => [
  'balance roundrobin',
  'option forwardfor',
  'option httpchk GET /readyz',
  'option redispatch',
  'retries 3',
  'default-server check inter 300ms fall 3 rise 1 on-marked-down shutdown-sessions',
  ...ports.map((port) => `server web${port} 127.0.0.1:${port}`),
];
