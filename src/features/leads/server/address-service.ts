import { setTimeout as sleep } from 'node:timers/promises';
import type { Tracking } from '#features/tracking/server/service.ts';
import { type Database, inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { AddressChecker } from '#providers/enrichment/port.ts';
import { statusOfAddress } from '../rules.ts';
import { listPendingAddresses, markAddressDead, recordAddressChecks } from './store.ts';

type Dependencies = { db: Database; tracking: Tracking; enrichment: AddressChecker };

const CHECKED_AT_ONCE = 10;

/** How long a change of a lead waits for the check of its address. */
export const QUICK_CHECK_MS = 300;

/** Finds out what an address is worth and stores it with the lead. */
export function createAddresses({ db, tracking, enrichment }: Dependencies) {
  /** Checks those of these leads whose address is pending. Again and in parallel it changes nothing more. */
  const checkPending = async (leadIds: readonly string[]): Promise<void> => {
    const pending = await listPendingAddresses(db, leadIds);
    for (let from = 0; from < pending.length; from += CHECKED_AT_ONCE) {
      const results = await Promise.all(
        pending.slice(from, from + CHECKED_AT_ONCE).map(async ({ id, email }) => ({
          id,
          email,
          status: statusOfAddress(await enrichment.checkAddress(email)),
        })),
      );
      await inTransaction(db, async (tx) => {
        const settled = await recordAddressChecks(tx, results);
        const [only] = settled;
        if (!only) return;
        const count = (status: string): number => settled.filter((lead) => lead.status === status).length;
        await tracking.recordEvents(tx, [
          {
            type: 'addresses.checked',
            leadId: settled.length === 1 ? only.id : null,
            data: {
              checked: settled.length,
              verified: count('email_verified'),
              manual: count('manual_verification'),
              failed: count('verification_failed'),
            },
          },
        ]);
        await announce(tx, ['leads', 'lead-groups', 'activity']);
      });
    }
  };

  return {
    checkPending,

    /** Waits for the check for a moment; the job that was sent with the change ends what takes longer. */
    checkWithin: async (leadId: string, waitMs: number): Promise<void> => {
      await Promise.race([checkPending([leadId]).catch(() => undefined), sleep(waitMs)]);
    },

    /** Mail to this address came back for good: the lead says so wherever it is shown. */
    noteDeadAddress: async (
      tx: Transaction,
      address: { leadId: string; contactHash: string },
    ): Promise<void> => {
      if (await markAddressDead(tx, address)) await announce(tx, ['leads']);
    },
  };
}

export type Addresses = ReturnType<typeof createAddresses>;
