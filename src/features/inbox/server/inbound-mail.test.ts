import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#kit/time.ts';
import { dateOfReply, readInbound } from './inbound-mail.ts';

const Row = z.object({
  kind: z.string(),
  matter: z.string(),
  /** The first day back, or the last day away. */
  back: z.string().nullable(),
  mail: z.string(),
});

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

it('reads the words of a mail that is HTML only', async () => {
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
});

const matterOf = async (...lines: string[]) => (await readInbound(Buffer.from(lines.join('\r\n')))).matter;
const OURS = '0199aaaa-0000-7000-8000-000000000001';
const RETURNED = [
  '--- Below this line is a copy of the message.',
  '',
  `Message-ID: <${OURS}@northwind.test>`,
  '',
  'Hello',
];

describe('a report that is no multipart/report', () => {
  it.each([
    [
      'qmail',
      [
        'From: MAILER-DAEMON@mx.clinic.test',
        'Return-Path: <>',
        '',
        'Hi. This is the qmail-send program at mx.clinic.test.',
        'I am afraid I was not able to deliver your message.',
        '',
        '<ann@clinic.test>:',
        'Sorry, no mailbox here by that name. (#5.1.1)',
        '',
        ...RETURNED,
      ],
      '5.1.1',
    ],
    [
      'Yahoo',
      [
        'From: MAILER-DAEMON@yahoo.test',
        'Return-Path: <>',
        '',
        'Sorry, we were unable to deliver your message to the following address.',
        '',
        '<ann@clinic.test>:',
        '554: delivery error: dd Not a valid recipient',
        '',
        ...RETURNED,
      ],
      '5.0.0',
    ],
    [
      'Exchange 2003',
      [
        'From: postmaster@clinic.test',
        'Return-Path: <>',
        '',
        'Your message did not reach some or all of the intended recipients.',
        'The e-mail account does not exist.',
        '<mx.clinic.test #5.1.1>',
        '',
        ...RETURNED,
      ],
      '5.1.1',
    ],
    [
      'Exim',
      [
        'From: Mail Delivery System <Mailer-Daemon@mx.clinic.test>',
        'X-Failed-Recipients: ann@clinic.test',
        'Auto-Submitted: auto-replied',
        '',
        'A message that you sent could not be delivered:',
        '',
        '  ann@clinic.test',
        '    550 5.7.1 refused',
        '',
        ...RETURNED,
      ],
      '5.7.1',
    ],
    [
      'Exchange',
      [
        'From: postmaster@clinic.test',
        'Return-Path: <>',
        'Subject: Undeliverable: Evenings',
        '',
        'Your message did not reach some or all of the intended recipients.',
        '',
        'Diagnostic information for administrators:',
        'Generating server: mx.clinic.test',
        'ann@clinic.test',
        '#550 5.1.10 RESOLVER.ADR.RecipientNotFound ##',
        '',
        ...RETURNED,
      ],
      '5.1.10',
    ],
  ])('is a bounce in the form of %s', async (_server, lines, status) => {
    expect(await matterOf(...lines)).toMatchObject({ kind: 'bounce', status });
    const strange = lines.map((line) => line.replace(OURS, 'someone'));
    expect((await matterOf(...strange)).kind, 'it names no message of ours').not.toBe('bounce');
  });

  it('is none where the words alone have numbers', async () => {
    const words = 'I am in room 510, extension 555 5.1.1, until Monday.';
    expect(await matterOf('From: mailer-daemon@clinic.test', '', '550 5.1.1 no such user')).toEqual({
      kind: 'other',
    });
    const notice = ['From: ann@clinic.test', 'Return-Path: <>', 'Auto-Submitted: auto-replied'];
    expect(await matterOf(...notice, '', words)).toEqual({ kind: 'auto_reply', isAbsence: true });
  });
});

