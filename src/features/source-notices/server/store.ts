import type { MessageReasonDetails } from '#features/campaigns/contract-messages.ts';
import type { LegalGround } from '#features/compliance/contract.ts';
import { isSuppressedLead } from '#features/compliance/server/tables.ts';
import type { ContactStatus, Platform } from '#features/leads/contract.ts';
import { NOTICE_SLOT_START } from '#features/mail/server/service.ts';
import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import type { sourceNotices } from './tables.ts';

export type NoticeRow = Pick<
  typeof sourceNotices.$inferSelect,
  'mailId' | 'touchpointId' | 'state' | 'attempt' | 'claimedAt' | 'sentAt' | 'reason' | 'details'
>;

/** A person as far as the notice is concerned. */
export type NoticeSubject = {
  id: string;
  name: string;
  givenName: string | null;
  familyName: string | null;
  email: string | null;
  contactHash: string | null;
  contactStatus: ContactStatus;
  platform: Platform;
  behaviorSignal: string;
  signalAt: Date | null;
  legalGround: LegalGround;
  groupName: string | null;
  createdAt: Date;
  isSuppressed: boolean;
  isDemo: boolean;
  /** The mail of its own, where one was begun. */
  notice: NoticeRow | null;
  /** When the first message of any campaign left, or somebody first wrote by hand. */
  firstMessageAt: Date | null;
  /** The first message of a campaign that said it, and the campaign's name. */
  toldAt: Date | null;
  campaignName: string | null;
  /** The first letter by hand that was begun with it, and who marked it as sent. */
  letterAt: Date | null;
  letterBy: string | null;
};

type Instants = 'signalAt' | 'firstMessageAt' | 'toldAt' | 'letterAt';
type Stored = Omit<NoticeSubject, Instants | 'createdAt' | 'notice'> &
  Record<Instants, string | null> & {
    createdAt: string;
    notice: (Omit<NoticeRow, 'claimedAt' | 'sentAt'> & { claimedAt: string; sentAt: string | null }) | null;
  };

/** Messages that left. Those to a practice address go as far as they can; any other one in the outbox told nobody. */
const HAS_LEFT = sql`messages.lead_id = leads.id and messages.sent_at is not null
  and (messages.status = 'sent' or (messages.status = 'outbox' and messages.is_practice))`;

/**
 * Holds a person until the transaction ends. A statement of its own: one that waited for the row would still see what
 * stood in the other tables before it waited.
 */
export async function holdPerson(tx: Queryable, leadId: string): Promise<void> {
  await tx.execute(sql`select 1 from leads where id = ${leadId} for no key update`);
}

export async function findNoticeSubject(db: Queryable, leadId: string): Promise<NoticeSubject | undefined> {
  const [row] = await rowsOf<Stored>(
    db,
    sql`select leads.id, leads.name, given_name as "givenName", family_name as "familyName", email, contact_hash as "contactHash", contact_status as "contactStatus",
        platform, behavior_signal as "behaviorSignal", signal_at as "signalAt", legal_ground as "legalGround", lead_groups.name as "groupName",
        leads.created_at as "createdAt", leads.is_demo as "isDemo",
        ${sql.raw(isSuppressedLead('leads'))} as "isSuppressed",
        (select jsonb_build_object('mailId', mail_id, 'touchpointId', touchpoint_id, 'state', state,
            'attempt', attempt, 'claimedAt', claimed_at, 'sentAt', sent_at, 'reason', reason, 'details', details)
          from source_notices where lead_id = leads.id) as notice,
        least((select min(sent_at) from messages where ${HAS_LEFT}), letters.first_at) as "firstMessageAt",
        told.sent_at as "toldAt", told.name as "campaignName",
        letters.told_at as "letterAt", letters.told_by as "letterBy"
      from leads
      left join lead_groups on lead_groups.id = leads.group_id and lead_groups.deleted_at is null
      left join lateral (
        select messages.sent_at, campaigns.name from messages
        join compositions on compositions.id = messages.composition_id
        join campaigns on campaigns.id = messages.campaign_id
        where ${HAS_LEFT} and strpos(compositions.text, ${NOTICE_SLOT_START}) > 0
          and coalesce(messages.vars->>'notice', '') <> ''
        order by messages.sent_at limit 1
      ) told on true
      left join lateral (
        select min(occurred_at) as first_at, min(occurred_at) filter (where says_source) as told_at,
          (array_agg(data->>'byHand' order by occurred_at) filter (where says_source))[1] as told_by
        from (select occurred_at, data, data->'saysSource' = 'true'::jsonb as says_source from events sent
          where lead_id = leads.id and type = 'message.sent' and jsonb_exists(data, 'byHand')
            and not exists (select from events back
              where back.lead_id = leads.id and back.type = 'letter.taken_back' and back.data->>'undoes' = sent.id::text)
        ) written
      ) letters on true
      where leads.id = ${leadId} and leads.deleted_at is null`,
  );
  if (!row) return undefined;
  const { notice } = row;
  return {
    ...row,
    signalAt: asDate(row.signalAt),
    createdAt: new Date(row.createdAt),
    firstMessageAt: asDate(row.firstMessageAt),
    toldAt: asDate(row.toldAt),
    letterAt: asDate(row.letterAt),
    notice: notice && {
      ...notice,
      claimedAt: new Date(notice.claimedAt),
      sentAt: asDate(notice.sentAt),
    },
  };
}

