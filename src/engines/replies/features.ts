import { conceptsIn as everydayConceptsIn } from '#engines/safety/concepts.ts';
import { detectLanguage } from '#engines/safety/language.ts';
import { featuresOf, normalize } from '#engines/text-model/features.ts';
import { conceptReader } from '#engines/text-model/lexicon.ts';
import concepts from './concepts.json' with { type: 'json' };
import { optOutDoubts, withoutKnownTypos } from './opt-out.ts';

const replyConceptsIn = conceptReader(concepts);

/** As much of a reply as says what its writer wants. */
export const LONGEST_READ = 4_000;
/** A small word joined to the next one in French and Italian: "m'envoyer", "dell'invio". */
const ELISION = /^(?:[dlmnstcj]|qu|un|(?:d|n|s)?all|dell|nell)'(?=\p{L}{2})/u;

/**
 * What the model sees of a reply: its words, what they speak of, and what the patterns find against an opt-out in them
 * (not whether they find one, so that the two judge independently). The lexicon of replies (lists, channels, orders) adds
 * to the everyday concepts of safety.
 */
export function featuresOfReply(text: string): string[] {
  const read = text.slice(0, LONGEST_READ);
  const { language } = detectLanguage(read);
  const doubts = optOutDoubts(read, language).map((doubt) => `doubt:${doubt}`);
  return featuresOf(withoutKnownTypos(normalize(read), language), language, (words) => [
    ...doubts,
    ...everydayConceptsIn(words, language),
    ...replyConceptsIn(words.flatMap(withoutElision), language).map((concept) => `reply:${concept}`),
  ]);
}

function withoutElision(word: string): string[] {
  const bare = word.replace(ELISION, '');
  return bare === word ? [word] : [word, bare];
}
