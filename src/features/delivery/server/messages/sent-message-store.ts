import type { Channel, StepClaims, VariantLetter } from '#features/campaigns/contract.ts';
import type { ClaimsOverride, LegalGround } from '#features/compliance/contract.ts';
import type { PersonalText } from '#features/compliance/contract-texts.ts';
import { type Queryable, rowsOf, sql } from '#platform/db.ts';

export type SentTextRow = {
  id: string;
  channel: Channel;
  variant: VariantLetter;
  subject: string | null;
  text: string;
  claims: StepClaims | null;
  override: ClaimsOverride | null;
  composedAt: string;
  messages: number;
  outbox: number;
  lastSentAt: string | null;
};

/** Every text with which messages of a campaign left, the newest first. */
export function listSentTextRows(db: Queryable, campaignId: string): Promise<SentTextRow[]> {
  return rowsOf<SentTextRow>(
    db,
    sql`select composition.id, composition.channel, composition.variant, composition.subject, composition.text, composition.claims,
        composition.override, composition.created_at as "composedAt", count(*) as messages,
        count(*) filter (where messages.status = 'outbox') as outbox,
        max(messages.sent_at) as "lastSentAt"
      from messages join compositions composition on composition.id = messages.composition_id
      where messages.campaign_id = ${campaignId} and messages.sent_at is not null
      group by composition.id order by composition.created_at desc, composition.id desc`,
  );
}

export type SentMessageRow = {
  id: string;
  leadId: string | null;
  channel: Channel;
  status: string;
  legalGround: LegalGround | null;
  sentAt: string;
  vars: Record<string, string>;
  touchpointId: string | null;
  subject: string | null;
  text: string;
  claims: StepClaims | null;
  override: ClaimsOverride | null;
};

/** A page of the messages that left, in the order they were made, from after the id `cursor`. */
export function listSentMessages(
  db: Queryable,
  { campaignId, cursor, limit }: { campaignId: string; cursor: string | undefined; limit: number },
): Promise<SentMessageRow[]> {
  return rowsOf<SentMessageRow>(
    db,
    sql`select messages.id, messages.lead_id as "leadId", messages.channel, messages.status,
        messages.legal_ground as "legalGround", messages.sent_at as "sentAt", messages.vars, messages.touchpoint_id as "touchpointId", composition.subject,
        composition.text, composition.claims, composition.override
      from messages join compositions composition on composition.id = messages.composition_id
      where messages.campaign_id = ${campaignId} and messages.sent_at is not null
        and (${cursor ?? null}::uuid is null or messages.id > ${cursor ?? null}::uuid)
      order by messages.id limit ${limit}`,
  );
}

type TextToRow = Omit<SentMessageRow, 'leadId' | 'status'> & { campaign: string };

/** The messages of campaigns that left for a person, oldest first. */
export function listMessageTextsTo(db: Queryable, leadId: string): Promise<TextToRow[]> {
  return rowsOf<TextToRow>(
    db,
    sql`select messages.id, messages.channel, messages.legal_ground as "legalGround", messages.sent_at as "sentAt",
        messages.vars, messages.touchpoint_id as "touchpointId", composition.subject, composition.text,
        composition.claims, composition.override, campaigns.name as campaign
      from messages join compositions composition on composition.id = messages.composition_id
        join campaigns on campaigns.id = messages.campaign_id
      where messages.lead_id = ${leadId} and messages.sent_at is not null order by messages.id`,
  );
}

/** Our answers to what a person wrote back, oldest first; those that failed did not leave. */
export async function listAnswersTo(db: Queryable, leadId: string): Promise<PersonalText[]> {
  const rows = await rowsOf<Omit<PersonalText, 'kind'>>(
    db,
    sql`select answer.id, answer.created_at as at, inbound.channel, campaigns.name as place, answer.sent_by as by,
        nullif(answer.subject, '') as subject, answer.text, answer.proof
      from reply_answers answer join inbound_mails inbound on inbound.id = answer.inbound_id
        left join messages on messages.id = inbound.message_id left join campaigns on campaigns.id = messages.campaign_id
      where answer.lead_id = ${leadId} and answer.status <> 'failed' order by answer.id`,
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString(), kind: 'answer' }));
}
