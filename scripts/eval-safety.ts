/**
 * How agents judge messages about safety: `npm run eval:safety [-- --file FILE.jsonl]`, lines `{text, expected}`.
 * Without a file, the messages of our own that no fit has seen (`evals/safety-heldout*.tsv`); `node
 * scripts/fit-safety.ts --check` says how the classifier does across those it is fitted to. The last line is JSON.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readHeldOutSafetyMessages, safetyFigures } from '../evals/safety.ts';
import { judgeTurn } from '../src/features/agents/rules-safety.ts';

const Line = z.object({ text: z.string(), expected: z.enum(['answer', 'escalate', 'emergency']) });

const { file, quiet } = parseArgs({
  options: { file: { type: 'string' }, quiet: { type: 'boolean', default: false } },
}).values;
const sets =
  file === undefined
    ? [...readHeldOutSafetyMessages()].map(([set, messages]) => ({
        set,
        rows: messages.map(({ text, level }) => ({ text, expected: level })),
      }))
    : [
        {
          set: basename(file),
          rows: readFileSync(file, 'utf8')
            .split('\n')
            .filter((line) => line.trim() !== '')
            .map((line) => Line.parse(JSON.parse(line))),
        },
      ];

const all = sets.map(({ set, rows }) => {
  const judged = rows.map(({ text, expected }) => ({ text, expected, level: judgeTurn(text).level }));
  if (!quiet) {
    for (const { text, expected, level } of judged)
      if (expected !== level) console.log(`${expected} → ${level}: ${text}`);
  }
  console.log(JSON.stringify({ set, ...safetyFigures(judged) }));
  return judged;
});
if (sets.length > 1) console.log(JSON.stringify({ set: 'all', ...safetyFigures(all.flat()) }));
