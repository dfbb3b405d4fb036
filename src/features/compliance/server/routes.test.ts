import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/app.ts';
import type { ClaimCheck } from '../contract.ts';

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
