import { setTimeout as sleep } from 'node:timers/promises';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { statusOfAddress } from '../rules.ts';
import { listPendingAddresses, markAddressDead, recordAddressChecks } from './store.ts';

const CHECKED_AT_ONCE = 10;

/** How long a change of a lead waits for the check of its address. */
export const QUICK_CHECK_MS = 300;

type CheckContext = Pick<Context, 'db' | 'enrichment' | 'eventSubscribers'>;

/** Checks those of these leads whose address is pending. Again and in parallel it changes nothing more. */
export async function checkAddresses(ctx: CheckContext, leadIds: readonly string[]): Promise<void> {
  const pending = await listPendingAddresses(ctx.db, leadIds);
  for (let from = 0; from < pending.length; from += CHECKED_AT_ONCE) {
    const results = await Promise.all(
      pending.slice(from, from + CHECKED_AT_ONCE).map(async ({ id, email }) => ({
        id,
        email,
        status: statusOfAddress(await ctx.enrichment.checkAddress(email)),
      })),
    );
    await inTransaction(ctx.db, async (tx) => {
      const settled = await recordAddressChecks(tx, results);
      const [only] = settled;
      if (!only) return;
      const count = (status: string): number => settled.filter((lead) => lead.status === status).length;
      await recordEvents(ctx, tx, [
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
}

/** Waits a moment for the check; the job that was sent with the change finishes one that takes longer. */
export async function checkAddressWithin(ctx: CheckContext, leadId: string, waitMs: number): Promise<void> {
  await Promise.race([checkAddresses(ctx, [leadId]).catch(() => undefined), sleep(waitMs)]);
}

/** Marks the address of a lead as dead: mail to it bounced for good. */
export async function noteDeadAddress(
  tx: Transaction,
  address: { leadId: string; contactHash: string },
): Promise<void> {
  if (await markAddressDead(tx, address)) await announce(tx, ['leads']);
}
