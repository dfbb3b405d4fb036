import { inArray } from 'drizzle-orm';
import { campaigns } from '#features/campaigns/server/tables.ts';
import type { Database } from '#platform/db.ts';

/** Names of campaigns for features that stand left of them; deleted ones keep theirs. */
export async function campaignNames(db: Database, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: campaigns.id, name: campaigns.name })
    .from(campaigns)
    .where(inArray(campaigns.id, ids));
  return new Map(rows.map((row) => [row.id, row.name]));
}
