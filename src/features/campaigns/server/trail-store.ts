import type { LegalGround } from '#features/compliance/contract.ts';
import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import type { Channel, ClaimsOverride, StepClaims, VariantLetter } from '../contract.ts';

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
  lastSentAt: string | null;
};

/** Every text with which messages of a campaign left, the newest first. */
export function listSentTexts(db: Queryable, campaignId: string): Promise<SentTextRow[]> {
  return rowsOf<SentTextRow>(
    db,
    sql`select composition.id, composition.channel, composition.variant, composition.subject, composition.text, composition.claims,
        composition.override, composition.created_at as "composedAt", count(*) as messages,
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
