import { CALLS_PER_HOUR } from '#features/agents/rules.ts';
import { isOriginAllowed } from '#features/agents/rules-domains.ts';
import { isSecretKey } from '#features/agents/server/agent-keys.ts';
import {
  countCall,
  countVisitorCall,
  findAgentByKey,
  findCallWindow,
  purgeVisitorCalls,
} from '#features/agents/server/call-store.ts';
import type { AgentRow } from '#features/agents/server/store.ts';
import type { VisitorClaims, VisitorTokens } from '#features/agents/server/visitor-tokens.ts';
import { AppError } from '#kit/errors.ts';
import { isId } from '#kit/id.ts';
import { countOf } from '#kit/text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/time.ts';
import type { Database } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import {
  type AgentStatus,
  PublicReply,
  type PublicReplyEvent,
  type TranscriptLine,
  type VisitorSession,
} from '../../contract-public.ts';
import { findSession, listLinesAfter } from '../inbox/inbox-store.ts';
import { type Chat, failureText, type ReplyPart } from '../service.ts';

/** What a call from outside says about its sender. */
export type Caller = { authorization: string | undefined; origin: string | undefined; ip: string };

/** The count of an hour as the headers of an answer tell it; no limit: null. */
export type CallBudget = { limit: number; remaining: number; resetSeconds: number } | null;

type Asked = {
  message: string;
  conversationId: string | undefined;
  messageId: string | undefined;
  /** What the visitor's browser says it reads. */
  languages: string | undefined;
};

type TellBudget = (budget: CallBudget) => void;

type Dependencies = {
  db: Database;
  chat: Pick<Chat, 'start' | 'findHelp'>;
  tokens: VisitorTokens;
  /**
   * Origins of the product itself: on its test page whoever is signed in may use every agent, and its chats are not
   * counted.
   */
  ownOrigins: readonly string[];
  /** First names of the people who write in conversations, by id. */
  firstNames: (ids: readonly string[]) => Promise<Map<string, string>>;
  /** The clock; another one in tests. */
  now?: () => Date;
};

const TOKEN_MS = 15 * MINUTE_MS;
/** Of one network address, which an office may share. */
const CALLS_OF_ADDRESS = 120;
const ADDRESS_WINDOW_MS = 10 * MINUTE_MS;
/** Messages of people in danger past a limit that notify the team, per window and agent. */
const CALLS_FOR_HELP = 20;
/** A visitor who comes back within this time goes on with the conversation. */
const REMEMBERED_MS = 30 * DAY_MS;

