import { getWorkspace } from '#features/settings/server/workspace.ts';
import { recordEvents } from '#features/tracking/server/record-events.ts';
import { type Actor, actorName } from '#kit/actor.ts';
import type { Page } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { dateInZone, HOUR_MS, startOfDate } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { instantCursor } from '#platform/page-cursor.ts';
import type { NewSpend, Spend } from '../contract-funnel.ts';
import { listEntries, lockEntry, type SpendRow } from './spend-store.ts';
import { listLaunchedCampaigns } from './store.ts';

/** Money spent on campaigns, entered by people, page by page. */
export async function listSpend(
  { db }: Pick<Context, 'db'>,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<Spend>> {
  const { timeZone } = await getWorkspace(db);
  const rows = await listEntries(db, { limit, after: instantCursor.read(cursor) });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map((row) => toSpend(row, timeZone)),
    nextCursor: last && rows.length > limit ? instantCursor.write(last) : null,
    total: rows[0]?.total ?? 0,
  };
}

/** Records money spent on a launched campaign. Refuses a day to come and an unknown campaign with `invalid_input`. */
export async function recordSpend(
  ctx: Pick<Context, 'db' | 'clock' | 'eventSubscribers'>,
  { campaignId, day, amount, note }: NewSpend,
  actor: Actor,
): Promise<Spend> {
  const { clock } = ctx;
  const { timeZone } = await getWorkspace(ctx.db);
  if (day > dateInZone(clock.now(), timeZone)) {
    throw new AppError('invalid_input', 'Enter a day that has come.', {
      fields: { day: 'Today or earlier.' },
    });
  }
  return inTransaction(ctx.db, async (tx) => {
    const [campaign] = await listLaunchedCampaigns(tx, campaignId);
    if (!campaign) {
      const message = 'This campaign does not exist any more, or has not been launched yet.';
      throw new AppError('invalid_input', message, { fields: { campaignId: message } });
    }
    // Noon is well inside the day in its own zone; of today only what is over.
    const noon = startOfDate(day, timeZone).getTime() + 12 * HOUR_MS;
    const occurredAt = new Date(Math.min(noon, clock.now().getTime()));
    const id = newId(clock.now().getTime());
    const cents = Math.round(amount * 100);
    const by = actorName(actor);
    await recordEvents(ctx, tx, [
      {
        id,
        type: 'spend.recorded',
        campaignId,
        occurredAt,
        valueCents: cents,
        data: { note, by },
        isDemo: campaign.isDemo,
      },
    ]);
    await announce(tx, ['events']);
    const at = occurredAt.toISOString();
    return toSpend({ id, at, campaignId, campaign: campaign.name, amount: cents, note, by }, timeZone);
  });
}

/**
 * Takes back an entry; false when it had been taken back before. Events are never changed: it is recorded with a minus.
 * Refuses with `not_found`.
 */
export function takeBackSpend(
  ctx: Pick<Context, 'db' | 'eventSubscribers'>,
  id: string,
  actor: Actor,
): Promise<{ isTakenBack: boolean }> {
  return inTransaction(ctx.db, async (tx) => {
    const entry = await lockEntry(tx, id);
    if (!entry) throw new AppError('not_found', 'This entry does not exist.');
    if (entry.isTakenBack) return { isTakenBack: false };
    await recordEvents(ctx, tx, [
      {
        type: 'spend.recorded',
        campaignId: entry.campaignId,
        occurredAt: new Date(entry.at),
        valueCents: -entry.amount,
        data: { takesBack: id, by: actorName(actor) },
        isDemo: entry.isDemo,
      },
    ]);
    await announce(tx, ['events']);
    return { isTakenBack: true };
  });
}

function toSpend(row: Omit<SpendRow, 'total' | 'isDemo'>, timeZone: string): Spend {
  return {
    id: row.id,
    campaignId: row.campaignId,
    campaign: row.campaign,
    day: dateInZone(new Date(row.at), timeZone),
    amount: row.amount,
    note: row.note ?? '',
    by: row.by,
  };
}
