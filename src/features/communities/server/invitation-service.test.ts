import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Mailbox } from '#features/campaigns/contract-mailboxes.ts';
import { rowsOf, sql } from '#platform/db.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { startMailServer, type TestMailServer } from '#tests/support/mail-server.ts';
import type { Community, CommunityMember } from '../contract.ts';

describe('invitations without SMTP_URL', () => {
  let running: TestApp;
  let client: TestClient;
  let server: TestMailServer;

  beforeAll(async () => {
    server = await startMailServer();
    running = await startTestApp({ env: { MAIL_HOSTS_ALLOW: '127.0.0.1' } });
    client = await running.as('admin');
  });
  afterAll(async () => {
    await running.close();
    await server.close();
  });

  it('leave from a mailbox of one’s own, with its address, and are not said to be kept', async () => {
    await client.post('/api/mailboxes', {
      name: 'Mia North',
      address: 'mia@northwind.test',
      username: 'mia',
      password: 'secret',
      smtpHost: '127.0.0.1',
      smtpPort: server.port,
      smtpSecurity: 'none',
      imapHost: '',
      imapPort: 993,
      imapSecurity: 'tls',
      limits: null,
    });
    const { id } = await client.post<Community>('/api/communities', { name: 'Tea Circle' });
    const asked = await client.post<{ invited: number; kept: string[] }>(
      `/api/communities/${id}/invitations`,
      {
        emails: ['eve@customer.test', 'practice@example.com'],
      },
    );
    const members = await client.get<CommunityMember[]>(`/api/communities/${id}/members`);
    const [practice] = members.filter(({ email }) => email === 'practice@example.com');
    expect(asked).toMatchObject({ invited: 2, kept: [practice?.id] });
    await vi.waitFor(async () => {
      const states = await client.get<CommunityMember[]>(`/api/communities/${id}/members`);
      expect(Object.fromEntries(states.map((one) => [one.email, one.inviteState]))).toEqual({
        'eve@customer.test': 'sent',
        'practice@example.com': 'outbox',
      });
    }, 10_000);
    expect(server.received).toMatchObject([{ from: 'mia@northwind.test', to: 'eve@customer.test' }]);
    expect(server.received[0]?.raw).toContain('From: Mia North <mia@northwind.test>');
    const [eve] = members.filter(({ email }) => email === 'eve@customer.test');
    expect(await client.get(`/api/communities/${id}/members/${eve?.id}/invitation`)).toMatchObject({
      isKept: false,
      text: expect.stringContaining('the whole link is in the mail only'),
    });
  });

  it('count against the limits of the mailbox, and what they leave no room for waits', async () => {
    const [mailbox] = await client.get<Mailbox[]>('/api/mailboxes');
    expect(mailbox?.sentToday).toBe(1);
    const limits = { perDay: 3, growthPerDay: 0, mostPerDay: 3, minGapSeconds: 0, perDomainPerHour: 20 };
    await client.patch(`/api/mailboxes/${mailbox?.id}`, { limits });
    const { id } = await client.post<Community>('/api/communities', { name: 'Herb Circle' });
    const before = server.received.length;
    const emails = ['ada@customer.test', 'bea@customer.test', 'cleo@customer.test'];
    expect(await client.post(`/api/communities/${id}/invitations`, { emails })).toMatchObject({ kept: [] });
    await vi.waitFor(async () => {
      const members = await client.get<CommunityMember[]>(`/api/communities/${id}/members`);
      expect(members.map(({ inviteState }) => inviteState).sort()).toEqual(['queued', 'sent', 'sent']);
      expect(
        await rowsOf(
          running.app.db,
          sql`select state from pgboss.job where name = 'communities.invite' and state = 'retry'`,
        ),
      ).toHaveLength(1);
    }, 10_000);
    expect(server.received).toHaveLength(before + 2);
    expect((await client.get<Mailbox[]>('/api/mailboxes'))[0]?.sentToday).toBe(3);
    await client.patch(`/api/mailboxes/${mailbox?.id}`, { limits: null });
    await vi.waitFor(() => expect(server.received).toHaveLength(before + 3), 15_000);
  });
});
