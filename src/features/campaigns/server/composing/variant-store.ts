import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import type { VariantLetter, VariantVerdict } from '../../contract.ts';
import { UNSETTLED } from '../../rules-message-states.ts';
import { HAND_DAYS } from '../../rules-variants.ts';
import { IS_MEETING_PEOPLE } from '../campaign-store.ts';

export type VariantCounts = {
  stepId: string;
  variant: VariantLetter;
  /** People in the test, and those of them to whom the message has left or never will. */
  tested: number;
  settled: number;
  byHand: number;
  sent: number;
  clicked: number;
  scanned: number;
  replied: number;
  converted: number;
  /** ISO; when the last message of the test left. */
  lastSentAt: string | null;
};

/**
 * What the messages of each test have brought, one row per variant. A message that left before the test began belongs
 * to another one. Everybody has the same time to answer: what comes later than that after their message is not counted.
 */
export function countVariants(db: Queryable, campaignId: string): Promise<VariantCounts[]> {
  return rowsOf<VariantCounts>(
    db,
    sql`with tested as (
        select messages.id, messages.step_id, messages.variant, messages.status, messages.sent_at, messages.due_at,
          messages.sent_at + make_interval(hours => (step.test->>'waitHours')::int) as answers_until
        from messages join campaign_steps step on step.id = messages.step_id
        where messages.campaign_id = ${campaignId} and messages.is_in_test and step.test is not null
          and (messages.sent_at is null or messages.sent_at >= step.test_since)
      ), answered as (
        select tested.id, bool_or(type = 'link.clicked') as has_clicked, bool_or(type = 'link.scanned') as is_scanned,
          bool_or(type = 'reply.received') as has_replied,
          bool_or(type in ('landing.converted', 'purchase.made')) as has_converted
        from tested join events on events.message_id = tested.id and events.campaign_id = ${campaignId}
          and type in ('link.clicked', 'link.scanned', 'reply.received', 'landing.converted', 'purchase.made')
          and occurred_at >= (select min(sent_at) from tested) and occurred_at <= tested.answers_until
        group by 1
      )
      select step_id as "stepId", variant, count(*) as tested,
        count(*) filter (where status not in ${sql.raw(UNSETTLED)}
          or (status = 'manual' and due_at < now() - make_interval(days => ${HAND_DAYS}))) as settled,
        count(*) filter (where status = 'manual') as "byHand",
        count(*) filter (where sent_at is not null) as sent,
        count(*) filter (where has_clicked) as clicked,
        count(*) filter (where is_scanned and not has_clicked) as scanned,
        count(*) filter (where has_replied) as replied,
        count(*) filter (where has_converted) as converted,
        max(sent_at) as "lastSentAt"
      from tested left join answered using (id) group by 1, 2`,
  );
}

/** People who wait for the outcome of a test, by step. */
export async function countHeld(db: Queryable, campaignId: string): Promise<Map<string, number>> {
  const rows = await rowsOf<{ stepId: string; count: number }>(
    db,
    sql`select step_id as "stepId", count(*) as count from messages
      where campaign_id = ${campaignId} and status = 'held' group by 1`,
  );
  return new Map(rows.map(({ stepId, count }) => [stepId, count]));
}

/** Running campaigns with a test that goes on and whose people have all been turned into messages. */
export async function listTestedCampaigns(db: Queryable): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select distinct campaigns.id from campaigns join campaign_steps step on step.campaign_id = campaigns.id
      where campaigns.status = 'active' and campaigns.deleted_at is null and not ${IS_MEETING_PEOPLE}
        and step.test is not null and step.verdict is null and step.retired_at is null`,
  );
  return rows.map(({ id }) => id);
}

/** Ends a test, or lets it go on with null. */
export async function setVerdict(
  tx: Queryable,
  stepId: string,
  verdict: VariantVerdict | null,
): Promise<void> {
  await tx.execute(
    sql`update campaign_steps set verdict = ${verdict === null ? null : JSON.stringify(verdict)}::jsonb where id = ${stepId}`,
  );
}
