import { findCampaignRow } from '#features/campaigns/server/service.ts';
import type { PersonalText } from '#features/compliance/contract-texts.ts';
import { slotWords } from '#features/mail/rules-merge.ts';
import { fillSlots, messageLookup } from '#features/mail/server/service.ts';
import { csvLine } from '#kit/csv.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { download, jsonLines } from '#platform/download.ts';
import type { SentMessage, SentText } from '../../contract.ts';
import {
  listAnswersTo,
  listMessageTextsTo,
  listSentMessages,
  listSentTextRows,
  type SentMessageRow,
} from './sent-message-store.ts';

const EXPORT_BATCH = 500;

/** Every text of a campaign that was sent. Refuses with `not_found`. */
export async function listSentTexts(ctx: Context, campaignId: string): Promise<SentText[]> {
  await assertKnown(ctx, campaignId);
  return (await listSentTextRows(ctx.db, campaignId)).map((row) => ({
    ...row,
    subject: row.subject === null ? null : fillSlots(row.subject, slotWords),
    text: fillSlots(row.text, slotWords),
    composedAt: new Date(row.composedAt).toISOString(),
    lastSentAt: row.lastSentAt === null ? null : new Date(row.lastSentAt).toISOString(),
  }));
}

/** Everything that we wrote to a person: messages of campaigns, and answers to what they wrote back. */
export async function listTextsTo(ctx: Context, leadId: string): Promise<PersonalText[]> {
  const messages = (await listMessageTextsTo(ctx.db, leadId)).map((row): PersonalText => {
    const { id, channel, legalGround: ground, claims, override } = row;
    const lookup = messageLookup(row.vars, row.touchpointId, {
      publicUrl: ctx.publicUrl,
      tokenFor: ctx.contactTokens.write,
    });
    return {
      id,
      kind: 'campaign',
      at: new Date(row.sentAt).toISOString(),
      channel,
      place: row.campaign,
      by: null,
      subject: row.subject === null ? null : fillSlots(row.subject, lookup),
      text: fillSlots(row.text, lookup),
      proof: claims && {
        verdict: claims.verdict,
        jurisdictions: claims.jurisdictions,
        findings: [...claims.subject, ...claims.body],
        override,
        consent: ground === null ? [] : [{ channel, ground, obstacle: null }],
      },
    };
  });
  return [...messages, ...(await listAnswersTo(ctx.db, leadId))];
}

/** A file of every message that left, read from the database while it is sent. */
export async function exportSentMessages(
  ctx: Context,
  campaignId: string,
  format: 'json' | 'csv',
): Promise<RawAnswer> {
  await assertKnown(ctx, campaignId);
  const messages = messagesOf(ctx, campaignId);
  return download({
    name: `campaign-${campaignId}`,
    format,
    body: format === 'csv' ? asCsv(messages) : jsonLines(messages),
  });
}

async function assertKnown(ctx: Context, campaignId: string): Promise<void> {
  if (await findCampaignRow(ctx.db, campaignId)) return;
  throw new AppError('not_found', 'This campaign does not exist any more.');
}

function toSentMessage(ctx: Context, row: SentMessageRow): SentMessage {
  const lookup = messageLookup(row.vars, row.touchpointId, {
    publicUrl: ctx.publicUrl,
    tokenFor: ctx.contactTokens.write,
  });
  return {
    id: row.id,
    leadId: row.leadId,
    channel: row.channel,
    status: row.status,
    legalGround: row.legalGround,
    sentAt: new Date(row.sentAt).toISOString(),
    subject: row.subject === null ? null : fillSlots(row.subject, lookup),
    body: fillSlots(row.text, lookup),
    verdict: row.claims?.verdict ?? null,
    findings: row.claims ? [...row.claims.subject, ...row.claims.body] : [],
    override: row.override,
  };
}

async function* messagesOf(ctx: Context, campaignId: string): AsyncGenerator<SentMessage> {
  let cursor: string | undefined;
  for (;;) {
    const rows = await listSentMessages(ctx.db, { campaignId, cursor, limit: EXPORT_BATCH });
    yield* rows.map((row) => toSentMessage(ctx, row));
    if (rows.length < EXPORT_BATCH) return;
    cursor = rows.at(-1)?.id;
  }
}

const CSV_COLUMNS = [
  'message',
  'lead',
  'channel',
  'status',
  'sent at',
  'legal ground',
  'subject',
  'text',
  'verdict',
  'findings',
  'overridden by',
  'reason',
];

async function* asCsv(messages: AsyncIterable<SentMessage>): AsyncGenerator<string> {
  yield csvLine(CSV_COLUMNS);
  for await (const message of messages) {
    const { id, leadId, channel, status, sentAt, legalGround, subject, body, verdict, findings, override } =
      message;
    yield csvLine([
      id,
      leadId ?? '',
      channel,
      status,
      sentAt,
      legalGround ?? '',
      subject ?? '',
      body,
      verdict ?? '',
      findings.map(({ severity, rule, excerpt }) => `${severity} ${rule}: ${excerpt}`).join('\n'),
      override?.by ?? '',
      override?.reason ?? '',
    ]);
  }
}
