import type { z } from 'zod';
import type { AuditAction } from '#features/compliance/contract.ts';
import { recordAudit } from '#features/compliance/server/audit-store.ts';
import type { Actor } from '#kit/actor.ts';
import type { EndpointInput, Page } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { EgressError, outsideAddress } from '#platform/egress.ts';
import { announce } from '#platform/live.ts';
import { idCursor, pageById } from '#platform/page-cursor.ts';
import type * as contract from '../contract.ts';
import { type Delivery, MOST_WEBHOOKS, type Webhook } from '../contract.ts';
import { bodyOf } from '../rules.ts';
import { attempt, deliverJob } from './deliver.ts';
import { newSecret } from './signature.ts';
import {
  countDeliveries,
  countOf,
  type DeliveryRow,
  findDelivery,
  findRow,
  insertDeliveries,
  insertRow,
  listDeliveryRows,
  listRows,
  lockWebhooks,
  requeue,
  updateDelivery,
  updateRow,
  type WebhookRow,
} from './store.ts';

type WebhookContext = Pick<Context, 'db' | 'clock'>;

export async function listWebhooks({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<Webhook[]> {
  const [rows, counts] = await Promise.all([listRows(db), countDeliveries(db)]);
  return rows.map((row) => toWebhook(row, counts, clock.now()));
}

/** Answers the secret, once. Refuses an address that is not public, and more than 20 webhooks. */
export async function createWebhook(
  ctx: WebhookContext & Pick<Context, 'vault' | 'config'>,
  { url, events }: EndpointInput<typeof contract.createWebhook>['body'],
  actor: Actor,
): Promise<{ id: string; secret: string }> {
  await assertReachable(ctx, url);
  return inTransaction(ctx.db, async (tx) => {
    await lockWebhooks(tx);
    if ((await listRows(tx)).length >= MOST_WEBHOOKS)
      throw new AppError('refused', `A workspace has at most ${MOST_WEBHOOKS} webhooks. Delete one first.`);
    const now = ctx.clock.now();
    const id = newId(now.getTime());
    const secret = newSecret();
    await insertRow(tx, { id, url, events, secret: ctx.vault.seal(secret, ownerOf(id)), createdAt: now });
    await tell(tx, actor, 'webhook.created', id, { events });
    return { id, secret };
  });
}

/** Resumed, a webhook sends what waited. Refuses with `not_found`. */
export async function changeWebhook(
  ctx: WebhookContext & Pick<Context, 'jobs' | 'config'>,
  id: string,
  { isPaused, ...change }: z.output<typeof contract.changeWebhook.body>,
  actor: Actor,
): Promise<Webhook> {
  if (change.url !== undefined) await assertReachable(ctx, change.url);
  return inTransaction(ctx.db, async (tx) => {
    const row = await readRow(tx, id);
    // A pause that has a reason keeps it.
    const pauseReason =
      isPaused === undefined
        ? {}
        : { pauseReason: isPaused ? (row.pauseReason ?? ('by_person' as const)) : null };
    await updateRow(tx, id, { ...change, ...pauseReason });
    await tell(tx, actor, 'webhook.changed', id, { ...change, url: undefined, isPaused });
    if (isPaused === false) await ctx.jobs.send(deliverJob, { webhookId: id }, { key: id, tx });
    return readWebhook(ctx, tx, id);
  });
}

/** Nothing more is sent; it can be restored for a day. Refuses with `not_found`. */
export function deleteWebhook(ctx: WebhookContext, id: string, actor: Actor): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    if (!(await updateRow(tx, id, { deletedAt: ctx.clock.now() }))) throw notFound();
    await tell(tx, actor, 'webhook.deleted', id);
  });
}

export function restoreWebhook(
  ctx: WebhookContext & Pick<Context, 'jobs'>,
  id: string,
  actor: Actor,
): Promise<Webhook> {
  return inTransaction(ctx.db, async (tx) => {
    await lockWebhooks(tx);
    const isRestored = await updateRow(tx, id, { deletedAt: null }, { isDeleted: true });
    if (isRestored) {
      await tell(tx, actor, 'webhook.restored', id);
      await ctx.jobs.send(deliverJob, { webhookId: id }, { key: id, tx });
    }
    return readWebhook(ctx, tx, id);
  });
}

/** For a day requests are signed with both secrets, so that a receiver can change over. Refuses with `not_found`. */
export function rotateSecret(
  ctx: WebhookContext & Pick<Context, 'vault'>,
  id: string,
  actor: Actor,
): Promise<{ id: string; secret: string }> {
  return inTransaction(ctx.db, async (tx) => {
    const { secret: previousSecret } = await readRow(tx, id);
    const secret = newSecret();
    await updateRow(tx, id, {
      secret: ctx.vault.seal(secret, ownerOf(id)),
      previousSecret,
      previousUntil: new Date(ctx.clock.now().getTime() + DAY_MS),
    });
    await tell(tx, actor, 'webhook.secret_rotated', id);
    return { id, secret };
  });
}

