import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { asPostgres, debianPrograms, folderOfPostgres } from './debian-postgres.ts';
import { startHaproxy, startListener } from './debian-proxies.ts';
import { freePort } from './server-process.ts';

const NODES = 3;
const PASSWORD = 'secret';

type Node = { name: string; port: number; restPort: number; data: string; patroni: ChildProcess | undefined };
type Member = { name: string; role: string; state: string };

export type DebianCluster = {
  /** By way of haproxy, which leads to whoever is the primary. */
  url: string;
  /** Which node is the primary now; undefined while none is. */
  primary: () => Promise<string | undefined>;
  /** Ends the node as a loss of power does: its PostgreSQL and the Patroni that looks after it. */
  kill: (name: string) => Promise<void>;
  start: (name: string) => void;
  /** Resolves once all nodes are there and one of them is a synchronous replica. */
  untilWhole: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Three PostgreSQL servers of Debian's under its Patroni, with one etcd and one haproxy: a commit is acknowledged when
 * a second server has it, and another one takes over when the primary is gone.
 */
export async function startDebianCluster(): Promise<DebianCluster> {
  const folder = folderOfPostgres();
  const [clientPort, peerPort] = [await freePort(), await freePort()];
  const [client, peer] = [clientPort, peerPort].map((port) => `http://127.0.0.1:${port}`);
  const etcd = await startListener({
    command: 'setpriv',
    args: asPostgres(
      'etcd',
      ...['--data-dir', join(folder, 'etcd'), '--logger=zap', '--log-level=error'],
      ...[`--listen-client-urls=${client}`, `--advertise-client-urls=${client}`],
      ...[`--listen-peer-urls=${peer}`, `--initial-advertise-peer-urls=${peer}`],
      `--initial-cluster=default=${peer}`,
    ),
    port: clientPort,
  });
  const nodes: Node[] = [];
  for (let number = 1; number <= NODES; number += 1) {
    const name = `node${number}`;
    const node = { name, port: await freePort(), restPort: await freePort(), data: join(folder, name) };
    nodes.push({ ...node, patroni: undefined });
    writeFileSync(join(folder, `${name}.yml`), JSON.stringify(settingsOf(node, { folder, clientPort })));
  }
  const nodeOf = (name: string): Node => {
    const node = nodes.find((one) => one.name === name);
    if (!node) throw new Error(`there is no ${name}`);
    return node;
  };
  const start = (name: string): void => {
    nodeOf(name).patroni = spawn('setpriv', asPostgres('patroni', join(folder, `${name}.yml`)), {
      stdio: 'ignore',
      cwd: '/',
    });
  };
  const members = async (): Promise<Member[]> => {
    for (const { restPort } of nodes) {
      const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => undefined);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  };
  const primary = async (): Promise<string | undefined> => {
    for (const { name, restPort } of nodes) {
      const answer = await fetch(`http://127.0.0.1:${restPort}/primary`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => undefined);
      if (answer?.ok) return name;
    }
    return undefined;
  };
  const untilWhole = async (): Promise<void> => {
    for (let tries = 0; tries < 240; tries += 1) {
      const there = await members();
      const isUp = ({ state }: Member): boolean => state === 'running' || state === 'streaming';
      if (there.filter(isUp).length === NODES && there.some(({ role }) => role === 'sync_standby')) return;
      await sleep(500);
    }
    throw new Error(`the cluster is not whole: ${JSON.stringify(await members())}`);
  };
  const kill = async (name: string): Promise<void> => {
    const node = nodeOf(name);
    const pidFile = join(node.data, 'postmaster.pid');
    const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : undefined;
    const ended = new Promise((resolve) => node.patroni?.once('exit', resolve));
    if (node.patroni?.kill('SIGKILL')) await ended;
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    node.patroni = undefined;
  };

  const port = await freePort();
  const haproxy = await startHaproxy({
    port,
    mode: 'tcp',
    lines: [
      'option httpchk GET /primary',
      'http-check expect status 200',
      'default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
      ...nodes.map((node) => `server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`),
    ],
  });
  // The first one makes the database that the others copy.
  start('node1');
  const superuser = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  await runUntilTaken(superuser, [
    `create role yarrow login createdb password '${PASSWORD}'`,
    'create database yarrow owner yarrow',
  ]);
  for (const { name } of nodes.slice(1)) start(name);
  await untilWhole();
  return {
    url: `postgres://yarrow:${PASSWORD}@127.0.0.1:${port}/yarrow`,
    primary,
    kill,
    start,
    untilWhole,
    async close() {
      for (const { name } of nodes) await kill(name).catch(() => undefined);
      await haproxy.close();
      await etcd.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** JSON, which is YAML too. */
function settingsOf(
  { name, port, restPort, data }: Omit<Node, 'patroni'>,
  { folder, clientPort }: { folder: string; clientPort: number },
): object {
  const rest = `127.0.0.1:${restPort}`;
  const account = (username: string) => ({ username, password: PASSWORD });
  return {
    scope: 'yarrow',
    name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { hosts: `127.0.0.1:${clientPort}` },
    bootstrap: {
      dcs: {
        // The least that Patroni allows: a primary that is gone is replaced when its lease has run out.
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 150, shared_buffers: '64MB', synchronous_commit: 'on' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: [
        'local all all trust',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: debianPrograms(),
      pgpass: join(folder, `${name}.pgpass`),
      authentication: {
        superuser: account('postgres'),
        replication: account('replicator'),
        rewind: account('rewinder'),
      },
      parameters: { unix_socket_directories: folder },
    },
  };
}

async function runUntilTaken(url: string, statements: readonly string[]): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      for (const statement of statements) await client.query(statement);
      return;
    } catch (error) {
      if (tries > 120) throw error;
      await sleep(500);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
