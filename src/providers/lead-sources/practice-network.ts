import { HOUR_MS } from '#kit/time.ts';
import { stem, wordsOf } from '#kit/words.ts';
import type { SourceDefinition, SourcePage, SourcePost, SourceSearch } from './port.ts';
import { invitePeople, type PracticePost } from './practice/people.ts';

/** Pages in which a run gets what it wants, so that its progress shows. */
const PAGES_PER_RUN = 3;

/**
 * A bundled network of invented people, for practising: the same on every machine, no network needed. Everything
 * about it is made up and says so; addresses are at example.com, .org and .net only.
 */
export const practiceNetwork: SourceDefinition = {
  platform: 'practice',
  label: 'Practice network',
  kind: 'built_in',
  isSynthetic: true,
  needs: [],
  postsPerRun: 10_000,
  cost: null,
  asks: { style: 'sentence', most: 1, longest: 1_000, place: 'country' },
  connect() {
    let index: ReturnType<typeof indexPosts> | undefined;
    return async function* (search) {
      index ??= indexPosts(invitePeople());
      const { ranked, matching } = rank(index, search.queries.join(' '), search.places.countries);
      yield* pages(ranked, matching, search);
    };
  },
};

type Indexed = { post: PracticePost; stems: ReadonlySet<string>; topicStems: ReadonlySet<string> };

function stemsOf(text: string): Set<string> {
  return new Set(wordsOf(text).map((word) => stem(word.text)));
}

/** Words in more than this share of the posts tell nothing about the topic. */
const COMMON_SHARE = 0.03;

function indexPosts(posts: readonly PracticePost[]) {
  const topicStems = new Map(posts.map(({ topic }) => [topic, stemsOf(topic.keywords.join(' '))]));
  const indexed = posts.map(
    (post): Indexed => ({
      post,
      stems: stemsOf(post.text),
      topicStems: topicStems.get(post.topic) ?? new Set(),
    }),
  );
  const counts = new Map<string, number>();
  for (const { stems } of indexed) for (const one of stems) counts.set(one, (counts.get(one) ?? 0) + 1);
  const isTelling = (one: string): boolean => (counts.get(one) ?? 0) <= posts.length * COMMON_SHARE;
  return { indexed, isTelling };
}

/** A matching word makes a post as good as one that is so much younger. */
const HOURS_PER_WORD = 24;

/**
 * Posts on the topics of the query first, those from the countries that are meant, the younger and closer ones before the
 * others; then everybody else.
 */
function rank(
  { indexed, isTelling }: ReturnType<typeof indexPosts>,
  query: string,
  countries: readonly string[],
) {
  const wanted = [...stemsOf(query)];
  const scored = indexed.map(({ post, stems, topicStems }) => {
    const onTopic = wanted.filter((one) => topicStems.has(one)).length;
    const inText = wanted.filter((one) => stems.has(one) && (topicStems.has(one) || isTelling(one))).length;
    const isOff = inText === 0 && [...stems].every((one) => !topicStems.has(one));
    const isElsewhere = countries.length > 0 && !countries.includes(post.author.country);
    return { post, onTopic, isOff, isElsewhere, order: post.ageHours - HOURS_PER_WORD * inText };
  });
  const ranked = scored.toSorted(
    (one, other) =>
      Number(other.onTopic > 0) - Number(one.onTopic > 0) ||
      Number(one.isElsewhere) - Number(other.isElsewhere) ||
      other.onTopic - one.onTopic ||
      Number(one.isOff) - Number(other.isOff) ||
      // People who use the same phrasing come far apart.
      one.post.round - other.post.round ||
      one.order - other.order,
  );
  return {
    ranked: ranked.map(({ post }) => post),
    matching: ranked.filter(({ onTopic }) => onTopic > 0).length,
  };
}

function* pages(
  ranked: readonly PracticePost[],
  matching: number,
  search: SourceSearch,
): Generator<SourcePage> {
  const { cursor, limit, now, signal } = search;
  const size = Math.ceil(limit / PAGES_PER_RUN);
  for (let from = Number(cursor ?? 0); from < ranked.length; from += size) {
    if (signal.aborted) return;
    const posts = ranked.slice(from, from + size).map((post) => publish(post, now));
    const next = from + size;
    yield {
      posts,
      read: posts.length,
      // Who still wants people after the last match is shown everybody, so that practising never runs dry.
      total: next <= matching ? matching : ranked.length,
      cursor: next < ranked.length ? String(next) : null,
    };
  }
}

function publish({ id, text, ageHours, author, contact }: PracticePost, now: Date): SourcePost {
  return { id, text, url: null, postedAt: new Date(now.getTime() - ageHours * HOUR_MS), author, contact };
}
