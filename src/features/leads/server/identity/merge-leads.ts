import type { z } from 'zod';
import type { Compliance } from '#features/compliance/server/service.ts';
import { type Actor, actorName } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inPatientTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { type Lead, Stage } from '../../contract.ts';
import type * as contract from '../../contract-merge.ts';
import { MOST_TAGS } from '../../contract-notes.ts';
import { matchKeysOf } from '../../rules-duplicates.ts';
import { canTake, MERGE_UNDO_DAYS, mergeChoices } from '../../rules-merge.ts';
import { findDuplicatesJob } from '../lead-checks.ts';
import { getLead } from '../lead-records.ts';
import { moveLinked, refreshCopies } from '../linked-records.ts';
import { hashesOf, identify, lookupHashesOf } from '../person.ts';
import { leadNotFound } from '../refusals.ts';
import { moveStage } from '../stages.ts';
import { markDeleted, markRestored, searchTextOf, updateLead } from '../store.ts';
import {
  insertDismissals,
  passDismissalsBack,
  passOnDismissals,
  removeDismissals,
} from './dismissal-store.ts';
import { findHolder } from './match-index-store.ts';
import {
  countMoves,
  findGone,
  insertMerge,
  listMergeRows,
  listStored,
  lockMerge,
  lockPair,
  markMergeUndone,
  moveOwn,
  moveOwnBack,
  type StoredLead,
} from './merge-store.ts';

type MergeContext = Pick<Context, 'db' | 'clock' | 'jobs' | 'compliance' | 'tracking' | 'linkedRecords'>;

/** Columns of the lead that stays, as they were and as the merge made them. Instants as text. */
type Columns = Record<string, unknown>;

/** What a merge of two records of one person would do. */
export async function previewMerge(
  ctx: MergeContext,
  keepId: string,
  otherId: string,
): Promise<contract.MergePreview> {
  const { db } = ctx;
  assertTwo(keepId, otherId);
  const [keep, other] = await Promise.all([getLead(ctx, keepId), getLead(ctx, otherId)]);
  return {
    keep,
    other,
    fields: mergeChoices(keep, other),
    moves: await countMoves(db, otherId),
    isObjection: await hasObjected(ctx, db, await listStored(db, [keepId, otherId])),
  };
}

/** Makes one record of two. Refuses with `conflict` when one of them was changed since it was read. */
export async function mergeLeads(
  ctx: MergeContext,
  keepId: string,
  { otherId, take, version, otherVersion }: z.output<typeof contract.mergeLeads.body>,
  actor: Actor,
): Promise<{ mergeId: string; lead: Lead }> {
  const { clock, compliance, tracking } = ctx;
  assertTwo(keepId, otherId);
  const [keepView, otherView] = await Promise.all([getLead(ctx, keepId), getLead(ctx, otherId)]);
  const differing = new Set(mergeChoices(keepView, otherView).map(({ field }) => field));
  const taken = new Set(take.filter((field) => differing.has(field) && canTake(field, otherView)));
  const mergeId = newId();
  // A worker that writes down what became of a mail holds that first and then its person.
  await inPatientTransaction(ctx.db, async (tx) => {
    const pair = await lockPair(tx, [keepId, otherId]);
    const [keep, other] = [pair.get(keepId), pair.get(otherId)];
    if (!keep || !other || keep.deletedAt || other.deletedAt) throw leadNotFound();
    if (keep.version !== version || other.version !== otherVersion) throw changedMeanwhile();

    const { stage, ...after } = mergedColumns(compliance, { keep, other, taken });
    const before = Object.fromEntries(Object.keys(after).map((name) => [name, columnOf(keep, name)]));
    // First, so that address and account of the other are free.
    await markDeleted(tx, otherId, clock.now());
    await insertDismissals(tx, otherId, {
      contactHashes: hashesOf(compliance, other),
      isDemo: other.isDemo,
      keptId: keepId,
    });
    await updateLead(tx, keepId, after);
    if (stage !== undefined) await moveStage(ctx, tx, [keepId], stage);
    const lifted = await carryObjections(ctx, tx, { keep, other, after });
    const moved = {
      own: await moveOwn(tx, otherId, keepId),
      dismissals: await passOnDismissals(tx, otherId, keepId),
      consents: await compliance.moveConsents(tx, otherId, keepId, { by: actorName(actor), at: clock.now() }),
      tracking: await tracking.movePerson(tx, otherId, keepId),
      ...(await moveLinked(ctx, tx, otherId, keepId)),
    };
    await refreshCopies(ctx, tx, [keepId]);
    await insertMerge(tx, {
      id: mergeId,
      keptId: keepId,
      otherId,
      before: { ...asStored(before), ...(stage === undefined ? {} : { stage: keep.stage }) },
      after: { ...asStored(after), ...(stage === undefined ? {} : { stage }) },
      moved,
      suppressed: lifted,
      mergedAt: clock.now(),
    });
    await compliance.recordAudit(tx, {
      actor,
      action: 'lead.merged',
      subject: { kind: 'lead', id: keepId },
      details: { otherId, mergeId, taken: [...taken] },
    });
    await ctx.jobs.send(findDuplicatesJob, { leadIds: [keepId] }, { tx });
    await announce(tx, ['leads', 'lead-groups', 'messages', 'events']);
  });
  return { mergeId, lead: await getLead(ctx, keepId) };
}

