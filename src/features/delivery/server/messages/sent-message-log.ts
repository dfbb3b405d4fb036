import { findCampaignRow } from '#features/campaigns/server/service.ts';
import type { PersonalText } from '#features/compliance/contract-texts.ts';
import { slotWords } from '#features/mail/rules-merge.ts';
import { fillSlots, type MessageLinks, messageLookup } from '#features/mail/server/service.ts';
import { csvLine } from '#kit/csv.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import type { Database } from '#platform/db.ts';
import { download, jsonLines } from '#platform/download.ts';
import type { SentMessage, SentText } from '../../contract.ts';
import {
  listAnswersTo,
  listMessageTextsTo,
  listSentMessages,
  listSentTexts,
  type SentMessageRow,
} from './sent-message-store.ts';

const EXPORT_BATCH = 500;

/** What of a campaign can be proved later: every text that left, its findings, and who let it leave. */
export function createSentMessageLog({ db, links }: { db: Database; links: MessageLinks }) {
  const assertKnown = async (campaignId: string): Promise<void> => {
    if (await findCampaignRow(db, campaignId)) return;
    throw new AppError('not_found', 'This campaign does not exist any more.');
  };

  const toSentMessage = (row: SentMessageRow): SentMessage => {
    const lookup = messageLookup(row.vars, row.touchpointId, links);
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
  };

  async function* messagesOf(campaignId: string): AsyncGenerator<SentMessage> {
    let cursor: string | undefined;
    for (;;) {
      const rows = await listSentMessages(db, { campaignId, cursor, limit: EXPORT_BATCH });
      yield* rows.map(toSentMessage);
      if (rows.length < EXPORT_BATCH) return;
      cursor = rows.at(-1)?.id;
    }
  }

  return {
    async listSentTexts(campaignId: string): Promise<SentText[]> {
      await assertKnown(campaignId);
      return (await listSentTexts(db, campaignId)).map((row) => ({
        ...row,
        subject: row.subject === null ? null : fillSlots(row.subject, slotWords),
        text: fillSlots(row.text, slotWords),
        composedAt: new Date(row.composedAt).toISOString(),
        lastSentAt: row.lastSentAt === null ? null : new Date(row.lastSentAt).toISOString(),
      }));
    },

    /** Everything that we wrote to a person: messages of campaigns, and answers to what they wrote back. */
    async textsTo(leadId: string): Promise<PersonalText[]> {
      const messages = (await listMessageTextsTo(db, leadId)).map((row): PersonalText => {
        const { id, channel, legalGround: ground, claims, override } = row;
        const lookup = messageLookup(row.vars, row.touchpointId, links);
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
      return [...messages, ...(await listAnswersTo(db, leadId))];
    },

    /** A file of every message that left, read from the database while it is sent. */
    async exportSentMessages(campaignId: string, format: 'json' | 'csv'): Promise<RawAnswer> {
      await assertKnown(campaignId);
      const messages = messagesOf(campaignId);
      return download({
        name: `campaign-${campaignId}`,
        format,
        body: format === 'csv' ? asCsv(messages) : jsonLines(messages),
      });
    },
  };
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
