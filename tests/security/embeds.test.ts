import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '#features/agents/contract.ts';
import type { Community } from '#features/communities/contract.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import type { TestClient } from '#tests/support/client.ts';
import { communityCalls } from '#tests/support/communities.ts';

const SHOP = 'https://shop.test';
/** Origins that look like the allowed one and are not. */
const FOREIGN = [
  'null',
  'https://evil.test',
  'https://shop.test.evil.test',
  'https://evilshop.test',
  'https://shop-test.evil.test',
  'https://shop.test@evil.test',
  'https://evil.test#shop.test',
  'https://evil.test/.shop.test',
  'https://shop.testing',
  'https://shop.test.',
  'https://xn--shp-0na.test',
  'file://shop.test',
  'data:text/html,shop.test',
  'shop.test',
  '//shop.test',
  'https://evil.test, https://shop.test',
  'https://shop.test https://evil.test',
];

let running: TestApp;
let admin: TestClient;
let community: Community;
let agent: Agent;
beforeAll(async () => {
  running = await startTestApp({ worker: false, env: { TRUST_PROXY: '1' } });
  admin = await running.as('admin');
  community = await communityCalls(() => admin).create({
    settings: { allowedDomains: ['shop.test'], allowsJoining: true },
  });
  agent = await admin.post<Agent>('/api/chatbot/experts', {
    name: 'Fern',
    expertiseArea: 'Herbal tea',
    communicationStyle: 'friendly',
    allowedDomains: ['shop.test'],
  });
});
afterAll(() => running.close());

/** What a page of a site may ask of us, without and with a colleague's session. */
const CALLS: [string, () => string, string, object?][] = [
  ['the posts of a community', () => `/api/external/communities/${community.apiKey}/posts`, 'GET'],
  ['a challenge', () => `/api/external/communities/${community.apiKey}/challenge`, 'GET'],
  [
    'to join',
    () => `/api/external/communities/${community.apiKey}/invite`,
    'POST',
    { emails: ['eve@customer.test'], proof: { challenge: 'a', solution: 'b' } },
  ],
  [
    'to report a post',
    () => `/api/external/communities/${community.apiKey}/reports`,
    'POST',
    { postId: crypto.randomUUID(), reason: 'spam' },
  ],
  ['a token of an agent', () => `/api/agents/visitor/${agent.apiKey}`, 'POST', {}],
];

let callers = 0;
/** Each from an address of its own, so that no limit answers instead. */
const from = (origin: string) => {
  callers += 1;
  return { origin, 'x-forwarded-for': `198.51.${100 + Math.floor(callers / 250)}.${callers % 250}` };
};

describe('a page that is not among the allowed domains', () => {
  it.each(CALLS)('is refused %s', async (_what, path, method, body) => {
    for (const origin of FOREIGN)
      for (const caller of [running.visitor(), admin]) {
        const answer = await caller.call(method, path(), {
          headers: from(origin),
          ...(body ? { body } : {}),
        });
        expect(answer.status, origin).toBe(403);
        expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
        // It may read why, and an answer that names it would be one that it may read.
        expect([null, '*']).toContain(answer.headers.get('access-control-allow-origin'));
      }
  });

  it.each(CALLS)('is not the reason why the allowed one is refused %s', async (_what, path, method, body) => {
    const answer = await running.visitor().call(method, path(), {
      headers: from(SHOP),
      ...(body ? { body } : {}),
    });
    const { reason } = (await answer.json()) as { reason?: string };
    expect(['domain_not_allowed', 'origin_not_allowed']).not.toContain(reason);
  });
});

describe('pages of other sites', () => {
  it('read nothing that needs the session of a colleague, and change nothing with it', async () => {
    for (const path of [
      '/api/auth/user',
      '/api/leads',
      '/api/communities',
      '/api/chatbot/experts',
      '/api/live',
    ]) {
      const stop = new AbortController();
      const answer = await admin.call('GET', path, { headers: { origin: SHOP }, signal: stop.signal });
      expect(answer.headers.get('access-control-allow-origin'), path).toBeNull();
      expect(answer.headers.get('cross-origin-resource-policy'), path).toBe('same-origin');
      stop.abort();
    }
    for (const headers of [
      { origin: SHOP },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      const answer = await admin.call('POST', '/api/communities', { body: { name: 'Theirs' }, headers });
      expect(answer.status, JSON.stringify(headers)).toBe(403);
    }
  });

  it('frame no page of the app, and the scripts that they load hold no key', async () => {
    const page = await running.visitor().call('GET', '/');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    for (const path of ['/community.js', `/agent/${agent.apiKey}.js`]) {
      const script = await admin.call('GET', path, { headers: { origin: SHOP } });
      if (script.status !== 200) continue;
      expect(await script.text()).not.toMatch(/sk_|admin@yarrow\.test/);
      expect(script.headers.get('set-cookie')).toBeNull();
    }
  });
});
