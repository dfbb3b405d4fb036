import type { Examined } from './examine.ts';
import type { Reading } from './read.ts';
import type { ClaimRule } from './rules.ts';

/** Sentences that are read together, in tokens, `to` exclusive. */
export type Passage = { from: number; to: number; sentences: number[] };

/** A passage with the rules that stand in it, and those that are only spared there. */
export type RulePassage = Passage & { found: Set<ClaimRule>; spared: Set<ClaimRule> };

/** Cuts a text at the ends of sentences: a sentence joins the passage before it while that has at most so many words. */
export function passagesOf({ sentences }: Reading, words: number): Passage[] {
  const passages: Passage[] = [];
  for (const [sentence, { from, to }] of sentences.entries()) {
    const last = passages.at(-1);
    if (last && to - last.from <= words) {
      last.to = to;
      last.sentences.push(sentence);
    } else passages.push({ from, to, sentences: [sentence] });
  }
  return passages;
}

export function rulePassagesOf({ reading, hits }: Examined, words: number): RulePassage[] {
  const passages = passagesOf(reading, words).map((passage) => ({
    ...passage,
    found: new Set<ClaimRule>(),
    spared: new Set<ClaimRule>(),
  }));
  const passageOf = new Int32Array(reading.sentences.length);
  for (const [index, { sentences }] of passages.entries())
    for (const sentence of sentences) passageOf[sentence] = index;
  const indexAt = (token: number): number => passageOf[reading.tokens[token]?.sentence ?? 0] ?? 0;
  for (const [rule, places] of hits)
    for (const kind of ['found', 'spared'] as const)
      for (const { from, to } of places[kind])
        for (let index = indexAt(from); index <= indexAt(to - 1); index += 1)
          passages[index]?.[kind].add(rule);
  return passages;
}
