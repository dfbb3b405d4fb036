/**
 * How messages are judged: `npm run eval:safety [-- --file FILE.jsonl] [--quiet]`, lines `{text, expected}`. Without a
 * file, each set of our own is judged by a model fitted to all other sets, and the figures are given per language, kind
 * and level, then how many questions of customers (`evals/agent-*.jsonl`) the shipped model hands over. The last line is JSON.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { OWN_SETS, readAgentQuestions } from '../evals/agents.ts';
import { HELD_OUT_SET, readSafetyMessages, safetyFigures } from '../evals/safety.ts';
import { judgeMessage, type Models } from '../src/engines/safety/judge.ts';
import { trainSafety } from '../src/engines/safety/train.ts';

const Line = z.object({ text: z.string(), expected: z.enum(['answer', 'escalate', 'emergency']) });
type Judged = {
  text: string;
  expected: string;
  level: string;
  language: string;
  category: string;
  set: string;
};

const { file, quiet } = parseArgs({
  options: { file: { type: 'string' }, quiet: { type: 'boolean', default: false } },
}).values;

/** The fit of this set is reported with all English sets that have no language of their own in one. */
const FOLDS = ['a b c d e 1 2 g h i j k o p q r s t v'.split(' '), 'safety-heldout', HELD_OUT_SET].flat();

const judge = (text: string, using?: Models) => {
  // Two messages of one chat are written on one line.
  const [message = '', ...before] = text.split(' ⏎ ').toReversed();
  const options = { earlier: before.toReversed() };
  return judgeMessage(message, using ? { ...options, using } : options).level;
};

function judgedLeftOut(): Judged[] {
  const messages = readSafetyMessages();
  return FOLDS.flatMap((set) => {
    const using = trainSafety(messages.filter((message) => ![set, HELD_OUT_SET].includes(message.set)));
    return messages
      .filter((message) => message.set === set)
      .map(({ text, level, language, category }) => ({
        text,
        expected: level,
        level: judge(text, using),
        language,
        category,
        set,
      }));
  });
}

function printBy(title: string, judged: readonly Judged[], keyOf: (row: Judged) => string): void {
  console.log(`\n${title}`);
  for (const [key, rows] of Map.groupBy(judged, keyOf)) {
    const { messages, emergencyRecall, escalateRecall, falseAlarms } = safetyFigures(rows);
    const answered = rows.filter(
      ({ expected, level }) => expected === 'emergency' && level === 'answer',
    ).length;
    console.log(
      `${key.padEnd(24)} ${String(messages).padStart(5)} messages, emergencies ${emergencyRecall}, answered as chat ${answered}, escalations ${escalateRecall}, false alarms ${falseAlarms}`,
    );
  }
}

const judged: Judged[] = file
  ? readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => Line.parse(JSON.parse(line)))
      .map(({ text, expected }) => ({
        text,
        expected,
        level: judge(text),
        language: '',
        category: '',
        set: basename(file),
      }))
  : judgedLeftOut();

if (!quiet)
  for (const { text, expected, level } of judged)
    if (expected !== level) console.log(`${expected} → ${level}: ${text}`);
if (!file) {
  printBy('By language', judged, ({ language }) => language);
  printBy('By set', judged, ({ set }) => set);
  printBy('By kind', judged, ({ expected, category }) => `${expected} ${category}`);
  const questions = OWN_SETS.flatMap(readAgentQuestions);
  const handedOver = questions.filter(({ question }) => judge(question) !== 'answer');
  console.log(`\nQuestions of customers: ${handedOver.length} of ${questions.length} handed over`);
}
console.log(JSON.stringify({ set: file ? basename(file) : 'left out', ...safetyFigures(judged) }));
