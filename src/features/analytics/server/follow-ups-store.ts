import { eq } from 'drizzle-orm';
import { hasRefusedLead, isSuppressedLead } from '#features/compliance/server/tables.ts';
import type { Stage } from '#features/leads/contract.ts';
import { type Queryable, rowsOf, type SQL, sql, type Transaction } from '#platform/db.ts';
import type { FollowUpKind } from '../contract-follow-ups.ts';
import { NOT_NOW_DAYS, REMEMBERED_DAYS } from '../rules-follow-ups.ts';
import { followUpAnswers } from './tables.ts';

export type CandidateRow = {
  kind: FollowUpKind;
  leadId: string;
  since: string;
  campaign: string | null;
  aiScore: string;
  stage: Stage;
  /** What they wrote when they replied, whole; null without a reply that is kept. */
  reply: string | null;
  replyId: string | null;
};

/** Rows looked at for each reason; the best of them are kept. */
const LOOKED_AT = 200;

/** The newest event of a type with each person, of the last so many days. */
const newest = (type: string, days: number): SQL =>
  sql`select lead_id, occurred_at as since, campaign_id from (
      select distinct on (lead_id) lead_id, occurred_at, campaign_id from events
      where type = ${type} and lead_id is not null and occurred_at > now() - make_interval(days => ${days})
      order by lead_id, occurred_at desc) latest order by since desc limit ${LOOKED_AT}`;

/** Nothing was sent to the person after `c.since`. A subquery of its own: looked up for each of few, never joined with all. */
const UNANSWERED =
  sql.raw(`(select min(m.occurred_at) from events m where m.lead_id = c.lead_id and m.type = 'message.sent'
  and m.occurred_at > c.since and not jsonb_exists(m.data, 'isKept') and not exists (select from events b
    where b.lead_id = c.lead_id and b.type = 'letter.taken_back' and b.data->>'undoes' = m.id::text)) is null`);

/** Who wrote to us last and is open in the inbox: an event alone has no words and no place to answer them. */
const OPEN_REPLIES = sql`select lead_id, received_at as since, campaign_id from (
    select distinct on (lead_id) lead_id, received_at, campaign_id, kind, done_at from inbound_mails
    where kind in ('reply', 'auto_reply')
    order by lead_id, id desc) latest
  where kind = 'reply' and done_at is null and received_at > now() - interval '30 days'
  order by since desc limit ${LOOKED_AT}`;

/** People for whom there is a reason, without those whom nobody may or needs to write to. */
export function listCandidates(db: Queryable): Promise<CandidateRow[]> {
  const ofStages = (stages: readonly Stage[], where: SQL): SQL =>
    sql`select id as lead_id, stage_changed_at as since, null::uuid as campaign_id from leads
      where deleted_at is null and stage = any(${sql.param([...stages])}::text[]) and ${where}
      order by ai_score desc, id desc limit ${LOOKED_AT}`;
  const reason = (kind: FollowUpKind, from: SQL, where: SQL): SQL =>
    sql`select ${kind}::text as kind, c.lead_id, c.since, c.campaign_id from (${from}) c where ${where}`;
  const all = sql.join(
    [
      reason('replied', OPEN_REPLIES, UNANSWERED),
      reason('signed_up', newest('landing.converted', 30), UNANSWERED),
      reason('visited', newest('landing.visited', 14), UNANSWERED),
      reason(
        'bought',
        ofStages(['converted'], sql`not is_onboarded and stage_changed_at > now() - interval '60 days'`),
        sql`true`,
      ),
      reason(
        'promising',
        sql`select id as lead_id, created_at as since, null::uuid as campaign_id from leads
          where deleted_at is null and stage = 'new' and ai_score >= 8 and last_contact_at is null
          order by ai_score desc, id desc limit ${LOOKED_AT}`,
        sql`true`,
      ),
      reason(
        'stuck',
        ofStages(
          ['contacted', 'engaged', 'qualified'],
          sql`stage_changed_at < now() - interval '10 days' and stage_changed_at > now() - interval '60 days'`,
        ),
        sql`true`,
      ),
    ],
    sql` union all `,
  );
  return rowsOf(
    db,
    // Found first and then looked up: a fresh database knows too little of its tables to see that by itself.
    sql`with r as materialized (${all})
      select r.kind, r.lead_id as "leadId", r.since, g.name as campaign, l.ai_score::text as "aiScore", l.stage,
        reply.text as reply, reply.id as "replyId"
      from r
        left join lateral (select i.id, i.text from inbound_mails i
          where i.lead_id = r.lead_id and i.kind = 'reply' order by i.id desc limit 1) reply on r.kind = 'replied'
        join leads l on l.id = r.lead_id and l.deleted_at is null and not l.is_not_fit
        left join campaigns g on g.id = r.campaign_id
      where (l.email is not null or l.handle is not null) and l.contact_status <> 'verification_failed'
        and case r.kind when 'visited' then l.stage = 'engaged' when 'signed_up' then l.stage = 'qualified'
          when 'replied' then l.stage <> 'converted' else true end
        and not ${sql.raw(isSuppressedLead('l'))} and (r.kind = 'replied' or not ${sql.raw(hasRefusedLead('l'))})
        and not exists (
          select 1 from follow_up_answers a where a.lead_id = r.lead_id and a.kind = r.kind and (
            (a.answer = 'done' and a.created_at >= r.since and a.created_at > now() - make_interval(days => ${REMEMBERED_DAYS}))
            or (a.answer = 'not_now' and a.created_at > now() - make_interval(days => ${NOT_NOW_DAYS}))
            or (a.answer = 'not_useful' and a.created_at > now() - make_interval(days => ${REMEMBERED_DAYS}))))`,
  );
}

export function countAnswers(
  db: Queryable,
): Promise<{ kind: FollowUpKind; done: number; notUseful: number }[]> {
  return rowsOf(
    db,
    sql`select kind, count(*) filter (where answer = 'done') as done, count(*) filter (where answer = 'not_useful') as "notUseful"
      from follow_up_answers where created_at > now() - make_interval(days => ${REMEMBERED_DAYS}) group by kind`,
  );
}

export async function insertAnswer(tx: Transaction, row: typeof followUpAnswers.$inferInsert): Promise<void> {
  await tx.insert(followUpAnswers).values(row);
}

export async function deleteAnswer(tx: Transaction, id: string): Promise<void> {
  await tx.delete(followUpAnswers).where(eq(followUpAnswers.id, id));
}
