import type { SQL, Transaction } from '#platform/db.ts';

/** What a feature further right keeps about a lead, as far as it follows changes of the lead. */
export type LinkedRecords = {
  /** A name of its own: a merge notes under it what it moved. */
  part: string;
  /** Of a row of `leads`: somebody has done something for this person, so that no import takes them back. */
  workedOn?: SQL;
  /** Lets copies of these people’s details follow a change of them. */
  renew?: (tx: Transaction, leadIds: readonly string[]) => Promise<void>;
  /** Gives what is kept about a person to another record of theirs; answers the ids of what went. */
  move?: (tx: Transaction, from: string, to: string) => Promise<string[]>;
  /** Undo of `move` with what it answered. */
  moveBack?: (tx: Transaction, ids: readonly string[], from: string, to: string) => Promise<void>;
  /** Withdrawals of consent were copied, because the undo of a merge makes two people of one. */
  withdrawalsCopied?: (tx: Transaction, copies: readonly { of: string; id: string }[]) => Promise<void>;
};

/** Filled while the product is wired. */
export function createLinkedRecords() {
  const linked: LinkedRecords[] = [];
  return {
    linkRecords: (records: LinkedRecords): void => void linked.push(records),

    /** Lets every copy of these people's details follow a change of them. */
    refreshCopies: async (tx: Transaction, leadIds: readonly string[]): Promise<void> => {
      if (leadIds.length > 0) for (const { renew } of linked) await renew?.(tx, leadIds);
    },

    /** One condition each, by which somebody has worked with a row of `leads`. */
    listWorkedOn: (): SQL[] => linked.flatMap(({ workedOn }) => workedOn ?? []),

    /** Answers what went, by part. */
    async moveAll(tx: Transaction, from: string, to: string): Promise<Record<string, string[]>> {
      const moved: Record<string, string[]> = {};
      for (const { part, move } of linked) moved[part] = move ? await move(tx, from, to) : [];
      return moved;
    },

    /** Undo of `moveAll` with the ids of each part. */
    async moveAllBack(
      tx: Transaction,
      idsOf: (part: string) => readonly string[],
      from: string,
      to: string,
    ): Promise<void> {
      for (const { part, moveBack } of linked) await moveBack?.(tx, idsOf(part), from, to);
    },

    async withdrawalsCopied(tx: Transaction, copies: readonly { of: string; id: string }[]): Promise<void> {
      for (const records of linked) await records.withdrawalsCopied?.(tx, copies);
    },
  };
}
export type LinkedRecordList = ReturnType<typeof createLinkedRecords>;
