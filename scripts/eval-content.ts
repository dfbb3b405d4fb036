// `npm run eval:content -- --file FILE`: how well the built-in engine follows briefs and refinements. The set is one JSON
// object per line; without a file the one in evals/ is read. `--show` prints the texts, and every text goes through a
// grammar checker (Harper). The last line is JSON.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { LocalLinter } from 'harper.js';
import { binaryInlined } from 'harper.js/binaryInlined';
import { blanksIn } from '#engines/writing/blanks.ts';
import { type Composition, composeContent } from '#engines/writing/compose.ts';
import { refineContent } from '#engines/writing/refine.ts';
import { BriefCase, bodyOf, forbiddenIn, holds, missingOf, wordsOf } from '../evals/content.ts';

const { values } = parseArgs({
  options: { file: { type: 'string' }, show: { type: 'boolean', default: false } },
});
const file = values.file ?? new URL('../evals/content-briefs.jsonl', import.meta.url);
const cases = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => BriefCase.parse(JSON.parse(line)));

/** Names, British and American spelling and style are the brief's own. */
const NOT_GRAMMAR =
  /^(?:Spelling|Enhancement|Readability|Style|WordChoice|Word Choice|Regionalism|Formatting)$/;
const linter = new LocalLinter({ binary: binaryInlined });
await linter.setup();

/** Headings are in sentence case; the words of a brief are its author's. */
async function grammarOf(text: string, brief: string): Promise<string[]> {
  const lints = await linter.lint(text, { language: 'markdown' });
  return lints
    .filter((lint) => !NOT_GRAMMAR.test(lint.lint_kind()) && !lint.get_problem_text().startsWith('# '))
    .filter((lint) => !brief.toLowerCase().includes(lint.get_problem_text().toLowerCase()))
    .map((lint) => `${lint.lint_kind()}: “${lint.get_problem_text()}” ${lint.message()}`);
}

let demanded = 0;
let met = 0;
const totals = { blanks: 0, brokenSentences: 0, needsModel: 0, unchanged: 0 };
const good = { mention: 0, mustNot: 0, length: 0, refined: 0, criteria: 0, criteriaMet: 0 };

for (const one of cases) {
  const input = {
    type: one.contentType,
    tone: one.tone,
    requirements: one.requirements,
    prompt: '',
    facts: [],
    bannedWords: [],
    sender: '',
    seed: one.id,
  };
  const composed: Composition = composeContent(input);
  if (composed.outcome === 'needs_model') {
    totals.needsModel += 1;
    console.log(`${one.id} needs a language model (${composed.reason})`);
    continue;
  }
  const { content, leftOut } = composed;
  const blanks = blanksIn(content).length;
  const broken = await grammarOf(content, one.requirements);
  totals.blanks += blanks;
  totals.brokenSentences += broken.length;
  // The person who fills the blank sees what was left out.
  const missing = blanksIn(content).some(({ name }) => name === 'details')
    ? []
    : missingOf(content, one.must_mention);
  const forbidden = forbiddenIn(content, one.must_not);
  const length = wordsOf(bodyOf(content));
  demanded += one.must_mention.length;
  met += one.must_mention.length - missing.length;
  if (missing.length === 0) good.mention += 1;
  if (length <= one.max_words) good.length += 1;

  const refinement = refineContent({ ...input, content, request: one.refinement });
  const refined = refinement.outcome === 'changed' ? refinement.content : content;
  if (refinement.outcome === 'unchanged') totals.unchanged += 1;
  const stillForbidden = forbiddenIn(refined, one.must_not);
  if (forbidden.length + stillForbidden.length === 0) good.mustNot += 1;
  // What only a reader can tell counts neither way.
  // A request that needs a model changes nothing and says so.
  const criteria = refinement.outcome === 'changed' ? one.after_refine_must : [];
  const judged = criteria.map((criterion) => holds(refined, criterion));
  const isObeyed = judged.every((verdict) => verdict !== false);
  good.criteria += judged.filter((verdict) => verdict !== undefined).length;
  good.criteriaMet += judged.filter((verdict) => verdict === true).length;
  if (isObeyed) good.refined += 1;

  const problems = [
    broken.length > 0 && broken.join('; '),
    missing.length > 0 && `missing ${JSON.stringify(missing)}`,
    forbidden.length + stillForbidden.length > 0 &&
      `forbidden ${[...forbidden, ...stillForbidden].join(', ')}`,
    length > one.max_words && `${length} words of ${one.max_words}`,
    !isObeyed && `refinement ${JSON.stringify(criteria.filter((_, index) => judged[index] === false))}`,
  ].filter((problem) => problem !== false);
  if (values.show || problems.length > 0) {
    console.log(`${one.id} ${problems.length === 0 ? 'good' : problems.join('; ')}`);
    if (values.show) {
      console.log(
        `\n${one.requirements}\n---\n${content}\n--- ${leftOut.join(' | ')}\n--- ${one.refinement}\n${refinement.outcome === 'changed' ? refined : refinement.reason}\n`,
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
    ...totals,
  }),
);
