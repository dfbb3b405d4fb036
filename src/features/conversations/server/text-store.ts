import { sql } from '#platform/db.ts';
import { textPlace } from '#platform/text-places.ts';

export const chatTexts = textPlace({
  table: 'conversation_messages',
  texts: ['text'],
  at: 'created_at',
  isOfOthers: (leadIds) =>
    sql`not exists (select from conversations chat where chat.id = conversation_id
      and chat.lead_id = any(${sql.param([...leadIds])}::uuid[]))`,
});
