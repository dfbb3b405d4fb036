import type { z } from 'zod';
import type { Compliance } from '#features/compliance/server/service.ts';
import { forgetInPortions } from '#features/leads/server/bulk-actions/bulk-action-store.ts';
import { withMerged } from '#features/leads/server/identity/merge-store.ts';
import { deleteViewsAbout } from '#features/leads/server/lists/views-store.ts';
import { listNotes } from '#features/leads/server/notes-store.ts';
import { hashesOf } from '#features/leads/server/person.ts';
import { leadNotFound } from '#features/leads/server/refusals.ts';
import { findLead, type LeadRow, listDeleted, lockLead } from '#features/leads/server/store.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import type { Actor } from '#kit/actor.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS } from '#kit/time.ts';
import {
  type Database,
  inPatientTransaction,
  inTransaction,
  type Queryable,
  type SQL,
  type Transaction,
} from '#platform/db.ts';
import { download } from '#platform/download.ts';
import { forgetAnswers, type Traces } from '#platform/idempotency.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { SourceWorld } from '#providers/lead-sources/port.ts';
import {
  type eraseLead,
  type PrivacyRequest,
  type PrivacyRequestKind,
  RETENTION_KINDS,
  type Retention,
  type RetentionKind,
  type RetentionPreview,
  type RetentionRules,
} from '../contract.ts';
import { answerDueAt, DEFAULT_RETENTION, nextRetentionRun } from '../rules.ts';
import { toChannelConsent } from './consent-service.ts';
import type { MentionKeeper, MentionPlace } from './mention-service.ts';
import type { Texts } from './personal-texts-service.ts';
import {
  closeRequests,
  countOverduePeople,
  deletePeople,
  findLastRetentionRun,
  findRequest,
  findRetentionRules,
  insertRequest,
  insertRetentionRun,
  listContactsOf,
  listEventsOf,
  listForgotten,
  listOpenRequests,
  listOverduePeople,
  lockPeople,
  saveRetentionRules,
} from './store.ts';

/** A feature further right that keeps something about people. */
export type PersonalDataHolder = {
  /** Its name in the export. */
  part: string;
  /** Everything kept about a person, for them to read. */
  read: (leadId: string) => Promise<unknown>;
  /** Removes whatever tells who these people are. */
  forget: (tx: Transaction, leadIds: readonly string[]) => Promise<void>;
  /** Texts of others that may name them. */
  texts?: readonly MentionPlace[];
  /** Of a row of `leads`: somebody has done something for this person, so that no import takes them back. */
  workedOn?: SQL;
  /** Lets copies of these people’s details follow a change of them. */
  renew?: (tx: Transaction, leadIds: readonly string[]) => Promise<void>;
  /** Gives what is kept about a person to another record of theirs; answers the ids of what went. */
  move?: (tx: Transaction, from: string, to: string) => Promise<string[]>;
  /** Undo of `move` with what it answered. */
  moveBack?: (tx: Transaction, ids: readonly string[], from: string, to: string) => Promise<void>;
};

type Dependencies = {
  db: Database;
  queue: Pick<JobQueue, 'forget'>;
  compliance: Compliance;
  tracking: Tracking;
  now: () => Date;
  /** Filled while the product is wired. */
  holders: PersonalDataHolder[];
  textsTo: Texts['textsTo'];
  redact: MentionKeeper['redact'];
};

/** What services have sent about people, until a search takes it. */
export function deliveredRecords(db: Database, inbox: SourceWorld['inbox']): PersonalDataHolder {
  return {
    part: 'deliveredRecords',
    read: async (leadId) => inbox.listNaming(await listContactsOf(db, [leadId])),
    forget: async (tx, leadIds) => inbox.forgetNaming(tx, await listContactsOf(tx, leadIds)),
  };
}

const RETENTION_BATCH = 200;

/**
 * By what a text tells of these people. A handle or a name of one word may be any word ("Ian" stands in "dietitian"), so
 * it tells of somebody only where it is all that is said.
 */
