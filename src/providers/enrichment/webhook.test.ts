import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEgress } from '#platform/egress.ts';
import { type ProviderServer, startProviderServer } from '#tests/support/provider-server.ts';
import { createEnrichmentWebhook } from './webhook.ts';

const SECRET = 'a secret of both sides';
const REQUEST = {
  requestId: '0b8f6d6c-4a0e-4a52-9f3c-6a3c2f0b7f11',
  leadId: '2f1d3d0a-94a5-4c66-b3a7-0d6a8a4d3b22',
  name: 'Jo Doe',
  handle: 'jo',
  platform: 'reddit',
  profileUrl: null,
};

let provider: ProviderServer;
let time = new Date('2026-05-01T12:00:00Z');

beforeAll(async () => {
  provider = await startProviderServer(() => ({ body: 'taken' }));
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.requests.length = 0;
  provider.fault = undefined;
  time = new Date('2026-05-01T12:00:00Z');
});

const build = () =>
  createEnrichmentWebhook({
    url: `${provider.url}/table`,
    secret: SECRET,
    publicUrl: 'https://yarrow.test',
    egress: createEgress({ trusted: [provider.url], timeoutMs: 1_000 }),
    now: () => time,
  });
const sign = (text: string) => createHmac('sha256', SECRET).update(text).digest('hex');

describe('the enrichment webhook', () => {
  it('sends what is asked, flat and signed', async () => {
    await build().ask(REQUEST);
    const [request] = provider.requests;
    expect(request?.body).toMatchObject({
      request_id: REQUEST.requestId,
      lead_id: REQUEST.leadId,
      handle: 'jo',
      profile_url: '',
      callback_url: 'https://yarrow.test/api/enrichment/answers',
    });
    const timestamp = request?.headers['x-yarrow-timestamp'] as string;
    expect(request?.headers['x-yarrow-signature']).toBe(
      `v1=${sign(`${timestamp}.${JSON.stringify(request?.body)}`)}`,
    );
  });

  it.each([
    ['is busy', { status: 429, headers: { 'retry-after': '7' }, body: '' }, true, 7_000],
    ['fails', { status: 503, body: '' }, true, undefined],
    ['refuses', { status: 404, body: '' }, false, undefined],
    ['breaks off', 'cut' as const, true, undefined],
    ['is silent', 'hang' as const, true, undefined],
  ])('says whether trying again helps when the service %s', async (_what, fault, retryable, retryAfterMs) => {
    provider.fault = () => fault;
    await expect(build().ask(REQUEST)).rejects.toMatchObject({ retryable, retryAfterMs });
  });

  it('knows its own token, and signatures that are right and fresh', async () => {
    const webhook = build();
    await webhook.ask(REQUEST);
    const { callback_token: token } = (provider.requests[0]?.body ?? {}) as { callback_token?: string };
    const { requestId } = REQUEST;
    const body = '{"request_id":"x"}';
    const given = { requestId, body, authorization: undefined, timestamp: undefined, signature: undefined };
    expect(webhook.isAuthentic({ ...given, authorization: `Bearer ${token}` })).toBe(true);
    expect(webhook.isAuthentic({ ...given, authorization: `Bearer ${token}x` })).toBe(false);
    expect(
      webhook.isAuthentic({ ...given, requestId: REQUEST.leadId, authorization: `Bearer ${token}` }),
    ).toBe(false);
    expect(webhook.isAuthentic(given)).toBe(false);
    const timestamp = String(time.getTime() / 1_000);
    const signature = `v1=${sign(`${timestamp}.${body}`)}`;
    expect(webhook.isAuthentic({ ...given, timestamp, signature })).toBe(true);
    expect(webhook.isAuthentic({ ...given, body: `${body} `, timestamp, signature })).toBe(false);
    time = new Date(time.getTime() + 301_000);
    expect(webhook.isAuthentic({ ...given, timestamp, signature }), 'an old one may be a copy').toBe(false);
  });
});
