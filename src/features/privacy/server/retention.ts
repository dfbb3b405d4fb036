import { recordAudit } from '#features/compliance/server/audit-store.ts';
import { countReplacedConsents, purgeConsents } from '#features/compliance/server/consent-store.ts';
import type { Actor } from '#kit/actor.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import {
  RETENTION_KINDS,
  type Retention,
  type RetentionKind,
  type RetentionPreview,
  type RetentionRules,
} from '../contract.ts';
import { DEFAULT_RETENTION, nextRetentionRun } from '../rules.ts';
import { ERASED_AT_ONCE, forgetFound } from './erase-lead.ts';
import {
  countOverduePeople,
  findLastRetentionRun,
  findRetentionRules,
  insertRetentionRun,
  listOverduePeople,
  saveRetentionRules,
} from './store.ts';

/** What a run removed of one kind. */
type Expired = { removed: number; writtenByHand: number };

/** Who keeps what strangers said. */
type ChatStore = {
  /** Removes what was said before an instant; answers how many chats. */
  forget: (before: Date) => Promise<number>;
  count: (before: Date) => Promise<number>;
};

declare module '#platform/context.ts' {
  interface Context {
    readonly strangersChats: ChatStore;
  }
}

export async function getRetention({ db }: Pick<Context, 'db'>): Promise<Retention> {
  return { rules: await readRules(db), lastRun: await findLastRetentionRun(db) };
}

export async function changeRetention(
  { db }: Pick<Context, 'db'>,
  rules: RetentionRules,
  actor: Actor,
): Promise<Retention> {
  await inTransaction(db, async (tx) => {
    const before = (await findRetentionRules(tx)) ?? DEFAULT_RETENTION;
    await saveRetentionRules(tx, rules);
    await recordAudit(tx, {
      actor,
      action: 'retention.changed',
      subject: { kind: 'workspace', id: null },
      details: { from: before, to: rules },
    });
    await announce(tx, ['settings']);
  });
  return getRetention({ db });
}

/** How many the next run would remove under these limits. */
export async function previewRetention(
  ctx: Context,
  days: Partial<Record<RetentionKind, number>>,
): Promise<RetentionPreview> {
  const at = nextRetentionRun(ctx.clock.now());
  const removed = noneRemoved();
  let writtenByHand = 0;
  for (const kind of RETENTION_KINDS) {
    const limit = days[kind];
    if (limit === undefined) continue;
    const expired = await countExpired(ctx, kind, limit, at);
    removed[kind] = expired.removed;
    writtenByHand += expired.writtenByHand;
  }
  return { at: at.toISOString(), removed, writtenByHand };
}

/** Removes what has been kept long enough, and records how much. */
export async function enforceRetention(ctx: Context): Promise<void> {
  const { db, clock } = ctx;
  const rules = await readRules(db);
  const removed = noneRemoved();
  let writtenByHand = 0;
  for (const kind of RETENTION_KINDS) {
    const days = rules[kind];
    if (days === null) continue;
    const expired = await expire(ctx, kind, days);
    removed[kind] = expired.removed;
    writtenByHand += expired.writtenByHand;
  }
  await inTransaction(db, async (tx) => {
    await insertRetentionRun(tx, { id: newId(), at: clock.now(), removed, writtenByHand });
    await recordAudit(tx, {
      actor: null,
      action: 'retention.ran',
      subject: { kind: 'workspace', id: null },
      details: { rules, removed, writtenByHand },
    });
    await announce(tx, ['settings']);
  });
}
async function expire(ctx: Context, kind: RetentionKind, days: number): Promise<Expired> {
  const before = new Date(ctx.clock.now().getTime() - days * DAY_MS);
  const none = { writtenByHand: 0 };
  if (kind === 'ended_consents') return { ...none, removed: await purgeConsents(ctx.db, before) };
  if (kind === 'strangers_chats') return { ...none, removed: await ctx.strangersChats.forget(before) };
  return expirePeople(ctx, kind, days);
}

async function expirePeople(
  ctx: Context,
  kind: 'uncontacted_leads' | 'unanswered_leads',
  days: number,
): Promise<Expired> {
  const byHand = new Set<string>();
  const removed = await forgetFound(
    ctx,
    async (source, among) => {
      const overdue = await listOverduePeople(source, kind, { days, limit: ERASED_AT_ONCE, among });
      // Whom nobody can change any more: the others are only looked at.
      if (among) for (const { id, isWrittenByHand } of overdue) if (isWrittenByHand) byHand.add(id);
      return overdue.map(({ id }) => id);
    },
    (tx, id) =>
      recordAudit(tx, {
        actor: null,
        action: 'lead.expired',
        subject: { kind: 'lead', id },
        details: { kind, ...(byHand.has(id) && { isWrittenByHand: true }) },
      }),
  );
  return { removed, writtenByHand: byHand.size };
}

async function countExpired(
  { db, strangersChats }: Context,
  kind: RetentionKind,
  days: number,
  at: Date,
): Promise<Expired> {
  const before = new Date(at.getTime() - days * DAY_MS);
  const none = { writtenByHand: 0 };
  if (kind === 'ended_consents') {
    return { ...none, removed: await countReplacedConsents(db, before) };
  }
  if (kind === 'strangers_chats') return { ...none, removed: await strangersChats.count(before) };
  const { people, writtenByHand } = await countOverduePeople(db, kind, { days, at });
  return { removed: people, writtenByHand };
}

async function readRules(db: Queryable): Promise<RetentionRules> {
  return { ...DEFAULT_RETENTION, ...(await findRetentionRules(db)) };
}

const noneRemoved = (): Record<RetentionKind, number> => ({
  uncontacted_leads: 0,
  unanswered_leads: 0,
  ended_consents: 0,
  strangers_chats: 0,
});
