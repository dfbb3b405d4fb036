import type { PersonalDataHolder } from '#features/leads/server/privacy-service.ts';
import { leads } from '#features/leads/server/tables.ts';
import { type Database, rowsOf, sql } from '#platform/db.ts';
import { sourceDeliveries } from '#providers/lead-sources/tables.ts';

/** A record that a service sent and no search has taken yet: it names somebody by address or account. */
const isAbout = sql`strpos(lower(record::text), lower(contact)) > 0 and length(contact) > 2`;

/** What services have sent about people, until a search takes it. */
export const deliveredRecords = (db: Database): PersonalDataHolder => ({
  part: 'deliveredRecords',
  read: (leadId) =>
    rowsOf(
      db,
      sql`select record from ${sourceDeliveries} where exists (
        select 1 from ${leads}, unnest(array[email, handle]) contact where id = ${leadId} and ${isAbout})`,
    ),
  async forget(tx, leadIds) {
    await tx.execute(sql`delete from ${sourceDeliveries} where exists (
      select 1 from ${leads}, unnest(array[email, handle]) contact
      where id = any(${sql.param([...leadIds])}::uuid[]) and ${isAbout})`);
  },
});
