import { sql } from '#platform/db.ts';
import { textPlace } from '#platform/text-places.ts';

export const postTexts = textPlace({
  table: 'community_posts',
  texts: ['body'],
  at: 'posted_at',
  isOfOthers: (leadIds) =>
    sql`not exists (select from community_members member where member.id = member_id
      and member.lead_id = any(${sql.param([...leadIds])}::uuid[]))`,
});
