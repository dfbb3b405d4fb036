/**
 * How well the built-in scorer agrees with people: `npm run eval:intent [-- --file POSTS]`. A file is JSON Lines or a
 * table like those of `evals/intent/`. Without a file: each author's posts, scored by a model fitted to the others', then
 * the held-out authors', scored by the shipped model. The last line is JSON.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import {
  agreementOf,
  BANDS,
  type IntentPost,
  isHeld,
  readIntentPosts,
  readPostTable,
  scoresOf,
} from '../evals/intent.ts';
import { bandOf } from '../src/engines/intent/band.ts';
import { readModel } from '../src/engines/intent/model.ts';
import { trainIntent } from '../src/engines/intent/train.ts';

const Line = z
  .object({
    audience: z.string(),
    text: z.string(),
    author_bio: z.string().nullish(),
    posted_days_ago: z.number(),
    band: z.enum(BANDS),
    kind: z.string(),
    best: z.union([z.boolean(), z.number()]).optional(),
  })
  .transform(
    ({ author_bio, posted_days_ago, best, ...line }): IntentPost => ({
      ...line,
      set: 'file',
      bio: author_bio ?? '',
      daysAgo: posted_days_ago,
      isBest: Boolean(best),
      weight: 1,
    }),
  );

const { file } = parseArgs({ options: { file: { type: 'string' } } }).values;
if (file === undefined) showOwn();
else {
  const posts = file.endsWith('.tsv') ? readPostTable(file) : readLines(file);
  show(posts, scoresOf(posts));
}

function showOwn(): void {
  const all = readIntentPosts();
  const fitted = all.filter((post) => !isHeld(post));
  const leftOut: { post: IntentPost; score: number }[] = [];
  for (const [set, posts] of Map.groupBy(all, (post) => post.set)) {
    const isFitted = posts.every((post) => !isHeld(post));
    const model = isFitted ? readModel(trainIntent(fitted.filter((post) => post.set !== set))) : undefined;
    const scores = scoresOf(posts, model);
    console.log(
      `${set.padEnd(8)}${isFitted ? 'left out' : 'held out'}  ${JSON.stringify(agreementOf(posts, scores))}`,
    );
    if (!isFitted) leftOut.push(...posts.map((post, index) => ({ post, score: scores[index] ?? 0 })));
  }
  console.log('\nThe held-out sets together');
  show(
    leftOut.map(({ post }) => post),
    leftOut.map(({ score }) => score),
  );
}

function show(posts: readonly IntentPost[], scores: readonly number[]): void {
  const groups = [
    ...Map.groupBy(posts.keys(), (index) => posts[index]?.kind ?? ''),
    ...BANDS.map((band) => [band, [...posts.keys()].filter((index) => posts[index]?.band === band)] as const),
  ];
  console.log(
    `${'kind, band'.padEnd(16)}${'posts'.padStart(6)}${'right'.padStart(7)}   as low / medium / high`,
  );
  for (const [name, members] of groups) {
    const bands = members.map((index) => bandOf(scores[index] ?? 0));
    const right = members.filter((index, at) => bands[at] === posts[index]?.band).length;
    const counts = BANDS.map((band) => bands.filter((one) => one === band).length);
    console.log(
      `${name.padEnd(16)}${String(members.length).padStart(6)}${String(right).padStart(7)}   ${counts.join(' / ')}`,
    );
  }
  console.log(JSON.stringify({ posts: posts.length, ...agreementOf(posts, scores) }));
}

function readLines(path: string): IntentPost[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => Line.parse(JSON.parse(line)));
}
