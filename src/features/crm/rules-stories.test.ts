import { describe, expect, it } from 'vitest';
import { communityStories, conversationStories, mailStories, withWords } from './rules-stories.ts';

describe('what others know of a lead, as lines of the timeline', () => {
  it('quotes what somebody wrote back, and what was answered by whom', () => {
    const at = '2027-01-14T12:00:00.000Z';
    const items = [
      { id: '1', kind: 'message', text: 'Our offer', by: 'Campaign', at },
      { id: '2', kind: 'reply', text: 'Yes,\n please', by: null, at },
      { id: '3', kind: 'answer', text: 'x'.repeat(400), by: 'Mia Lund', at },
    ];
    expect(mailStories(items)).toEqual([
      { id: '2', type: 'reply.received', title: 'Wrote back', detail: '“Yes, please”', at },
      { id: '3', type: 'reply.answered', title: 'Mia Lund answered', detail: `${'x'.repeat(240)}…`, at },
    ]);
  });

  it('tells each conversation once, at the time of its last turn', () => {
    const turn = (conversationId: string, role: string, text: string, minute: number) => ({
      conversationId,
      role,
      text,
      createdAt: new Date(Date.UTC(2027, 0, 14, 12, minute)),
    });
    const turns = [
      turn('a', 'visitor', 'Is it caffeine-free?', 0),
      turn('a', 'agent', 'Yes.', 1),
      turn('b', 'agent', 'Hello', 2),
    ];
    expect(conversationStories(turns)).toMatchObject([
      {
        id: 'a',
        title: 'Talked with an agent, 2 messages',
        detail: '“Is it caffeine-free?”',
        at: '2027-01-14T12:01:00.000Z',
      },
      { id: 'b', title: 'Talked with an agent, 1 message', detail: null },
    ]);
  });

  it('a post is the entry of its own event, not of another one of the same minute', () => {
    const at = '2027-01-14T12:00:00.000Z';
    const [first, second] = communityStories([
      { id: '1', kind: 'posted', community: 'Tea Circle', communityId: 'c', text: 'One', at },
      { id: '2', kind: 'commented', community: 'Tea Circle', communityId: 'c', text: 'Two', at },
    ]);
    const event = { id: '2', type: 'community.posted', title: 'Answered in the community', detail: null, at };
    expect(second?.place).toEqual({ communityId: 'c', postId: '2' });
    expect(first && second && withWords([event], [first, second])).toEqual([second, first]);
  });
});
