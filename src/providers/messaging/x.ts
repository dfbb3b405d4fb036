import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { storableText } from '#kit/text.ts';
import { DAY_MS } from '#kit/time.ts';
import type { Egress, EgressResponse } from '#platform/egress.ts';
import { type CallResult, callPlatform, obstacleOf, retryAfter } from './messenger-call.ts';
import type { HeardMessage, HearResult, Messenger, MessengerResult } from './port.ts';

type Account = {
  baseUrl: string;
  consumerKey: string;
  consumerSecret: string;
  accessToken: string;
  accessTokenSecret: string;
};

const NAME = 'X';
/** It takes 15 messages in 15 minutes: more at once would only be refused. */
const LANES = 1;
const LONGEST_TEXT = 10_000;
const RESET = 'x-rate-limit-reset';

const Found = z.object({
  data: z.object({ id: z.string().regex(/^\d+$/), receives_your_dm: z.boolean().optional() }).optional(),
});
const Sent = z.object({ data: z.object({ dm_event_id: z.string() }) });
const Self = z.object({ data: z.object({ id: z.string() }) });
const Events = z.object({
  data: z.array(z.unknown()).optional(),
  includes: z
    .object({ users: z.array(z.object({ id: z.string(), username: z.string() })).optional() })
    .optional(),
  meta: z.object({ next_token: z.string().optional() }).optional(),
});
const MessageEvent = z.object({
  id: z.string().regex(/^\d{1,30}$/),
  event_type: z.literal('MessageCreate'),
  text: z.string(),
  sender_id: z.string(),
  created_at: z.coerce.date(),
});
/** Pages in one look, of 100 each: X answers 15 calls in 15 minutes. */
const MOST_PAGES = 3;
const Failure = z.object({ title: z.string().optional(), detail: z.string().optional() });

type Failed = Exclude<MessengerResult, { outcome: 'accepted' }>;

/** Direct messages on X, as the account that the keys belong to (OAuth 1.0a). It knows no idempotency key. */
export function createXMessenger(egress: Egress, account: Account): Messenger {
  const root = account.baseUrl.replace(/\/$/, '');

  const call = (path: string, body?: unknown): Promise<CallResult> => {
    const url = new URL(`${root}${path}`);
    const method = body === undefined ? 'GET' : 'POST';
    return callPlatform(egress, NAME, {
      url: url.href,
      method,
      headers: { authorization: authorization(account, { method, url }) },
      body,
    });
  };

  let self: string | undefined;

  /** Our own account; a failure where X does not say. */
  const ownId = async (): Promise<{ id: string } | Extract<HearResult, { outcome: 'failed' }>> => {
    if (self !== undefined) return { id: self };
    const result = await call('/users/me');
    const read = result.outcome === 'answer' ? Self.safeParse(result.json) : undefined;
    if (!read?.success) return unheard(result);
    self = read.data.data.id;
    return { id: self };
  };

  return {
    id: 'x',
    name: NAME,
    settings: 'X_API_KEY, X_API_SECRET, X_ACCESS_TOKEN and X_ACCESS_TOKEN_SECRET',
    lanes: LANES,

    async verify() {
      const result = await call('/users/me');
      if (result.outcome !== 'answer') return { isReady: false, cause: 'unreachable', reason: result.reason };
      if (result.answer.status === 200) return { isReady: true };
      const judged = judge(result.answer, result.json, 'reading');
      return { isReady: false, cause: obstacleOf(judged), reason: judged.reason };
    },

    async send({ to, text, footer, beginBy }) {
      const whole = [text, footer].filter((part) => part !== '').join('\n\n');
      if (whole.length > LONGEST_TEXT)
        return { outcome: 'by_hand', reason: `X takes at most ${LONGEST_TEXT} characters.` };
      const name = to.trim().replace(/^@/, '');
      if (!/^\w{1,15}$/.test(name))
        return { outcome: 'refused', reason: 'This is no name on X.', wantsNoMore: false };
      const found = await call(`/users/by/username/${name}?user.fields=receives_your_dm`);
      if (found.outcome !== 'answer') return { ...found, outcome: 'not_begun', cause: 'unreachable' };
      const person = Found.safeParse(found.json);
      if (found.answer.status !== 200 || !person.success) return judge(found.answer, found.json, 'reading');
      // X answers 200 without data for somebody who is not there.
      if (!person.data.data)
        return { outcome: 'refused', reason: 'This person is not on X any more.', wantsNoMore: false };
      const { id, receives_your_dm: takesMessages } = person.data.data;
      if (takesMessages === false) return { outcome: 'by_hand', reason: NO_MESSAGES };
      if (Date.now() > beginBy) return { outcome: 'not_begun', cause: 'late', reason: '' };
      const result = await call(`/dm_conversations/with/${id}/messages`, { text: whole });
      if (result.outcome !== 'answer') return result;
      if (result.answer.status >= 300) return judge(result.answer, result.json, 'sending');
      const sent = Sent.safeParse(result.json);
      return sent.success
        ? { outcome: 'accepted', reference: sent.data.data.dm_event_id }
        : { outcome: 'unknown', reason: 'X answered with something else than it promises' };
    },

    /** The newest come first, and ids grow with time. What does not fit into one look is read on by the next. */
    async hear(cursor) {
      const own = await ownId();
      if ('outcome' in own) return own;
      const messages: HeardMessage[] = [];
      const from = readCursor(cursor);
      const { since } = from;
      let { newest, token } = from;
      const isOld = (event: { id: string; created_at: Date }): boolean =>
        since === null ? Date.now() - +event.created_at > DAY_MS : BigInt(event.id) <= BigInt(since);
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const result = await call(
          `${EVENTS}${token === undefined ? '' : `&pagination_token=${encode(token)}`}`,
        );
        if (
          page === 0 &&
          token !== undefined &&
          result.outcome === 'answer' &&
          result.answer.status === 400
        ) {
          // X no longer knows the page: from the newest again. What was heard before is taken once all the same.
          token = undefined;
          continue;
        }
        const read = result.outcome === 'answer' ? Events.safeParse(result.json) : undefined;
        if (result.outcome !== 'answer' || result.answer.status !== 200 || !read?.success) {
          if (page === 0 || token === undefined) return unheard(result);
          break;
        }
        const { data = [], includes, meta } = read.data;
        const events = data.flatMap((entry) => MessageEvent.safeParse(entry).data ?? []);
        for (const { id } of events) if (newest === null || BigInt(id) > BigInt(newest)) newest = id;
        const fresh = events.filter((event) => !isOld(event));
        for (const { id, sender_id: userId, text, created_at: at } of fresh) {
          if (userId === own.id) continue;
          const name = includes?.users?.find((user) => user.id === userId)?.username;
          messages.push({ id, from: name, userId, text, at: new Date(Math.min(+at, Date.now())) });
        }
        const isEnd = fresh.length < events.length || events.length === 0;
        token = isEnd ? undefined : meta?.next_token;
        if (token === undefined) break;
      }
      return {
        outcome: 'heard',
        messages: messages.toReversed(),
        cursor: writeCursor({ newest: newest ?? '0', since, token }),
      };
    },
  };
}