function asDate(value: string | null): Date | null {
  return value === null ? null : new Date(value);
}

type NewNotice = typeof sourceNotices.$inferInsert;

/**
 * Writes down that a notice is about to leave. The caller holds the person, so nobody else does at the same time.
 * A further try keeps mail and touchpoint of the first one.
 */
export async function claimNotice(tx: Queryable, notice: NewNotice): Promise<NoticeRow> {
  const [row] = await rowsOf<
    Omit<NoticeRow, 'claimedAt' | 'sentAt' | 'reason' | 'details'> & { claimedAt: string }
  >(
    tx,
    sql`insert into source_notices (lead_id, mail_id, touchpoint_id, state, claimed_at, is_demo)
      values (${notice.leadId}, ${notice.mailId}, ${notice.touchpointId}, 'sending', now(), ${notice.isDemo})
      on conflict (lead_id) do update set state = 'sending', claimed_at = now(), reason = null, details = null,
        attempt = source_notices.attempt + 1
      returning mail_id as "mailId", touchpoint_id as "touchpointId", state, attempt, claimed_at as "claimedAt"`,
  );
  if (!row) throw new Error('the claim of a notice has one row');
  return { ...row, claimedAt: new Date(row.claimedAt), sentAt: null, reason: null, details: null };
}

/** A notice counts against the limits of the mailbox that it leaves from, like every other mail. */
export async function countAttempt(
  tx: Queryable,
  { mailId, attempt }: Pick<NoticeRow, 'mailId' | 'attempt'>,
  mailboxId: string,
): Promise<void> {
  await tx.execute(sql`insert into message_attempts (message_id, number, worker, transport, mailbox_id, finished_at)
    values (${mailId}, ${attempt}, gen_random_uuid(), 'smtp', ${mailboxId}, now())`);
}

/**
 * Writes what became of a try; answers whom it told, who may be another record of theirs by now. Undefined when the person
 * was erased meanwhile or another try has begun.
 */
export async function recordNotice(
  tx: Queryable,
  {
    mailId,
    attempt,
    state,
    reason,
    details,
  }: Pick<NoticeRow, 'mailId' | 'attempt' | 'state' | 'reason' | 'details'>,
): Promise<string | undefined> {
  const [row] = await rowsOf<{ leadId: string }>(
    tx,
    sql`update source_notices set state = ${state}, reason = ${reason}, details = ${details && JSON.stringify(details)}::jsonb,
        sent_at = case when ${state} in ('sent', 'outbox') then now() end
      where mail_id = ${mailId} and attempt = ${attempt} and state = 'sending' returning lead_id as "leadId"`,
  );
  return row?.leadId;
}

export async function forgetNotices(tx: Queryable, leadIds: readonly string[]): Promise<void> {
  const ofThem = sql`source_notices.lead_id = any(${sql.param([...leadIds])}::uuid[])`;
  await tx.execute(
    sql`delete from outbox_mails using source_notices where source_notices.mail_id = outbox_mails.id and ${ofThem}`,
  );
  await tx.execute(sql`delete from source_notices where ${ofThem}`);
}

/** The same of a source notice: the person has not been told after all. */
export async function markNoticeBounced(
  tx: Queryable,
  mailId: string,
  details: MessageReasonDetails,
): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`update source_notices set state = 'failed', reason = 'came_back',
        details = ${JSON.stringify(details)}::jsonb, sent_at = null
      where mail_id = ${mailId} and state in ('sending', 'sent', 'unconfirmed') returning mail_id`,
  );
  return rows.length === 1;
}

/** A mail of the outbox whose notice went with the person. */
export async function deleteOutboxMail(tx: Queryable, mailId: string): Promise<void> {
  await tx.execute(sql`delete from outbox_mails where id = ${mailId}
    and not exists (select 1 from source_notices where mail_id = ${mailId})`);
}
