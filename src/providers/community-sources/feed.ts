import { createHash } from 'node:crypto';
import { FEED_TYPES, readFeed } from '#providers/lead-sources/feed-entries.ts';
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
      const { text } = await createSourceApi({ egress: outside, wait }, { name, baseUrl: place }).ask({
        path: '',
        headers: { accept: FEED_TYPES },
        signal,
      });
      const posts = postsOf(readFeed(text, name), now);
      const oldest = posts.reduce(
        (least, { postedAt }) => Math.min(least, postedAt.getTime()),
        now.getTime(),
      );
      return {
        posts,
        members: [],
        cursor: null,
        // Entries that fall off the end are older than those that are left.
        coversSince: posts.length === 0 ? null : new Date(oldest),
      };
    },
  }),
};

function postsOf(entries: ReturnType<typeof readFeed>, now: Date): MirroredPost[] {
  return entries.flatMap((entry): MirroredPost[] => {
    const { id, author, url } = entry;
    const text = storableText(entry.text);
    if (text === '' || id === '') return [];
    const postedAt = pastInstant(entry.postedAt, now) ?? now;
    const editedAt = pastInstant(entry.changedAt, now);
    return [
      {
        id: createHash('sha256').update(id).digest('hex'),
        parentId: null,
        authorId: null,
        authorName: storableName(author),
        text,
        url: /^https?:\/\//i.test(url) && URL.canParse(url) && url.length <= 2_000 ? url : null,
        postedAt,
        editedAt: editedAt !== null && editedAt > postedAt ? editedAt : null,
      },
    ];
  });
}
