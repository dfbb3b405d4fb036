import { describe, expect, it } from 'vitest';
import type { ProviderAnswer, ProviderRequest } from '#tests/support/provider-server.ts';
import { createBlueskyMessenger } from './bluesky.ts';
import { buildMessage, describeMessenger } from './conformance.ts';

const error = (status: number, name: string, message = name): ProviderAnswer => ({
  status,
  body: { error: name, message },
});

let tokens = 0;
/** Tokens that still count; an empty list: each one does. */
let expired: string[] = [];

const members = [
  { did: 'did:plc:mia', handle: 'mia.test' },
  { did: 'did:plc:ann', handle: 'ann.bsky.social' },
];
const chat = (rev: string, who: string, text: string, sentAt = new Date()) => ({
  id: `m${rev}`,
  rev,
  text,
  sender: { did: `did:plc:${who}` },
  sentAt: sentAt.toISOString(),
});
/** Conversations of the account, and what has happened in them since. */
const convos = [
  { id: 'c1', rev: '3', members, lastMessage: chat('3', 'ann', 'Is it free of caffeine?') },
  { id: 'c2', rev: '2', members, lastMessage: chat('2', 'mia', 'Our own words') },
  { id: 'c3', rev: '1', members, lastMessage: chat('1', 'ann', 'Long ago', new Date(0)) },
];
const ofLog = (rev: string, what: string, more: Record<string, unknown> = {}) => ({
  $type: `chat.bsky.convo.defs#${what}`,
  rev,
  convoId: 'c1',
  ...more,
});
const log = [
  ofLog('4', 'logReadMessage'),
  ofLog('5', 'logCreateMessage', { message: chat('5', 'mia', 'It is.') }),
  ofLog('6', 'logCreateMessage', { message: chat('6', 'ann', 'Good!') }),
  ofLog('7', 'logSomethingNew', { message: 7 }),
  ofLog('8', 'logCreateMessage', { message: chat('8', 'ann', 'And where?') }),
];

/** An account's own server, with the chat service behind it. */
function answer({ method, path, headers, query, body }: ProviderRequest, url: string): ProviderAnswer {
  const name = path.replace('/xrpc/', '');
  if (name === 'com.atproto.server.createSession') {
    const { identifier, password } = body as Record<string, string>;
    if (identifier !== 'mia.test' || password !== 'app-password')
      return error(401, 'AuthenticationRequired', 'Invalid identifier or password');
    tokens += 1;
    const service = [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: url }];
    return {
      body: { accessJwt: `token ${tokens}`, refreshJwt: 'r', did: 'did:plc:mia', didDoc: { service } },
    };
  }
  const token = /^Bearer (token \d+)$/.exec(String(headers.authorization))?.[1];
  if (token === undefined) return error(401, 'AuthMissing');
  if (expired.includes(token)) return error(400, 'ExpiredToken', 'Token has expired');
  if (name === 'com.atproto.identity.resolveHandle') {
    const handle = query.get('handle') ?? '';
    return handle.startsWith('nobody')
      ? error(400, 'InvalidRequest', 'Unable to resolve handle')
      : { body: { did: `did:plc:${handle.split('.')[0]}` } };
  }
  // Only a call that is passed on reaches the chat service.
  if (headers['atproto-proxy'] !== 'did:web:api.bsky.chat#bsky_chat')
    return error(501, 'MethodNotImplemented');
  if (name === 'chat.bsky.convo.listConvos') return { body: { convos } };
  if (name === 'chat.bsky.convo.getConvo')
    return { body: { convo: convos.find(({ id }) => id === query.get('convoId')) } };
  if (name === 'chat.bsky.convo.getLog') {
    const after = query.get('cursor') ?? '';
    const logs = log.filter(({ rev }) => rev > after).slice(0, 2);
    return { body: { cursor: logs.at(-1)?.rev ?? after, logs } };
  }
  if (name === 'chat.bsky.convo.getConvoAvailability') {
    const member = query.get('members') ?? '';
    return {
      body: {
        canChat: member !== 'did:plc:shy',
        ...(member === 'did:plc:old' ? { convo: { id: 'c0' } } : {}),
      },
    };
  }
  if (name === 'chat.bsky.convo.getConvoForMembers')
    return { body: { convo: { id: `c ${query.get('members')}` } } };
  if (name === 'chat.bsky.convo.sendMessage' && method === 'POST')
    return { body: { id: 'm1', rev: '1', text: sentText({ path, body }) ?? '' } };
  return error(404, 'MethodNotFound');
}

