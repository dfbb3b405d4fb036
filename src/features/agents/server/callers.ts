import { AppError } from '#kit/errors.ts';
import { countOf } from '#kit/text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import type { AgentStatus, VisitorSession } from '../contract-widget.ts';
import { CALLS_PER_HOUR } from '../rules.ts';
import { isOriginAllowed } from '../rules-domains.ts';
import { hashSecretKey, isSecretKey } from './agent-keys.ts';
import {
  countCall,
  countVisitorCall,
  findAgentByKey,
  findAgentBySecret,
  findCallWindow,
  purgeVisitorCalls,
} from './call-store.ts';
import type { AgentRow } from './tables.ts';
import {
  hashAddress,
  newVisitorId,
  readVisitorToken,
  type VisitorClaims,
  writeVisitorToken,
} from './visitor-tokens.ts';

/** What a call from outside says about its sender. */
export type Caller = { authorization: string | undefined; origin: string | undefined; ip: string };

/** The count of an hour as the headers of an answer tell it; no limit: null. */
export type CallBudget = { limit: number; remaining: number; resetSeconds: number } | null;

export type TellBudget = (budget: CallBudget) => void;

type CallContext = Pick<Context, 'db' | 'clock' | 'publicUrl' | 'visitorTokenSecret'>;

const TOKEN_MS = 15 * MINUTE_MS;
/** Of one network address, which an office may share. */
const CALLS_OF_ADDRESS = 120;
const ADDRESS_WINDOW_MS = 10 * MINUTE_MS;
/** Messages of people in danger past a limit that notify the team, per window and agent. */
const CALLS_FOR_HELP = 20;
/** A visitor who comes back within this time goes on with the conversation. */
const REMEMBERED_MS = 30 * DAY_MS;

/** Refuses with `not_found`. */
export async function getAgentByKey({ db }: Pick<Context, 'db'>, apiKey: string): Promise<AgentRow> {
  const agent = await findAgentByKey(db, apiKey);
  if (!agent) throw new AppError('not_found', 'No agent has this key.');
  return agent;
}

/** The agent whose secret key a call brings. Refuses with `unauthenticated`. */
export async function getAgentBySecret(
  { db }: Pick<Context, 'db'>,
  authorization: string | undefined,
): Promise<AgentRow> {
  const bearer = bearerOf(authorization);
  const agent = bearer?.startsWith('sk_') ? await findAgentBySecret(db, hashSecretKey(bearer)) : undefined;
  if (!agent) throw new AppError('unauthenticated', 'No agent has this secret key.');
  return agent;
}

/** Throws `unauthenticated` for a call without anything like a secret key, before its body is read. */
export function assertSecretGiven(authorization: string | undefined): void {
  if (bearerOf(authorization)?.startsWith('sk_')) return;
  throw new AppError('unauthenticated', 'Send the secret key of an agent: Authorization: Bearer sk_….');
}

/** Visitor of a website, or null for a program that holds a key. Refuses with `unauthenticated` or `forbidden`. */
export function identifyCaller(
  ctx: Omit<CallContext, 'db'>,
  agent: AgentRow,
  { authorization, origin }: Caller,
): VisitorClaims | null {
  const bearer = bearerOf(authorization);
  if (bearer?.startsWith('vt_')) return readVisitor(ctx, agent, bearer, origin);
  if (origin !== undefined) assertOrigin(ctx, agent, origin, { isOfTeam: false });
  if (bearer === undefined)
    throw new AppError('unauthenticated', 'Send the key in a header: Authorization: Bearer {key}.');
  if (isSecretKey(bearer, agent.secretHash)) return null;
  if (bearer !== agent.apiKey) throw new AppError('unauthenticated', 'This key is not valid for this agent.');
  // The publishable key can do what a visitor can: on no site at all, only where every site may.
  if (origin === undefined && agent.allowedDomains.length > 0) {
    throw new AppError('forbidden', 'This agent is held to its domains. Servers need the secret key.', {
      reason: 'secret_key_needed',
    });
  }
  return null;
}

/** Where the conversation of a visitor is. */
export function sessionOf(ctx: Pick<Context, 'publicUrl'>, claims: VisitorClaims) {
  return {
    channel: isOwnOrigin(ctx, claims.origin) ? ('test' as const) : ('widget' as const),
    sessionKey: `visitor:${claims.visitorId}`,
  };
}

/** Counts the call, or returns how it is refused when the hour's calls are used up. */
export async function spendCall(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  agent: AgentRow,
  { tell, isVisitor }: { tell: TellBudget; isVisitor: boolean },
): Promise<AppError | undefined> {
  const limit = CALLS_PER_HOUR[agent.rateLimit];
  if (limit === null) {
    tell(null);
    return undefined;
  }
  const at = clock.now();
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
}

