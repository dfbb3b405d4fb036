import { leadNotFound } from '#features/leads/server/refusals.ts';
import { noteTexts, withMerged } from '#features/leads/server/service.ts';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import { announce, type Topic } from '#platform/live.ts';
import type { TextPlace } from '#platform/text-places.ts';
import type { Mention, MentionKind, Mentions } from '../contract.ts';
import { mentionExcerpt, mentionPattern, type NamedPerson, withoutMentions } from '../rules-mentions.ts';
import { listNamed } from './store.ts';

/** Of each kind the newest. */
const MOST_OF_A_KIND = 50;

type Person = NamedPerson & { id: string };
/** A kind of text, and the topic of the screens that show it. */
export type MentionPlace = { kind: MentionKind; topic: Topic; place: TextPlace };

type MentionContext = Pick<Context, 'db' | 'personalDataStores'>;

/** Texts of other people that name a person who is to be erased; a colleague decides on each. */
export async function listMentions(ctx: MentionContext, leadId: string): Promise<Mentions> {
  const { db } = ctx;
  const people = await listNamed(db, await withMerged(db, [leadId]));
  if (people.length === 0) throw leadNotFound();
  const { pattern, leadIds } = queryOf(people);
  const items: Mention[] = [];
  let hasMore = false;
  for (const { kind, place } of pattern === null ? [] : placesOf(ctx)) {
    const found = await place.find(db, { pattern: pattern ?? '', leadIds, limit: MOST_OF_A_KIND + 1 });
    hasMore ||= found.length > MOST_OF_A_KIND;
    for (const { id, text, at } of found.slice(0, MOST_OF_A_KIND)) {
      items.push({ kind, id, excerpt: mentionExcerpt(text, people), at: new Date(at).toISOString() });
    }
  }
  return { items, hasMore };
}

/** Takes people out of chosen texts, in the transaction that erases them; answers how many of each kind. */
export async function redactMentions(
  ctx: Pick<Context, 'personalDataStores'>,
  tx: Transaction,
  people: readonly Person[],
  chosen: readonly Pick<Mention, 'kind' | 'id'>[],
): Promise<Partial<Record<MentionKind, number>>> {
  const { pattern, leadIds } = queryOf(people);
  const redacted: Partial<Record<MentionKind, number>> = {};
  for (const { kind, topic, place } of pattern === null ? [] : placesOf(ctx)) {
    const ids = chosen.filter((one) => one.kind === kind).map(({ id }) => id);
    if (ids.length === 0) continue;
    const count = await place.rewrite(tx, { pattern: pattern ?? '', leadIds, ids }, (text) =>
      withoutMentions(text, people),
    );
    if (count === 0) continue;
    redacted[kind] = count;
    await announce(tx, [topic]);
  }
  return redacted;
}

function placesOf({ personalDataStores }: Pick<Context, 'personalDataStores'>): MentionPlace[] {
  return [
    { kind: 'note', topic: 'leads', place: noteTexts },
    ...personalDataStores.flatMap(({ texts: places = [] }) => places),
  ];
}

function queryOf(people: readonly Person[]) {
  return {
    pattern: mentionPattern(people, 'postgres'),
    leadIds: people.map(({ id }) => id),
  };
}
