import type { Context } from '#platform/context.ts';
import { type Database, inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import {
  anonymise,
  type Deed,
  listDeeds,
  listMembersOfLeads,
  listRemovedMembers,
  listWordsOf,
  moveMemberships,
} from './member-store.ts';
import { postTexts } from './text-store.ts';

const FORGOTTEN_AT_ONCE = 200;
/** Shown on a timeline. */
const MOST_DEEDS = 100;

/** What communities keep of a lead, for the person to read, and to be merged and erased. */
export const communityData = {
  part: 'communities',
  texts: [{ kind: 'post', topic: 'communities', place: postTexts } as const],
  async read({ db }: Pick<Context, 'db'>, leadId: string): Promise<unknown> {
    const rows = await listMembersOfLeads(db, [leadId]);
    const memberships = rows.map(
      ({ communityId, email, socialHandle, name, memberType, status, joinedAt, leftAt }) => ({
        communityId,
        email,
        socialHandle,
        name,
        memberType,
        status,
        joinedAt,
        leftAt,
      }),
    );
    return { memberships, posts: await listWordsOf(db, idsOf(rows)) };
  },
  async forget(tx: Transaction, leadIds: readonly string[]): Promise<void> {
    const rows = await listMembersOfLeads(tx, leadIds);
    await anonymise(tx, idsOf(rows));
    if (rows.length > 0) await announce(tx, ['communities']);
  },
  move: (tx: Transaction, from: string, to: string) => moveMemberships(tx, from, to),
  async moveBack(tx: Transaction, ids: readonly string[], from: string, to: string): Promise<void> {
    await moveMemberships(tx, from, to, ids);
  },
};

/** What a lead did in communities, for their timeline. */
export async function listDeedsOf({ db }: Pick<Context, 'db'>, leadId: string): Promise<Deed[]> {
  return listDeeds(db, idsOf(await listMembersOfLeads(db, [leadId])), MOST_DEEDS);
}

/** Takes the names off people who were removed before then. */
export async function forgetRemovedMembers(db: Database, before: Date): Promise<void> {
  for (;;) {
    const ids = await listRemovedMembers(db, before, FORGOTTEN_AT_ONCE);
    if (ids.length === 0) return;
    await inTransaction(db, (tx) => anonymise(tx, ids));
  }
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
