import { csvLine } from '#kit/csv.ts';
import type { AuditAction, AuditEntry } from './contract.ts';
import type { PersonalText, SentTextKind } from './contract-texts.ts';
import { CONSENT_OBSTACLE_LABELS } from './rules-consent.ts';

export const AUDIT_LABELS: Record<AuditAction, string> = {
  'campaign.launched': 'Launched',
  'campaign.changed': 'Changed after its launch',
  'campaign.paused': 'Paused',
  'campaign.resumed': 'Resumed',
  'campaign.deleted': 'Deleted',
  'campaign.restored': 'Deletion undone',
  'campaign.variant_chosen': 'Variant chosen',
  'message.sent_again': 'Unconfirmed message sent again',
  'suppression.lifted': 'Taken off the suppression list',
  'claims.overridden': 'Health claim let through',
  'condition.allowed': 'Health condition in a name allowed',
  'consent.given': 'Consent recorded',
  'consent.refused': 'Consent refused',
  'consent.withdrawn': 'Consent withdrawn',
  'consent.withdrawal_undone': 'Withdrawal of consent taken back',
  'lead.ground_changed': 'Legal ground changed',
  'lead.exported': 'Data exported',
  'lead.erased': 'Person erased',
  'lead.expired': 'Removed when its time was over',
  'lead.merged': 'Another record of the person merged in',
  'lead.unmerged': 'Merge taken back',
  'request.opened': 'Request received',
  'request.done': 'Request answered',
  'notice.sent': 'Source notice sent',
  'evidence.added': 'Evidence for a claim added',
  'evidence.removed': 'Evidence for a claim removed',
  'regions.changed': 'Regions of the claims rules changed',
  'mailbox.added': 'Mailbox added',
  'retention.changed': 'Retention changed',
  'retention.ran': 'Old data removed',
  'agent.deleted': 'Agent deleted',
  'agent.restored': 'Agent restored',
  'agent.key_created': 'Secret key made',
  'agent.key_revoked': 'Secret key revoked',
  'agent.published_anyway': 'Agent switched on although golden questions fail',
  'webhook.created': 'Webhook created',
  'webhook.changed': 'Webhook changed',
  'webhook.deleted': 'Webhook deleted',
  'webhook.restored': 'Webhook restored',
  'webhook.secret_rotated': 'Webhook secret rotated',
  'webhook.paused': 'Webhook paused: its receiver does not answer',
  'token.created': 'API token created',
  'token.rotated': 'API token rotated',
  'token.revoked': 'API token revoked',
  'token.called': 'API call by token',
  'custom_field.created': 'Custom field added',
  'custom_field.changed': 'Custom field changed',
  'custom_field.archived': 'Custom field archived',
  'custom_field.restored': 'Custom field restored',
};

/** "Messages, send window": what of a campaign was changed; null for an entry of another kind. */
export function changedWords({ action, details }: Pick<AuditEntry, 'action' | 'details'>): string | null {
  const { changed } = details;
  if (action !== 'campaign.changed' || !Array.isArray(changed)) return null;
  const words = changed.filter((part) => typeof part === 'string').join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const CSV_COLUMNS = ['at', 'who', 'action', 'subject', 'subject id', 'reason', 'details'];

/** First line of the CSV file. */
export const CSV_HEADER = csvLine(CSV_COLUMNS);

export function auditCsvLine(entry: AuditEntry): string {
  const { at, actorName, action, subjectKind, subjectId, reason, details } = entry;
  return csvLine([
    at,
    actorName,
    AUDIT_LABELS[action],
    subjectKind,
    subjectId ?? '',
    reason ?? '',
    JSON.stringify(details),
  ]);
}

export const SENT_TEXT_LABELS: Record<SentTextKind, string> = {
  campaign: 'Campaign',
  answer: 'Answer',
  chat: 'Conversation',
  comment: 'Community',
};

/** First line of the CSV file of what was written to a person. */
export const PERSONAL_TEXTS_HEADER = csvLine([
  'at',
  'kind',
  'channel',
  'place',
  'by',
  'subject',
  'text',
  'verdict',
  'findings',
  'overridden by',
  'reason',
  'regions',
  'consent',
]);

export function personalTextLine({
  at,
  kind,
  channel,
  place,
  by,
  subject,
  text,
  proof,
}: PersonalText): string {
  return csvLine([
    at,
    SENT_TEXT_LABELS[kind],
    channel ?? '',
    place ?? '',
    by ?? '',
    subject ?? '',
    text,
    proof?.verdict ?? '',
    (proof?.findings ?? [])
      .map(({ severity, rule, excerpt }) => `${severity} ${rule}: ${excerpt}`)
      .join('\n'),
    proof?.override?.by ?? '',
    proof?.override?.reason ?? '',
    (proof?.jurisdictions ?? []).join(', '),
    (proof?.consent ?? [])
      .map(
        ({ channel: way, ground, obstacle }) =>
          `${way}: ${obstacle === null ? (ground ?? 'withdrawn') : CONSENT_OBSTACLE_LABELS[obstacle]}`,
      )
      .join('\n'),
  ]);
}
