import { countOf, truncate } from '#kit/text.ts';
import type { TimelineEntry } from './contract.ts';

type Said = { id: string; kind: string; text: string; by: string | null; at: string };
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