it('tells the reports, absences and people of the set apart, and when someone is back', async () => {
  const rows = readFileSync(new URL('../../../../evals/reply-mails.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Row.parse(JSON.parse(line)));
  const wrong: string[] = [];
  for (const { matter, back, mail, kind } of rows) {
    const read = await readInbound(Buffer.from(mail), new Date('2026-11-24T09:20:00Z'));
    const late = back === null ? 0 : (read.awayUntil?.getTime() ?? 0) - Date.parse(back);
    if (read.matter.kind !== matter || (late !== 0 && late !== DAY_MS))
      wrong.push(`${kind}: ${read.matter.kind}`);
  }
  expect(wrong.length).toBeLessThanOrEqual(rows.length * 0.02);
  expect(wrong.filter((one) => /^(?:person|bounce|delay|look-alike)/.test(one))).toEqual([]);
});

describe('an automatic reply', () => {
  it.each([
    'Auto-Submitted: auto-replied',
    'X-Auto-Response-Suppress: All',
    'X-Autoreply: yes',
    'Precedence: auto_reply',
    'Return-Path: <>',
    'Subject: Automatic reply: Evenings',
    'Subject: Abwesenheitsnotiz: Abende',
    'Subject: =?utf-8?Q?R=C3=A9ponse_automatique_=3A_Soir=C3=A9es?=',
  ])('is known by %j', async (header) => {
    expect(await matterOf('From: ann@clinic.test', header, '', 'I am away until Monday.')).toEqual({
      kind: 'auto_reply',
      isAbsence: true,
    });
  });

  it.each([
    'Auto-Submitted: no',
    'X-Auto-Response-Suppress: None',
    'X-Autoreply: no',
    'Return-Path: <ann@clinic.test>',
    `In-Reply-To: <${OURS}@northwind.test>\r\nList-Id: <desk.clinic.test>\r\nPrecedence: list`,
  ])('is not meant by %j', async (header) => {
    expect(await matterOf('From: ann@clinic.test', header, '', 'Yes please')).toEqual({ kind: 'reply' });
  });

  it('may come from a server, and a person may write as postmaster', async () => {
    expect(await matterOf('From: postmaster@clinic.test', '', 'Yes please, 550 grams.')).toEqual({
      kind: 'reply',
    });
    expect(await matterOf('From: postmaster@clinic.test', 'Return-Path: <>', '', 'Delayed')).toEqual({
      kind: 'other',
    });
  });

  it('says until when its writer is away', async () => {
    const lines = ['From: ann@clinic.test', 'Auto-Submitted: auto-replied', '', 'I am away until 5 January.'];
    const { awayUntil, arrivedAt } = await readInbound(Buffer.from(lines.join('\r\n')));
    expect(awayUntil?.toISOString()).toMatch(/-01-06T/);
    expect(awayUntil?.getTime()).toBeGreaterThan(arrivedAt.getTime());
  });
});

it('takes the failed recipient of a report with several, and what was given up after many tries', async () => {
  const report = (...fields: string[]) =>
    matterOf(
      'From: mailer-daemon@mx.test',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      '',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.test',
      '',
      ...fields,
      '--b--',
    );
  expect(
    await report('Action: relayed', 'Status: 2.0.0', '', 'Action: failed', 'Status: 5.2.2'),
  ).toMatchObject({ status: '5.2.2' });
  expect(await report('Action: failed', 'Status: 4.4.7')).toMatchObject({ kind: 'bounce', status: '4.4.7' });
  expect(await report('Action: delayed', 'Status: 4.4.7')).toEqual({ kind: 'other' });
});

it('bounds the date of a reply by our sending and by its arrival', () => {
  const at = (time: string) => new Date(`2026-11-26T${time}Z`);
  const arrivedAt = at('12:00');
  const sentAt = at('10:00');
  expect(dateOfReply({ writtenAt: at('11:00'), arrivedAt }, sentAt)).toEqual(at('11:00'));
  expect(dateOfReply({ writtenAt: new Date('2018-01-01'), arrivedAt }, sentAt)).toEqual(arrivedAt);
  expect(dateOfReply({ writtenAt: at('13:00'), arrivedAt }, sentAt)).toEqual(arrivedAt);
  expect(dateOfReply({ writtenAt: null, arrivedAt }, null)).toEqual(arrivedAt);
});
