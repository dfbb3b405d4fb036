import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import type { AuditEntry, ClaimCheck } from '../contract.ts';
import type { ClaimEvidence } from '../contract-evidence.ts';

let app: TestApp;
let member: TestClient;

beforeAll(async () => {
  app = await startTestApp({ worker: false });
  member = await app.as('member');
});
afterAll(() => app.close());

const PATH = '/api/compliance/check';
const check = (text: string, jurisdiction = 'US', context?: object) =>
  member.post<ClaimCheck>(PATH, { text, jurisdiction, ...(context ? { context } : {}) });
const statusOf = async (body: unknown) => (await member.call('POST', PATH, { body })).status;

describe('checking a text', () => {
  it('answers the verdict, and each finding with its place, its reason and its source', async () => {
    const text = 'Our evening tea cures insomnia.';
    const { verdict, findings } = await check(text);
    expect(verdict).toBe('block');
    expect(findings[0]).toMatchObject({ rule: 'disease-claim', severity: 'block', jurisdictions: ['US'] });
    expect(text.slice(findings[0]?.start, findings[0]?.end)).toBe(findings[0]?.excerpt);
    expect(findings[0]?.explanation).not.toBe('');
    expect(findings[0]?.source).not.toBe('');
  });

  it('judges by the jurisdiction that is asked about', async () => {
    const text = 'Lemon balm supports relaxation.';
    expect((await check(text, 'US')).verdict).toBe('ok');
    expect((await check(text, 'EU')).verdict).toBe('block');
  });

  it('finds places in HTML by the text as it was given', async () => {
    const html = '<p>Our <b>tea</b> cures insomnia.</p>';
    const { findings } = await check(html, 'UK', { kind: 'mail_body', format: 'html' });
    expect(html.slice(findings[0]?.start, findings[0]?.end)).toContain('cures insomnia');
  });

  it.each([
    ['nothing', ''],
    ['an emoji', '🌿🫖'],
    ['right-to-left text', 'שלום \u202e עולם'],
    ['broken HTML', '<p><b <<script>&#x;</'],
    ['control characters', '\u0001\u0007\ufffd'],
  ])('has an answer for %s', async (_what, text) => {
    expect((await check(text)).verdict).toBe('ok');
  });

  it('refuses what it cannot judge, in words', async () => {
    expect(await statusOf({ text: 'Hello', jurisdiction: 'Mars' })).toBe(400);
    expect(await statusOf({ jurisdiction: 'US' })).toBe(400);
    expect(await statusOf({ text: 'Hello', jurisdiction: 'US', context: { kind: 'poem' } })).toBe(400);
    expect(await statusOf({ text: 'tea '.repeat(250_000), jurisdiction: 'US' })).toBe(400);
    expect(await statusOf({ text: 'tea '.repeat(300_000), jurisdiction: 'US' })).toBe(413);
  });
});

/** Findings whose place does not hold their words. */
async function misplacedIn(text: string, format: 'text' | 'html') {
  const { findings } = await check(text, 'US', { kind: 'content', format });
  return findings.filter(({ start, end, excerpt }) => text.slice(start, end) !== excerpt);
}

describe('a hostile text', () => {
  it.each([
    ['from right to left', 'شاي المساء \u202e cures asthma \u202c مع النعناع'],
    ['with emoji', '🌿👩🏽‍⚕️ Our tea cures asthma 🫁🫁 👨‍👩‍👧‍👦'],
    ['with unseen characters', 'Our tea c\u200bu\u200cr\u00ades as\u2060thma'],
    ['with letters that look alike', 'Our tea сures аsthma'],
    ['with spaced out letters', 'a tea for c.u.r.e.s a.s.t.h.m.a and b.l.o.o.d p.r.e.s.s.u.r.e'],
    [
      'of bytes',
      `Our tea cures asthma ${String.fromCharCode(...Array.from({ length: 250 }, (_, at) => at + 1))}`,
    ],
    ['of accents without a letter', `${'\u0301'.repeat(5_000)} cures asthma`],
  ])('is read %s, and each finding stands in it', async (_how, text) => {
    expect(await misplacedIn(text, 'text')).toEqual([]);
  });

  it.each([
    ['tags that never close', '<p><b><a href="'.repeat(5_000)],
    ['tags that were never opened', '</div>'.repeat(10_000)],
    ['a tag within a tag', '<<p>>Our tea <cures> asthma</p'],
    ['an attribute without an end', '<img alt="cures asthma'],
    ['a comment without an end', '<!-- cures asthma'],
    ['entities that mean nothing', '&#x110000; &#0; &nope; &#999999999999; cures asthma &'],
    ['merge fields that never close', '{{firstName|'.repeat(5_000)],
  ])('is read with %s', async (_how, text) => {
    expect(await misplacedIn(text, 'html')).toEqual([]);
  });

  it.each([
    ['one word', 'a'.repeat(200_000)],
    ['one sentence', 'cures asthma and '.repeat(11_764)],
    ['single letters', 'c u r e '.repeat(25_000)],
    ['signs', '(['.repeat(100_000)],
  ])('may be 200,000 characters of %s', async (_how, text) => {
    expect(await misplacedIn(text, 'text')).toEqual([]);
  });

  it.each([
    ['half of a character', '\ud800'],
    ['a zero byte', 'cures\0asthma'],
    ['a list', ['cures asthma']],
    ['nothing', null],
  ])('is refused in words where it is %s', async (_how, text) => {
    const answer = await member.call('POST', PATH, { body: { text, jurisdiction: 'US' } });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/\w/) });
  });
});

describe('evidence for a claim', () => {
  const EVIDENCE = '/api/compliance/evidence';
  const study = {
    words: 'clinically tested',
    title: 'Sleep trial, 120 adults',
    url: 'https://journal.test/1',
    publishedOn: '2025-03-01',
  };
  const text = 'Our pillow is clinically tested.';

  it('answers the warning until it is taken away, and both stand in the trail', async () => {
    const admin = await app.as('admin');
    expect((await check(text)).verdict).toBe('warn');
    const { id } = await admin.post<ClaimEvidence>(EVIDENCE, study);
    const { verdict, findings } = await check(text);
    expect([verdict, findings[0]?.severity, findings[0]?.evidence?.title]).toEqual([
      'ok',
      'suggest',
      study.title,
    ]);
    expect(await member.get<ClaimEvidence[]>(EVIDENCE)).toEqual([{ id, validUntil: null, ...study }]);

    expect((await admin.call('DELETE', `${EVIDENCE}/${id}`)).status).toBe(204);
    expect((await admin.call('DELETE', `${EVIDENCE}/${id}`)).status).toBe(204);
    expect((await check(text)).verdict).toBe('warn');
    await admin.post(`${EVIDENCE}/${id}/restore`);
    expect((await check(text)).verdict).toBe('ok');
    const trail = await admin.get<AuditEntry[]>('/api/audit?subject=workspace');
    expect(trail.map(({ action }) => action)).toEqual([
      'evidence.added',
      'evidence.removed',
      'evidence.added',
    ]);
  });

  it('is kept by admins, with a source and dates that make sense', async () => {
    expect((await member.call('POST', EVIDENCE, { body: study })).status).toBe(403);
    const admin = await app.as('admin');
    for (const wrong of [{ url: 'javascript:alert(1)' }, { words: '' }, { validUntil: '2024-01-01' }]) {
      expect((await admin.call('POST', EVIDENCE, { body: { ...study, ...wrong } })).status).toBe(400);
    }
    expect((await admin.call('DELETE', `${EVIDENCE}/${crypto.randomUUID()}`)).status).toBe(404);
  });
});
