import type { z } from 'zod';
import type { Compliance } from '#features/compliance/server/service.ts';
import {
  deleteLeads,
  hashesOf,
  type LeadRow,
  leadNotFound,
  listDeleted,
  lockPeople,
  withMerged,
} from '#features/leads/server/erasure-service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import type { Actor } from '#kit/actor.ts';
import {
  type Database,
  inPatientTransaction,
  inTransaction,
  type Queryable,
  type Transaction,
} from '#platform/db.ts';
import { forgetAnswers, type Traces } from '#platform/idempotency.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { eraseLead } from '../contract.ts';
import type { MentionKeeper } from './mention-service.ts';
import type { PersonalDataStore } from './personal-data.ts';
import { closeRequests } from './store.ts';

type Dependencies = {
  db: Database;
  queue: Pick<JobQueue, 'forget'>;
  compliance: Compliance;
  tracking: Tracking;
  now: () => Date;
  /** Filled while the product is wired. */
  holders: readonly PersonalDataStore[];
  redact: MentionKeeper['redact'];
};

/** People removed in one transaction. */
export const ERASED_AT_ONCE = 200;

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

/** Removes people for good, wherever something is kept about them. */
export function createErasures({ db, queue, compliance, tracking, now, holders, redact }: Dependencies) {
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
    await queue.forget(tx, [...traces.anywhere, ...traces.whole]);
    await deleteLeads(tx, found, traces);
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

  return {
    forgetFound,

    /** Removes those who were deleted before an instant. */
    forgetDeleted: (before: Date): Promise<number> =>
      forgetFound((source, among) => listDeleted(source, before, { limit: ERASED_AT_ONCE, among })),

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
  };
}
export type Erasures = ReturnType<typeof createErasures>;
