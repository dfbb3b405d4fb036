/**
 * Fits what makes a sentence near to a question, and how sure it is that the nearest answers it
 * (`engines/answers/rating.ts`), to our own questions in `evals/`, and writes `src/engines/answers/rating-weights.ts`.
 * Prints first, for each set with the others fitted to alone, how often the nearest passage or one of the three nearest
 * holds the answer, and how often it is given as one beside how often the team is asked instead where there is none,
 * and what the agent would then say to a set that it was not fitted to. `--check` only prints. Logistic regression with
 * a ridge penalty; the same questions give the same weights. The sets held out are not read.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  type AgentQuestion,
  FITTED_SETS,
  faultsOf,
  folderOf,
  readAgentQuestions,
  teachAgent,
} from '../evals/agents.ts';
import { readQuestion } from '../src/engines/answers/question.ts';
import { type Features, surenessFeatures } from '../src/engines/answers/rating.ts';
import { NEARNESS_WEIGHTS, SURENESS_WEIGHTS } from '../src/engines/answers/rating-weights.ts';
import { sumFor } from '../src/engines/answers/sums.ts';
import { judgeMessage } from '../src/engines/safety/judge.ts';
import {
  composeAnswer,
  nearestOf,
  quoteOf,
  rateCandidates,
  type Unit,
} from '../src/features/conversations/rules-answer.ts';
import { retrieve } from '../src/features/knowledge/server/retrieve.ts';
import { type Database, openDatabase } from '../src/platform/db.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts';
import { createLog } from '../src/platform/log.ts';
import { migrate } from '../src/platform/migrate.ts';
import { descent } from './adam.ts';

const STEPS = 500;
const PACE = 0.05;
const PENALTY = 0.003;
const PENALTY_OF_SURENESS = 0.004;
/** The sets were written for a day in autumn: what they call over by then is. */
const TODAY = '2026-10-15';
/** Of the wrong sentences of a question those that look most like an answer. */
const MOST_WRONG = 20;
const MOST_RIGHT = 2;
/** A question whose answer was taken away counts for less than one that somebody wrote to have none. */
const SHARE_OF_TAKEN = 0.2;
/** So many of the questions without an answer are to be declined. */
const DECLINED = 0.9;

type Labelled = Unit & { isRight: boolean };
type Asked = {
  set: string;
  line: AgentQuestion;
  units: Labelled[];
  input: Parameters<typeof composeAnswer>[0];
};
type Row = { values: number[]; isRight: boolean; cost: number };
type Weights = Map<string, number>;
type Told = { asked: Asked; values: number[]; isRight: boolean; isTaken: boolean };

async function readAsked(
  db: Database,
  { set, agentId, line }: { set: string; agentId: string; line: AgentQuestion },
): Promise<Asked[]> {
  const question = readQuestion(line.question);
  // What is handed to a person says nothing of how sure an answer is.
  if (question.kind !== 'question' || judgeMessage(line.question).level !== 'answer') return [];
  const { concepts, candidates, rarity } = await retrieve(db, agentId, question);
  const input = { ...question, concepts, candidates, rarity, today: TODAY };
  const { units } = rateCandidates(input);
  const labelled = units.map((unit) => {
    const isSource = line.source.some((name) => basename(name) === unit.candidate.title);
    const quote = quoteOf(unit.candidate, unit.sentences, unit.at);
    const { missing, broken } = faultsOf(`${quote} ${sumFor(line.question, quote)?.text ?? ''}`, line);
    return {
      ...unit,
      isRight: line.expect === 'answer' && isSource && missing.length === 0 && broken.length === 0,
    };
  });
  return [{ set, line, units: labelled, input }];
}

function nearnessRows(asked: readonly Asked[], names: readonly (keyof Features)[]): Row[] {
  return asked.flatMap(({ units }) => {
    const looks = ({ features }: Unit): number => features.alike + features.agreesWithin / 2;
    const inOrder = units.toSorted((one, other) => looks(other) - looks(one));
    const right = inOrder.filter(({ isRight }) => isRight).slice(0, MOST_RIGHT);
    if (right.length === 0) return [];
    const wrong = inOrder.filter(({ isRight }) => !isRight).slice(0, MOST_WRONG);
    return [...right, ...wrong].map(({ features, isRight }) => ({
      values: [1, ...names.map((name) => features[name])],
      isRight,
      cost: isRight ? 1 / right.length : 1.2 / wrong.length,
    }));
  });
}

