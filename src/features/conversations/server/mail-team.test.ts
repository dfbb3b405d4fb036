import { expect, it } from 'vitest';
import type { Mailbox } from '#features/mailboxes/contract.ts';
import { readSettings } from '#platform/config.ts';
import { createLog } from '#platform/log.ts';
import { createMailTransports } from '#providers/mail/registry.ts';
import { startTestApp } from '#tests/support/app.ts';
import { mailboxAt, startMailServer } from '#tests/support/mail-server.ts';
import { createTeamMail } from './mail-team.ts';

it('tells the team over a mailbox that has no room left, and is counted against it', async () => {
  const server = await startMailServer();
  const running = await startTestApp({ env: { MAIL_HOSTS_ALLOW: '127.0.0.1' } });
  try {
    const client = await running.as('admin');
    const limits = { perDay: 1, growthPerDay: 0, mostPerDay: 1, minGapSeconds: 600, perDomainPerHour: 1 };
    await client.post('/api/mailboxes', mailboxAt(server.port, { limits }));
    const colleague = { firstName: 'A', lastName: 'B', profileImageUrl: null };
    const mailTeam = createTeamMail({
      db: running.app.db,
      listUsers: async () =>
        ['ann', 'ben', 'vic'].map((id) => ({
          ...colleague,
          id,
          email: `${id}@northwind.test`,
          role: id === 'vic' ? ('viewer' as const) : ('member' as const),
        })),
      transports: createMailTransports(readSettings({ MAIL_HOSTS_ALLOW: '127.0.0.1' }), running.app.db),
      sender: async () => ({ header: 'hello@localhost', address: 'hello@localhost' }),
      mailboxes: running.app.features.mailboxes,
      log: createLog('silent'),
    });
    await mailTeam({ subject: 'Help', text: 'Now.', claim: async () => true, release: async () => {} });
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
