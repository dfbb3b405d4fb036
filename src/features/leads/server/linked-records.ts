import type { Context } from '#platform/context.ts';
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

declare module '#platform/context.ts' {
  interface Context {
    readonly linkedRecords: readonly LinkedRecords[];
  }
}

type LinkContext = Pick<Context, 'linkedRecords'>;

/** Lets every copy of these people's details follow a change of them. */
export async function refreshCopies(
  { linkedRecords }: LinkContext,
  tx: Transaction,
  leadIds: readonly string[],
): Promise<void> {
  if (leadIds.length > 0) for (const { renew } of linkedRecords) await renew?.(tx, leadIds);
}

/** One condition each, by which a row of `leads` was worked with. */
export function listWorkedOn({ linkedRecords }: LinkContext): SQL[] {
  return linkedRecords.flatMap(({ workedOn }) => workedOn ?? []);
}

/** Gives everything kept about a person to another record of theirs; answers what went, by part. */
export async function moveLinked(
  { linkedRecords }: LinkContext,
  tx: Transaction,
  from: string,
  to: string,
): Promise<Record<string, string[]>> {
  const moved: Record<string, string[]> = {};
  for (const { part, move } of linkedRecords) moved[part] = move ? await move(tx, from, to) : [];
  return moved;
}
