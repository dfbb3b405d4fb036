import type { PersonalText } from '#features/compliance/contract-texts.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { countAnonymousChats, eraseAnonymousChats } from './inbox/inbox-store.ts';
import { deleteConversationsOf, listConversationsOf, listTextsSaidTo, moveConversations } from './store.ts';
import { chatTexts } from './text-store.ts';

const ERASED_AT_ONCE = 500;

/** What conversations keep of the people that visitors turned out to be. */
export const chatData = {
  part: 'agentConversations',
  texts: [{ kind: 'chat', topic: 'agents', place: chatTexts } as const],
  read: ({ db }: Pick<Context, 'db'>, leadId: string) => listConversationsOf(db, leadId),
  forget: deleteConversationsOf,
  move: (tx: Transaction, from: string, to: string) => moveConversations(tx, from, to),
  async moveBack(tx: Transaction, ids: readonly string[], from: string, to: string): Promise<void> {
    await moveConversations(tx, from, to, ids);
  },
};

/** What agents and our people said to a lead. */
export function chatTextsTo({ db }: Pick<Context, 'db'>, leadId: string): Promise<PersonalText[]> {
  return listTextsSaidTo(db, leadId);
}

/** Chats of visitors who are no leads, which are erased after a time. */
export const anonymousChats = {
  count: ({ db }: Pick<Context, 'db'>, before: Date): Promise<number> => countAnonymousChats(db, before),

  /** Erases those that ended before; returns how many. */
  async forget({ db }: Pick<Context, 'db'>, before: Date): Promise<number> {
    let forgotten = 0;
    for (let erased = ERASED_AT_ONCE; erased === ERASED_AT_ONCE; forgotten += erased)
      erased = await eraseAnonymousChats(db, before, ERASED_AT_ONCE);
    if (forgotten > 0) await announce(db, ['agents']);
    return forgotten;
  },
};
