import { AppError } from '#kit/errors.ts';
import { countOf } from '#kit/text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/time.ts';
import type { Database } from '#platform/db.ts';
import type { AgentStatus, VisitorSession } from '../contract-widget.ts';
import { CALLS_PER_HOUR } from '../rules.ts';
import { isOriginAllowed } from '../rules-domains.ts';
import { isSecretKey } from './agent-keys.ts';
import {
  countCall,
  countVisitorCall,
  findAgentByKey,
  findCallWindow,
  purgeVisitorCalls,
} from './call-store.ts';
import type { AgentRow } from './store.ts';
import type { VisitorClaims, VisitorTokens } from './visitor-tokens.ts';

/** What a call from outside says about its sender. */
export type Caller = { authorization: string | undefined; origin: string | undefined; ip: string };

/** The count of an hour as the headers of an answer tell it; no limit: null. */
export type CallBudget = { limit: number; remaining: number; resetSeconds: number } | null;

export type TellBudget = (budget: CallBudget) => void;

type Dependencies = {
  db: Database;
  tokens: VisitorTokens;
  /**
   * Origins of the product itself. On its test page every signed-in user may use every agent, and the chats are not
   * counted.
   */
  ownOrigins: readonly string[];
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

/** Which callers from outside may use an agent, and how often: keys, visitor tokens, domains and limits. */
export function createCallers({ db, tokens, ownOrigins, now = () => new Date() }: Dependencies) {
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

  /** One visitor must not use up what an agent answers to all. */
  const spendOfAddress = async (agent: AgentRow, ip: string): Promise<AppError | undefined> => {
    const { calls, windowStartedAt } = await countVisitorCall(db, {
      agentId: agent.id,
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

  /** Each such message notifies the whole team, so past the hourly limit all addresses share one budget. */
  const mayCallForHelp = async (agent: AgentRow): Promise<boolean> => {
    const { calls } = await countVisitorCall(db, {
      agentId: agent.id,
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
    identify,
    sessionOf,
    spendCall,
    spendOfAddress,
    mayCallForHelp,

    /** A server that speaks for many visitors. */
    hasSecret,

    /** An agent that is off answers only the team, on our own test page; that page opens for everyone who has the key. */
    isOffFor: (agent: AgentRow, visitor: VisitorClaims | null): boolean =>
      !agent.isActive && !(visitor?.isOfTeam && isTest(visitor)),

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
     * @param isSignedIn whether the browser belongs to a team member; checked on our own pages only
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

    /** Forgets the addresses of visitors whose time is over. */
    tidy: (): Promise<void> => purgeVisitorCalls(db, new Date(now().getTime() - ADDRESS_WINDOW_MS)),
  };
}
export type Callers = ReturnType<typeof createCallers>;

function hasSecret(agent: AgentRow, { authorization }: Caller): boolean {
  const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  return bearer !== undefined && isSecretKey(bearer, agent.secretHash);
}

function secondsLeft(windowStartedAt: Date, at: Date): number {
  return Math.max(0, Math.ceil((windowStartedAt.getTime() + HOUR_MS - at.getTime()) / 1000));
}

type Headers = Record<string, string | string[] | undefined>;

/** Who calls, as the headers of the call say. */
export function callerOf(headers: Headers, ip: string): Caller {
  const { authorization, origin } = headers;
  return {
    authorization: typeof authorization === 'string' ? authorization : undefined,
    origin: typeof origin === 'string' ? origin : undefined,
    ip,
  };
}
