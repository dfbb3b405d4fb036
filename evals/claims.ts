/** Labelled texts that the claims engine is fitted to and measured on: `claims/*.tsv`, one author a file. */
import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { LabelledClaim } from '../src/engines/claims/train.ts';
import { readIntentPosts } from './intent.ts';
import { readSafetyMessages } from './safety.ts';

const FOLDER = new URL('claims/', import.meta.url);

/** `independent-*`: the authors knew neither the rules nor each other, and no rule was written for their texts. */
const INDEPENDENT = /^independent-/;
/** Never fitted, and no rule or threshold is chosen on it. */
const HELD = 'independent-held.tsv';
/** The rules were written with the other files in sight, so they say too much about them. */
const TUNED_WEIGHT = 0.3;
/** A plain example of each rule, which the fit has to keep to. */
const OWN = 'rules-own';
const OWN_WEIGHT = 1;
/** What deserves a warning is near to both sides. */
const WARN_WEIGHT = 0.1;

/** They are many, and far from advertising. */
const EVERYDAY_WEIGHT = 0.3;
const EVERYDAY_SENTENCE_WEIGHT = 0.2;

const Row = z.object({
  text: z.string().min(1),
  jurisdiction: z.enum(['US', 'EU', 'UK']),
  verdict: z.enum(['ok', 'warn', 'block']),
  rules: z.array(z.string()),
});
export type ClaimRow = z.infer<typeof Row>;

/** Rows of a table `text, jurisdiction, verdict, rules` with tabs, or of JSON lines. */
export function readClaimRows(file: string | URL): ClaimRow[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    // A remark, not a post that begins with a hashtag.
    .filter((line) => line.trim() !== '' && !/^#[^\t]*$/.test(line) && !line.startsWith('text\t'));
  if (!String(file).endsWith('.tsv')) return lines.map((line) => Row.parse(JSON.parse(line)));
  return lines.map((line) => {
    const [text, jurisdiction, verdict, names = ''] = line.split('\t');
    const rules = names.split(/[,\s]+/).filter((name) => name !== '' && name !== '-');
    return Row.parse({ text, jurisdiction, verdict, rules });
  });
}

export type ClaimSet = { name: string; isIndependent: boolean; rows: ClaimRow[] };

/** All sets but the held one. */
export function readClaimSets(): ClaimSet[] {
  return readdirSync(FOLDER)
    .filter((file) => file !== HELD)
    .sort()
    .map((file) => ({
      name: file.replace('.tsv', ''),
      isIndependent: INDEPENDENT.test(file),
      rows: readClaimRows(new URL(file, FOLDER)),
    }));
}

/** Each sentence of a text alone, where it has several. */
function sentencesOf(text: string): string[] {
  const sentences = text.split(/(?<=[.!?])\s+/).filter((sentence) => sentence !== '');
  return sentences.length > 1 ? sentences : [];
}

/**
 * What a model is fitted to of a set. Sentences of harmless texts are fitted alone as well: most labelled texts are longer
 * than a subject line, and half of them must be blocked.
 */
export function labelledClaims({ name, isIndependent, rows }: ClaimSet): LabelledClaim[] {
  const setWeight = name === OWN ? OWN_WEIGHT : isIndependent ? 1 : TUNED_WEIGHT;
  return rows.flatMap(({ text, jurisdiction, verdict }) => {
    const weight = setWeight * (verdict === 'warn' ? WARN_WEIGHT : 1);
    const sentences = verdict === 'ok' ? sentencesOf(text) : [];
    return [text, ...sentences].map((one) => ({
      text: one,
      jurisdiction,
      isBlocked: verdict === 'block',
      weight,
    }));
  });
}

/**
 * What people write to each other and to a shop: no one advertises in it. Nearly half of the labelled texts must be
 * blocked, which is far from true of what is written, so these show what everyday words are worth.
 */
export function everydayClaims(): LabelledClaim[] {
  const messages = readSafetyMessages().filter(
    ({ level, set, weight }) => level === 'answer' && set === 'safety-messages' && weight === 1,
  );
  const posts = readIntentPosts().filter(({ set }) => set === 'first');
  return [...posts, ...messages].flatMap(({ text }, at) => {
    const jurisdiction = at % 2 === 0 ? 'US' : 'UK';
    const claim = { jurisdiction, isBlocked: false } as const;
    return [
      { ...claim, text, weight: EVERYDAY_WEIGHT },
      ...sentencesOf(text).map((one) => ({ ...claim, text: one, weight: EVERYDAY_SENTENCE_WEIGHT })),
    ];
  });
}
