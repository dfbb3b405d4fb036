/** How many posts the built-in scorer reads per second on one core, against only cutting the same posts into words. */
import { readOwnPosts } from '../evals/intent.ts';
import { readAudience } from '../src/engines/intent/features.ts';
import { scoreSignal } from '../src/features/discovery/rules-scoring.ts';
import { wordsOf } from '../src/kit/words.ts';
import { compare, judge, print } from './runner.ts';

const ROUNDS_OF_ALL = 40;
const now = new Date('2026-11-21T12:00:00Z');
const posts = readOwnPosts().map(({ audience, text, bio }) => ({
  audience: readAudience(audience),
  text,
  bio,
}));

const { ours } = await compare({
  target: 'leads',
  title: 'Posts scored, one core',
  unit: 'posts/s',
  better: 'more',
  bound: 0.05,
  reference: { name: 'cutting into words', measure: () => perSecond(({ text }) => wordsOf(text).length) },
  ours: {
    name: 'built-in scorer',
    measure: () =>
      perSecond(({ audience, text, bio }) => scoreSignal(audience, { text, bio, postedAt: now, now }).score),
  },
});
print(
  judge({
    target: 'leads',
    title: 'Posts scored, absolute',
    unit: 'posts/s',
    better: 'more',
    bound: 1,
    reference: 20_000,
    ours,
  }),
  'wanted',
  'built-in scorer',
);

async function perSecond(read: (post: (typeof posts)[number]) => number): Promise<number> {
  // Time on the processor, so that a neighbour on the machine does not count.
  const before = process.cpuUsage();
  let sum = 0;
  for (let round = 0; round < ROUNDS_OF_ALL; round += 1) for (const post of posts) sum += read(post);
  if (Number.isNaN(sum)) throw new Error('a score is no number');
  const { user, system } = process.cpuUsage(before);
  return (posts.length * ROUNDS_OF_ALL * 1_000_000) / (user + system);
}
