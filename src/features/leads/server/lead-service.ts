import type { Compliance } from '#features/compliance/server/service.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { type Database, inTransaction, type Transaction } from '#platform/db.ts';
import type { JobQueue } from '#platform/jobs.ts';
import { announce } from '#platform/live.ts';
import type { Lead, LeadChange, Stage } from '../contract.ts';
import { matchKeysOf } from '../rules-duplicates.ts';
import { isStageAlone } from '../rules-stage.ts';
import { type Addresses, QUICK_CHECK_MS } from './address-service.ts';
import { listForgotten } from './erasure-store.ts';
import { getChosenGroup } from './groups/group-service.ts';
import { insertDismissals, removeDismissals } from './identity/dismissal-store.ts';
import { alreadyLead, assertNotErased, assertUnknown } from './identity/match-index.ts';
import { findHolder } from './identity/match-index-store.ts';
import { findSuccessor, removeDuplicatesOf } from './identity/merge-store.ts';
import { checkAddressesJob, findDuplicatesJob } from './jobs.ts';
import type { LinkedRecordList } from './linked-records-service.ts';
import { assertColleague } from './notes-service.ts';
import { spellTags } from './notes-store.ts';
import { hashesOf, identify } from './person.ts';
import { changedMeanwhile, leadDeleted, leadMerged, leadNotFound } from './refusals.ts';
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

type Dependencies = {
  db: Database;
  queue: JobQueue;
  compliance: Compliance;
  addresses: Addresses;
  now: () => Date;
  refreshCopies: LinkedRecordList['refreshCopies'];
  moveStage: (tx: Transaction, leadIds: readonly string[], stage: Stage) => Promise<string[]>;
  undoMove: (tx: Transaction, leadIds: readonly string[], stage: Stage) => Promise<void>;
};

/** One lead: shown, changed, deleted, brought back. */
export function createLeadRecords({
  db,
  queue,
  compliance,
  addresses,
  now,
  refreshCopies,
  moveStage,
  undoMove,
}: Dependencies) {
  /** A link may name somebody who can be brought back, or stands in another record. */
  const whyGone = async (id: string): Promise<AppError> => {
    const successorId = await findSuccessor(db, id);
    if (successorId !== undefined) return leadMerged(successorId);
    return (await isHidden(db, id)) ? leadDeleted() : leadNotFound();
  };

  const getLead = async (id: string): Promise<Lead> => {
    const row = await findLead(db, id);
    if (!row) throw await whyGone(id);
    return toLead(row);
  };

  return {
    getLead,

    listForgotten: async (ids: readonly string[]): Promise<string[]> =>
      (await listForgotten(db, ids)).map(({ id }) => id),

    listByIds: async (ids: readonly string[]): Promise<Lead[]> =>
      ids.length === 0 ? [] : (await listLeadsByIds(db, ids)).map(toLead),

    /** Throws `conflict` when somebody else changed the lead since `change.version`. */
    async changeLead(id: string, change: LeadChange, actor: Actor | null = null): Promise<Lead> {
      const { version, stage, isUndo, email, handle, phone, groupId, tags, ...plain } = change;
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
          await refreshCopies(tx, [id]);
          if (matchKeys.join() !== row.matchKeys?.join()) {
            await removeDuplicatesOf(tx, id);
            await queue.send(findDuplicatesJob, { leadIds: [id] }, { tx });
          }
        }
        if (stage !== undefined) await (isUndo ? undoMove : moveStage)(tx, [id], stage);
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
        if (needsCheck) await queue.send(checkAddressesJob, { leadIds: [id] }, { tx });
        await announce(tx, isStageAlone(change) ? ['stages'] : ['leads', 'lead-groups']);
        return needsCheck;
      });
      if (isAddressNew) await addresses.checkWithin(id, QUICK_CHECK_MS);
      return getLead(id);
    },

    /**
     * Hides the lead for a day, then it is gone. Discovery does not bring the person back. `assertAllowed` looks at the
     * lead once nobody else can change it, and throws what is against it.
     */
    deleteLead: (id: string, assertAllowed?: (tx: Transaction) => Promise<void>): Promise<void> =>
      inTransaction(db, async (tx) => {
        const row = await lockLead(tx, id);
        if (!row || row.deletedAt) throw leadNotFound();
        await assertAllowed?.(tx);
        await markDeleted(tx, id, now());
        await insertDismissals(tx, id, { contactHashes: hashesOf(compliance, row), isDemo: row.isDemo });
        await announce(tx, ['leads', 'lead-groups']);
      }),

    /** Undo of `deleteLead`. Throws `conflict` when the same person was added again meanwhile. */
    async restoreLead(id: string): Promise<Lead> {
      await inTransaction(db, async (tx) => {
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
        await refreshCopies(tx, [id]);
        await announce(tx, ['leads', 'lead-groups']);
      });
      return getLead(id);
    },
  };
}
