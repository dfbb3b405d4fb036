import type { z } from 'zod';
import { recordAudit } from '#features/compliance/server/audit-store.ts';
import { deleteConsents } from '#features/compliance/server/consent-store.ts';
import { isErasedLead, suppress } from '#features/compliance/server/suppression-store.ts';
import { deleteLeads } from '#features/leads/server/delete-leads.ts';
import { hashesOf } from '#features/leads/server/person.ts';
import { leadNotFound } from '#features/leads/server/refusals.ts';
import { type LeadRow, listDeleted, lockPeople, withMerged } from '#features/leads/server/service.ts';
import { forgetInEvents } from '#features/tracking/server/touchpoint-store.ts';
import type { Actor } from '#kit/actor.ts';
import { DAY_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inPatientTransaction, inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { forgetAnswers, type Traces } from '#platform/idempotency.ts';
import { announce } from '#platform/live.ts';
import type * as contract from '../contract.ts';
import { redactMentions } from './mentions.ts';
import { closeRequests } from './store.ts';

/** People removed in one transaction. */
export const ERASED_AT_ONCE = 200;

type ErasureContext = Pick<Context, 'db' | 'clock' | 'jobs' | 'contactPepper' | 'personalDataStores'>;

/** Erases a person for good. A second call changes nothing. Refuses with `not_found` an id that never was a lead. */
export function eraseLead(
  ctx: ErasureContext,
  leadId: string,
  { mentions }: z.output<typeof contract.eraseLead.body>,
  actor: Actor,
): Promise<void> {
  const { clock } = ctx;
  // A worker that writes down what became of a mail holds that first and then its person.
  return inPatientTransaction(ctx.db, async (tx) => {
    const named = await lockPeople(tx, await withMerged(tx, [leadId]));
    const redacted = await redactMentions(ctx, tx, named, mentions);
    const people = await forgetPeople(ctx, tx, [leadId]);
    if (people.length === 0) {
      if (await isErasedLead(tx, leadId)) return;
      throw leadNotFound();
    }
    const contacts = people.flatMap((person) =>
      hashesOf(ctx, person).map((contactHash) => ({ contactHash, isDemo: person.isDemo })),
    );
    for (const { contactHash, isDemo } of contacts) {
      await suppress(tx, { contactHash, reason: 'erased', leadId, isDemo });
    }
    const requestIds = await closeRequests(tx, { leadId }, clock.now());
    await recordAudit(tx, {
      actor,
      action: 'lead.erased',
      subject: { kind: 'lead', id: leadId },
      details: { requestIds, ...(mentions.length > 0 && { redacted }) },
    });
  });
}

/** Removes people who were deleted a day ago, when the undo is no longer offered. */
export async function removeDeletedPeople(ctx: ErasureContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - DAY_MS);
  await forgetFound(ctx, (source, among) => listDeleted(source, before, { limit: ERASED_AT_ONCE, among }));
}

/**
 * Removes people in batches until `find` returns none. Returns how many. `find` runs again once they are locked, as a
 * person may have changed meanwhile (restored, agreed, contacted).
 */
export async function forgetFound(
  ctx: ErasureContext,
  find: (source: Queryable, among?: readonly string[]) => Promise<string[]>,
  onRemoved: (tx: Transaction, id: string) => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  let removed = 0;
  for (;;) {
    const ids = await find(ctx.db);
    if (ids.length === 0) return removed;
    removed += await inTransaction(ctx.db, async (tx) => {
      await lockPeople(tx, ids);
      const found = await find(tx, ids);
      const people = await forgetPeople(ctx, tx, found);
      for (const { id } of people) await onRemoved(tx, id);
      // Records that went into somebody are them, and no people more.
      return people.filter(({ id }) => found.includes(id)).length;
    });
  }
}

/** Removes people everywhere, in the caller's transaction. */
async function forgetPeople(ctx: ErasureContext, tx: Transaction, ids: readonly string[]) {
  // What went into somebody by a merge is theirs too.
  const people = await lockPeople(tx, await withMerged(tx, ids));
  if (people.length === 0) return people;
  const found = people.map(({ id }) => id);
  for (const { forget } of ctx.personalDataStores) await forget(tx, found);
  await forgetInEvents(tx, people);
  await deleteConsents(tx, found);
  const traces = tracesOf(people);
  await forgetAnswers(tx, traces);
  await ctx.jobs.forget(tx, [...traces.anywhere, ...traces.whole]);
  await deleteLeads(tx, found, traces);
  await announce(tx, ['leads', 'lead-groups', 'messages', 'events', 'activity', 'erasures']);
  return people;
}

/**
 * Words by which a text identifies these people. A handle or a name of one word may be any word ("Ian" stands in "dietitian"), so
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
