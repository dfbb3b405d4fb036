import type { MessageReason, MessageStatus, SkipReason } from './contract-messages.ts';

const listOf = (...statuses: MessageStatus[]): string => `('${statuses.join("', '")}')`;

/** For SQL. Not begun: neither handed over nor given up, so that it can still be changed or taken out. */
export const WAITING = listOf('queued', 'manual', 'held');

/** For SQL. The person has it, or may have it. */
export const LEFT = listOf('sending', 'sent', 'outbox', 'unconfirmed');

/** For SQL. Leaves by itself and has not yet been settled; what people send by hand may lie for ever. */
export const LEAVING = listOf('queued', 'sending', 'held');

/** For SQL. Sets why messages have their status. */
export const because = (reason: MessageReason): string => `reason = '${reason}', details = null`;

/** What keeps a message back and may pass, by what brings it back. */
export const COMES_BACK = {
  withEdit: ['group_removed', 'step_removed'],
  withText: ['claim_with_details'],
  /** A deleted person who is restored has their details again. */
  withDetails: ['no_address', 'address_check_failed', 'claim_with_details', 'lead_deleted'],
  withOtherCampaign: ['in_other_campaign'],
} satisfies Record<string, SkipReason[]>;

/**
 * For SQL. Whether somebody who would get a message is on the list of those who are not written to: by where it goes, by
 * the record they had, or by the main address of their record today. A bounce says something of the address alone.
 * `leads` is joined.
 */
export const isSuppressed = (message: string): string => `(
  exists (select 1 from suppressions where contact_hash = ${message}.contact_hash)
  or exists (select 1 from suppressions where lead_id = ${message}.lead_id and reason <> 'bounced')
  or (leads.contact_hash is distinct from ${message}.contact_hash
    and exists (select 1 from suppressions where contact_hash = leads.contact_hash and reason <> 'bounced')))`;

/** For SQL. Whether the sequence that a message belongs to has begun: something of it has left, or may have. */
export const hasBegun = (message: string): string => `exists (
  select 1 from messages begun where begun.campaign_id = ${message}.campaign_id and begun.lead_id = ${message}.lead_id
    and begun.channel = ${message}.channel
    and (begun.sent_at is not null or begun.status in ${listOf('sending', 'unconfirmed')}))`;

/** For SQL. Nobody knows yet what will become of it. */
export const UNSETTLED = listOf('queued', 'sending', 'manual', 'held');