/** What websites and programs may do with an agent. */
export function createPublicAgents({
  db,
  chat,
  tokens,
  ownOrigins,
  firstNames,
  now = () => new Date(),
}: Dependencies) {
  const getByKey = async (apiKey: string): Promise<AgentRow> => {
    const agent = await findAgentByKey(db, apiKey);
    if (!agent) throw new AppError('not_found', 'No agent has this key.');
    return agent;
  };

  const assertOrigin = (agent: AgentRow, origin: string, { isOfTeam }: { isOfTeam: boolean }): void => {
    if ((isOfTeam && ownOrigins.includes(origin)) || isOriginAllowed(origin, agent.allowedDomains)) return;
    throw new AppError('forbidden', `${agent.name} does not answer on this site.`, {
      reason: 'origin_not_allowed',
    });
  };

  /** Visitor of a website, or null for a program that holds a key. Throws 401 or 403. */
  const identify = (agent: AgentRow, { authorization, origin }: Caller): VisitorClaims | null => {
    const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (bearer?.startsWith('vt_')) return readVisitor(agent, bearer, origin);
    if (origin !== undefined) assertOrigin(agent, origin, { isOfTeam: false });
    if (bearer === undefined)
      throw new AppError('unauthenticated', 'Send the key in a header: Authorization: Bearer {key}.');
    if (isSecretKey(bearer, agent.secretHash)) return null;
    if (bearer !== agent.apiKey)
      throw new AppError('unauthenticated', 'This key is not valid for this agent.');
    // The publishable key can do what a visitor can: on no site at all, only where every site may.
    if (origin === undefined && agent.allowedDomains.length > 0) {
      throw new AppError('forbidden', 'This agent is held to its domains. Servers need the secret key.', {
        reason: 'secret_key_needed',
      });
    }
    return null;
  };

  const readVisitor = (agent: AgentRow, token: string, origin: string | undefined): VisitorClaims => {
    const claims = tokens.read(token);
    if (!claims || claims.apiKey !== agent.apiKey || (origin !== undefined && origin !== claims.origin)) {
      throw new AppError('unauthenticated', 'This visitor token is not valid here.');
    }
    if (claims.expiresAt <= now()) {
      throw new AppError('unauthenticated', 'This visitor token has expired.', { reason: 'token_expired' });
    }
    assertOrigin(agent, claims.origin, claims);
    return claims;
  };

  const isTest = (claims: VisitorClaims) => ownOrigins.includes(claims.origin);

  /** Counts the call, or answers how it is refused when the hour's calls are used up. */
  const spendCall = async (
    agent: AgentRow,
    { tell, isVisitor }: { tell: TellBudget; isVisitor: boolean },
  ): Promise<AppError | undefined> => {
    const limit = CALLS_PER_HOUR[agent.rateLimit];
    if (limit === null) {
      tell(null);
      return undefined;
    }
    const at = now();
    const counted = await countCall(db, agent.id, { limit, now: at, windowMs: HOUR_MS });
    const window = counted ?? (await findCallWindow(db, agent.id));
    const resetSeconds = secondsLeft(window?.windowStartedAt ?? at, at);
    tell({ limit, remaining: counted ? limit - counted.calls : 0, resetSeconds });
    if (counted) return undefined;
    const minutes = countOf(Math.max(1, Math.ceil(resetSeconds / 60)), 'minute');
    const words = isVisitor
      ? `${agent.name} has too many questions to answer just now. Try again in ${minutes}.`
      : `This agent answers ${limit} calls per hour. Try again later.`;
    return new AppError('rate_limited', words, { retryAfterSeconds: resetSeconds });
  };

  /** One turn, refused before anything of the answer has left. `tell` hears how many calls are left in any case. */
  async function startTurn(
    apiKey: string,
    { message, conversationId, messageId, languages }: Asked,
    caller: Caller,
    { tell, isStreamed }: { tell: TellBudget; isStreamed: boolean },
  ): Promise<AsyncGenerator<PublicReplyEvent>> {
    const agent = await getByKey(apiKey);
    // Before anything else, so that keys can't be guessed. A server with the secret key speaks for many visitors.
    const tooMany = hasSecret(agent, caller) ? undefined : await spendOfAddress(agent, caller.ip);
    const isInDanger = tooMany ? await chat.findHelp({ message, languages }) : undefined;
    if (tooMany && !isInDanger) throw tooMany;
    const visitor = identify(agent, caller);
    // Whoever knows the key of one that is off can open the test page too: there it answers the team.
    const isOff = !agent.isActive && !(visitor?.isOfTeam && isTest(visitor));
    const refusal = isOff
      ? switchedOff(agent)
      : (tooMany ?? (await spendCall(agent, { tell, isVisitor: visitor !== null })));
    if (refusal) {
      // Someone in danger gets the numbers past every limit; the team is notified of a bounded number of them.
      const help = isInDanger ?? (await chat.findHelp({ message, languages }));
      if (!help) throw refusal;
      if (isOff || !(await mayCallForHelp(agent))) return helpAlone(help);
    }
    const turn = {
      expertId: agent.id,
      agent,
      message,
      messageId,
      languages,
      ...(visitor ? sessionOf(visitor) : { channel: 'api' as const, conversationId }),
      // A first message that is sent again is found in the conversation that it began.
      ...(!visitor && conversationId === undefined && messageId !== undefined && isId(messageId)
        ? { sessionKey: `message:${messageId}` }
        : {}),
    };
    const parts = await chat.start(turn, { isStreamed });
    return publicParts(parts);
  }

  async function* publicParts(parts: AsyncIterable<ReplyPart>): AsyncGenerator<PublicReplyEvent> {
    for await (const part of parts) {
      // The person who answers sees what the visitor wrote without loading again.
      if (part.type === 'reply' && part.reply.isWithPerson) await announce(db, ['agents']);
      yield part.type === 'text' ? part : { type: 'reply', reply: PublicReply.parse(part.reply) };
    }
  }

  /** One visitor must not use up what an agent answers to all. */
  const spendOfAddress = async (agent: AgentRow, ip: string): Promise<AppError | undefined> => {
    const { calls, windowStartedAt } = await countVisitorCall(db, {
      expertId: agent.id,
      addressHash: tokens.addressHash(ip),
      now: now(),
      windowMs: ADDRESS_WINDOW_MS,
    });
    if (calls <= CALLS_OF_ADDRESS) return undefined;
    const endsAt = windowStartedAt.getTime() + ADDRESS_WINDOW_MS;
    return new AppError('rate_limited', 'Too many messages at once. Try again in a few minutes.', {
      reason: 'address',
      retryAfterSeconds: Math.max(1, Math.ceil((endsAt - now().getTime()) / 1000)),
    });
  };

  /** Each writes to the whole team: past the limit of the hour, so many for all addresses together. */
  const mayCallForHelp = async (agent: AgentRow): Promise<boolean> => {
    const { calls } = await countVisitorCall(db, {
      expertId: agent.id,
      addressHash: 'danger',
      now: now(),
      windowMs: ADDRESS_WINDOW_MS,
    });
    return calls <= CALLS_FOR_HELP;
  };

  const sessionOf = (claims: VisitorClaims) => ({
    channel: isTest(claims) ? ('test' as const) : ('widget' as const),
    sessionKey: `visitor:${claims.visitorId}`,
  });

  return {
    getByKey,

    async getStatus(apiKey: string): Promise<AgentStatus> {
      const agent = await getByKey(apiKey);
      const limit = CALLS_PER_HOUR[agent.rateLimit];
      const window = limit === null ? undefined : await findCallWindow(db, agent.id);
      const seconds = window ? secondsLeft(window.windowStartedAt, now()) : 0;
      const used = window && seconds > 0 ? window.calls : 0;
      return {
        name: agent.name,
        expertiseArea: agent.expertiseArea,
        status: agent.isActive ? 'active' : 'inactive',
        isActive: agent.isActive,
        interactionMode: agent.interactionMode,
        rateLimit: {
          limit,
          remaining: limit === null ? null : Math.max(0, limit - used),
          resetSeconds: seconds,
        },
      };
    },

    /**
     * A token for the pages of one origin. With an earlier token of the same site the visitor stays the same.
     * @param isSignedIn whether the browser is that of somebody of the team; asked on our own pages alone
     */
    async openSession(
      apiKey: string,
      earlier: string | undefined,
      { origin, isSignedIn }: { origin: string | undefined; isSignedIn: () => Promise<boolean> },
    ): Promise<VisitorSession> {
      const agent = await getByKey(apiKey);
      if (origin === undefined) throw new AppError('forbidden', 'Visitor tokens are for pages of websites.');
      const isOfTeam = ownOrigins.includes(origin) && (await isSignedIn());
      assertOrigin(agent, origin, { isOfTeam });
      const known = earlier === undefined ? undefined : tokens.read(earlier);
      const isSame =
        known !== undefined &&
        known.apiKey === apiKey &&
        known.origin === origin &&
        known.expiresAt.getTime() + REMEMBERED_MS > now().getTime();
      const expiresAt = new Date(now().getTime() + TOKEN_MS);
      const visitorId = isSame ? known.visitorId : tokens.newVisitorId();
      return {
        token: tokens.write({ apiKey, visitorId, origin, expiresAt, isOfTeam }),
        expiresAt: expiresAt.toISOString(),
      };
    },

    async ask(apiKey: string, asked: Asked, caller: Caller, tell: TellBudget): Promise<PublicReply> {
      for await (const part of await startTurn(apiKey, asked, caller, { tell, isStreamed: false }))
        if (part.type === 'reply') return part.reply;
      throw new Error('a turn ended without a reply');
    },

    /** The answer as it is written. Whoever goes away meanwhile finds it in the transcript. */
    async askStream(
      apiKey: string,
      asked: Asked,
      caller: Caller,
      { tell, log }: { tell: TellBudget; log: Log },
    ): Promise<AsyncGenerator<PublicReplyEvent>> {
      return untilFailed(await startTurn(apiKey, asked, caller, { tell, isStreamed: true }), log);
    },

    /** The visitor's own conversation; nobody else's can be asked for. */
    async readTranscript(apiKey: string, after: string | undefined, caller: Caller) {
      const agent = await getByKey(apiKey);
      const conversation = await conversationOf(agent, caller);
      if (!conversation) return { isWithPerson: false, isWaiting: false, lines: [] };
      const rows = await listLinesAfter(db, conversation.id, after);
      const names = await firstNames(rows.flatMap(({ authorId }) => authorId ?? []));
      const lines = rows.map(
        (row): TranscriptLine => ({
          id: row.id,
          role: row.role,
          text: row.text,
          messageId: row.clientId,
          answersId: row.answersId,
          citations: row.citations,
          escalation: row.escalation,
          author: row.authorId === null ? null : (names.get(row.authorId) ?? null),
          at: row.createdAt.toISOString(),
        }),
      );
      return {
        isWithPerson: conversation.personId !== null,
        isWaiting: conversation.handoverAt !== null && conversation.personId === null,
        lines,
      };
    },

    /** Forgets the addresses of visitors whose time is over. */
    tidy: (): Promise<void> => purgeVisitorCalls(db, new Date(now().getTime() - ADDRESS_WINDOW_MS)),

    /** The conversation and agent of a visitor who does something else than ask. Throws when there is none. */
    async getOwnConversation(apiKey: string, caller: Caller) {
      const agent = await getByKey(apiKey);
      const conversation = await conversationOf(agent, caller);
      if (!conversation) throw new AppError('refused', 'Ask something first, then leave an address.');
      return { agent, conversation };
    },
  };

  async function conversationOf(agent: AgentRow, caller: Caller) {
    const visitor = identify(agent, caller);
    if (!visitor) throw new AppError('unauthenticated', 'This call needs a visitor token.');
    const { channel, sessionKey } = sessionOf(visitor);
    return findSession(db, agent.id, `${channel}:${sessionKey}`);
  }
}
export type PublicAgents = ReturnType<typeof createPublicAgents>;

