import type { Channel } from '#features/campaigns/contract.ts';
import { because } from '#features/campaigns/rules-message-states.ts';
import { type Queryable, rowsOf, sql } from '#platform/db.ts';

export type PossiblySent = {
  id: string;
  campaignId: string;
  leadId: string | null;
  channel: Channel;
  isDemo: boolean;
};

/** What a worker has stored of an attempt where it came to its end. */
const ENDED = `('sent', 'outbox', 'failed', 'bounced', 'manual', 'unconfirmed')`;

/**
 * Gives up, as unconfirmed, the next messages that were due by now and had not left when the backup was taken: they
 * may have left since. What goes to the outbox has not left anywhere, and an attempt whose outcome is stored is over.
 */
export function giveUpPossiblySent(tx: Queryable, limit: number): Promise<PossiblySent[]> {
  return rowsOf(
    tx,
    sql`update messages set status = 'unconfirmed', ${sql.raw(because('restored'))}
      where id in (
        select id from messages waiting
        where status in ('queued', 'held', 'sending') and not is_practice and due_at <= now()
          and not exists (select 1 from message_attempts attempt
            where attempt.message_id = waiting.id and attempt.number = waiting.attempts
              and waiting.status = 'sending' and attempt.verdict->>'kind' in ${sql.raw(ENDED)})
        limit ${limit} for update)
      returning id, campaign_id as "campaignId", lead_id as "leadId", channel, is_demo as "isDemo"`,
  );
}
