// `npm run eval:content -- --file FILE`: how far the built-in engine obeys briefs and refinements. The set is one JSON
// object per line; without a file the one in evals/ is read. `--show` prints the texts. The last line is JSON.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { composeContent } from '#features/content/rules-compose.ts';
import { refineText } from '#features/content/rules-refine.ts';
import { BriefCase, bodyOf, forbiddenIn, holds, missingOf, wordsOf } from '../evals/content.ts';

const { values } = parseArgs({
  options: { file: { type: 'string' }, show: { type: 'boolean', default: false } },
});
const file = values.file ?? new URL('../evals/content-briefs.jsonl', import.meta.url);
const cases = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => BriefCase.parse(JSON.parse(line)));

let demanded = 0;
let met = 0;
const good = { mention: 0, mustNot: 0, length: 0, refined: 0, criteria: 0, criteriaMet: 0 };

for (const one of cases) {
  const { content } = composeContent({
    type: one.contentType,
    audience: one.audience,
    tone: one.tone,
    requirements: one.requirements,
    prompt: '',
    facts: [],
    bannedWords: [],
    seed: one.id,
  });
  const missing = missingOf(content, one.must_mention);
  const forbidden = forbiddenIn(content, one.must_not);
  const length = wordsOf(bodyOf(content));
  demanded += one.must_mention.length;
  met += one.must_mention.length - missing.length;
  if (missing.length === 0) good.mention += 1;
  if (length <= one.max_words) good.length += 1;

  const refined = refineText({
    type: one.contentType,
    content,
    request: one.refinement,
    requirements: one.requirements,
    bannedWords: [],
    seed: one.id,
  });
  const stillForbidden = forbiddenIn(refined.content, one.must_not);
  if (forbidden.length + stillForbidden.length === 0) good.mustNot += 1;
  // What only a reader can tell counts neither way.
  const judged = one.after_refine_must.map((criterion) => holds(refined.content, criterion));
  const isObeyed = judged.every((verdict) => verdict !== false);
  good.criteria += judged.filter((verdict) => verdict !== undefined).length;
  good.criteriaMet += judged.filter((verdict) => verdict === true).length;
  if (isObeyed) good.refined += 1;

  const problems = [
    missing.length > 0 && `missing ${JSON.stringify(missing)}`,
    forbidden.length + stillForbidden.length > 0 &&
      `forbidden ${[...forbidden, ...stillForbidden].join(', ')}`,
    length > one.max_words && `${length} words of ${one.max_words}`,
    !isObeyed &&
      `refinement ${JSON.stringify(one.after_refine_must.filter((_, index) => judged[index] === false))}`,
  ].filter((problem) => problem !== false);
  if (values.show || problems.length > 0) {
    console.log(`${one.id} ${problems.length === 0 ? 'good' : problems.join('; ')}`);
    if (values.show) {
      console.log(
        `\n${one.requirements}\n---\n${content}\n--- ${one.refinement}\n${refined.content}\n(${refined.explanation})\n`,
      );
    }
  }
}

const share = (part: number, whole: number): number =>
  Math.round((1_000 * part) / Math.max(1, whole)) / 1_000;
console.log(
  JSON.stringify({
    eval: 'content',
    cases: cases.length,
    mustMention: share(met, demanded),
    briefsWithAllMentions: share(good.mention, cases.length),
    mustNot: share(good.mustNot, cases.length),
    withinLength: share(good.length, cases.length),
    afterRefine: share(good.refined, cases.length),
    afterRefineCriteria: share(good.criteriaMet, good.criteria),
  }),
);