const sentText = ({ path, body }: Pick<ProviderRequest, 'path' | 'body'>): string | undefined =>
  path.endsWith('sendMessage') ? (body as { message: { text: string } }).message.text : undefined;

const { server, connect } = describeMessenger('Bluesky', {
  create: (egress, baseUrl) =>
    createBlueskyMessenger(egress, { baseUrl, identifier: 'mia.test', password: 'app-password' }),
  answer,
  sentText,
  to: '@ann.bsky.social',
});

describe('what people write on Bluesky', () => {
  it('is the newest of each conversation first, then what the log holds since', async () => {
    const messenger = connect();
    const first = await messenger.hear?.(null);
    expect(first).toMatchObject({
      outcome: 'heard',
      cursor: '3',
      messages: [
        { id: 'm3', from: 'ann.bsky.social', userId: 'did:plc:ann', text: 'Is it free of caffeine?' },
      ],
    });
    const then = await messenger.hear?.('3');
    expect(then).toMatchObject({ outcome: 'heard', cursor: '8' });
    expect(then?.outcome === 'heard' && then.messages.map(({ text }) => text)).toEqual([
      'Good!',
      'And where?',
    ]);
    expect(await messenger.hear?.('8')).toEqual({ outcome: 'heard', messages: [], cursor: '8' });
  });

  it('goes on where one conversation is closed to us by now', async () => {
    server().fault = ({ query }) =>
      query.get('convoId') === 'c1' ? error(400, 'InvalidRequest', 'Convo not found') : undefined;
    expect(await connect().hear?.('3')).toMatchObject({
      outcome: 'heard',
      cursor: '8',
      messages: [{ text: 'Good!', from: undefined, userId: 'did:plc:ann' }, { text: 'And where?' }],
    });
    server().fault = ({ query }) => (query.get('convoId') === 'c1' ? { status: 502, body: '' } : undefined);
    expect(await connect().hear?.('3')).toMatchObject({ outcome: 'failed', cause: 'unreachable' });
  });

  it('is asked for again later where it cannot be read, from where it stood', async () => {
    server().fault = ({ path }) =>
      path.includes('getLog')
        ? { status: 429, body: { error: 'RateLimitExceeded' }, headers: { 'retry-after': '7' } }
        : undefined;
    expect(await connect().hear?.('3')).toMatchObject({ outcome: 'failed', retryAfterMs: 7_000 });
    server().fault = () => error(401, 'AuthenticationRequired', 'Invalid identifier or password');
    expect(await connect().hear?.('3')).toMatchObject({ outcome: 'failed', cause: 'login_refused' });
  });
});

describe('a message on Bluesky', () => {
  const send = (change: Parameters<typeof buildMessage>[0]) => connect().send(buildMessage(change));
  const isSent = () => server().requests.some((request) => sentText(request) !== undefined);

  it('is left to a person where somebody takes none', async () => {
    expect(await send({ to: 'shy.bsky.social' })).toEqual({
      outcome: 'by_hand',
      reason: 'This person takes no direct messages from you on Bluesky.',
    });
    expect(isSent()).toBe(false);
  });

  it('is refused for somebody who is not there', async () => {
    expect(await send({ to: 'nobody.bsky.social' })).toMatchObject({ outcome: 'refused' });
  });

  it('is left to a person where it is longer than Bluesky takes; what people see as one counts as one', async () => {
    expect(await send({ to: 'ann.test', text: '👩‍🌾'.repeat(1_000) })).toMatchObject({ outcome: 'accepted' });
    expect(await send({ to: 'ann.test', text: 'a'.repeat(1_001) })).toMatchObject({ outcome: 'by_hand' });
  });

  it('goes on in the conversation that there is', async () => {
    await send({ to: 'old.bsky.social' });
    expect(server().requests.find((request) => sentText(request))?.body).toMatchObject({ convoId: 'c0' });
  });

  it('signs in once for many, and anew when the session has run out', async () => {
    const messenger = connect();
    const before = tokens;
    await messenger.send(buildMessage({ to: 'ann.test' }));
    await messenger.send(buildMessage({ to: 'bob.test' }));
    expect(tokens).toBe(before + 1);
    expired = [`token ${tokens}`];
    expect(await messenger.send(buildMessage({ to: 'cal.test' }))).toMatchObject({ outcome: 'accepted' });
    expect(tokens).toBe(before + 2);
    expired = [];
  });

  it('needs an app password that may read and write direct messages', async () => {
    server().fault = ({ path }) =>
      path.includes('chat.bsky') ? error(400, 'InvalidToken', 'Bad token scope') : undefined;
    expect(await connect().verify()).toMatchObject({ cause: 'login_refused', reason: 'Bad token scope' });
  });
});
