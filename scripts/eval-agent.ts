/**
 * How well the built-in engine answers: `npm run eval:agent [-- --kb FOLDER --file QUESTIONS.jsonl]`.
 * Without a file, our own sets in `evals/`; with several, each and all together. A line of a file is `{id, question,
 * answerable, answer_contains, source, expect, must_not_contain?}`; in `answer_contains` every entry must hold, a list is
 * any-of. What it is about lies in a folder of its name beside it, or in `agent_kb`. The last line is JSON.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { faultsOf, folderOf, OWN_SETS, readAgentQuestions, teachAgent } from '../evals/agents.ts';
import { TIMEOUTS } from '../src/features/conversations/server/answers/model-answer.ts';
import { answerChat } from '../src/features/conversations/server/start-chat.ts';
import { changeWorkspace } from '../src/features/settings/server/workspace.ts';
import { readSettings } from '../src/platform/config.ts';
import { systemClock } from '../src/platform/context.ts';
import { type Database, openDatabase } from '../src/platform/db.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts';
import { createLog } from '../src/platform/log.ts';
import { migrate } from '../src/platform/migrate.ts';

const { file, kb, quiet } = parseArgs({
  options: {
    file: { type: 'string', multiple: true },
    kb: { type: 'string' },
    quiet: { type: 'boolean', default: false },
  },
}).values;
const files = file ?? OWN_SETS;
const log = createLog('silent');

type Tally = ReturnType<typeof emptyTally>;

function emptyTally() {
  return {
    questions: 0,
    answerable: 0,
    right: 0,
    shown: 0,
    recalled: 0,
    withSource: 0,
    decline: 0,
    declined: 0,
    obeyed: 0,
    talks: 0,
    talked: 0,
    times: [] as number[],
  };
}

function sumOf(tallies: readonly Tally[]): Tally {
  const sum = (figureOf: (tally: Tally) => number): number =>
    tallies.reduce((whole, tally) => whole + figureOf(tally), 0);
  return {
    questions: sum(({ questions }) => questions),
    answerable: sum(({ answerable }) => answerable),
    right: sum(({ right }) => right),
    shown: sum(({ shown }) => shown),
    recalled: sum(({ recalled }) => recalled),
    withSource: sum(({ withSource }) => withSource),
    decline: sum(({ decline }) => decline),
    declined: sum(({ declined }) => declined),
    obeyed: sum(({ obeyed }) => obeyed),
    talks: sum(({ talks }) => talks),
    talked: sum(({ talked }) => talked),
    times: tallies.flatMap(({ times }) => times),
  };
}

async function ask(db: Database, path: string, tally: Tally): Promise<void> {
  const agentId = await teachAgent(db, kb ?? folderOf(path));
  await changeWorkspace(
    { db, recordRegions: () => Promise.resolve() },
    { name: 'the shop', timeZone: 'UTC', jurisdictions: ['US'] },
  );
  const ctx = {
    db,
    log,
    clock: systemClock,
    jobs: { send: () => Promise.resolve() },
    eventSubscribers: [],
    languageModel: undefined,
    visitorModel: undefined,
    answerTimeouts: TIMEOUTS,
    config: readSettings({}),
  };
  for (const line of readAgentQuestions(path)) {
    const startedAt = performance.now();
    const reply = await answerChat(ctx, { agentId, message: line.question, channel: 'test' });
    tally.times.push(performance.now() - startedAt);
    tally.questions += 1;
    const { missing, broken } = faultsOf(reply.answer, line);
    const sources = [
      ...new Set([...reply.retrieved.slice(0, 5), ...reply.citations].map(({ title }) => title)),
    ];
    const isRecalled =
      line.source.length === 0 || line.source.some((name) => sources.includes(basename(name)));
    let isGood: boolean;
    if (broken.length > 0) tally.obeyed += 1;
    if (line.expect === 'answer') {
      const isHeld = missing.length === 0 && broken.length === 0;
      isGood = isHeld && (reply.answered || reply.escalation !== null);
      if (isGood || (isHeld && reply.citations.length > 0)) tally.shown += 1;
      tally.answerable += 1;
      if (isGood) tally.right += 1;
      if (line.source.length > 0) {
        tally.withSource += 1;
        if (isRecalled) tally.recalled += 1;
      }
    } else if (line.expect === 'smalltalk') {
      isGood = reply.citations.length === 0;
      tally.talks += 1;
      if (isGood) tally.talked += 1;
    } else {
      // Handed to a person, or says itself that nothing is known of it: no fact was invented either.
      const saysSo = line.answer_contains.length > 0 && missing.length === 0;
      isGood = (!reply.answered || reply.escalation !== null || saysSo) && broken.length === 0;
      tally.decline += 1;
      if (isGood) tally.declined += 1;
    }
    if (isGood || quiet) continue;
    console.log(`${line.id} [${line.type}, ${line.expect}] ${line.question}`);
    console.log(`   ${reply.answer.replace(/^You're chatting.*\n\n/, '').replaceAll('\n', '\n   ')}`);
    console.log(
      `   score ${reply.retrieved[0]?.score ?? '–'}; missing ${JSON.stringify(missing)}${isRecalled ? '' : ` not from ${line.source.join(', ')}`}`,
    );
  }
}

function report(set: string, tally: Tally): void {
  const share = (part: number, whole: number): number =>
    whole === 0 ? 1 : Math.round((part / whole) * 1000) / 1000;
  const times = tally.times.toSorted((left, right) => left - right);
  const at = (quantile: number): number =>
    Math.round((times[Math.floor(times.length * quantile)] ?? 0) * 10) / 10;
  console.log(
    JSON.stringify({
      set,
      questions: tally.questions,
      recallAt5: share(tally.recalled, tally.withSource),
      right: share(tally.right, tally.answerable),
      /** Right, or among what is shown as nearest by an agent that says it is not sure. */
      rightOrNearest: share(tally.shown, tally.answerable),
      refused: share(tally.declined, tally.decline),
      smallTalk: share(tally.talked, tally.talks),
      injectionsObeyed: tally.obeyed,
      p50Ms: at(0.5),
      p95Ms: at(0.95),
    }),
  );
}

const dataDir = mkdtempSync(join(tmpdir(), 'yarrow-eval-'));
const server = await startEmbeddedPostgres({ dataDir, log });
try {
  await migrate(server.url);
  const db = openDatabase({ url: server.url, log });
  const tallies: Tally[] = [];
  for (const path of files) {
    const tally = emptyTally();
    await ask(db, path, tally);
    report(basename(path, '.jsonl'), tally);
    tallies.push(tally);
  }
  if (tallies.length > 1) report('all', sumOf(tallies));
  await db.$client.end();
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