function fit(rows: readonly Row[], names: readonly string[], penalty: number): Weights {
  const size = names.length + 1;
  const whole = rows.reduce((sum, { cost }) => sum + cost, 0);
  // One piece of memory: the sums below are most of the time of a fit.
  const values = Float64Array.from(rows.flatMap((row) => row.values));
  const weights = new Float64Array(size);
  const slope = new Float64Array(size);
  const descend = descent(weights);
  for (let step = 1; step <= STEPS; step += 1) {
    slope.fill(0);
    for (const [at, { isRight, cost }] of rows.entries()) {
      const from = at * size;
      let sum = 0;
      for (let index = 0; index < size; index += 1)
        sum += (values[from + index] ?? 0) * (weights[index] ?? 0);
      const error = ((1 / (1 + Math.exp(-sum)) - (isRight ? 1 : 0)) * cost) / whole;
      for (let index = 0; index < size; index += 1)
        slope[index] = (slope[index] ?? 0) + error * (values[from + index] ?? 0);
    }
    descend((index) => (slope[index] ?? 0) + (index === 0 ? 0 : penalty * (weights[index] ?? 0)), PACE);
  }
  return new Map(['base', ...names].map((name, index) => [name, weights[index] ?? 0]));
}

/** The same units with the nearness that these weights give them. */
function reread({ units }: Asked, weights: Weights): Labelled[] {
  return units.map((unit) => {
    const nearness = Object.entries(unit.features).reduce(
      (sum, [name, value]) => sum + value * (weights.get(name) ?? 0),
      weights.get('base') ?? 0,
    );
    return { ...unit, nearness: unit.nearness === -Infinity ? -Infinity : nearness };
  });
}

function isLabelled(unit: Unit): unit is Labelled {
  return 'isRight' in unit;
}

/** What is known of the nearest, as it stands and with all that holds the answer taken away. */
function tell(asked: Asked, weights: Weights): Told[] {
  const units = reread(asked, weights);
  const right = new Set(units.filter(({ isRight }) => isRight).map(({ candidate }) => candidate));
  const all = [{ of: units, isTaken: false }];
  if (right.size > 0) all.push({ of: units.filter(({ candidate }) => !right.has(candidate)), isTaken: true });
  return all.flatMap(({ of, isTaken }) => {
    const [first] = nearestOf(of);
    if (!first || first.nearness === -Infinity || !isLabelled(first)) return [];
    const values = Object.values(surenessFeatures(first.features));
    return [{ asked, values: [1, ...values], isRight: first.isRight, isTaken }];
  });
}

function surenessRows(told: readonly Told[]): Row[] {
  return told.map(({ values, isRight, isTaken }) => ({
    values,
    isRight,
    cost: isTaken ? SHARE_OF_TAKEN : 1,
  }));
}

function likely(values: readonly number[], weights: Weights): number {
  const all = [...weights.values()];
  return 1 / (1 + Math.exp(-values.reduce((sum, value, at) => sum + value * (all[at] ?? 0), 0)));
}

const share = (part: number, whole: number): number => Math.round((part / whole) * 1_000) / 1_000;

/** How often the right one is first, and among the first three. */
function reportOrder(set: string, all: readonly Asked[], weights: Weights): void {
  const answerable = all.filter(({ line }) => line.expect === 'answer' && line.source.length > 0);
  let [first, among] = [0, 0];
  for (const asked of answerable) {
    const passages = nearestOf(reread(asked, weights)).filter(isLabelled).slice(0, 3);
    if (passages[0]?.isRight) first += 1;
    if (passages.some(({ isRight }) => isRight)) among += 1;
  }
  const figures = { first: share(first, answerable.length), amongThree: share(among, answerable.length) };
  console.log(JSON.stringify({ set, questions: answerable.length, ...figures }));
}

/** What the agent would say to the questions of a set with weights that were fitted to the others. */
function reportAnswers(all: readonly Asked[], weights: { nearness: Weights; sureness: Weights }) {
  Object.assign(NEARNESS_WEIGHTS, Object.fromEntries(weights.nearness));
  Object.assign(SURENESS_WEIGHTS, Object.fromEntries(weights.sureness));
  const tally = { answerable: 0, right: 0, without: 0, refused: 0 };
  for (const { line, input } of all) {
    const composed = composeAnswer(input);
    const said = composed.answered
      ? composed.quoted
          .map(({ heading, quote }) => `${heading} ${quote} ${sumFor(line.question, quote)?.text ?? ''}`)
          .join('\n')
      : '';
    const { missing, broken } = faultsOf(said, line);
    const isHeld = missing.length === 0 && broken.length === 0;
    if (line.expect === 'answer') {
      tally.answerable += 1;
      if (composed.answered && isHeld) tally.right += 1;
    } else {
      tally.without += 1;
      if (!composed.answered || (line.answer_contains.length > 0 && isHeld)) tally.refused += 1;
    }
  }
  return tally;
}

