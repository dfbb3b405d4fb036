import { takeCustomValues } from '#features/custom-fields/server/custom-values.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { Lead, LeadChange } from '../contract.ts';
import { matchKeysOf } from '../rules-duplicates.ts';
import { isStageAlone } from '../rules-stage.ts';
import { checkAddressWithin, QUICK_CHECK_MS } from './addresses.ts';
import { getChosenGroup } from './groups/groups.ts';
import { insertDismissals, removeDismissals } from './identity/dismissal-store.ts';
import { alreadyLead, assertNotErased, assertUnknown } from './identity/match-index.ts';
import { findHolder } from './identity/match-index-store.ts';
import { findSuccessor, removeDuplicatesOf } from './identity/merge-store.ts';
import { checkAddressesJob, findDuplicatesJob } from './lead-checks.ts';
import { refreshCopies } from './linked-records.ts';
import { assertColleague } from './notes.ts';
import { spellTags } from './notes-store.ts';
import { hashesOf, identify } from './person.ts';
import { changedMeanwhile, leadDeleted, leadMerged, leadNotFound } from './refusals.ts';
import { moveStage, undoMove } from './stages.ts';
import {
  findLead,
  isHidden,
  listLeadsByIds,
  lockLead,
  markDeleted,
  markRestored,
  type NewLeadRow,
  searchTextOf,
  updateLead,
} from './store.ts';
import { toLead } from './to-lead.ts';

export { leadNotFound, lockLead };

type LeadContext = Pick<
  Context,
  'db' | 'clock' | 'jobs' | 'compliance' | 'tracking' | 'enrichment' | 'linkedRecords'
>;

/** Refuses with `not_found`; the reason says whether it was deleted or merged. */
export async function getLead({ db }: Pick<Context, 'db'>, id: string): Promise<Lead> {
  const row = await findLead(db, id);
  if (!row) throw await whyGone(db, id);
  return toLead(row);
}

export async function listByIds({ db }: Pick<Context, 'db'>, ids: readonly string[]): Promise<Lead[]> {
  return ids.length === 0 ? [] : (await listLeadsByIds(db, ids)).map(toLead);
}

