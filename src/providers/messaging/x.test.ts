import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ProviderAnswer, ProviderRequest } from '#tests/support/provider-server.ts';
import { buildMessage, describeMessenger } from './conformance.ts';
import { createXMessenger } from './x.ts';

const KEYS = {
  consumerKey: 'consumer key',
  consumerSecret: 'consumer secret',
  accessToken: 'access token',
  accessTokenSecret: 'token secret',
};

/** The X API, which believes a call only with a good signature (RFC 5849). */
function answer(request: ProviderRequest, url: string): ProviderAnswer {
  if (!isSigned(request, url)) return { status: 401, body: { title: 'Unauthorized', status: 401 } };
  const { method, path } = request;
  if (path === '/2/users/me') return { body: { data: { id: '1', username: 'mia', name: 'Mia' } } };
  const [, name] = /^\/2\/users\/by\/username\/(\w+)$/.exec(path) ?? [];
  if (name === 'nobody') return { body: { errors: [{ title: 'Not Found Error', type: 'not-found' }] } };
  if (name !== undefined)
    return { body: { data: { id: '77', username: name, receives_your_dm: name !== 'shy' } } };
  if (method === 'POST' && path === '/2/dm_conversations/with/77/messages')
    return { status: 201, body: { data: { dm_conversation_id: '1-77', dm_event_id: '99' } } };
  return { status: 404, body: { title: 'Not Found' } };
}

function isSigned({ method, path, query, headers }: ProviderRequest, url: string): boolean {
  const fields = Object.fromEntries(
    [...String(headers.authorization).matchAll(/(oauth_\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
      key,
      decodeURIComponent(value),
    ]),
  );
  const { oauth_signature: signature, ...rest } = fields;
  const parameters = [...Object.entries(rest), ...query]
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&');
  const base = [method, `${url}${path}`, parameters].map(encodeURIComponent).join('&');
  const key = [KEYS.consumerSecret, KEYS.accessTokenSecret].map(encodeURIComponent).join('&');
  return createHmac('sha1', key).update(base).digest('base64') === signature;
}

const sentText = ({ path, body }: ProviderRequest): string | undefined =>
  path.endsWith('/messages') ? (body as { text: string }).text : undefined;

const { server, connect } = describeMessenger('X', {
  create: (egress, url) => createXMessenger(egress, { ...KEYS, baseUrl: `${url}/2` }),
  answer,
  sentText,
  to: '@ann_lee',
});

describe('a message on X', () => {
  const send = (to: string) => connect().send(buildMessage({ to }));

  it('is left to a person where somebody takes none, also when X says so only afterwards', async () => {
    const byHand = {
      outcome: 'by_hand',
      reason: 'This person takes no direct messages from you on X.',
    };
    expect(await send('shy')).toEqual(byHand);
    expect(server().requests.some((request) => sentText(request))).toBe(false);
    server().fault = (request) =>
      sentText(request) === undefined
        ? undefined
        : { status: 403, body: { title: 'Forbidden', detail: 'You cannot send messages to this user.' } };
    expect(await send('ann')).toEqual(byHand);
  });

  it('stops everything where the app itself may not write', async () => {
    const detail = 'Your client app is not configured with the appropriate oauth1 app permissions.';
    server().fault = (request) =>
      sentText(request) === undefined ? undefined : { status: 403, body: { title: 'Forbidden', detail } };
    expect(await send('ann')).toMatchObject({ outcome: 'not_begun', cause: 'login_refused', reason: detail });
  });

  it.each(['nobody', 'no name at all', '../me'])('is refused for %s', async (to) => {
    expect(await send(to)).toMatchObject({ outcome: 'refused' });
  });

  it('rests until the moment that X names', async () => {
    const reset = String(Math.ceil(Date.now() / 1_000) + 600);
    server().fault = (request) =>
      sentText(request) === undefined
        ? undefined
        : { status: 429, headers: { 'x-rate-limit-reset': reset }, body: { title: 'Too Many Requests' } };
    const result = await send('ann');
    expect(result).toMatchObject({ outcome: 'not_begun', cause: 'throttled' });
    const { retryAfterMs = 0 } = 'retryAfterMs' in result ? result : {};
    expect(retryAfterMs).toBeGreaterThan(590_000);
  });
});