/** Undo of `mergeLeads`; a second call changes nothing. Changes since the merge stay. Refuses with `not_found` and `conflict`. */
export async function undoMerge(ctx: MergeContext, id: string, actor: Actor): Promise<Lead> {
  const { clock, compliance, tracking, linkedRecords } = ctx;
  const keptId = await inPatientTransaction(ctx.db, async (tx) => {
    const merge = await lockMerge(tx, id);
    if (!merge) throw tooLate();
    if (merge.undoneAt) return merge.keptId;
    const { keptId: keepId, otherId, before, after, moved } = merge;
    const pair = await lockPair(tx, [keepId, otherId]);
    const [keep, other] = [pair.get(keepId), pair.get(otherId)];
    if (!keep || !other || keep.deletedAt || !other.deletedAt) throw tooLate();

    const back = columnsBack(keep, before, after);
    await updateLead(tx, keepId, { ...back, ...(await findGone(tx, back)) });
    const { data: stage } = Stage.safeParse(before['stage']);
    if (stage && keep.stage === after['stage']) await moveStage(ctx, tx, [keepId], stage);
    if (await findHolder(tx, other, otherId)) {
      throw new AppError('conflict', 'Address or account of the other lead belongs to somebody else by now.');
    }
    await markRestored(tx, otherId);
    await removeDismissals(tx, [otherId]);
    await passDismissalsBack(tx, moved['dismissals'] ?? [], keepId, otherId);
    await moveOwnBack(tx, moved['own'] ?? [], keepId, otherId);
    await compliance.moveConsentsBack(tx, moved['consents'] ?? [], keepId, otherId);
    // Nobody can tell which of the two said no while they were one, so both did.
    const copies = await compliance.copyWithdrawals(tx, { from: keepId, to: otherId, sinceId: id });
    for (const { withdrawalsCopied } of linkedRecords) await withdrawalsCopied?.(tx, copies);
    await tracking.movePersonBack(tx, moved['tracking'] ?? [], keepId, otherId);
    // Earlier merges noted privacy requests among the lead's own records.
    const movedOf = (part: string) => moved[part] ?? moved['own'] ?? [];
    for (const { part, moveBack } of linkedRecords) await moveBack?.(tx, movedOf(part), keepId, otherId);
    await refreshCopies(ctx, tx, [keepId, otherId]);
    await compliance.liftCarried(tx, merge.suppressed);
    await markMergeUndone(tx, id, clock.now());
    await compliance.recordAudit(tx, {
      actor,
      action: 'lead.unmerged',
      subject: { kind: 'lead', id: keepId },
      details: { otherId, mergeId: id },
    });
    await announce(tx, ['leads', 'lead-groups', 'messages', 'events']);
    return keepId;
  });
  return getLead(ctx, keptId);
}

/** Merges of this lead that can still be undone. */
export async function listMerges(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  leadId: string,
): Promise<{ id: string; otherName: string; at: string }[]> {
  const since = new Date(clock.now().getTime() - MERGE_UNDO_DAYS * DAY_MS);
  return (await listMergeRows(db, leadId, since)).map(({ mergedAt, ...merge }) => ({
    ...merge,
    at: mergedAt.toISOString(),
  }));
}

/** By how they are known today, or under a contact that has been changed since. */
function hasObjected(
  { compliance }: MergeContext,
  from: Queryable,
  pair: readonly StoredLead[],
): Promise<boolean> {
  return compliance.hasRefused(from, {
    contactHashes: pair.flatMap((lead) => lookupHashesOf(compliance, lead)),
    leadIds: pair.map(({ id }) => id),
  });
}

/** Whoever of the two said no is not written to under any name; answers what was put on the list for that. */
async function carryObjections(
  ctx: MergeContext,
  tx: Transaction,
  { keep, other, after }: { keep: StoredLead; other: StoredLead; after: Columns },
): Promise<string[]> {
  if (!(await hasObjected(ctx, tx, [keep, other]))) return [];
  const merged = hashesOf(ctx.compliance, {
    emailKey: textOr(after['emailKey'], keep.emailKey),
    handleKey: textOr(after['handleKey'], keep.handleKey),
    phoneKey: textOr(after['phoneKey'], keep.phoneKey),
  });
  const added: string[] = [];
  for (const contactHash of merged) {
    const entry = { contactHash, reason: 'merged' as const, leadId: keep.id, isDemo: keep.isDemo };
    if (await ctx.compliance.suppress(tx, entry)) added.push(contactHash);
  }
  return added;
}