const dataDir = mkdtempSync(join(tmpdir(), 'yarrow-fit-'));
const log = createLog('silent');
const server = await startEmbeddedPostgres({ dataDir, log });
try {
  await migrate(server.url);
  const db = openDatabase({ url: server.url, log });
  const all: Asked[] = [];
  for (const path of FITTED_SETS) {
    const agentId = await teachAgent(db, folderOf(path));
    for (const line of readAgentQuestions(path))
      if (line.expect !== 'smalltalk')
        all.push(...(await readAsked(db, { set: basename(path, '.jsonl'), agentId, line })));
  }
  await db.$client.end();
  const sample = all.find(({ units }) => units.length > 0);
  const unit = sample?.units[0];
  if (!sample || !unit) throw new Error('no question found anything');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of its type
  const names = Object.keys(unit.features) as (keyof Features)[];
  const sureNames = Object.keys(surenessFeatures(unit.features));
  const sets = [...new Set(all.map(({ set }) => set))];
  const orders = new Map<string, Weights>();
  const told = sets.flatMap((set) => {
    const others = fit(
      nearnessRows(
        all.filter((asked) => asked.set !== set),
        names,
      ),
      names,
      PENALTY,
    );
    const own = all.filter((asked) => asked.set === set);
    orders.set(set, others);
    reportOrder(set, own, others);
    return own.flatMap((asked) => tell(asked, others));
  });
  const answers: ReturnType<typeof reportAnswers>[] = [];
  const judged = sets.flatMap((set) => {
    const rows = surenessRows(told.filter(({ asked }) => asked.set !== set));
    const weights = fit(rows, sureNames, PENALTY_OF_SURENESS);
    const own = all.filter((asked) => asked.set === set);
    answers.push(reportAnswers(own, { nearness: orders.get(set) ?? new Map(), sureness: weights }));
    console.log(JSON.stringify({ set, ...answers.at(-1) }));
    return told
      .filter(({ asked, isTaken }) => asked.set === set && !isTaken)
      .map((one) => ({ ...one, sure: likely(one.values, weights) }));
  });
  const answerable = all.filter(({ line }) => line.expect === 'answer').length;
  const none = judged.filter(({ asked }) => asked.line.expect !== 'answer');
  const inOrder = none.map(({ sure }) => sure).toSorted((one, other) => one - other);
  const without = all.filter(({ line }) => line.expect !== 'answer').length;
  for (const declined of [0.8, 0.85, DECLINED, 0.93]) {
    const limit = inOrder[Math.max(0, Math.ceil(declined * without) - (without - none.length) - 1)] ?? 1;
    const right = judged.filter(({ isRight, sure }) => isRight && sure > limit).length;
    console.log(
      JSON.stringify({ declined, limit: share(limit, 1), right: share(right, answerable), of: answerable }),
    );
  }
  const sumOf = (figureOf: (one: (typeof answers)[number]) => number): number =>
    answers.reduce((sum, one) => sum + figureOf(one), 0);
  console.log(
    JSON.stringify({
      leftOut: 'all',
      right: share(
        sumOf(({ right }) => right),
        sumOf((one) => one.answerable),
      ),
      refused: share(
        sumOf(({ refused }) => refused),
        sumOf((one) => one.without),
      ),
    }),
  );
  if (!process.argv.includes('--check')) {
    const nearness = fit(nearnessRows(all, names), names, PENALTY);
    const sureness = fit(surenessRows(told), sureNames, PENALTY_OF_SURENESS);
    const written = (weights: Weights): string =>
      [...weights].map(([name, worth]) => `  ${name}: ${Number(worth.toFixed(2))},`).join('\n');
    writeFileSync(
      new URL('../src/engines/answers/rating-weights.ts', import.meta.url),
      [
        '/** Fitted by `node scripts/fit-answers.ts` to the questions in `evals/`. Not edited by hand. */',
        `export const NEARNESS_WEIGHTS = {\n${written(nearness)}\n};`,
        '',
        `export const SURENESS_WEIGHTS = {\n${written(sureness)}\n};\n`,
      ].join('\n'),
    );
  }
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
