import type { LinkedRecords } from '#features/leads/server/linked-records.ts';
import type { Transaction } from '#platform/db.ts';
import type { MentionPlace } from './mentions.ts';

/** A feature that keeps something about people. */
export type PersonalDataStore = LinkedRecords & {
  /** Everything kept about a person, for them to read. `part` is its name in the export. */
  read: (leadId: string) => Promise<unknown>;
  /** Removes whatever tells who these people are. */
  forget: (tx: Transaction, leadIds: readonly string[]) => Promise<void>;
  /** Texts of others that may name them. */
  texts?: readonly MentionPlace[];
};

declare module '#platform/context.ts' {
  interface Context {
    readonly personalDataStores: readonly PersonalDataStore[];
  }
}
