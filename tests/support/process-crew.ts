import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN, GATE_PASSWORD, type TestClient, testClient } from './client.ts';
import { freePort, type ServerProcess, startServerProcess } from './server-process.ts';

const ROLES = ['web', 'web', 'worker', 'worker', 'worker'] as const;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140 Safari/537.36';

export type Crew = {
  /** Where the proxy before the web processes is expected. */
  frontPort: number;
  webPorts: number[];
  webUrls: string[];
  /** Two web processes, then three workers. */
  kill: (index: number) => Promise<void>;
  start: (index: number) => Promise<void>;
  /** Without any cookie, by way of the proxy. */
  visitor: () => TestClient;
  signedIn: () => Promise<TestClient>;
  /** Page events by way of the proxy, until it is stopped; answers the ids of those that were acknowledged. */
  load: () => { stop: () => Promise<Load>; soFar: () => Load };
  end: () => Promise<void>;
};

type Load = { acknowledged: string[]; statuses: number[]; answeredAt: number[] };

/** Two web and three worker processes on one database. */
export async function startCrew(env: Record<string, string>): Promise<Crew> {
  const frontPort = await freePort();
  const webPorts = [await freePort(), await freePort()];
  const front = `http://127.0.0.1:${frontPort}`;
  const crew: (ServerProcess | undefined)[] = [];
  const start = async (index: number): Promise<void> => {
    const port = webPorts[index];
    crew[index] = await startServerProcess({
      ROLE: ROLES[index] ?? 'worker',
      DEMO: 'off',
      MAIL_FROM: 'Mia <mia@sender.test>',
      PUBLIC_URL: front,
      TRUST_PROXY: '1',
      ...(port === undefined ? {} : { PORT: String(port) }),
      ...env,
    });
  };
  for (const index of ROLES.keys()) await start(index);
  const visitor = (): TestClient => testClient(front);
  return {
    frontPort,
    webPorts,
    webUrls: webPorts.map((port) => `http://127.0.0.1:${port}`),
    start,
    async kill(index) {
      await crew[index]?.end('SIGKILL');
      crew[index] = undefined;
    },
    visitor,
    async signedIn() {
      const client = visitor();
      await client.post('/api/access', { password: GATE_PASSWORD });
      await client.post('/api/auth/sign-in/email', ADMIN);
      return client;
    },
    load() {
      const load: Load = { acknowledged: [], statuses: [], answeredAt: [] };
      let isOver = false;
      const ingest = async (): Promise<void> => {
        while (!isOver) {
          const id = crypto.randomUUID();
          try {
            const response = await visitor().call('POST', '/api/track', {
              body: { type: 'visit', url: 'https://landing.test/', id },
              headers: { 'user-agent': BROWSER },
              signal: AbortSignal.timeout(15_000),
            });
            await response.arrayBuffer();
            load.statuses.push(response.status);
            if (!response.ok) throw new Error('not taken');
            load.acknowledged.push(id);
            load.answeredAt.push(Date.now());
            await sleep(5);
          } catch {
            await sleep(100);
          }
        }
      };
      const running = [ingest(), ingest()];
      return {
        soFar: () => load,
        async stop() {
          isOver = true;
          await Promise.all(running);
          return load;
        },
      };
    },
    end: async () => {
      await Promise.all(crew.map((one) => one?.end() ?? Promise.resolve(null)));
    },
  };
}
