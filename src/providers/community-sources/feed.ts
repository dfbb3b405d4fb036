import { createHash } from 'node:crypto';
import { explainFeed, FEED_TYPES, type FeedEntry, readFeed } from '#providers/lead-sources/feed-entries.ts';
import { createSourceApi } from '#providers/lead-sources/source-api.ts';
import { pastInstant, storableName, storableText } from './mirrored-text.ts';
import type { MirrorDefinition, MirroredPost } from './port.ts';

/** An RSS or Atom feed. It holds the latest entries only, so there is one page and no members. */
export const feed: MirrorDefinition = {
  kind: 'feed',
  label: 'RSS or Atom feed',
  placeLabel: 'Address of the feed',
  placeHint: 'https://blog.example.com/feed.xml',
  placeProblem: (place) =>
    URL.canParse(place) && /^https?:$/.test(new URL(place).protocol)
      ? undefined
      : 'An http or https address.',
  needs: [],
  canAnswer: false,
  connect: ({ outside, wait }) => ({
    async read({ place, now, signal }) {
      const name = new URL(place).host;
      const api = createSourceApi({ egress: outside, wait }, { name, baseUrl: place, explain: explainFeed });
      const answer = await api.ask({ path: '', headers: { accept: FEED_TYPES }, signal });
      return {
        posts: postsOf(await readFeed(answer, name), now),
        members: [],
        cursor: null,
        // An entry that is missing rolled off the feed: nothing tells of deletions.
        coversSince: null,
      };
    },
  }),
};

function postsOf(entries: readonly FeedEntry[], now: Date): MirroredPost[] {
  return entries.flatMap((entry): MirroredPost[] => {
    const { id, authors, feedTitle, url } = entry;
    const text = storableText(entry.text);
    if (text === '' || id === '') return [];
    const postedAt = pastInstant(entry.postedAt?.getTime(), now);
    const editedAt = pastInstant(entry.changedAt?.getTime(), now);
    return [
      {
        id: createHash('sha256').update(id).digest('hex'),
        parentId: null,
        authorId: null,
        authorName: storableName(authors.join(', ') || feedTitle),
        text,
        url: /^https?:/.test(url) && url.length <= 2_000 ? url : null,
        postedAt,
        editedAt: editedAt !== null && postedAt !== null && editedAt > postedAt ? editedAt : null,
      },
    ];
  });
}
