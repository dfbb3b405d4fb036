import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReplyThread } from '#features/inbox/contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { groupOf } from '../support/campaigns.ts';
import { ADMIN, GATE_PASSWORD, type TestClient, testClient } from '../support/client.ts';
import { type ScriptedServer, startScriptedServer } from '../support/mail-server.ts';
import { startServerProcess } from '../support/server-process.ts';

let app: TestApp;
let sql: pg.Client;
let mail: ScriptedServer;

beforeAll(async () => {
  // It takes the mail and is then silent: the worst moment for the sender to die.
  mail = await startScriptedServer({ delayMs: 300_000 });
  app = await startTestApp({ worker: false, env: { SMTP_URL: mail.url } });
  sql = new pg.Client({ connectionString: app.databaseUrl });
  await sql.connect();
});
afterAll(async () => {
  await mail.close();
  await sql.end();
  await app.close();
});

/** Somebody of a group has written to us. */
async function replyOf(client: TestClient): Promise<string> {
  const { leadIds } = await groupOf(client, [{ email: 'ann@clinic.test' }]);
  const { rows } = await sql.query<{ id: string }>(
    `insert into inbound_mails (id, source_key, kind, lead_id, from_address, subject, text, received_at)
     values (gen_random_uuid(), 'one', 'reply', $1, 'ann@clinic.test', 'Evenings', 'What does it cost?', now())
     returning id`,
    [leadIds[0]],
  );
  return rows[0]?.id ?? '';
}

it('an answer whose sender is killed after the mail server took it is not sent again by a repeated call', async () => {
  const client = await app.as('admin');
  const path = `/api/replies/${await replyOf(client)}/answers`;
  const call = { body: { text: 'Twelve dollars.' }, headers: { 'idempotency-key': 'the same press' } };

  const sender = await startServerProcess({
    ROLE: 'web',
    DATABASE_URL: app.databaseUrl,
    SMTP_URL: mail.url,
    DEMO: 'off',
  });
  const doomed = testClient(sender.url);
  await doomed.post('/api/access', { password: GATE_PASSWORD });
  await doomed.post('/api/auth/sign-in/email', ADMIN);
  const lost = doomed.call('POST', path, call).catch(() => undefined);
  await expect.poll(() => mail.accepted, { timeout: 20_000 }).toEqual(['ann@clinic.test']);
  await sender.end('SIGKILL');
  expect(await lost).toBeUndefined();

  // A minute later the key is free again.
  await sql.query(`update idempotency_keys set locked_until = now() - interval '1 second'`);
  await sql.query(`update reply_answers set created_at = now() - interval '3 minutes'`);
  const again = await client.call('POST', path, call);
  expect(again.status).toBe(200);
  const { items } = (await again.json()) as ReplyThread;
  expect(items.filter(({ kind }) => kind === 'answer')).toMatchObject([
    { text: 'Twelve dollars.', reason: 'may_have_arrived' },
  ]);
  expect(mail.accepted).toEqual(['ann@clinic.test']);
});
