/** Labelled replies that the reader is fitted to. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { LabelledReply } from '../src/engines/replies/train.ts';

const Row = z.object({
  set: z.string(),
  language: z.string(),
  label: z.enum(['stop', 'not_now', 'interested', 'question']).nullable(),
  text: z.string().optional(),
  /** The writer's own words, where the text has more. */
  own: z.string().optional(),
});

/** The patterns were written with these in sight, so they say too much about them. */
const TUNED_WEIGHT = 0.3;
/** Longer ones are tests of what is removed. */
const LONGEST = 1_500;

/** Each set was written by one author. */
export type FittedReply = LabelledReply & { set: string; language: string };

export function readFittedReplies(): FittedReply[] {
  return [
    ...rowsOf('replies.jsonl').filter(({ set }) => set === 'dev').map((row) => ({ ...row, weight: TUNED_WEIGHT })),
    ...rowsOf('replies-fit.jsonl'),
  ].filter(({ text }) => text !== '' && text.length < LONGEST);
}

function rowsOf(name: string): FittedReply[] {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Row.parse(JSON.parse(line)))
    .map(({ set, language, label, text, own }) => ({
      set,
      language,
      text: own ?? text ?? '',
      label: label === null || label === 'question' ? 'other' : label,
      weight: 1,
    }));
}
