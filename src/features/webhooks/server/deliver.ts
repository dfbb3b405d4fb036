import { z } from 'zod';
import { recordAudit } from '#features/compliance/server/audit-store.ts';
import { SECOND_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { type Egress, EgressError, type EgressResponse } from '#platform/egress.ts';
import { defineJob } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { PauseReason } from '../contract.ts';
import { waitAfter } from '../rules.ts';
import { signedHeaders } from './signature.ts';
import {
  claimDue,
  type DeliveryRow,
  findRow,
  listDue,
  nextAttemptOf,
  purge,
  updateDelivery,
  updateRow,
  type WebhookRow,
} from './store.ts';

declare module '#platform/context.ts' {
  interface Context {
    /** Calls the receivers of webhooks; private addresses only if `WEBHOOK_ALLOW_PRIVATE` says so. */
    readonly webhookEgress: Egress;
  }
}

type DeliverContext = Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'vault' | 'webhookEgress'>;

/** Sends what is due for one webhook. */
export const deliverJob = defineJob({
  name: 'webhooks.deliver',
  payload: z.object({ webhookId: z.uuid() }),
  policy: 'short',
  concurrency: 4,
});

/** A receiver has this long to answer. */
const ANSWER_WITHIN_MS = 15 * SECOND_MS;
/** When another process may attempt what one has taken. */
const TAKEN_FOR_MS = 60 * SECOND_MS;
const AT_ONCE = 10;
const MOST_ANSWER_BYTES = 64 * 1024;
const KEPT_ANSWER = 1_000;

/** Sends what is due for one webhook until nothing is, and asks to be called for the rest. */
export async function deliverDue(ctx: DeliverContext, webhookId: string): Promise<void> {
  for (;;) {
    const webhook = await findRow(ctx.db, webhookId);
    if (!webhook || webhook.pauseReason !== null) return;
    const now = ctx.clock.now();
    const taken = await claimDue(ctx.db, {
      webhookId,
      now,
      until: new Date(now.getTime() + TAKEN_FOR_MS),
      limit: AT_ONCE,
    });
    if (taken.length === 0) break;
    await Promise.all(taken.map((delivery) => attempt(ctx, webhook, delivery)));
  }
  const startAfter = await nextAttemptOf(ctx.db, webhookId);
  if (startAfter) await ctx.jobs.send(deliverJob, { webhookId }, { key: webhookId, startAfter });
}

/** Asks for what is due and not asked for: its process may have died. */
export async function deliverOverdue(ctx: Pick<Context, 'db' | 'clock' | 'jobs'>): Promise<void> {
  for (const webhookId of await listDue(ctx.db, ctx.clock.now()))
    await ctx.jobs.send(deliverJob, { webhookId }, { key: webhookId });
}

const DAYS_KEPT = { ended: 30, deleted: 1 };

/** Removes deliveries 30 days old that have ended, and webhooks deleted a day ago. */
export async function tidyWebhooks({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const daysAgo = (days: number): Date => new Date(clock.now().getTime() - days * 24 * 3_600 * SECOND_MS);
  await purge(db, { ended: daysAgo(DAYS_KEPT.ended), deleted: daysAgo(DAYS_KEPT.deleted) });
}

/** The signing secrets of a webhook: the one in force first, then the one before while it lasts. */
function secretsOf({ vault }: Pick<Context, 'vault'>, webhook: WebhookRow, now: Date): string[] {
  const previous =
    webhook.previousUntil !== null && webhook.previousUntil > now ? webhook.previousSecret : null;
  return [webhook.secret, previous].flatMap((sealed) =>
    sealed === null ? [] : (vault.open(sealed, `webhook:${webhook.id}`) ?? []),
  );
}

/** One attempt, whose outcome is stored. The attempt itself is counted by whoever took the delivery. */
export async function attempt(
  ctx: DeliverContext,
  webhook: WebhookRow,
  { id, body, attempts }: Pick<DeliveryRow, 'id' | 'body' | 'attempts'>,
): Promise<void> {
  const at = ctx.clock.now();
  const headers = signedHeaders({ id, at, body }, secretsOf(ctx, webhook, at));
  const answer = await call(ctx.webhookEgress, webhook.url, headers, body);
  const durationMs = ctx.clock.now().getTime() - at.getTime();
  const outcome =
    'failure' in answer ? { status: null, problem: answer.failure, response: null } : said(answer);
  if (outcome.problem === null) {
    await updateDelivery(ctx.db, id, { ...outcome, state: 'delivered', durationMs });
    return;
  }
  const isGone = outcome.status === 410;
  const wait = waitAfter(attempts, Math.random(), 'failure' in answer ? 0 : retryAfterOf(answer, at));
  const next =
    wait === undefined
      ? { state: 'failed' as const }
      : { nextAttemptAt: new Date(ctx.clock.now().getTime() + wait) };
  await updateDelivery(ctx.db, id, { ...outcome, ...next, durationMs });
  if (isGone) await pause(ctx, webhook.id, 'gone');
  else if (wait === undefined) await pause(ctx, webhook.id, 'failing');
}

async function call(
  egress: Egress,
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<EgressResponse | { failure: EgressError['failure'] }> {
  try {
    return await egress({
      url,
      method: 'POST',
      headers,
      body,
      timeoutMs: ANSWER_WITHIN_MS,
      maxBytes: MOST_ANSWER_BYTES,
    });
  } catch (error) {
    if (error instanceof EgressError) return { failure: error.failure };
    throw error;
  }
}

function said({ status, text }: EgressResponse) {
  const isFine = status >= 200 && status < 300;
  return {
    status,
    problem: isFine ? null : ('answered_error' as const),
    // A NUL cannot be stored.
    response: text.slice(0, KEPT_ANSWER).replaceAll('\0', ''),
  };
}

/** Milliseconds that a receiver asks to be left alone for: seconds or a date (RFC 9110, 10.2.3). */
function retryAfterOf({ headers }: EgressResponse, now: Date): number {
  const asked = headers['retry-after'] ?? '';
  const ms = /^\d+$/.test(asked) ? Number(asked) * SECOND_MS : Date.parse(asked) - now.getTime();
  return Number.isFinite(ms) && ms > 0 ? ms : 0;
}

function pause(ctx: DeliverContext, id: string, pauseReason: PauseReason): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    if (!(await updateRow(tx, id, { pauseReason }))) return;
    await recordAudit(tx, {
      actor: null,
      action: 'webhook.paused',
      subject: { kind: 'workspace', id: null },
      details: { webhookId: id, pauseReason },
    });
    await announce(tx, ['settings']);
  });
}
