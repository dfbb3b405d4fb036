/**
 * How well the built-in scorer agrees with people: `npm run eval:intent [-- --file posts.jsonl]`. Without a file, the
 * posts in `evals/` that its weights were fitted to; `node scripts/fit-scorer.ts --check` says how it does on posts
 * it was not fitted to. The last line is JSON.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { agreementOf, BANDS, type IntentPost, readOwnPosts, scorePost } from '../evals/intent.ts';
import { ScoreBand } from '../src/features/leads/contract.ts';
import { scoreBand } from '../src/features/leads/rules.ts';

const Line = z
  .object({
    audience: z.string(),
    text: z.string(),
    author_bio: z.string().nullish(),
    posted_days_ago: z.number(),
    band: ScoreBand,
    kind: z.string(),
  })
  .transform((line): IntentPost => ({ ...line, bio: line.author_bio ?? '', daysAgo: line.posted_days_ago }));

const { file } = parseArgs({ options: { file: { type: 'string' } } }).values;
const posts = file === undefined ? readOwnPosts() : readLines(file);
const scores = posts.map(scorePost);

console.log(`${'kind'.padEnd(16)}${'posts'.padStart(6)}${'right'.padStart(7)}   as low / medium / high`);
for (const [kind, members] of Map.groupBy(posts.keys(), (index) => posts[index]?.kind ?? '')) {
  const bands = members.map((index) => scoreBand(scores[index] ?? 0));
  const right = members.filter((index) => scoreBand(scores[index] ?? 0) === posts[index]?.band).length;
  const counts = BANDS.map((band) => bands.filter((one) => one === band).length);
  console.log(
    `${kind.padEnd(16)}${String(members.length).padStart(6)}${String(right).padStart(7)}   ${counts.join(' / ')}`,
  );
}
console.log('');
for (const band of BANDS) {
  const given = [...posts.keys()].filter((index) => posts[index]?.band === band);
  const counts = BANDS.map((as) => given.filter((index) => scoreBand(scores[index] ?? 0) === as).length);
  console.log(`${band.padEnd(16)}${String(given.length).padStart(6)}          ${counts.join(' / ')}`);
}
console.log(JSON.stringify({ posts: posts.length, ...agreementOf(posts, scores) }));

function readLines(path: string): IntentPost[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => Line.parse(JSON.parse(line)));
}
