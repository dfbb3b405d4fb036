import type { PersonalDataStore } from '#features/privacy/server/service.ts';
import type { Database } from '#platform/db.ts';
import type { SourceWorld } from '#providers/lead-sources/port.ts';
import { listContactsOf } from './run-store.ts';

/** What services have sent about people, until a search takes it. */
export function deliveredRecords(db: Database, inbox: SourceWorld['inbox']): PersonalDataStore {
  return {
    part: 'deliveredRecords',
    read: async (leadId) => inbox.listNaming(await listContactsOf(db, [leadId])),
    forget: async (tx, leadIds) => inbox.forgetNaming(tx, await listContactsOf(tx, leadIds)),
  };
}
