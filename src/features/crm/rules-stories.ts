import { countOf, truncate } from '#kit/text.ts';
import type { TimelineEntry } from './contract.ts';

type Said = { id: string; kind: string; text: string; by: string | null; at: string };
/** `text` is null where somebody joined. */
type Deed = {
  id: string;
  kind: 'joined' | 'left' | 'posted' | 'commented';
  community: string;
  communityId: string;
  text: string | null;
  at: string;
};
type Turn = { conversationId: string; role: string; text: string; createdAt: Date };

/** Characters of a text that the timeline quotes. */
const QUOTED = 240;

/** What somebody wrote back and what was answered, in the words of the mails. */
export function mailStories(items: readonly Said[]): TimelineEntry[] {
  return items.flatMap(({ id, kind, text, by, at }): TimelineEntry[] => {
    const detail = truncate(text.trim().replaceAll(/\s+/g, ' '), QUOTED);
    if (kind === 'reply')
      return [{ id, type: 'reply.received', title: 'Wrote back', detail: `“${detail}”`, at }];
    if (kind === 'answer')
      return [{ id, type: 'reply.answered', title: `${by ?? 'Somebody'} answered`, detail, at }];
    return kind === 'auto_reply'
      ? [{ id, type: 'reply.automatic', title: 'An automatic reply came', detail, at }]
      : [];
  });
}

/** Each conversation with an agent as one line: how it began and how long it was. */
export function conversationStories(turns: readonly Turn[]): TimelineEntry[] {
  return [...Map.groupBy(turns, ({ conversationId }) => conversationId)].flatMap(
    ([id, all]): TimelineEntry[] => {
      const last = all.at(-1);
      if (!last) return [];
      const asked = all.find(({ role }) => role === 'visitor');
      return [
        {
          id,
          type: 'agent.talked',
          title: `Talked with an agent, ${countOf(all.length, 'message')}`,
          detail: asked ? `“${truncate(asked.text.trim(), QUOTED)}”` : null,
          at: last.createdAt.toISOString(),
        },
      ];
    },
  );
}

const DEED_TITLES: Record<Deed['kind'], string> = {
  joined: 'Joined',
  left: 'Left',
  posted: 'Posted in',
  commented: 'Answered in',
};

/** What somebody did in our communities, in their own words; also from before they were a lead. */
export function communityStories(deeds: readonly Deed[]): TimelineEntry[] {
  return deeds.map(({ id, kind, community, communityId, text, at }) => ({
    id,
    type: kind === 'joined' || kind === 'left' ? `community.${kind}` : COMMUNITY_POST,
    title: `${DEED_TITLES[kind]} ${community}`,
    detail: text === null ? null : `“${truncate(text.trim().replaceAll(/\s+/g, ' '), QUOTED)}”`,
    at,
    place: { communityId, postId: kind === 'posted' || kind === 'commented' ? id : null },
  }));
}

/** An event and the words of the same mail are one entry. */
const SAME_MAIL_MS = 5 * 60_000;
/** Its event has the id of the post. */
const COMMUNITY_POST = 'community.posted';

/** Events with the words that belong to them; words without an event stand for themselves. */
export function withWords(
  happened: readonly TimelineEntry[],
  told: readonly TimelineEntry[],
): TimelineEntry[] {
  const left = new Set(told);
  const entries = happened.map((entry) => {
    const words = told.find((story) => left.has(story) && isSame(story, entry));
    if (!words) return entry;
    left.delete(words);
    const { detail, title, place } = words;
    // The event knows the campaign of a mail, but not the name of a community.
    return place ? { ...entry, title, detail, place } : { ...entry, detail };
  });
  return [...entries, ...left];
}

function isSame(story: TimelineEntry, entry: TimelineEntry): boolean {
  if (story.type !== entry.type) return false;
  if (story.type === COMMUNITY_POST) return story.id === entry.id;
  return Math.abs(Date.parse(story.at) - Date.parse(entry.at)) < SAME_MAIL_MS;
}
