import { expect, it } from 'vitest';
import type { Mailbox } from '#features/mailboxes/contract.ts';
import { sql } from '#platform/db.ts';
import { startTestApp } from '#tests/support/app.ts';
import { mailboxAt, startMailServer } from '#tests/support/mail-server.ts';
import { mailTeam } from './mail-team.ts';

it('tells the team over a mailbox that has no room left, and is counted against it', async () => {
  const server = await startMailServer();
  const running = await startTestApp({ env: { MAIL_HOSTS_ALLOW: '127.0.0.1' } });
  try {
    const client = await running.as('admin');
    const limits = { perDay: 1, growthPerDay: 0, mostPerDay: 1, minGapSeconds: 600, perDomainPerHour: 1 };
    await client.post('/api/mailboxes', mailboxAt(server.port, { limits }));
    const { context, db } = running.app;
    await db.execute(sql`update users set email = 'ann@northwind.test'`);
    await db.execute(sql`insert into users (id, name, email, role) values
      ('ben', 'Ben', 'ben@northwind.test', 'member'), ('vic', 'Vic', 'vic@northwind.test', 'viewer')`);
    await mailTeam(context, {
      subject: 'Help',
      text: 'Now.',
      claim: async () => true,
      release: async () => {},
    });
    expect(server.received.map(({ from, to }) => [from, to])).toEqual([
      ['mia@northwind.test', 'ann@northwind.test'],
      ['mia@northwind.test', 'ben@northwind.test'],
    ]);
    expect((await client.get<Mailbox[]>('/api/mailboxes'))[0]).toMatchObject({ sentToday: 2, capToday: 1 });
  } finally {
    await running.close();
    await server.close();
  }
});
