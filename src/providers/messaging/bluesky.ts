import { z } from 'zod';
import { storableText } from '#kit/text.ts';
import { DAY_MS } from '#kit/time.ts';
import type { Egress, EgressResponse } from '#platform/egress.ts';
import { type CallResult, callPlatform, obstacleOf, retryAfter } from './messenger-call.ts';
import type { HeardMessage, HearResult, Messenger, MessengerResult } from './port.ts';

type Account = { baseUrl: string; identifier: string; password: string };

const NAME = 'Bluesky';
const LANES = 2;
/** The chat service stands behind the account's own server, which passes calls on to it. */
const CHAT = { 'atproto-proxy': 'did:web:api.bsky.chat#bsky_chat' };
const LONGEST_TEXT = 1_000;

const Session = z.object({
  accessJwt: z.string(),
  did: z.string(),
  didDoc: z
    .object({
      service: z.array(z.object({ id: z.string(), serviceEndpoint: z.url({ protocol: /^https?$/ }) })),
    })
    .optional()
    .catch(undefined),
});
type SignedIn = { home: string; token: string; did: string };

const Resolved = z.object({ did: z.string() });
const Availability = z.object({ canChat: z.boolean(), convo: z.object({ id: z.string() }).optional() });
const Conversation = z.object({ convo: z.object({ id: z.string() }) });
const Sent = z.object({ id: z.string() });
const ChatMessage = z.object({
  id: z.string().min(1).max(500),
  rev: z.string(),
  text: z.string(),
  sender: z.object({ did: z.string() }),
  sentAt: z.coerce.date(),
});
const Members = z.array(z.object({ did: z.string(), handle: z.string() }));
const Conversations = z.object({
  convos: z.array(z.object({ rev: z.string(), members: Members, lastMessage: z.unknown() })),
});
const Log = z.object({ cursor: z.string().optional(), logs: z.array(z.unknown()) });
const NewMessage = z.object({
  $type: z.literal('chat.bsky.convo.defs#logCreateMessage'),
  convoId: z.string(),
  message: ChatMessage,
});
const OneConversation = z.object({ convo: z.object({ members: Members }) });
/** Pages of the log in one look. */
const MOST_PAGES = 5;
const Failure = z.object({ error: z.string(), message: z.string().optional() });

type Failed = Exclude<MessengerResult, { outcome: 'accepted' }>;

/**
 * Direct messages on Bluesky (chat.bsky.convo). The app password has to be one with access to direct messages. It has
 * no idempotency key, so sending is never asked twice; all that comes before it only reads.
 */
