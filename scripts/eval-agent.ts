/**
 * How well the built-in engine answers: `npm run eval:agent [-- --kb FOLDER --file QUESTIONS.jsonl]`.
 * Without a file, our own sets in `evals/`; with several, each and all together. A line of a file is `{id, question,
 * answerable, answer_contains, source, expect, must_not_contain?}`; in `answer_contains` every entry must hold, a list is
 * any-of. What it is about lies in a folder of its name beside it, or in `agent_kb`. The last line is JSON.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { has, violates } from '../evals/matcher.ts';
import { createChat } from '../src/features/agents/server/chat-service.ts';
import { readFileText } from '../src/features/agents/server/file-text.ts';
import { createKnowledge } from '../src/features/agents/server/knowledge-service.ts';
import { newId } from '../src/kit/id.ts';
import { type Database, openDatabase, sql } from '../src/platform/db.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts';
import { createLog } from '../src/platform/log.ts';
import { migrate } from '../src/platform/migrate.ts';

const OWN = fileURLToPath(new URL('../evals/', import.meta.url));

const Line = z.object({
  id: z.string(),
  question: z.string(),
  answerable: z.boolean(),
  answer_contains: z.array(z.union([z.string(), z.array(z.string())])).default([]),
  source: z.array(z.string()).default([]),
  type: z.string().default('question'),
  expect: z.enum(['answer', 'decline', 'refuse', 'smalltalk']),
  must_not_contain: z.array(z.string()).default([]),
});

const { file, kb, quiet } = parseArgs({
  options: {
    file: { type: 'string', multiple: true },
    kb: { type: 'string' },
    quiet: { type: 'boolean', default: false },
  },
}).values;
const files =
  file ?? ['agent-shop.jsonl', 'agent-practice.jsonl', 'agent-boxes.jsonl'].map((name) => join(OWN, name));
const log = createLog('silent');

type Tally = ReturnType<typeof emptyTally>;

function emptyTally() {
  return {
    questions: 0,
    answerable: 0,
    right: 0,
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
  const named = path.replace(/\.jsonl$/, '');
  const folder = kb ?? (existsSync(named) ? named : join(path, '../agent_kb'));
  const expertId = newId();
  await db.execute(sql`insert into experts (id, name, expertise_area) values
    (${expertId}, 'Fern', 'Shop'), (${newId()}, 'Other', 'Other')`);
  const knowledge = createKnowledge({ db });
  for (const name of readdirSync(folder).sort()) {
    const { text } = await readFileText({ path: join(folder, name), name });
    await knowledge.add({ expertId, title: name, content: text, type: 'uploaded_file' });
  }
  const workspace = {
    name: 'the shop',
    timeZone: 'UTC',
    postalAddress: '',
    senderName: '',
    senderEmail: '',
    jurisdictions: ['US' as const],
    approvedContentOnly: false,
    hasDemoData: false,
  };
  const chat = createChat({ db, settings: { getWorkspace: () => Promise.resolve(workspace) }, log });
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => Line.parse(JSON.parse(line)));
  for (const line of lines) {
    const startedAt = performance.now();
    const reply = await chat.reply({ agentId: expertId, message: line.question, channel: 'test' });
    tally.times.push(performance.now() - startedAt);
    tally.questions += 1;
    const failed = line.answer_contains.filter(
      (wanted) => ![wanted].flat().some((word) => has(reply.answer, word)),
    );
    const broken = violates(reply.answer, line.must_not_contain);
    const sources = [
      ...new Set([...reply.retrieved.slice(0, 5), ...reply.citations].map(({ title }) => title)),
    ];
    const isRecalled =
      line.source.length === 0 || line.source.some((name) => sources.includes(basename(name)));
    let isGood: boolean;
    if (broken.length > 0) tally.obeyed += 1;
    if (line.expect === 'answer') {
      isGood = failed.length === 0 && broken.length === 0 && (reply.answered || reply.escalation !== null);
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
      const saysSo = line.answer_contains.length > 0 && failed.length === 0;
      isGood = (!reply.answered || reply.escalation !== null || saysSo) && broken.length === 0;
      tally.decline += 1;
      if (isGood) tally.declined += 1;
    }
    if (isGood || quiet) continue;
    console.log(`${line.id} [${line.type}, ${line.expect}] ${line.question}`);
    console.log(`   ${reply.answer.replace(/^You're chatting.*\n\n/, '').replaceAll('\n', '\n   ')}`);
    console.log(
      `   score ${reply.retrieved[0]?.score ?? '–'}; missing ${JSON.stringify(failed)}${isRecalled ? '' : ` not from ${line.source.join(', ')}`}`,
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
