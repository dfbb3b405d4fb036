import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type App, wire } from '#app/wiring.ts';
import type { Role } from '#kit/actor.ts';
import { readSettings } from '#platform/config.ts';
import type { HttpServer } from '#platform/http.ts';
import { createLog } from '#platform/log.ts';
import { ADMIN, GATE_PASSWORD, type TestClient, testClient } from './client.ts';
import { createBegunDatabase, createTestDatabase } from './database.ts';

export type TestApp = {
  app: App;
  server: HttpServer;
  databaseUrl: string;
  url: string;
  /** Past the gate and signed in with this role. */
  as: (role: Role) => Promise<TestClient>;
  /** Without any cookie. */
  visitor: () => TestClient;
  close: () => Promise<void>;
};

type TestAppOptions = {
  env?: Record<string, string>;
  /** Background work runs in this process; on unless told. */
  worker?: boolean;
};

async function wireOn(databaseUrl: string, env: Record<string, string>): Promise<App> {
  const settings = readSettings({
    PORT: '0',
    DATABASE_URL: databaseUrl,
    DEMO: 'off',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    ACCESS_PASSWORD: GATE_PASSWORD,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    // All reports of a test come from one address.
    TRACK_LIMIT_PER_ADDRESS: '0',
    TRACK_LIMIT: '0',
    ...env,
  });
  const publicUrl = env.PUBLIC_URL ?? 'http://127.0.0.1:3000';
  return wire({ settings, databaseUrl, publicUrl, log: createLog(settings.LOG_LEVEL) });
}

/** What the app does where it starts for the first time: its queue, the first account, its secrets. */
async function begin(databaseUrl: string): Promise<void> {
  const app = await wireOn(databaseUrl, { ROLE: 'web' });
  await app.initialise();
  await app.startQueue();
  await app.close();
}

/** The real application on a database of its own, served on loopback. */
export async function startTestApp({ env = {}, worker = true }: TestAppOptions = {}): Promise<TestApp> {
  const isOwnBeginning = env.ADMIN_EMAIL !== undefined || env.DEMO !== undefined;
  const database = await (isOwnBeginning ? createTestDatabase() : createBegunDatabase(begin));
  const app = await wireOn(database.url, { ROLE: worker ? 'all' : 'web', ...env });
  await app.initialise();
  await app.hub.start();
  const server = await app.createServer(() => false);
  await server.fastify.listen({ port: 0, host: '127.0.0.1' });
  await app.startQueue();
  const { port } = server.fastify.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  const admin = testClient(url);
  let isAdminIn = false;
  const adminClient = async (): Promise<TestClient> => {
    if (!isAdminIn) {
      await admin.post('/api/access', { password: GATE_PASSWORD });
      await admin.post('/api/auth/sign-in/email', ADMIN);
      isAdminIn = true;
    }
    return admin;
  };

  return {
    app,
    server,
    databaseUrl: database.url,
    url,
    visitor: () => testClient(url),
    async as(role) {
      const first = await adminClient();
      if (role === 'admin') return first;
      const email = `${role}-${randomUUID().slice(0, 8)}@yarrow.test`;
      const { link } = await first.post<{ link: string }>('/api/invitations', { email, role });
      const client = testClient(url);
      await client.post('/api/access', { password: GATE_PASSWORD });
      await client.post('/api/invitations/accept', {
        token: new URL(link).hash.slice(1),
        firstName: role,
        lastName: 'Person',
        password: ADMIN.password,
      });
      return client;
    },
    async close() {
      await server.fastify.close();
      await app.close();
      await database.drop();
    },
  };
}
