import type { Channel, VariantLetter } from '#features/campaigns/contract.ts';
import type {
  MessageReason,
  MessageReasonDetails,
  MessageStatus,
  Receipt,
  SkipReason,
} from '#features/campaigns/contract-messages.ts';
import { isSuppressed, WAITING } from '#features/campaigns/rules-message-states.ts';
import type { ConsentObstacle, LegalGround } from '#features/compliance/contract.ts';
import { consentGate, isPracticeLead } from '#features/compliance/server/consent-store.ts';
import { type Queryable, rowsOf, type SQL, sql } from '#platform/db.ts';

export type MessageRow = {
  id: string;
  campaignId: string;
  leadId: string | null;
  leadName: string | null;
  platform: string | null;
  stepId: string;
  channel: Channel;
  /** Null where its step has one text only. */
  variant: VariantLetter | null;
  status: MessageStatus;
  receipt: Receipt | null;
  address: string | null;
  vars: Record<string, string>;
  touchpointId: string | null;
  reason: MessageReason | null;
  details: MessageReasonDetails | null;
  legalGround: LegalGround | null;
  /** Of a message that waits for a person: why it must not be sent any more. */
  obstacle: SkipReason | null;
  consentObstacle: ConsentObstacle | null;
  dueAt: Date;
  sentAt: Date | null;
  isDemo: boolean;
  compositionId: string | null;
  subject: string | null;
  text: string | null;
  html: string | null;
  fromHeader: string | null;
  /** Whom it is from where it left from a mailbox of its own. */
  mailboxFrom: string | null;
};

const waiting = sql.raw(WAITING);

type StoredRow = Omit<MessageRow, 'dueAt' | 'sentAt'> & { dueAt: string; sentAt: string | null };

const gate = sql.raw(consentGate('messages.channel', isPracticeLead('messages.channel')));

const reason = (code: SkipReason): SQL => sql.raw(`'${code}'`);

const MESSAGES = sql`select messages.id, messages.campaign_id as "campaignId", messages.lead_id as "leadId",
    leads.name as "leadName", leads.platform, messages.step_id as "stepId", messages.channel, messages.status,
    messages.receipt, case when step.test is not null then messages.variant end as variant,
    messages.address, messages.vars, messages.touchpoint_id as "touchpointId", messages.reason, messages.details,
    messages.legal_ground as "legalGround",
    case when messages.status = 'manual' and ${sql.raw(isSuppressed('messages'))} then ${reason('suppressed')}
      when messages.status = 'manual' and (leads.id is null or leads.deleted_at is not null) then ${reason('lead_deleted')}
      when consent.obstacle is not null then ${reason('no_consent')} end as obstacle,
    consent.obstacle as "consentObstacle",
    messages.due_at as "dueAt", messages.sent_at as "sentAt", messages.is_demo as "isDemo",
    composition.id as "compositionId", composition.subject, composition.text, composition.html,
    composition.from_header as "fromHeader",
    case mailbox.name when '' then mailbox.address else mailbox.name || ' <' || mailbox.address || '>' end
      as "mailboxFrom"
  from messages
  left join mailboxes mailbox on mailbox.id = messages.mailbox_id and not mailbox.is_server
  left join leads on leads.id = messages.lead_id
  left join campaign_steps step on step.id = messages.step_id
  left join step_variants variant on variant.step_id = messages.step_id and variant.letter = messages.variant
    and variant.retired_at is null
  left join compositions composition
    on composition.id = coalesce(messages.composition_id, variant.composition_id, step.composition_id)
  left join ${gate} consent on messages.status = 'manual' and leads.id is not null`;

/** A page of a campaign's messages in the order they were made, from after `cursor`. */
export async function listMessageRows(
  db: Queryable,
  filter: {
    campaignId: string;
    status: MessageStatus | undefined;
    cursor: string | undefined;
    limit: number;
  },
): Promise<MessageRow[]> {
  const rows = await rowsOf<StoredRow>(
    db,
    sql`${MESSAGES} where messages.campaign_id = ${filter.campaignId}
      and (${filter.status ?? null}::text is null or messages.status = ${filter.status ?? null})
      and (${filter.cursor ?? null}::uuid is null or messages.id > ${filter.cursor ?? null}::uuid)
      order by messages.id limit ${filter.limit}`,
  );
  return rows.map(withDates);
}