/** Sends an event of its own at once, also where the webhook is paused, and answers how it went. */
export async function testWebhook(
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'jobs' | 'vault' | 'webhookEgress'>,
  id: string,
): Promise<Delivery> {
  const webhook = await readRow(ctx.db, id);
  const now = ctx.clock.now();
  const deliveryId = newId(now.getTime());
  const type = 'webhook.test';
  const body = bodyOf(type, { ...NOBODY, id: deliveryId, occurredAt: now });
  // As the last attempt: a test is not tried again.
  const state = 'failed' as const;
  await insertDeliveries(ctx.db, [
    {
      id: deliveryId,
      webhookId: id,
      subject: deliveryId,
      type,
      body,
      state,
      attempts: 1,
      createdAt: now,
      lastAttemptAt: now,
      nextAttemptAt: now,
    },
  ]);
  await attempt(ctx, webhook, { id: deliveryId, body, attempts: 1 });
  return readDelivery(ctx.db, id, deliveryId);
}

const NOBODY = {
  leadId: null,
  campaignId: null,
  messageId: null,
  channel: null,
  valueCents: null,
  data: {},
  isDemo: false,
};

/** Refuses with `not_found`. */
export async function listDeliveries(
  { db }: Pick<Context, 'db'>,
  id: string,
  { state, cursor, limit }: EndpointInput<typeof contract.listDeliveries>['query'],
): Promise<Page<Delivery>> {
  await readRow(db, id);
  const before = idCursor.read(cursor)?.id;
  const [rows, total] = await Promise.all([
    listDeliveryRows(db, id, { state, before, limit: limit + 1 }),
    countOf(db, id, state),
  ]);
  return pageById(rows.map(toDelivery), { limit, total });
}

/** One that still waits is attempted now. Refuses with `not_found`. */
export function replayDelivery(
  ctx: Pick<Context, 'db' | 'clock' | 'jobs'>,
  id: string,
  deliveryId: string,
): Promise<Delivery> {
  return inTransaction(ctx.db, async (tx) => {
    await readRow(tx, id);
    const { state } = await readDelivery(tx, id, deliveryId);
    const now = ctx.clock.now();
    if (state === 'waiting') await updateDelivery(tx, deliveryId, { nextAttemptAt: now });
    else await requeue(tx, id, now, { id: deliveryId });
    await ctx.jobs.send(deliverJob, { webhookId: id }, { key: id, tx });
    return readDelivery(tx, id, deliveryId);
  });
}

/** Answers how many wait again. Refuses with `not_found`. */
export function replayDeliveries(
  ctx: Pick<Context, 'db' | 'clock' | 'jobs'>,
  id: string,
  { from, to, which }: EndpointInput<typeof contract.replayDeliveries>['body'],
): Promise<{ replayed: number }> {
  return inTransaction(ctx.db, async (tx) => {
    await readRow(tx, id);
    const period = { from: new Date(from), to: new Date(to), onlyFailed: which === 'failed' };
    const replayed = await requeue(tx, id, ctx.clock.now(), period);
    if (replayed > 0) await ctx.jobs.send(deliverJob, { webhookId: id }, { key: id, tx });
    return { replayed };
  });
}

/** Says before it is stored that an address will never be called. A name that has no address yet is no error. */
async function assertReachable({ config }: Pick<Context, 'config'>, url: string): Promise<void> {
  if (config.WEBHOOK_ALLOW_PRIVATE) return;
  try {
    await outsideAddress(new URL(url).hostname, []);
  } catch (error) {
    if (!(error instanceof EgressError) || error.failure !== 'refused') return;
    const message =
      'This address is on a private network. The server calls those only with WEBHOOK_ALLOW_PRIVATE=on.';
    throw new AppError('invalid_input', message, { fields: { url: message } });
  }
}

async function readRow(db: Queryable, id: string): Promise<WebhookRow> {
  const row = await findRow(db, id);
  if (!row) throw notFound();
  return row;
}

async function readWebhook({ clock }: Pick<Context, 'clock'>, tx: Queryable, id: string): Promise<Webhook> {
  const row = await readRow(tx, id);
  return toWebhook(row, await countDeliveries(tx), clock.now());
}

async function readDelivery(db: Queryable, webhookId: string, id: string): Promise<Delivery> {
  const row = await findDelivery(db, webhookId, id);
  if (!row) throw new AppError('not_found', 'This delivery does not exist.');
  return toDelivery(row);
}

async function tell(
  tx: Transaction,
  actor: Actor,
  action: AuditAction,
  id: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await recordAudit(tx, {
    actor,
    action,
    subject: { kind: 'workspace', id: null },
    details: { webhookId: id, ...details },
  });
  await announce(tx, ['settings']);
}

const ownerOf = (id: string): string => `webhook:${id}`;

const notFound = (): AppError => new AppError('not_found', 'This webhook does not exist.');

function toWebhook(row: WebhookRow, counts: Awaited<ReturnType<typeof countDeliveries>>, now: Date): Webhook {
  const countIn = (state: 'waiting' | 'failed'): number =>
    counts.find((one) => one.webhookId === row.id && one.state === state)?.count ?? 0;
  const { id, url, events, pauseReason, createdAt, previousUntil } = row;
  return {
    id,
    url,
    events,
    isPaused: pauseReason !== null,
    pauseReason,
    createdAt: createdAt.toISOString(),
    previousSecretUntil: previousUntil !== null && previousUntil > now ? previousUntil.toISOString() : null,
    waiting: countIn('waiting'),
    failed: countIn('failed'),
  };
}

function toDelivery(row: DeliveryRow): Delivery {
  const { id, type, state, attempts, status, problem, durationMs, body, response } = row;
  return {
    id,
    type,
    state,
    attempts,
    createdAt: row.createdAt.toISOString(),
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    nextAttemptAt: state === 'waiting' ? row.nextAttemptAt.toISOString() : null,
    status,
    problem,
    durationMs,
    body,
    response,
  };
}
