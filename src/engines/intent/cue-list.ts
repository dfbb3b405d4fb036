import { z } from 'zod';
import cues from './cues.json' with { type: 'json' };
import { compileCues } from './cues.ts';
import { RULES, type Rule } from './signal.ts';

const RuleName = z.custom<Rule>((name) => typeof name === 'string' && Object.hasOwn(RULES, name));

/** Ways of speaking that count for or against someone being a lead. Of two for one reason, the first names its words. */
export const CUES = z
  .array(z.object({ key: z.string(), rule: RuleName, phrases: z.array(z.string()) }))
  .parse(cues);

export const findCues = compileCues(CUES.map(({ phrases }) => phrases.join('\n')));