/** How far looks have come: up to `newest`, or, with a `token`, from there back to that page and not yet to `since`. */
type Cursor = { newest: string | null; since: string | null; token: string | undefined };

function readCursor(cursor: string | null): Cursor {
  const [newest = null, since, token] = cursor?.split(' ') ?? [];
  return token === undefined || since === undefined
    ? { newest, since: newest, token: undefined }
    : { newest, since: since === '' ? null : since, token };
}

function writeCursor({ newest, since, token }: Cursor & { newest: string }): string {
  return token === undefined ? newest : `${newest} ${since ?? ''} ${token}`;
}

const EVENTS =
  '/dm_events?event_types=MessageCreate&max_results=100&dm_event.fields=id,event_type,text,sender_id,created_at&expansions=sender_id&user.fields=username';

function unheard(result: CallResult): Extract<HearResult, { outcome: 'failed' }> {
  if (result.outcome !== 'answer') return { outcome: 'failed', cause: 'unreachable', reason: result.reason };
  const judged = judge(result.answer, result.json, 'reading');
  const { reason } = judged;
  return { outcome: 'failed', cause: obstacleOf(judged), reason, ...retryAfter(result.answer, RESET) };
}

const NO_MESSAGES = 'This person takes no direct messages from you on X.';

/** @param deed a question that fails may be asked again; a message of which nobody knows may not */
function judge(answer: EgressResponse, json: unknown, deed: 'reading' | 'sending'): Failed {
  const { status } = answer;
  const failure = Failure.safeParse(json);
  const said = failure.success ? (failure.data.detail ?? failure.data.title) : undefined;
  const reason = storableText(said ?? `X answered ${status}`, 300);
  if (status === 429)
    return { outcome: 'not_begun', cause: 'throttled', reason, ...retryAfter(answer, RESET) };
  if (status === 401 || status === 402) return { outcome: 'not_begun', cause: 'login_refused', reason };
  if (status === 403) {
    // To this person, or for the whole account: X says it only in words.
    return /to this user|participants|recipient/i.test(reason)
      ? { outcome: 'by_hand', reason: NO_MESSAGES }
      : { outcome: 'not_begun', cause: 'login_refused', reason };
  }
  if (status >= 500 || status < 400) {
    return deed === 'reading'
      ? { outcome: 'not_begun', cause: 'unreachable', reason }
      : { outcome: 'unknown', reason };
  }
  return { outcome: 'refused', reason, wantsNoMore: false };
}

/** The signed header of OAuth 1.0a (RFC 5849, HMAC-SHA1). A JSON body is not part of what is signed. */
function authorization(account: Account, { method, url }: { method: string; url: URL }): string {
  const fields: Record<string, string> = {
    oauth_consumer_key: account.consumerKey,
    oauth_nonce: randomBytes(16).toString('hex'),
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(Math.floor(Date.now() / 1_000)),
    oauth_token: account.accessToken,
    oauth_version: '1.0',
  };
  const pairs = [...Object.entries(fields), ...url.searchParams]
    .map(([key, value]) => `${encode(key)}=${encode(value)}`)
    .toSorted();
  const base = [method, `${url.origin}${url.pathname}`, pairs.join('&')].map(encode).join('&');
  const key = `${encode(account.consumerSecret)}&${encode(account.accessTokenSecret)}`;
  const signature = createHmac('sha1', key).update(base).digest('base64');
  const header = Object.entries({ ...fields, oauth_signature: signature });
  return `OAuth ${header.map(([name, value]) => `${name}="${encode(value)}"`).join(', ')}`;
}

/** RFC 3986: stricter than the language's own. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
