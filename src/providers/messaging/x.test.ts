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

const said = (id: string, senderId: string, text: string, more: Record<string, unknown> = {}) => ({
  id,
  event_type: 'MessageCreate',
  text,
  sender_id: senderId,
  created_at: new Date().toISOString(),
  ...more,
});
/** The newest first. */
const EVENTS = [
  said('1005', '77', 'And where?'),
  said('1004', '1', 'It is.'),
  { id: '1003', event_type: 'SomethingNew' },
  said('999', '77', 'Is it free of caffeine?'),
  said('998', '77', 'Long ago', { created_at: '2020-01-01T00:00:00Z' }),
];

/** The X API, which believes a call only with a good signature (RFC 5849). */
function answer(request: ProviderRequest, url: string): ProviderAnswer {
  if (!isSigned(request, url)) return { status: 401, body: { title: 'Unauthorized', status: 401 } };
  const { method, path } = request;
  if (path === '/2/dm_events') {
    const from = Number(request.query.get('pagination_token') ?? 0);
    return {
      body: {
        data: EVENTS.slice(from, from + 2),
        includes: { users: [{ id: '77', username: 'ann_lee', name: 'Ann' }] },
        meta: from + 2 < EVENTS.length ? { next_token: String(from + 2) } : {},
      },
    };
  }
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

describe('what people write on X', () => {
  const textsOf = async (cursor: string | null) => {
    const result = await connect().hear?.(cursor);
    return result?.outcome === 'heard' ? [result.cursor, ...result.messages.map(({ text }) => text)] : result;
  };

  it('is read back to where the last look ended, the first one for a day', async () => {
    expect(await textsOf(null)).toEqual(['1005', 'Is it free of caffeine?', 'And where?']);
    expect(await textsOf('999')).toEqual(['1005', 'And where?']);
    expect(await textsOf('1005')).toEqual(['1005']);
    expect(await connect().hear?.('1004')).toMatchObject({
      messages: [{ id: '1005', from: 'ann_lee', userId: '77' }],
    });
  });

  it('leaves what is older than the first look alone ever after', async () => {
    server().fault = ({ path }) =>
      path.endsWith('/dm_events') ? { status: 200, body: { data: EVENTS.slice(4), meta: {} } } : undefined;
    expect(await textsOf(null)).toEqual(['998']);
    expect(await textsOf('998')).toEqual(['998']);
  });

  describe('where more came than fits into one look', () => {
    /** Pages of one event, the newest first: 2007 down to 2001; others are not known. */
    const pageOf = (token: string | null): ProviderAnswer => {
      const id = 2_000 + Number(token?.replace('p+', '') ?? 7);
      if (id > 2_007) return { status: 400, body: { title: 'Invalid Request' } };
      const next = id > 2_001 ? { next_token: `p+${id - 2_001}` } : {};
      return { status: 200, body: { data: [said(String(id), '77', `No ${id}`)], meta: next } };
    };
    const page = ({ path, query }: ProviderRequest) =>
      path.endsWith('/dm_events') ? pageOf(query.get('pagination_token')) : undefined;

    it('is read on by the next looks, from where the last one stopped', async () => {
      server().fault = page;
      expect(await textsOf('2001')).toEqual(['2007 2001 p+4', 'No 2005', 'No 2006', 'No 2007']);
      expect(await textsOf('2007 2001 p+4')).toEqual(['2007 2001 p+1', 'No 2002', 'No 2003', 'No 2004']);
      expect(await textsOf('2007 2001 p+1')).toEqual(['2007']);
      expect(await textsOf(null)).toMatchObject(['2007  p+4', 'No 2005', 'No 2006', 'No 2007']);
      expect(await textsOf('2007  p+1')).toEqual(['2007', 'No 2001']);
    });

    it('keeps what was read before X wants to rest, and begins again where it has forgotten the page', async () => {
      server().fault = (request) =>
        request.query.get('pagination_token') === 'p+5' ? { status: 429, body: {} } : page(request);
      expect(await textsOf('2001')).toEqual(['2007 2001 p+5', 'No 2006', 'No 2007']);
      server().fault = page;
      expect(await textsOf('2007 2001 p+99')).toEqual(['2007 2001 p+5', 'No 2006', 'No 2007']);
    });
  });

  it('is asked for again later where X wants to rest', async () => {
    server().fault = ({ path }) =>
      path.endsWith('/dm_events') ? { status: 429, body: {}, headers: { 'retry-after': '9' } } : undefined;
    expect(await connect().hear?.('999')).toMatchObject({ outcome: 'failed', retryAfterMs: 9_000 });
  });
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