/** One visitor must not use up what an agent answers to all. Returns how the call is refused, if it is. */
export async function spendOfAddress(
  ctx: CallContext,
  agent: AgentRow,
  ip: string,
): Promise<AppError | undefined> {
  const now = ctx.clock.now();
  const { calls, windowStartedAt } = await countVisitorCall(ctx.db, {
    agentId: agent.id,
    addressHash: hashAddress(ctx, ip),
    now,
    windowMs: ADDRESS_WINDOW_MS,
  });
  if (calls <= CALLS_OF_ADDRESS) return undefined;
  const endsAt = windowStartedAt.getTime() + ADDRESS_WINDOW_MS;
  return new AppError('rate_limited', 'Too many messages at once. Try again in a few minutes.', {
    reason: 'address',
    retryAfterSeconds: Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000)),
  });
}

/** Each such message notifies the whole team, so past the hourly limit all addresses share one budget. */
export async function mayCallForHelp(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  agent: AgentRow,
): Promise<boolean> {
  const { calls } = await countVisitorCall(db, {
    agentId: agent.id,
    addressHash: 'danger',
    now: clock.now(),
    windowMs: ADDRESS_WINDOW_MS,
  });
  return calls <= CALLS_FOR_HELP;
}

/** A server that speaks for many visitors. */
export function hasSecret(agent: AgentRow, { authorization }: Caller): boolean {
  const bearer = bearerOf(authorization);
  return bearer !== undefined && isSecretKey(bearer, agent.secretHash);
}

/** An agent that is off answers only the team, on our own test page; that page opens for everyone who has the key. */
export function isOffFor(
  ctx: Pick<Context, 'publicUrl'>,
  agent: AgentRow,
  visitor: VisitorClaims | null,
): boolean {
  return !agent.isActive && !(visitor?.isOfTeam && isOwnOrigin(ctx, visitor.origin));
}

/** Refuses with `not_found`. */
export async function getStatus(ctx: Pick<Context, 'db' | 'clock'>, apiKey: string): Promise<AgentStatus> {
  const agent = await getAgentByKey(ctx, apiKey);
  const limit = CALLS_PER_HOUR[agent.rateLimit];
  const window = limit === null ? undefined : await findCallWindow(ctx.db, agent.id);
  const seconds = window ? secondsLeft(window.windowStartedAt, ctx.clock.now()) : 0;
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
}

/**
 * A token for the pages of one origin. With an earlier token of the same site the visitor stays the same. Refuses with
 * `not_found` or `forbidden`.
 * @param isSignedIn whether the browser belongs to a team member; checked on our own pages only
 */
export async function openSession(
  ctx: CallContext,
  apiKey: string,
  earlier: string | undefined,
  { origin, isSignedIn }: { origin: string | undefined; isSignedIn: () => Promise<boolean> },
): Promise<VisitorSession> {
  const agent = await getAgentByKey(ctx, apiKey);
  if (origin === undefined) throw new AppError('forbidden', 'Visitor tokens are for pages of websites.');
  const isOfTeam = isOwnOrigin(ctx, origin) && (await isSignedIn());
  assertOrigin(ctx, agent, origin, { isOfTeam });
  const now = ctx.clock.now().getTime();
  const known = earlier === undefined ? undefined : readVisitorToken(ctx, earlier);
  const isSame =
    known !== undefined &&
    known.apiKey === apiKey &&
    known.origin === origin &&
    known.expiresAt.getTime() + REMEMBERED_MS > now;
  const expiresAt = new Date(now + TOKEN_MS);
  const visitorId = isSame ? known.visitorId : newVisitorId();
  return {
    token: writeVisitorToken(ctx, { apiKey, visitorId, origin, expiresAt, isOfTeam }),
    expiresAt: expiresAt.toISOString(),
  };
}

/** Removes the call counts of visitors whose window is over. */
export function tidyCallCounts({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  return purgeVisitorCalls(db, new Date(clock.now().getTime() - ADDRESS_WINDOW_MS));
}

function readVisitor(
  ctx: Omit<CallContext, 'db'>,
  agent: AgentRow,
  token: string,
  origin: string | undefined,
): VisitorClaims {
  const claims = readVisitorToken(ctx, token);
  if (!claims || claims.apiKey !== agent.apiKey || (origin !== undefined && origin !== claims.origin)) {
    throw new AppError('unauthenticated', 'This visitor token is not valid here.');
  }
  if (claims.expiresAt <= ctx.clock.now()) {
    throw new AppError('unauthenticated', 'This visitor token has expired.', { reason: 'token_expired' });
  }
  assertOrigin(ctx, agent, claims.origin, claims);
  return claims;
}

function assertOrigin(
  ctx: Pick<Context, 'publicUrl'>,
  agent: AgentRow,
  origin: string,
  { isOfTeam }: { isOfTeam: boolean },
): void {
  if ((isOfTeam && isOwnOrigin(ctx, origin)) || isOriginAllowed(origin, agent.allowedDomains)) return;
  throw new AppError('forbidden', `${agent.name} does not answer on this site.`, {
    reason: 'origin_not_allowed',
  });
}

/** On our own test page every user who is signed in may use every agent, and the chats are not counted. */
function isOwnOrigin({ publicUrl }: Pick<Context, 'publicUrl'>, origin: string): boolean {
  return origin === new URL(publicUrl).origin;
}

function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
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
