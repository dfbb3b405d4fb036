import { afterAll, beforeAll, expect, it } from 'vitest';
import { findMailboxRow, insertMailbox, listMailboxRows } from '#features/mailboxes/server/store.ts';
import { newId } from '#kit/id.ts';
import { openDatabase } from '#platform/db.ts';
import { createLog } from '#platform/log.ts';
import type { InboxReader } from '#providers/mail/port.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { createCampaign, groupOf, untilMessages } from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { startImapServer, type TestImapServer } from '#tests/support/imap-server.ts';
import { startMailServer, type TestMailServer } from '#tests/support/mail-server.ts';
import type { Reply } from '../contract.ts';
import { createMailboxInboxes } from './mailbox-inboxes.ts';

let app: TestApp;
let client: TestClient;
let smtp: TestMailServer;
let imap: TestImapServer;

beforeAll(async () => {
  smtp = await startMailServer();
  imap = await startImapServer({ isTelling: true });
  app = await startTestApp({
    env: { SMTP_URL: smtp.url, IMAP_URL: `imap://mia:secret@127.0.0.1:${imap.port}` },
  });
  client = await app.as('admin');
});
afterAll(async () => {
  await app.close();
  await smtp.close();
  await imap.close();
});

it('hears an answer when it comes, also after the connection to the inbox broke', async () => {
  await expect.poll(() => imap.waiting(), { timeout: 15_000 }).toBe(1);
  const people = [{ email: 'ann@clinic.test' }, { email: 'bob@clinic.test' }];
  const { groupId } = await groupOf(client, people);
  const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
  const messages = await untilMessages(client, id, { sent: 2 });
  const answer = (to: string) => {
    const message = messages.find((one) => one.to === to);
    imap.deliver(
      [
        `From: <${to}>`,
        'Subject: Re: Evenings',
        `Message-ID: <${crypto.randomUUID()}@clinic.test>`,
        `In-Reply-To: <${message?.id}@localhost>`,
        '',
        `It is ${to}`,
      ].join('\n'),
    );
  };
  // Without being told it would look only every 30 seconds.
  const heard = (most: number) =>
    expect
      .poll(async () => (await client.get<Reply[]>('/api/replies')).map(({ text }) => text).toSorted(), {
        timeout: 20_000,
      })
      .toEqual(['It is ann@clinic.test', 'It is bob@clinic.test'].slice(0, most));
  answer('ann@clinic.test');
  await heard(1);
  imap.cutOff();
  await expect.poll(() => imap.waiting(), { timeout: 10_000 }).toBe(1);
  // More than one look takes: what is left over is read at once as well.
  for (let number = 0; number < 200; number += 1)
    imap.deliver(
      `From: <other${number}@clinic.test>\nSubject: Other\nMessage-ID: <${number}@other.test>\n\nHello`,
    );
  answer('bob@clinic.test');
  await heard(2);
});

it('reads a mail again that the database could not take, and passes over one that is broken itself', async () => {
  const database = await createTestDatabase();
  const log = createLog('silent');
  const db = openDatabase({ url: database.url, log });
  const id = newId();
  const fields = { name: '', address: '', smtpHost: '', smtpPort: 0, username: '', sealedPassword: '' };
  const row = await insertMailbox(db, { id, isServer: true, smtpSecurity: 'none', ...fields });
  if (!row) throw new Error('no mailbox');
  const failures = new Map([
    ['2', Object.assign(new Error('broken'), { code: '22021' })],
    ['3', Object.assign(new Error('deadlock'), { code: '40P01' })],
  ]);
  const taken: string[] = [];
  const mails = [1, 2, 3, 4].map((uid) => ({
    uid,
    raw: Buffer.from(`From: <ann@clinic.test>\nMessage-ID: <${uid}@clinic.test>\nSubject: ${uid}\n\nstop`),
  }));
  const serverInbox: InboxReader = {
    verify: () => Promise.resolve({ isReady: true }),
    read: ({ state }) =>
      Promise.resolve({
        outcome: 'read',
        mails: mails.filter(({ uid }) => uid > (state?.lastUid ?? 0)),
        state: { validity: '7', lastUid: 4 },
      }),
    watch: () => Promise.resolve({ outcome: 'unsupported' }),
  };
  const inboxes = createMailboxInboxes(
    {
      ...app.app.context,
      db,
      log,
      mailTransports: { ...app.app.context.mailTransports, serverInbox },
      mailboxes: { ...app.app.context.mailboxes, listRows: () => listMailboxRows(db) },
    },
    (_ctx, _source, { subject }) => {
      const failure = failures.get(subject);
      failures.delete(subject);
      if (failure) return Promise.reject(failure);
      taken.push(subject);
      return Promise.resolve({ isTaken: true, replyId: null });
    },
  );
  const readUid = async () => (await findMailboxRow(db, id))?.readUid;

  await inboxes.readNow();
  expect([taken, await readUid()]).toEqual([['1'], 2]);
  await inboxes.readNow();
  expect([taken, await readUid()]).toEqual([['1', '3', '4'], 4]);

  await db.$client.end();
  await database.drop();
});
