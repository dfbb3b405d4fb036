/**
 * How replies are read: `npm run eval:replies [-- FILE.jsonl …] [--fit] [--quiet]`, lines
 * `{set, language, program, label, subject, text or html, own}`. Reports precision and recall of each label, opt-outs
 * and friendly replies suppressed, and how often the writer's own words are exact; then how whole messages are told
 * apart, from `--mails FILE.jsonl` with lines `{set, kind, language, program, matter, back, mail}`. With `--fit`, each
 * author of `evals/replies-fit.jsonl` is read by a model fitted to all others. The last line is JSON.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readFittedReplies } from '../evals/replies.ts';
import { textOfHtml } from '../src/engines/replies/html.ts';
import { type ReadReply, readReply } from '../src/engines/replies/read.ts';
import { trainReplies } from '../src/engines/replies/train.ts';
import type { Model } from '../src/engines/text-model/model.ts';
import { readInbound } from '../src/features/inbox/server/inbound-mail.ts';
import { DAY_MS } from '../src/kit/time.ts';

const LABELS = ['stop', 'not_now', 'interested', 'question'] as const;

const Row = z.object({
  set: z.string().default(''),
  language: z.string().default(''),
  program: z.string().default(''),
  label: z.enum(LABELS).nullable(),
  subject: z.string().default(''),
  text: z.string().optional(),
  html: z.string().optional(),
  own: z.string().optional(),
});
type Judged = z.infer<typeof Row> & { read: ReadReply };

const Mail = z.object({
  set: z.string(),
  kind: z.string(),
  language: z.string(),
  matter: z.enum(['reply', 'auto_reply', 'bounce', 'complaint', 'other']),
  /** The first day back, or the last day away. */
  back: z.iso.date().nullable(),
  mail: z.string(),
});

/** When the messages of the set arrive. */
const ARRIVED_AT = new Date('2026-11-24T09:20:00Z');

const {
  values: { file, mails, fit, quiet },
  positionals,
} = parseArgs({
  allowPositionals: true,
  options: {
    file: { type: 'string', multiple: true, default: [] },
    mails: { type: 'string' },
    fit: { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
  },
});

const OWN = fileURLToPath(new URL('../evals/replies.jsonl', import.meta.url));
const FITTED = fileURLToPath(new URL('../evals/replies-fit.jsonl', import.meta.url));
const OWN_MAILS = fileURLToPath(new URL('../evals/reply-mails.jsonl', import.meta.url));

const linesOf = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));

const modelWithout = (set: string): Model =>
  trainReplies(readFittedReplies().filter((reply) => reply.set !== set));

const named = [...file, ...positionals];
const files = fit ? [FITTED] : named.length > 0 ? named : [OWN];
const labelled = files.flatMap(linesOf).map((line) => Row.parse(line));
const judged: Judged[] = [...Map.groupBy(labelled, ({ set }) => set)].flatMap(([set, rows]) => {
  const using = fit ? modelWithout(set) : undefined;
  return rows.map((row) => ({
    ...row,
    read: readReply({ text: row.text ?? textOfHtml(row.html ?? ''), subject: row.subject }, using),
  }));
});

/** Programs differ in blanks at the ends of lines and in empty lines. */
const plain = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const isExact = ({ own, read }: Judged): boolean => own === undefined || plain(own) === plain(read.text);
const share = (part: number, whole: number): number =>
  whole === 0 ? 1 : Math.round((part / whole) * 1000) / 1000;

function figuresOf(rows: readonly Judged[]) {
  const optOuts = rows.filter(({ label }) => label === 'stop');
  const labels = LABELS.map((label) => {
    const right = rows.filter((row) => row.label === label && row.read.intent === label).length;
    const given = rows.filter(({ read }) => read.intent === label).length;
    const wanted = rows.filter((row) => row.label === label).length;
    return [label, { precision: share(right, given), recall: share(right, wanted) }] as const;
  });
  return {
    replies: rows.length,
    optOuts: optOuts.length,
    optOutRecall: share(optOuts.filter(({ read }) => read.intent === 'stop').length, optOuts.length),
    friendlySuppressed: rows.filter(({ label, read }) => label !== 'stop' && read.intent === 'stop').length,
    exactText: share(rows.filter(isExact).length, rows.length),
    labels: Object.fromEntries(labels),
  };
}

function printBy(title: string, keyOf: (row: Judged) => string): void {
  console.log(`\n${title}`);
  for (const [key, rows] of Map.groupBy(judged, keyOf)) {
    const { replies, optOuts, optOutRecall, friendlySuppressed, exactText } = figuresOf(rows);
    console.log(
      `${key.padEnd(16)} ${String(replies).padStart(4)} replies, ${String(optOuts).padStart(3)} opt-outs, recall ${optOutRecall}, friendly suppressed ${friendlySuppressed}, exact text ${exactText}`,
    );
  }
}

/** Right where it is of its kind, a bounce names our message, and the return date is right to a day. */
async function judgeMail(line: unknown) {
  const row = Mail.parse(line);
  const { matter, ourIds, awayUntil } = await readInbound(Buffer.from(row.mail), ARRIVED_AT);
  const late = row.back === null ? 0 : (awayUntil?.getTime() ?? 0) - Date.parse(row.back);
  const isRight =
    matter.kind === row.matter &&
    (matter.kind !== 'bounce' || ourIds.length > 0) &&
    (late === 0 || late === DAY_MS);
  return { ...row, read: matter.kind, awayUntil, isRight };
}

if (!quiet)
  for (const row of judged) {
    // What is left out is not to be tuned on.
    if (row.set === 'left-out') continue;
    if ((row.label ?? undefined) !== row.read.intent)
      console.log(`${row.label} → ${row.read.intent ?? null}: ${row.own ?? row.text}`);
    if (!isExact(row)) console.log(`Not exact, ${row.program} ${row.language}: ${row.read.text}`);
  }
printBy('By set', ({ set }) => set);
printBy('By language', ({ language }) => language);
printBy('By mail program', ({ program }) => program);
for (const [set, rows] of Map.groupBy(judged, (row) => row.set)) {
  console.log(`\nLabels of ${set || 'all'}`);
  for (const [label, { precision, recall }] of Object.entries(figuresOf(rows).labels))
    console.log(`${label.padEnd(12)} precision ${precision}, recall ${recall}`);
}

const judgedMails = await Promise.all(linesOf(mails ?? OWN_MAILS).map(judgeMail));
if (!quiet)
  for (const { set, kind, language, matter, read, back, awayUntil, isRight } of judgedMails)
    if (!isRight && set !== 'left-out')
      console.log(
        `${kind} ${language}: ${matter} ${back ?? ''} → ${read} ${awayUntil?.toISOString().slice(0, 10) ?? ''}`,
      );
console.log('\nWhole messages');
for (const [key, rows] of Map.groupBy(judgedMails, ({ set, kind }) => `${set} ${kind}`))
  console.log(`${key.padEnd(24)} ${rows.filter(({ isRight }) => isRight).length} of ${rows.length} right`);

const leftOut = judged.filter(({ set }) => set === 'left-out');
console.log(
  JSON.stringify({
    set: leftOut.length > 0 ? 'left-out' : 'all',
    ...figuresOf(leftOut.length > 0 ? leftOut : judged),
    mailsRight: share(judgedMails.filter(({ isRight }) => isRight).length, judgedMails.length),
  }),
);