function tracesOf(people: readonly Pick<LeadRow, 'id' | 'name' | 'email' | 'handle'>[]): Traces {
  const anywhere: string[] = [];
  const whole: string[] = [];
  for (const { id, name, email, handle } of people) {
    anywhere.push(id);
    if (email !== null) anywhere.push(email);
    if (handle !== null) whole.push(handle);
    (/\S\s+\S/.test(name) ? anywhere : whole).push(name);
  }
  return { anywhere, whole };
}

/** What a run removed of one kind. */
type Expired = { removed: number; writtenByHand: number };

/** Who keeps what strangers said. */
type ChatKeeper = {
  /** Removes what was said before an instant; answers how many chats. */
  forget: (before: Date) => Promise<number>;
  count: (before: Date) => Promise<number>;
};

/** What people may ask of us, and how long we keep them. */
export function createPrivacy(given: Dependencies) {
  const { db, queue, compliance, tracking, now, holders, textsTo, redact } = given;
  /** Removes people everywhere, in the caller's transaction. */
  const forgetPeople = async (tx: Transaction, ids: readonly string[]) => {
    // What went into somebody by a merge is theirs too.
    const people = await lockPeople(tx, await withMerged(tx, ids));
    if (people.length === 0) return people;
    const found = people.map(({ id }) => id);
    for (const { forget } of holders) await forget(tx, found);
    await tracking.forgetPeople(tx, people);
    await compliance.deleteConsents(tx, found);
    const traces = tracesOf(people);
    await forgetAnswers(tx, traces);
    if (await deleteViewsAbout(tx, traces)) await announce(tx, ['lead-views']);
    await queue.forget(tx, [...traces.anywhere, ...traces.whole]);
    await forgetInPortions(tx, found);
    await deletePeople(tx, found);
    await announce(tx, ['leads', 'lead-groups', 'messages', 'events', 'activity', 'erasures']);
    return people;
  };

  /**
   * Removes people a portion at a time until none is found; answers how many. `find` is asked twice: what is true of
   * somebody is only sure once nobody else can change it (restored, agreed, written to meanwhile).
   */
  const forgetFound = async (
    find: (source: Queryable, among?: readonly string[]) => Promise<string[]>,
    told: (tx: Transaction, id: string) => Promise<void> = () => Promise.resolve(),
  ): Promise<number> => {
    let removed = 0;
    for (;;) {
      const ids = await find(db);
      if (ids.length === 0) return removed;
      removed += await inTransaction(db, async (tx) => {
        await lockPeople(tx, ids);
        const found = await find(tx, ids);
        const people = await forgetPeople(tx, found);
        for (const { id } of people) await told(tx, id);
        // Records that went into somebody are them, and no people more.
        return people.filter(({ id }) => found.includes(id)).length;
      });
    }
  };

  const expirePeople = async (
    kind: 'uncontacted_leads' | 'unanswered_leads',
    days: number,
  ): Promise<Expired> => {
    const byHand = new Set<string>();
    const removed = await forgetFound(
      async (source, among) => {
        const overdue = await listOverduePeople(source, kind, { days, limit: RETENTION_BATCH, among });
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

  let chats: ChatKeeper = { forget: () => Promise.resolve(0), count: () => Promise.resolve(0) };

  return {
    /** Wired once, at the start. */
    keepsChats: (keeper: ChatKeeper): void => {
      chats = keeper;
    },

    /** Wired once, at the start. */
    keepsPersonalData: (holder: PersonalDataHolder): void => void holders.push(holder),

    /** Removes those who were deleted before an instant. */
    forgetDeleted: (before: Date): Promise<number> =>
      forgetFound((source, among) => listDeleted(source, before, { limit: RETENTION_BATCH, among })),

    listPrivacyRequests: async (leadId: string | undefined): Promise<PrivacyRequest[]> =>
      (await listOpenRequests(db, leadId)).map(toRequest),

    /** Without an actor the person asked by themselves. */
    openPrivacyRequest: (
      leadId: string,
      kind: PrivacyRequestKind,
      actor: Actor | null,
    ): Promise<PrivacyRequest> =>
      inTransaction(db, async (tx) => {
        const lead = await lockLead(tx, leadId);
        if (!lead || lead.deletedAt) throw leadNotFound();
        const receivedAt = now();
        const row = { id: newId(), leadId, kind, receivedAt, dueAt: answerDueAt(receivedAt) };
        if (await insertRequest(tx, row)) {
          await compliance.recordAudit(tx, {
            actor,
            action: 'request.opened',
            subject: { kind: 'lead', id: leadId },
            details: { kind, dueAt: row.dueAt.toISOString(), by: actor === null ? 'person' : 'team' },
          });
          await announce(tx, ['leads']);
        }
        const open = (await listOpenRequests(tx, leadId)).find((request) => request.kind === kind);
        if (!open) throw new Error('the request that waits is missing');
        return toRequest(open);
      }),

    closePrivacyRequest: (id: string, actor: Actor): Promise<PrivacyRequest> =>
      inTransaction(db, async (tx) => {
        const isNew = (await closeRequests(tx, { id }, now())).length > 0;
        const request = await findRequest(tx, id);
        if (!request) throw new AppError('not_found', 'This request does not exist any more.');
        if (isNew) {
          await compliance.recordAudit(tx, {
            actor,
            action: 'request.done',
            subject: { kind: 'lead', id: request.leadId },
            details: { kind: request.kind },
          });
          await announce(tx, ['leads']);
        }
        return toRequest(request);
      }),

    /** Everything kept about a person: source, ground, scores, consent, messages and what happened. */
    async exportLead(leadId: string, actor: Actor): Promise<RawAnswer> {
      const person = await findLead(db, leadId);
      if (!person) throw leadNotFound();
      const parts = await Promise.all(
        holders.map(async ({ part, read }) => [part, await read(leadId)] as const),
      );
      const file = {
        exportedAt: now().toISOString(),
        person,
        consent: {
          channels: (await compliance.listChannelGates(db, leadId)).map(toChannelConsent),
          records: await compliance.listConsents(db, leadId),
        },
        notes: await listNotes(db, leadId),
        requests: await listOpenRequests(db, leadId),
        events: await listEventsOf(db, leadId),
        texts: await textsTo(leadId),
        ...Object.fromEntries(parts),
      };
      await compliance.recordAudit(db, {
        actor,
        action: 'lead.exported',
        subject: { kind: 'lead', id: leadId },
      });
      return download({ name: `person-${leadId}`, format: 'json', body: JSON.stringify(file, null, 2) });
    },

    /** Erases a person for good. Again it changes nothing. Throws `not_found` for somebody who never was a lead. */
    eraseLead: (leadId: string, { mentions }: z.output<typeof eraseLead.body>, actor: Actor): Promise<void> =>
      // A worker that writes down what became of a mail holds that first and then its person.
      inPatientTransaction(db, async (tx) => {
        const named = await lockPeople(tx, await withMerged(tx, [leadId]));
        const redacted = await redact(tx, named, mentions);
        const people = await forgetPeople(tx, [leadId]);
        if (people.length === 0) {
          if (await compliance.isErasedLead(tx, leadId)) return;
          throw leadNotFound();
        }
        const contacts = people.flatMap((person) =>
          hashesOf(compliance, person).map((contactHash) => ({ contactHash, isDemo: person.isDemo })),
        );
        for (const { contactHash, isDemo } of contacts) {
          await compliance.suppress(tx, { contactHash, reason: 'erased', leadId, isDemo });
        }
        const requestIds = await closeRequests(tx, { leadId }, now());
        await compliance.recordAudit(tx, {
          actor,
          action: 'lead.erased',
          subject: { kind: 'lead', id: leadId },
          details: { requestIds, ...(mentions.length > 0 && { redacted }) },
        });
      }),

    listForgotten: async (ids: readonly string[]): Promise<string[]> =>
      (await listForgotten(db, ids)).map(({ id }) => id),

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

function toRequest(row: Awaited<ReturnType<typeof listOpenRequests>>[number]): PrivacyRequest {
  return {
    ...row,
    receivedAt: row.receivedAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    doneAt: row.doneAt?.toISOString() ?? null,
  };
}
