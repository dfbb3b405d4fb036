import type { Compliance } from '#features/compliance/server/service.ts';
import type { Actor } from '#kit/actor.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS } from '#kit/time.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import {
  RETENTION_KINDS,
  type Retention,
  type RetentionKind,
  type RetentionPreview,
  type RetentionRules,
} from '../contract.ts';
import { DEFAULT_RETENTION, nextRetentionRun } from '../rules.ts';
import { ERASED_AT_ONCE, type Erasures } from './erasure-service.ts';
import {
  countOverduePeople,
  findLastRetentionRun,
  findRetentionRules,
  insertRetentionRun,
  listOverduePeople,
  saveRetentionRules,
} from './store.ts';

type Dependencies = {
  db: Database;
  compliance: Compliance;
  now: () => Date;
  forgetFound: Erasures['forgetFound'];
};

/** What a run removed of one kind. */
type Expired = { removed: number; writtenByHand: number };

/** Who keeps what strangers said. */
type ChatStore = {
  /** Removes what was said before an instant; answers how many chats. */
  forget: (before: Date) => Promise<number>;
  count: (before: Date) => Promise<number>;
};

/** How long people and what they said are kept. */
export function createRetention({ db, compliance, now, forgetFound }: Dependencies) {
  const expirePeople = async (
    kind: 'uncontacted_leads' | 'unanswered_leads',
    days: number,
  ): Promise<Expired> => {
    const byHand = new Set<string>();
    const removed = await forgetFound(
      async (source, among) => {
        const overdue = await listOverduePeople(source, kind, { days, limit: ERASED_AT_ONCE, among });
        // Whom nobody can change any more: the others are only looked at.
        if (among) for (const { id, isWrittenByHand } of overdue) if (isWrittenByHand) byHand.add(id);
        return overdue.map(({ id }) => id);
      },
      (tx, id) =>
        compliance.recordAudit(tx, {
          actor: null,
          action: 'lead.expired',
          subject: { kind: 'lead', id },
          details: { kind, ...(byHand.has(id) && { isWrittenByHand: true }) },
        }),
    );
    return { removed, writtenByHand: byHand.size };
  };

  const readRules = async (): Promise<RetentionRules> => ({
    ...DEFAULT_RETENTION,
    ...(await findRetentionRules(db)),
  });
  const getRetention = async (): Promise<Retention> => ({
    rules: await readRules(),
    lastRun: await findLastRetentionRun(db),
  });

  const expire = async (kind: RetentionKind, days: number): Promise<Expired> => {
    const before = new Date(now().getTime() - days * DAY_MS);
    const none = { writtenByHand: 0 };
    if (kind === 'ended_consents') return { ...none, removed: await compliance.purgeConsents(db, before) };
    if (kind === 'strangers_chats') return { ...none, removed: await chats.forget(before) };
    return expirePeople(kind, days);
  };

  const countExpired = async (kind: RetentionKind, days: number, at: Date): Promise<Expired> => {
    const before = new Date(at.getTime() - days * DAY_MS);
    const none = { writtenByHand: 0 };
    if (kind === 'ended_consents') {
      return { ...none, removed: await compliance.countReplacedConsents(db, before) };
    }
    if (kind === 'strangers_chats') return { ...none, removed: await chats.count(before) };
    const { people, writtenByHand } = await countOverduePeople(db, kind, { days, at });
    return { removed: people, writtenByHand };
  };

  let chats: ChatStore = { forget: () => Promise.resolve(0), count: () => Promise.resolve(0) };

  return {
    /** Wired once, at the start. */
    registerChatStore: (keeper: ChatStore): void => {
      chats = keeper;
    },

    getRetention,

    changeRetention: async (rules: RetentionRules, actor: Actor): Promise<Retention> => {
      await inTransaction(db, async (tx) => {
        const before = (await findRetentionRules(tx)) ?? DEFAULT_RETENTION;
        await saveRetentionRules(tx, rules);
        await compliance.recordAudit(tx, {
          actor,
          action: 'retention.changed',
          subject: { kind: 'workspace', id: null },
          details: { from: before, to: rules },
        });
        await announce(tx, ['settings']);
      });
      return getRetention();
    },

    async previewRetention(days: Partial<Record<RetentionKind, number>>): Promise<RetentionPreview> {
      const at = nextRetentionRun(now());
      const removed = noneRemoved();
      let writtenByHand = 0;
      for (const kind of RETENTION_KINDS) {
        const limit = days[kind];
        if (limit === undefined) continue;
        const expired = await countExpired(kind, limit, at);
        removed[kind] = expired.removed;
        writtenByHand += expired.writtenByHand;
      }
      return { at: at.toISOString(), removed, writtenByHand };
    },

    /** Removes what has been kept long enough, and reports it. */
    async enforceRetention(): Promise<void> {
      const rules = await readRules();
      const removed = noneRemoved();
      let writtenByHand = 0;
      for (const kind of RETENTION_KINDS) {
        const days = rules[kind];
        if (days === null) continue;
        const expired = await expire(kind, days);
        removed[kind] = expired.removed;
        writtenByHand += expired.writtenByHand;
      }
      await inTransaction(db, async (tx) => {
        await insertRetentionRun(tx, { id: newId(), at: now(), removed, writtenByHand });
        await compliance.recordAudit(tx, {
          actor: null,
          action: 'retention.ran',
          subject: { kind: 'workspace', id: null },
          details: { rules, removed, writtenByHand },
        });
        await announce(tx, ['settings']);
      });
    },
  };
}

const noneRemoved = (): Record<RetentionKind, number> => ({
  uncontacted_leads: 0,
  unanswered_leads: 0,
  ended_consents: 0,
  strangers_chats: 0,
});
