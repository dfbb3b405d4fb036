import type { SettingsService } from '#features/settings/server/service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import { type Actor, actorName } from '#kit/actor.ts';
import type { Page } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { dateInZone, HOUR_MS, startOfDate } from '#kit/time.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { instantCursor } from '#platform/page-cursor.ts';
import type { NewSpend, Spend } from '../contract-funnel.ts';
import { listEntries, lockEntry, type SpendRow } from './spend-store.ts';
import { listLaunchedCampaigns } from './store.ts';

type Dependencies = {
  db: Database;
  tracking: Tracking;
  settings: Pick<SettingsService, 'getWorkspace'>;
  now: () => Date;
};

/** Money spent on campaigns, entered by people. Events are never changed: what is taken back is recorded with a minus. */
export function createSpend({ db, tracking, settings, now }: Dependencies) {
  const toSpend = (row: Omit<SpendRow, 'total'>, timeZone: string): Spend => ({
    id: row.id,
    campaignId: row.campaignId,
    campaign: row.campaign,
    day: dateInZone(new Date(row.at), timeZone),
    amount: row.amount,
    note: row.note ?? '',
    by: row.by,
  });

  return {
    async listSpend({ limit, cursor }: { limit: number; cursor?: string | undefined }): Promise<Page<Spend>> {
      const { timeZone } = await settings.getWorkspace();
      const rows = await listEntries(db, { limit, after: instantCursor.read(cursor) });
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      return {
        items: items.map((row) => toSpend(row, timeZone)),
        nextCursor: last && rows.length > limit ? instantCursor.write(last) : null,
        total: rows[0]?.total ?? 0,
      };
    },

    async recordSpend({ campaignId, day, amount, note }: NewSpend, actor: Actor): Promise<Spend> {
      const { timeZone } = await settings.getWorkspace();
      if (day > dateInZone(now(), timeZone)) {
        throw new AppError('invalid_input', 'Enter a day that has come.', {
          fields: { day: 'Today or earlier.' },
        });
      }
      return inTransaction(db, async (tx) => {
        const [campaign] = await listLaunchedCampaigns(tx, campaignId);
        if (!campaign) {
          const message = 'This campaign does not exist any more, or has not been launched yet.';
          throw new AppError('invalid_input', message, { fields: { campaignId: message } });
        }
        // Noon is well inside the day in its own zone; of today only what is over.
        const noon = startOfDate(day, timeZone).getTime() + 12 * HOUR_MS;
        const occurredAt = new Date(Math.min(noon, now().getTime()));
        const id = newId(now().getTime());
        const cents = Math.round(amount * 100);
        const by = actorName(actor);
        await tracking.recordEvents(tx, [
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
        return toSpend(
          {
            id,
            at: occurredAt.toISOString(),
            campaignId,
            campaign: campaign.name,
            amount: cents,
            note,
            by,
            isDemo: campaign.isDemo,
          },
          timeZone,
        );
      });
    },

    /** Answers false when it had been taken back before. */
    takeBackSpend: (id: string, actor: Actor): Promise<{ isTakenBack: boolean }> =>
      inTransaction(db, async (tx) => {
        const entry = await lockEntry(tx, id);
        if (!entry) throw new AppError('not_found', 'This entry does not exist.');
        if (entry.isTakenBack) return { isTakenBack: false };
        await tracking.recordEvents(tx, [
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
      }),
  };
}
