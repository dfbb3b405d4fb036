import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reply, ReplyOriginal, ReplyThread } from '#features/inbox/contract.ts';
import type { Mailbox } from '#features/mailboxes/contract.ts';
import { PROJECT_ROOT } from '#platform/project-root.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { createCampaign, groupOf, messagesOf, untilMessages } from '#tests/support/campaigns.ts';
import type { TestClient } from '#tests/support/client.ts';
import { startImapServer, type TestImapServer } from '#tests/support/imap-server.ts';
import { mailboxAt, startMailServer, type TestMailServer } from '#tests/support/mail-server.ts';

let smtp: TestMailServer;
let imap: TestImapServer;
let running: TestApp;
let client: TestClient;
beforeAll(async () => {
  smtp = await startMailServer();
  imap = await startImapServer();
  running = await startTestApp({ env: { MAIL_HOSTS_ALLOW: '127.0.0.1' } });
  client = await running.as('admin');
  await client.post<Mailbox>(
    '/api/mailboxes',
    mailboxAt(smtp.port, {
      name: 'Mia',
      imapHost: '127.0.0.1',
      imapPort: imap.port,
      imapSecurity: 'none',
      username: 'mia',
      password: 'secret',
    }),
  );
});
afterAll(async () => {
  await running.close();
  await smtp.close();
  await imap.close();
});

const PAGE = `<html><head><meta http-equiv="refresh" content="0;url=https://evil.test/refresh">
<style>@import url(https://evil.test/style.css); body{background:url(https://evil.test/back.png)}</style>
<script src="https://evil.test/script.js">alert(1)</script><base href="https://evil.test/"></head>
<body onload="alert(2)">Yes <b onclick="alert(3)">please</b>.
<img src="https://evil.test/pixel.gif" onerror="alert(4)"><svg><script>alert(5)</script></svg>
<iframe src="https://evil.test/frame" srcdoc="<script>alert(6)</script>"></iframe>
<form action="https://evil.test/form"><input name="password"><button>Sign in again</button></form>
<template><p>alert(7)</p></template><noscript><img src=x onerror=alert(8)></noscript>
<math><mtext></mtext><style><img src=x onerror=alert(9)></style></math>
</body></html>`;

describe('a reply that is a hostile page', () => {
  it('is kept and shown as its words, and its files are downloads that no browser runs', async () => {
    const { groupId } = await groupOf(client, [{ email: 'eve@clinic.test', name: 'Eve' }]);
    const { id } = await createCampaign(client, { status: 'active', targetGroups: [groupId] });
    await untilMessages(client, id, { sent: 1 });
    const [message] = await messagesOf(client, id);
    const file = (name: string, type: string, content: string): string[] => [
      '--b',
      `Content-Type: ${type}`,
      `Content-Disposition: attachment; filename="${name}"`,
      '',
      content,
    ];
    imap.deliver(
      [
        'From: "<img src=x onerror=alert(10)>" <eve@clinic.test>',
        'To: mia@northwind.test',
        'Subject: Re: <script>alert(11)</script>',
        `Message-ID: <${crypto.randomUUID()}@clinic.test>`,
        `In-Reply-To: <${message?.id}@northwind.test>`,
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary="b"',
        '',
        '--b',
        'Content-Type: text/html; charset=utf-8',
        '',
        PAGE,
        ...file('page.html', 'text/html', '<script>alert(12)</script>'),
        ...file('../../../etc/cron.d/run', 'image/svg+xml', '<svg onload="alert(13)"/>'),
        ...file('a.pdf\\" ; filename=\\"b.html', 'text/html', '<script>alert(14)</script>'),
        '--b--',
        '',
      ].join('\r\n'),
    );
    await running.app.features.inbox.mailboxInboxes.readNow();
    const [reply] = await client.get<Reply[]>('/api/replies');
    const path = `/api/replies/${reply?.id}`;
    const thread = await client.get<ReplyThread>(path);
    const original = await client.get<ReplyOriginal>(`${path}/original`);
    for (const text of [reply?.text ?? '', original.text, thread.items.at(-1)?.text ?? '']) {
      expect(text).toContain('Yes please.');
      expect(text).not.toMatch(/<|alert\(|evil\.test|onerror/);
    }
    const { attachments = [] } = thread.items.at(-1) ?? {};
    expect(attachments).toHaveLength(3);
    for (const [at, { name }] of attachments.entries()) {
      expect(name).not.toMatch(/[/\\"<>\r\n]/);
      const { headers, status } = await client.call('GET', `${path}/attachments/${at}`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/octet-stream');
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w .()-]*";/);
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  }, 60_000);
});

it('no screen puts HTML into the page: what people wrote is text', () => {
  const files = globSync('src/{app/web,ui,embeds,features/*/web}/**/*.{ts,tsx}', {
    cwd: PROJECT_ROOT,
  }).filter((name) => !/\.test\.tsx?$/.test(name));
  expect(files.length).toBeGreaterThan(300);
  const found = files.filter((name) =>
    /dangerouslySetInnerHTML|\.(?:inner|outer)HTML|insertAdjacentHTML|srcDoc|document\.write|createContextualFragment/.test(
      readFileSync(`${PROJECT_ROOT}${name}`, 'utf8'),
    ),
  );
  expect(found).toEqual([]);
});