export function createBlueskyMessenger(
  egress: Egress,
  { baseUrl, identifier, password }: Account,
): Messenger {
  const root = baseUrl.replace(/\/$/, '');
  let session: Promise<SignedIn | Failed> | undefined;

  const signIn = async (): Promise<SignedIn | Failed> => {
    const result = await callPlatform(egress, NAME, {
      url: `${root}/xrpc/com.atproto.server.createSession`,
      method: 'POST',
      headers: {},
      body: { identifier, password },
    });
    // Signing in twice does no harm.
    if (result.outcome !== 'answer')
      return { outcome: 'not_begun', cause: 'unreachable', reason: result.reason };
    const made = Session.safeParse(result.json);
    if (result.answer.status !== 200 || !made.success) return judge(result.answer, result.json, 'reading');
    const home = made.data.didDoc?.service.find(({ id }) => id.endsWith('#atproto_pds'))?.serviceEndpoint;
    return { home: (home ?? root).replace(/\/$/, ''), token: made.data.accessJwt, did: made.data.did };
  };

  const open = async (): Promise<SignedIn | Failed> => {
    session ??= signIn();
    const opened = await session;
    if ('outcome' in opened) session = undefined;
    return opened;
  };

  type Call = { method: string; query?: Record<string, string>; body?: unknown; isChat: boolean };

  const call = async ({ method, query = {}, body, isChat }: Call): Promise<CallResult | Failed> => {
    for (let attempt = 1; ; attempt += 1) {
      const opened = await open();
      if ('outcome' in opened) return opened;
      const url = new URL(`${opened.home}/xrpc/${method}`);
      for (const [key, value] of Object.entries(query)) url.searchParams.append(key, value);
      const result = await callPlatform(egress, NAME, {
        url: url.href,
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${opened.token}`, ...(isChat ? CHAT : {}) },
        body,
      });
      const isOver =
        result.outcome === 'answer' &&
        result.answer.status >= 400 &&
        ['ExpiredToken', 'InvalidToken'].includes(failureOf(result.json).error);
      if (!isOver || attempt > 1) return result;
      // Refused before anything was done with it.
      session = undefined;
    }
  };

  /** What a question is answered with; a result where it is not. */
  const ask = async <S extends z.ZodType>(request: Call, shape: S): Promise<z.output<S> | Failed> => {
    const result = await call(request);
    if (result.outcome !== 'answer') return result.outcome === 'unknown' ? notBegun(result) : result;
    const read = shape.safeParse(result.json);
    if (result.answer.status === 200 && read.success) return read.data;
    return judge(result.answer, result.json, 'reading');
  };

  /** The newest of each conversation, and where the log goes on after them. */
  const hearFirst = async (own: string): Promise<HearResult> => {
    const query = { limit: '100' };
    const answer = await ask({ method: 'chat.bsky.convo.listConvos', query, isChat: true }, Conversations);
    if (isFailed(answer)) return unheard(answer);
    const messages = answer.convos.flatMap(({ members, lastMessage }) => {
      const read = ChatMessage.safeParse(lastMessage);
      const isNews = read.success && read.data.sender.did !== own && Date.now() - +read.data.sentAt < DAY_MS;
      return isNews ? [heardOf(read.data, members)] : [];
    });
    const revs = answer.convos.map(({ rev }) => rev).toSorted();
    return { outcome: 'heard', messages: byTime(messages), cursor: revs.at(-1) ?? '' };
  };

  const hearSince = async (since: string, own: string): Promise<HearResult> => {
    const messages: HeardMessage[] = [];
    const known = new Map<string, z.infer<typeof Members>>();
    let cursor = since;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query: Record<string, string> = cursor === '' ? {} : { cursor };
      const log = await ask({ method: 'chat.bsky.convo.getLog', query, isChat: true }, Log);
      if (isFailed(log)) return unheard(log);
      for (const entry of log.logs) {
        const read = NewMessage.safeParse(entry);
        if (!read.success || read.data.message.sender.did === own) continue;
        const { convoId, message } = read.data;
        if (!known.has(convoId)) {
          const convo = await ask(
            { method: 'chat.bsky.convo.getConvo', query: { convoId }, isChat: true },
            OneConversation,
          );
          if (isFailed(convo) && convo.outcome === 'not_begun') return unheard(convo);
          // One that is closed to us by now stops nobody else's; its people may be known by their ids.
          known.set(convoId, isFailed(convo) ? [] : convo.convo.members);
        }
        messages.push(heardOf(message, known.get(convoId) ?? []));
      }
      const next = log.cursor ?? cursor;
      if (log.logs.length === 0 || next === cursor) break;
      cursor = next;
    }
    return { outcome: 'heard', messages: byTime(messages), cursor };
  };

  return {
    id: 'bluesky',
    name: NAME,
    settings: 'BLUESKY_HANDLE and BLUESKY_APP_PASSWORD',
    lanes: LANES,

    async verify() {
      const opened = await ask(
        { method: 'chat.bsky.convo.listConvos', query: { limit: '1' }, isChat: true },
        z.object({ convos: z.array(z.unknown()) }),
      );
      if (!isFailed(opened)) return { isReady: true };
      return { isReady: false, cause: obstacleOf(opened), reason: opened.reason };
    },

    async send({ to, text, footer, beginBy }) {
      const whole = [text, footer].filter((part) => part !== '').join('\n\n');
      if (countCharacters(whole) > LONGEST_TEXT)
        return { outcome: 'by_hand', reason: `Bluesky takes at most ${LONGEST_TEXT} characters.` };
      const handle = to.trim().replace(/^@/, '').toLowerCase();
      const resolved = handle.startsWith('did:')
        ? { did: handle }
        : await ask(
            { method: 'com.atproto.identity.resolveHandle', query: { handle }, isChat: false },
            Resolved,
          );
      if (isFailed(resolved)) return resolved;
      const members = { members: resolved.did };
      const availability = await ask(
        { method: 'chat.bsky.convo.getConvoAvailability', query: members, isChat: true },
        Availability,
      );
      if (isFailed(availability)) return availability;
      if (!availability.canChat) return { outcome: 'by_hand', reason: NO_MESSAGES };
      const conversation = availability.convo
        ? { convo: availability.convo }
        : await ask(
            { method: 'chat.bsky.convo.getConvoForMembers', query: members, isChat: true },
            Conversation,
          );
      if (isFailed(conversation)) return conversation;
      if (Date.now() > beginBy) return { outcome: 'not_begun', cause: 'late', reason: '' };
      const result = await call({
        method: 'chat.bsky.convo.sendMessage',
        body: { convoId: conversation.convo.id, message: { text: whole } },
        isChat: true,
      });
      if (result.outcome !== 'answer') return result;
      if (result.answer.status >= 300) return judge(result.answer, result.json, 'sending');
      const sent = Sent.safeParse(result.json);
      return sent.success
        ? { outcome: 'accepted', reference: sent.data.id }
        : { outcome: 'unknown', reason: 'Bluesky answered with something else than it promises' };
    },

    async hear(cursor) {
      const opened = await open();
      if ('outcome' in opened) return unheard(opened);
      return cursor === null ? hearFirst(opened.did) : hearSince(cursor, opened.did);
    },
  };
}

function heardOf(
  { id, sender, text, sentAt }: z.infer<typeof ChatMessage>,
  members: z.infer<typeof Members>,
): HeardMessage {
  const from = members.find(({ did }) => did === sender.did)?.handle;
  return { id, from, userId: sender.did, text, at: new Date(Math.min(+sentAt, Date.now())) };
}

function byTime(messages: HeardMessage[]): HeardMessage[] {
  return messages.toSorted((left, right) => +left.at - +right.at);
}

function unheard(failed: Failed): HearResult {
  const { reason } = failed;
  const cause = obstacleOf(failed);
  return 'retryAfterMs' in failed && failed.retryAfterMs !== undefined
    ? { outcome: 'failed', cause, reason, retryAfterMs: failed.retryAfterMs }
    : { outcome: 'failed', cause, reason };
}

const NO_MESSAGES = 'This person takes no direct messages from you on Bluesky.';

function isFailed(value: unknown): value is Failed {
  return typeof value === 'object' && value !== null && 'outcome' in value;
}

function notBegun({ reason }: { reason: string }): Extract<Failed, { outcome: 'not_begun' }> {
  return { outcome: 'not_begun', cause: 'unreachable', reason };
}

/** @param deed a question that fails may be asked again; a message of which nobody knows may not */
function judge(answer: EgressResponse, json: unknown, deed: 'reading' | 'sending'): Failed {
  const { status } = answer;
  const { error, message } = failureOf(json);
  const reason = storableText(message ?? (error === '' ? `Bluesky answered ${status}` : error), 300);
  if (status === 429 || error === 'RateLimitExceeded')
    return { outcome: 'not_begun', cause: 'throttled', reason, ...retryAfter(answer, 'ratelimit-reset') };
  if (
    status === 401 ||
    /^(?:AuthenticationRequired|AccountTakedown)$|scope/i.test(`${error}${message ?? ''}`)
  )
    return { outcome: 'not_begun', cause: 'login_refused', reason };
  if (/messages? disabled|not followed|blocked|requires recipient|cannot (?:send|chat)/i.test(reason))
    return { outcome: 'by_hand', reason: NO_MESSAGES };
  if (status >= 500 || status < 400)
    return deed === 'reading' ? notBegun({ reason }) : { outcome: 'unknown', reason };
  return { outcome: 'refused', reason, wantsNoMore: false };
}

function failureOf(json: unknown): z.infer<typeof Failure> {
  const read = Failure.safeParse(json);
  return read.success ? read.data : { error: '' };
}

/** As people count them. */
function countCharacters(text: string): number {
  return [...new Intl.Segmenter('en').segment(text)].length;
}
