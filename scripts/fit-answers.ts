/**
 * Fits what makes a sentence near to a question (`rules-rating.ts`) to our own questions in `evals/`, and writes
 * `src/features/agents/rules-rating-weights.ts`. Prints first, for each set with the others fitted to alone, how often the
 * nearest passage, or one of the three nearest, holds the answer. `--check` only prints. Logistic regression with a ridge
 * penalty; the same questions give the same weights.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  type AgentQuestion,
  faultsOf,
  folderOf,
  OWN_SETS,
  readAgentQuestions,
  teachAgent,
} from '../evals/agents.ts';
import { isInstruction, isPast, sentencesOf } from '../src/features/agents/rules-passages.ts';
import { readQuestion } from '../src/features/agents/rules-question.ts';
import { type Features, placeSentences, rate, weigh } from '../src/features/agents/rules-rating.ts';
import { sumFor } from '../src/features/agents/rules-sums.ts';
import { retrieve } from '../src/features/agents/server/retrieval.ts';
import { type Database, openDatabase } from '../src/platform/db.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts';
import { createLog } from '../src/platform/log.ts';
import { migrate } from '../src/platform/migrate.ts';

const STEPS = 1_200;
const PACE = 0.03;
const PENALTY = 0.003;
/** Of the wrong sentences of a question those that look most like an answer. */
const MOST_WRONG = 25;
const MOST_RIGHT = 2;
const WHOLE_PASSAGE = 420;

type Unit = { passage: string; features: Features; isRight: boolean };
type Asked = { set: string; units: Unit[] };
type Row = { values: number[]; isRight: boolean; cost: number };
type Weights = Map<string, number>;

async function unitsOf(db: Database, expertId: string, line: AgentQuestion): Promise<Unit[]> {
  const question = readQuestion(line.question);
  if (question.kind !== 'question') return [];
  const { concepts, candidates, rarity } = await retrieve(db, expertId, question.concepts);
  const asked = weigh(concepts, question.asks, rarity);
  return candidates.flatMap((candidate) => {
    const sentences = (candidate.isRow ? [candidate.text] : sentencesOf(candidate.text)).filter(
      (sentence) => !isPast(sentence) && !isInstruction(sentence),
    );
    const isSource = line.source.some((name) => basename(name) === candidate.title);
    return placeSentences(sentences, candidate, concepts).map((placed, at) => {
      const whole = sentences.join(' ');
      const quote =
        whole.length <= WHOLE_PASSAGE ? whole : sentences.slice(Math.max(0, at - 1), at + 2).join(' ');
      const { missing, broken } = faultsOf(`${quote} ${sumFor(line.question, quote)?.text ?? ''}`, line);
      return {
        passage: `${candidate.knowledgeId} ${candidate.position}`,
        features: rate(asked, placed).features,
        isRight: isSource && missing.length === 0 && broken.length === 0,
      };
    });
  });
}

function rowsOf(asked: readonly Asked[], names: readonly (keyof Features)[]): Row[] {
  return asked.flatMap(({ units }) => {
    const inOrder = units.toSorted((one, other) => other.features.alike - one.features.alike);
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

function fit(asked: readonly Asked[], names: readonly (keyof Features)[]): Weights {
  const rows = rowsOf(asked, names);
  const size = names.length + 1;
  const whole = rows.reduce((sum, { cost }) => sum + cost, 0);
  const [weights, mean, square] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  for (let step = 1; step <= STEPS; step += 1) {
    const slope = new Float64Array(size);
    for (const { values, isRight, cost } of rows) {
      const sum = values.reduce((total, value, index) => total + value * (weights[index] ?? 0), 0);
      const error = ((1 / (1 + Math.exp(-sum)) - (isRight ? 1 : 0)) * cost) / whole;
      for (const [index, value] of values.entries()) slope[index] = (slope[index] ?? 0) + error * value;
    }
    for (let index = 0; index < size; index += 1) {
      const gradient = (slope[index] ?? 0) + (index === 0 ? 0 : PENALTY * (weights[index] ?? 0));
      mean[index] = 0.9 * (mean[index] ?? 0) + 0.1 * gradient;
      square[index] = 0.999 * (square[index] ?? 0) + 0.001 * gradient * gradient;
      const move = (mean[index] ?? 0) / (1 - 0.9 ** step);
      weights[index] =
        (weights[index] ?? 0) -
        (PACE * move) / (Math.sqrt((square[index] ?? 0) / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return new Map(['base', ...names].map((name, index) => [name, weights[index] ?? 0]));
}

/** How often the right one is first, and among the first three. */
function report(set: string, asked: readonly Asked[], weights: Weights): void {
  const nearness = ({ features }: Unit): number =>
    Object.entries(features).reduce((sum, [name, value]) => sum + value * (weights.get(name) ?? 0), 0);
  let [first, among] = [0, 0];
  for (const { units } of asked) {
    const order = units.toSorted((one, other) => nearness(other) - nearness(one));
    const seen = new Set<string>();
    const passages = order.filter(({ passage }) => !seen.has(passage) && seen.add(passage)).slice(0, 3);
    if (passages[0]?.isRight) first += 1;
    if (passages.some(({ isRight }) => isRight)) among += 1;
  }
  const share = (count: number): number => Math.round((count / asked.length) * 1_000) / 1_000;
  console.log(
    JSON.stringify({ set, questions: asked.length, first: share(first), amongThree: share(among) }),
  );
}

const dataDir = mkdtempSync(join(tmpdir(), 'yarrow-fit-'));
const log = createLog('silent');
const server = await startEmbeddedPostgres({ dataDir, log });
try {
  await migrate(server.url);
  const db = openDatabase({ url: server.url, log });
  const all: Asked[] = [];
  for (const path of OWN_SETS) {
    const expertId = await teachAgent(db, folderOf(path));
    for (const line of readAgentQuestions(path)) {
      if (line.expect === 'answer' && line.source.length > 0)
        all.push({ set: basename(path, '.jsonl'), units: await unitsOf(db, expertId, line) });
    }
  }
  await db.$client.end();
  const sample = all.find(({ units }) => units.length > 0)?.units[0];
  if (!sample) throw new Error('no question found anything');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of its type
  const names = Object.keys(sample.features) as (keyof Features)[];
  for (const path of OWN_SETS) {
    const set = basename(path, '.jsonl');
    const others = all.filter((asked) => asked.set !== set);
    report(
      set,
      all.filter((asked) => asked.set === set),
      fit(others, names),
    );
  }
  if (!process.argv.includes('--check')) {
    const weights = [...fit(all, names)].map(([name, worth]) => `  ${name}: ${worth.toFixed(2)},`);
    writeFileSync(
      new URL('../src/features/agents/rules-rating-weights.ts', import.meta.url),
      `/** Fitted by \`node scripts/fit-answers.ts\` to the questions in \`evals/\`. Not edited by hand. */\nexport const NEARNESS_WEIGHTS = {\n${weights.join('\n')}\n};\n`,
    );
  }
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
