import { expect, it } from 'vitest';
import { readInbound } from './inbound-mail.ts';

const LONG = 300_000;

/** Anybody can write to an inbox: a mail that takes minutes to read would stop the whole server for so long. */
it.each([
  ['open brackets', 'text/html', '<'.repeat(LONG)],
  ['scripts that never end', 'text/html', '<script'.repeat(LONG / 7)],
  ['a quote that does not begin', 'text/plain', `Hi\nOn Monday Mia wrote${' '.repeat(LONG)}x`],
  ['a word without an end', 'text/plain', `550 ${'x'.repeat(LONG)}`],
])('reads a mail of %s at once', async (_name, type, body) => {
  const lines = ['From: mailer-daemon@clinic.test', `Content-Type: ${type}; charset=utf-8`, '', body];
  const inbound = await readInbound(Buffer.from(lines.join('\r\n')));
  expect(inbound.matter.kind).toMatch(/bounce|other/);
  expect(inbound.text.length).toBeLessThanOrEqual(20_000);
});

it('reads nothing that cannot be stored, in whatever field of a report it stands', async () => {
  const lines = [
    'From: "Mailer" <mailer-\u0000daemon@clinic.test>',
    'Message-ID: <a\u0000b@clinic.test>',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 no \u0000 such user',
    '--b--',
  ];
  const inbound = await readInbound(Buffer.from(lines.join('\r\n')));
  expect(inbound.matter).toMatchObject({ kind: 'bounce', diagnostic: 'smtp; 550 no  such user' });
  expect(JSON.stringify(inbound)).not.toContain('\\u0000');
});

it('takes hardly longer for a mail of empty lines without end than for one of 20,000', async () => {
  const costOf = async (lines: number): Promise<number> => {
    const raw = Buffer.from(`From: ann@clinic.test\r\n\r\nYes please${'\n'.repeat(lines)}`);
    const { user } = process.cpuUsage();
    expect((await readInbound(raw)).text).toBe('Yes please');
    return process.cpuUsage().user - user;
  };
  await costOf(20_000);
  expect(await costOf(500_000)).toBeLessThan(8 * (await costOf(20_000)) + 50_000);
});

it('reads the words of a mail that is HTML only, and the status of a report in plain words', async () => {
  const html = [
    'From: ann@clinic.test',
    'Content-Type: text/html',
    '',
    '<style>p{}</style><p>Yes</p><p>please</p>',
  ];
  expect(await readInbound(Buffer.from(html.join('\r\n')))).toMatchObject({
    text: expect.stringMatching(/^Yes\s+please$/),
    matter: { kind: 'reply' },
  });
  const report = ['From: mailer-daemon@clinic.test', '', '550 5.1.1 no such user: <Ann@Clinic.test>'];
  expect((await readInbound(Buffer.from(report.join('\r\n')))).matter).toMatchObject({
    kind: 'bounce',
    status: '5.1.1',
  });
});
