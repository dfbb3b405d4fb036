import { contradicts } from '#engines/writing/contradiction.ts';
import { stemsOf } from '#engines/writing/sentences.ts';
import type { UsedFact } from './contract-sessions.ts';

/** The product facts about the subject of a brief; of these, the ones that it contradicts. */
export function factsFor(
  facts: readonly UsedFact[],
  brief: string,
): { facts: UsedFact[]; contradicting: UsedFact[] } {
  const relevant = relevantFacts(facts, brief);
  const contradicting = relevant.filter(({ fact }) => contradicts(fact, brief));
  return { facts: relevant.filter((fact) => !contradicting.includes(fact)), contradicting };
}

/** A fact is relevant if the brief names its subject: a name of it, or two of its first words. */
function relevantFacts(facts: readonly UsedFact[], brief: string): UsedFact[] {
  const wanted = new Set(stemsOf(brief).filter((word) => word.length > 3));
  return facts.filter(({ fact }) => {
    const subject = stemsOf(fact)
      .slice(0, 3)
      .filter((word) => wanted.has(word));
    const names = subject.filter((word) =>
      new RegExp(`(?<=\\S\\s)${word.charAt(0).toUpperCase()}${word.slice(1)}`, 'u').test(brief),
    );
    return subject.length >= 2 || names.length > 0;
  });
}
