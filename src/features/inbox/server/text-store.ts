import { sql } from '#platform/db.ts';
import { textPlace } from '#platform/text-places.ts';

const isOfOthers = (leadIds: readonly string[]) => sql`lead_id <> all(${sql.param([...leadIds])}::uuid[])`;

export const inboundTexts = textPlace({
  table: 'inbound_mails',
  texts: ['subject', 'text'],
  at: 'received_at',
  isOfOthers,
});

export const answerTexts = textPlace({
  table: 'reply_answers',
  texts: ['subject', 'text'],
  at: 'created_at',
  isOfOthers,
});