/** Changes a lead. Refuses with `conflict` when it was changed since `change.version`. */
export async function changeLead(
  ctx: LeadContext,
  id: string,
  change: LeadChange,
  actor: Actor | null = null,
): Promise<Lead> {
  const { db, jobs, compliance } = ctx;
  const { version, stage, isUndo, email, handle, phone, groupId, tags, custom, ...plain } = change;
  const isAddressNew = await inTransaction(db, async (tx) => {
    const row = await lockLead(tx, id);
    if (!row || row.deletedAt) throw leadNotFound();
    if (version !== undefined && version !== row.version) throw changedMeanwhile();
    const columns: Partial<NewLeadRow> = { ...plain };
    // What the name was taken from says nothing of another one.
    if (plain.name !== undefined && plain.name !== row.name)
      Object.assign(columns, { givenName: null, familyName: null });
    if (plain.country !== undefined && plain.country !== row.country) columns.timeZone = null;
    if (tags !== undefined) {
      columns.tags = await spellTags(tx, tags);
      await announce(tx, ['lead-tags']);
    }
    if (custom !== undefined)
      columns.custom = await takeCustomValues(tx, 'lead', { given: custom, before: row.custom });
    if (plain.ownerId !== undefined) await assertColleague(tx, plain.ownerId);
    if (groupId !== undefined)
      columns.groupId = groupId === null ? null : (await getChosenGroup(tx, groupId)).id;
    // A number without a country code is read by the country.
    const isCountryNew = plain.country !== undefined && plain.country !== row.country;
    if (email !== undefined || handle !== undefined || phone !== undefined || isCountryNew) {
      const contact = identify(compliance, row.platform, {
        email: email === undefined ? row.email : email,
        handle: handle === undefined ? row.handle : handle,
        phone: phone === undefined ? row.phone : phone,
        country: plain.country === undefined ? row.country : plain.country,
      });
      await assertUnknown(tx, compliance, { contact, given: { email, handle, phone }, before: row });
      await assertNotErased(tx, compliance, { contact, before: row });
      Object.assign(columns, contact);
    }
    const isOtherAddress = columns.email !== undefined && columns.email !== row.email;
    if (isOtherAddress && change.contactStatus === undefined) {
      columns.contactStatus = columns.email === null ? 'manual_verification' : 'enrichment_pending';
    }
    if (Object.keys(columns).length > 0) {
      const matchKeys = matchKeysOf({ ...row, ...columns });
      await updateLead(tx, id, {
        ...columns,
        matchKeys,
        searchText: searchTextOf({ ...row, ...columns }),
      });
      await refreshCopies(ctx, tx, [id]);
      if (matchKeys.join() !== row.matchKeys?.join()) {
        await removeDuplicatesOf(tx, id);
        await jobs.send(findDuplicatesJob, { leadIds: [id] }, { tx });
      }
    }
    if (stage !== undefined) await (isUndo ? undoMove : moveStage)(ctx, tx, [id], stage);
    if (plain.legalGround !== undefined && plain.legalGround !== row.legalGround) {
      await compliance.recordAudit(tx, {
        actor,
        action: 'lead.ground_changed',
        subject: { kind: 'lead', id },
        details: { from: row.legalGround, to: plain.legalGround },
      });
    }
    const needsCheck =
      columns.contactStatus === 'enrichment_pending' && (columns.email ?? row.email) !== null;
    if (needsCheck) await jobs.send(checkAddressesJob, { leadIds: [id] }, { tx });
    await announce(tx, isStageAlone(change) ? ['stages'] : ['leads', 'lead-groups']);
    return needsCheck;
  });
  if (isAddressNew) await checkAddressWithin(ctx, id, QUICK_CHECK_MS);
  return getLead(ctx, id);
}

/**
 * Hides the lead for a day, then it is gone. Discovery does not bring the person back. `assertAllowed` looks at the
 * locked lead and throws what is against it.
 */
export function deleteLead(
  { db, clock, compliance }: Pick<Context, 'db' | 'clock' | 'compliance'>,
  id: string,
  assertAllowed?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const row = await lockLead(tx, id);
    if (!row || row.deletedAt) throw leadNotFound();
    await assertAllowed?.(tx);
    await markDeleted(tx, id, clock.now());
    await insertDismissals(tx, id, { contactHashes: hashesOf(compliance, row), isDemo: row.isDemo });
    await announce(tx, ['leads', 'lead-groups']);
  });
}

/** Undo of `deleteLead`. Refuses with `conflict` when the same person was added again meanwhile. */
export async function restoreLead(ctx: Pick<Context, 'db' | 'linkedRecords'>, id: string): Promise<Lead> {
  await inTransaction(ctx.db, async (tx) => {
    const row = await lockLead(tx, id);
    if (!row) throw leadNotFound();
    if (!row.deletedAt) return;
    if ((await findSuccessor(tx, id)) !== undefined) {
      throw new AppError('conflict', 'This lead went into another one. Undo that merge instead.', {
        reason: 'merged',
      });
    }
    const holder = await findHolder(tx, row, id);
    if (holder) throw alreadyLead(holder, row, row);
    await markRestored(tx, id);
    await removeDismissals(tx, [id]);
    await refreshCopies(ctx, tx, [id]);
    await announce(tx, ['leads', 'lead-groups']);
  });
  return getLead(ctx, id);
}

/** A link may name a lead that was deleted or merged. */
async function whyGone(db: Queryable, id: string): Promise<AppError> {
  const successorId = await findSuccessor(db, id);
  if (successorId !== undefined) return leadMerged(successorId);
  return (await isHidden(db, id)) ? leadDeleted() : leadNotFound();
}