/** The status has left already: what fails now is the last event. */
async function* untilFailed(
  events: AsyncIterable<PublicReplyEvent>,
  log: Log,
): AsyncGenerator<PublicReplyEvent> {
  try {
    yield* events;
  } catch (error) {
    yield { type: 'failed', message: failureText(error, log) };
  }
}

function switchedOff({ name }: AgentRow): AppError {
  return new AppError('refused', `${name} is switched off at the moment.`, { reason: 'inactive' });
}

/** Nothing of it is kept, by nobody. */
async function* helpAlone({
  text,
  citations,
  escalation,
}: NonNullable<Awaited<ReturnType<Chat['findHelp']>>>): AsyncGenerator<PublicReplyEvent> {
  yield { type: 'text', text };
  const unkept = { conversationId: null, isWithPerson: false, answerId: null };
  yield { type: 'reply', reply: { answer: text, citations, answered: false, escalation, ...unkept } };
}

function hasSecret(agent: AgentRow, { authorization }: Caller): boolean {
  const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  return bearer !== undefined && isSecretKey(bearer, agent.secretHash);
}

function secondsLeft(windowStartedAt: Date, at: Date): number {
  return Math.max(0, Math.ceil((windowStartedAt.getTime() + HOUR_MS - at.getTime()) / 1000));
}