/** What of the lead that stays becomes different. */
function mergedColumns(
  compliance: Compliance,
  { keep, other, taken }: { keep: StoredLead; other: StoredLead; taken: ReadonlySet<contract.MergeField> },
): Columns & { stage?: Stage } {
  const name = taken.has('name') ? other.name : keep.name;
  const isHandleTaken = taken.has('handle');
  const platform = isHandleTaken ? other.platform : keep.platform;
  const contact = identify(compliance, platform, {
    email: taken.has('email') ? other.email : keep.email,
    handle: isHandleTaken ? other.handle : keep.handle,
    phone: taken.has('phone') ? other.phone : keep.phone,
    country: taken.has('phone') ? other.country : keep.country,
  });
  const signal = taken.has('signal') ? other : keep;
  const lastContactAt = laterOf(keep.lastContactAt, other.lastContactAt);
  const named = taken.has('name') ? other : keep;
  const company = keep.company ?? other.company;
  const all: Columns & { stage?: Stage } = {
    name,
    givenName: named.givenName,
    familyName: named.familyName,
    company,
    ...contact,
    platform,
    contactStatus: taken.has('email') ? other.contactStatus : keep.contactStatus,
    behaviorSignal: signal.behaviorSignal,
    signalUrl: signal.signalUrl,
    signalAt: signal.signalAt,
    aiScore: signal.aiScore,
    scoreReasons: signal.scoreReasons,
    scoredBy: signal.scoredBy,
    groupId: taken.has('group') ? other.groupId : keep.groupId,
    ownerId: taken.has('owner') ? other.ownerId : keep.ownerId,
    country: taken.has('country') ? other.country : keep.country,
    timeZone: taken.has('country') ? other.timeZone : keep.timeZone,
    legalGround: taken.has('legalGround') ? other.legalGround : keep.legalGround,
    tags: [...new Set([...keep.tags, ...other.tags])].slice(0, MOST_TAGS),
    isOnboarded: keep.isOnboarded || other.isOnboarded,
    // What the one that stays does not say, the other one does.
    custom: { ...keep.custom, ...without(other.custom, keep.custom) },
    lastContactAt,
    matchKeys: matchKeysOf({ name, ...contact }),
    searchText: searchTextOf({ name, company, ...contact, behaviorSignal: signal.behaviorSignal }),
  };
  const changed = Object.entries(all).filter(
    ([column, value]) => JSON.stringify(value) !== JSON.stringify(columnOf(keep, column)),
  );
  return { ...Object.fromEntries(changed), ...(taken.has('stage') ? { stage: other.stage } : {}) };
}

/** Those of the columns that are still as the merge left them, as they were; who and how to reach goes together. */
function columnsBack(keep: StoredLead, before: Columns, after: Columns): Columns {
  const INSTANTS = new Set(['signalAt', 'lastContactAt']);
  const isUntouched = (name: string): boolean =>
    JSON.stringify(columnOf(keep, name)) === JSON.stringify(after[name]);
  const identity = [
    'name',
    'givenName',
    'familyName',
    'email',
    'emailKey',
    'handle',
    'handleKey',
    'phone',
    'phoneKey',
    'contactHash',
    'platform',
    'searchText',
    'matchKeys',
  ];
  const isIdentityUntouched = identity.every((name) => !(name in after) || isUntouched(name));
  return Object.fromEntries(
    Object.entries(before).flatMap(([name, value]) => {
      if (name === 'stage') return [];
      const isBack = identity.includes(name) ? isIdentityUntouched : isUntouched(name);
      if (!isBack) return [];
      return [[name, INSTANTS.has(name) && typeof value === 'string' ? new Date(value) : value]];
    }),
  );
}

function without<T>(values: Record<string, T>, known: Record<string, unknown>): Record<string, T> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !(key in known)));
}

function textOr(value: unknown, otherwise: string | null): string | null {
  return typeof value === 'string' ? value : otherwise;
}

function columnOf(row: StoredLead, name: string): unknown {
  return Object.entries(row).find(([column]) => column === name)?.[1];
}

function asStored(columns: Columns): Columns {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object stays one
  return JSON.parse(JSON.stringify(columns)) as Columns;
}

function laterOf(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

function assertTwo(keepId: string, otherId: string): void {
  if (keepId !== otherId) return;
  const message = 'Choose two different leads.';
  throw new AppError('invalid_input', message, { fields: { otherId: message } });
}

function changedMeanwhile(): AppError {
  return new AppError('conflict', 'Somebody else changed one of them. Compare them again.', {
    reason: 'stale_version',
  });
}

function tooLate(): AppError {
  return new AppError('not_found', 'This merge can not be taken back any more.');
}