export async function countMessageRows(
  db: Queryable,
  campaignId: string,
  status: MessageStatus | undefined,
): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*) as count from messages where campaign_id = ${campaignId}
      and (${status ?? null}::text is null or status = ${status ?? null})`,
  );
  return row?.count ?? 0;
}

export async function findMessageRow(db: Queryable, id: string): Promise<MessageRow | undefined> {
  const [row] = await rowsOf<StoredRow>(db, sql`${MESSAGES} where messages.id = ${id}`);
  return row && withDates(row);
}

/** Nobody edits or removes this person until the transaction ends. Comes before any lock on what is sent to them. */
export async function holdPerson(tx: Queryable, leadId: string): Promise<void> {
  await tx.execute(sql`select 1 from leads where id = ${leadId} for key share`);
}

/** The message as it is, held until the transaction ends. */
export async function lockMessageRow(tx: Queryable, id: string): Promise<MessageRow | undefined> {
  await tx.execute(sql`select 1 from messages where id = ${id} for update`);
  return findMessageRow(tx, id);
}

/**
 * A person says that this message has been sent. Its text is fixed with it. Answers false when its state does not
 * allow it.
 */
export async function markSentByHand(tx: Queryable, id: string): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`update messages set status = 'sent', sent_at = now(), reason = null, details = null,
        composition_id = coalesce(messages.composition_id, (
          select composition_id from step_variants variant where variant.step_id = step.id
            and variant.letter = messages.variant and variant.retired_at is null), step.composition_id),
        legal_ground = (select ground from leads cross join ${gate} consent where leads.id = messages.lead_id)
      from campaign_steps step
      where messages.id = ${id} and step.id = messages.step_id and messages.status in ('manual', 'unconfirmed')
      returning messages.id`,
  );
  return rows.length === 1;
}

/** A message that may or may not have arrived waits again. Answers false when it is in another state. */
export async function requeueUnconfirmed(tx: Queryable, id: string): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`update messages set status = 'queued', reason = null, details = null, response = null, due_at = now()
      where id = ${id} and status = 'unconfirmed' and address is not null returning id`,
  );
  return rows.length === 1;
}

function withDates(row: StoredRow): MessageRow {
  return { ...row, dueAt: new Date(row.dueAt), sentAt: row.sentAt === null ? null : new Date(row.sentAt) };
}

/** The messages of a person in the order they were made. */
export async function listMessagesOfLead(db: Queryable, leadId: string): Promise<MessageRow[]> {
  const rows = await rowsOf<StoredRow>(
    db,
    sql`${MESSAGES} where messages.lead_id = ${leadId} order by messages.id`,
  );
  return rows.map(withDates);
}

/** Takes out of messages whom they went to and what mail servers said about it. What is open is not sent any more. */
export async function forgetRecipients(tx: Queryable, leadIds: readonly string[]): Promise<void> {
  const ofThem = sql`messages.lead_id = any(${sql.param([...leadIds])}::uuid[])`;
  await tx.execute(
    sql`delete from outbox_mails using messages where messages.id = outbox_mails.id and ${ofThem}`,
  );
  // An attempt in the air is still needed by its worker; it is swept by age.
  await tx.execute(sql`delete from message_attempts using messages
    where messages.id = message_attempts.message_id and messages.status <> 'sending' and ${ofThem}`);
  await tx.execute(
    sql`delete from messenger_peers using messages where messages.id = messenger_peers.message_id and ${ofThem}`,
  );
  await tx.execute(sql`update messages set address = null, vars = '{}', response = null,
      status = case when status in ${waiting} then 'skipped' else status end,
      reason = case when status in ${waiting} then ${reason('lead_deleted')} end, details = null
    where ${ofThem}`);
}
