import { foldText } from '#kit/text.ts';
import { isCommonWord } from './concepts.ts';
import { isInstruction, sentencesOf, stemsOf, termsOf } from './passages.ts';
import { readQuestion } from './question.ts';
import { stemOf } from './stem.ts';

/** A passage that a model was given to answer from. Its place in the list, from 1, is the number it is cited by. */
export type Source = { knowledgeId: string; title: string; headings: string; text: string };

/** A sentence of a model with what is left of it: words that one of the sources holds, or why they are not said. */
export type Checked =
  | { kind: 'kept'; text: string; source: Source; quote: string }
  | { kind: 'dropped'; why: 'empty' | 'unsupported' | 'advice' | 'secret' };

/** This share of what a sentence says, by weight, has to stand in the passage it rests on. */
const SUPPORTED = 0.7;
const IN_TITLE = 0.3;
/** A sentence that says less, by weight, says nothing that could be held by anything. */
const LEAST_SAID = 0.6;

const MARK = /\s*\[\s*\d{1,2}(?:\s*[,;]\s*\d{1,2})*\s*\]/g;
const NOT =
  /\b(?:no|not|never|without|cannot|none|neither|nor|except|nobody|nothing|avoid)\b|n['’]t\b|\p{L}-free\b|\bfree (?:of|from)\b/iu;

/** What no agent says, whatever a passage holds: advice that belongs to a doctor, and that it is a person. */
const ADVICE: readonly RegExp[] = [
  /\b(?:stop|start|skip|reduce|increase|double|halve|replace) (?:taking )?(?:your|the|his|her|their) (?:medic\w*|meds|tablets?|pills?|dose|dosage|insulin|prescription|antidepressants?|blood thinners?|treatment)\b/i,
  /\b(?:instead of|rather than|in place of) (?:your |a |the )?(?:medic\w*|prescription|doctor|treatment|insulin|chemo\w*)\b/i,
  /\b(?:you|he|she|they|your (?:child|baby|son|daughter)) (?:probably |likely |clearly |may |might |could |must )?(?:have|has|suffer from|are suffering from) (?:an? )?(?:\w+ )?(?:disease|disorder|deficiency|infection|syndrome|depression|diabetes|cancer|anemia|anaemia|allergy|condition)\b/i,
  /\b(?:is|are|it's|perfectly|completely|absolutely) safe (?:to (?:take|use|combine)|with (?:your|any)|for (?:you|your|children|babies)|in pregnancy|during pregnancy|while (?:pregnant|breastfeeding))\b/i,
  /\byou (?:do not|don['’]t) need (?:to see )?(?:a|your|any) (?:doctor|medic\w*|treatment|prescription)\b/i,
  /\bI(?: a|['’])m (?:a (?:human|real|person|doctor|nurse|pharmacist|dietitian|therapist)|not an? (?:ai|bot|program|robot|assistant))\b/i,
];

/** Whether a sentence gives advice that belongs to a doctor, or says that a person wrote it. */
function givesAdvice(sentence: string): boolean {
  return ADVICE.some((words) => words.test(sentence));
}

/**
 * Holds a sentence of a model against the passages that the model was given. The mark of a kept sentence always names
 * a passage that holds what it says, whichever the model named; a sentence that none of them holds is dropped.
 */
export function checkSentence(sentence: string, sources: readonly Source[], hidden?: Hidden): Checked {
  const text = readable(sentence);
  if (text === '') return { kind: 'dropped', why: 'empty' };
  if (givesAdvice(text)) return { kind: 'dropped', why: 'advice' };
  const cited = citedNumbers(sentence).flatMap((number) => sources[number - 1] ?? []);
  const others = sources.filter((source) => !cited.includes(source));
  let best: { source: Source; quote: string; share: number } | undefined;
  for (const among of [cited, others]) {
    for (const source of among) {
      const support = supportOf(text, source);
      if (support && (!best || support.share > best.share)) best = { source, ...support };
    }
    if (best) break;
  }
  if (!best) return { kind: 'dropped', why: 'unsupported' };
  if (hidden && tellsHidden(text, best.source, hidden)) return { kind: 'dropped', why: 'secret' };
  return { kind: 'kept', text, source: best.source, quote: best.quote };
}

/** What a visitor must not get to read. */
export type Hidden = {
  /** Roots that only the instructions have. */
  roots: ReadonlySet<string>;
  /** The same words as they may be disguised: backwards, moved on by 13 letters. */
  disguised: readonly string[];
  /** All that the model was told, word by word. */
  terms: string;
};

/** `instructions`: what the team asks of the agent; `told`: all that the model is told; `open`: what anybody may read. */
export function hiddenText({
  instructions,
  told,
  open,
}: Record<'instructions' | 'told' | 'open', string>): Hidden {
  const known = stemsOf(open);
  const roots = new Set<string>();
  const disguised = new Set<string>();
  for (const term of termsOf(instructions)) {
    const root = stemOf(term);
    if (term.length < 4 || known.has(root) || isCommonWord(term)) continue;
    roots.add(root);
    if (term.length >= 5) disguised.add(term).add(term.split('').toReversed().join('')).add(movedOn(term));
  }
  return { roots, disguised: [...disguised], terms: ` ${termsOf(told).join(' ')} ` };
}

/** That many words in a row are a quotation. */
const QUOTED_WORDS = 4;

function tellsHidden(sentence: string, source: Source, { roots, disguised, terms }: Hidden): boolean {
  const held = termsOf(`${source.title} ${source.headings} ${source.text}`);
  const heldRoots = new Set(held.map(stemOf));
  const said = termsOf(sentence);
  if (said.map(stemOf).some((root) => roots.has(root) && !heldRoots.has(root))) return true;
  const letters = said.join('');
  const heldLetters = held.join('');
  if (disguised.some((word) => letters.includes(word) && !heldLetters.includes(word))) return true;
  const heldWords = ` ${held.join(' ')} `;
  const length = Math.min(QUOTED_WORDS, said.length);
  return said.some((_, at) => {
    const run = ` ${said.slice(at, at + length).join(' ')} `;
    return at + length <= said.length && terms.includes(run) && !heldWords.includes(run);
  });
}

function movedOn(word: string): string {
  return word.replace(/[a-z]/g, (letter) =>
    String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97),
  );
}

/** What of a passage holds a sentence, or undefined where it does not. */
function supportOf(sentence: string, source: Source): { quote: string; share: number } | undefined {
  const read = readQuestion(sentence.replace(/\b(\p{L}+)-free\b|\bfree (?:of|from) /giu, 'no $1'));
  // Small talk says nothing, and orders are not answers.
  if (read.kind !== 'question' || read.concepts.length === 0 || isInstruction(sentence)) return undefined;
  const above = `${source.title} ${source.headings}`;
  const whole = stemsOf(`${above} ${source.text}`);
  if (!literalsOf(sentence).every((literal) => foldText(`${above} ${source.text}`).includes(literal)))
    return undefined;
  // Figures decide: a wrong price is worse than none.
  if (!figuresOf(sentence).every((figure) => termsOf(`${above} ${source.text}`).includes(figure)))
    return undefined;

  if (hasStrayLetters(sentence, source)) return undefined;
  const concepts = read.concepts.flatMap(({ weight, roots }) =>
    roots.size === 0 ? [] : [{ weight, roots: [...roots.keys()] }],
  );
  if (concepts.length === 0) return undefined;
  const sumIn = (stems: ReadonlySet<string>, of = concepts): number =>
    of.reduce((sum, { weight, roots }) => sum + (roots.some((root) => stems.has(root)) ? weight : 0), 0);
  const said = concepts.reduce((sum, { weight }) => sum + weight, 0);
  const share = sumIn(whole) / said;
  if (said < LEAST_SAID || share < SUPPORTED) return undefined;

  // What stands above a passage does not tell its sentences apart.
  const aboveStems = stemsOf(above);
  const own = concepts.map(({ weight, roots }) => ({
    weight: roots.some((root) => aboveStems.has(root)) ? weight * IN_TITLE : weight,
    roots,
  }));
  let quote = '';
  let most = -1;
  for (const unit of unitsOf(source.text)) {
    const here = sumIn(stemsOf(unit), own);
    if (here <= most) continue;
    most = here;
    quote = unit;
  }
  // 'It holds caffeine' is not what 'It holds no caffeine' says.
  const heading = source.headings.split(' › ').at(-1) ?? '';
  if (NOT.test(sentence) !== (NOT.test(quote) || NOT.test(heading))) return undefined;
  return { quote, share };
}

/** Letters on their own, and capitals inside a word, spell out something that is no sentence. */
function hasStrayLetters(sentence: string, { title, headings, text }: Source): boolean {
  const held = `${title} ${headings} ${text}`;
  const words = sentence.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.filter((word) => /^\p{L}$/u.test(word) && !/^[ai]$/i.test(word)).length > 2) return true;
  return words.some((word) => /\p{Ll}\p{Lu}/u.test(word) && !held.includes(word));
}

/** What can be quoted: a sentence, or a row of a table cell by cell. */
function unitsOf(text: string): string[] {
  return sentencesOf(text).flatMap((sentence) =>
    /^[^;:]{1,60}: [^;]*;/.test(sentence) ? sentence.split('; ') : [sentence],
  );
}

function citedNumbers(sentence: string): number[] {
  return (sentence.match(MARK) ?? []).flatMap((mark) => (mark.match(/\d+/g) ?? []).map(Number));
}

function figuresOf(text: string): string[] {
  return termsOf(text).filter((term) => /^\d/.test(term));
}

/** What has to stand in the source letter by letter: addresses, links, codes and long words that are no words. */
function literalsOf(text: string): string[] {
  return (text.match(/\S+/g) ?? [])
    .map((word) => word.replace(/^[("'“‘]+|[)"'”’.,;:!?]+$/g, ''))
    .filter(
      (word) =>
        /@|:\/\/|^www\.|\.[a-z]{2,}\/|_/i.test(word) ||
        (/\d/.test(word) && /\p{L}/u.test(word)) ||
        /^\p{Lu}{3,}$/u.test(word) ||
        word.length > 24,
    )
    .map(foldText);
}

/** Without marks and without Markdown, on one line. Letters that cannot be seen go. */
function readable(sentence: string): string {
  return sentence
    .replace(MARK, '')
    .replace(/[\p{Cf}\p{Co}\p{Cn}\uFFFD]|[^\P{Cc}\s]/gu, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|[-*•]|\d{1,2}[.)])\s+/, '')
    .replace(/(\*\*|__|`)/g, '')
    .replace(/\s+([.!?,;:])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Cuts what a model writes into sentences, as it comes. A mark behind the full stop belongs to its sentence. */
export function createSentenceReader(): { push: (piece: string) => string[]; end: () => string[] } {
  let rest = '';
  const take = (isEnd: boolean): string[] => {
    const sentences: string[] = [];
    for (;;) {
      const end = endOfSentence(rest, isEnd);
      if (end === undefined) break;
      sentences.push(rest.slice(0, end));
      rest = rest.slice(end);
    }
    if (isEnd && rest.trim() !== '') sentences.push(rest);
    return sentences.filter((sentence) => sentence.trim() !== '');
  };
  return {
    push(piece) {
      rest += piece;
      return take(false);
    },
    end: () => take(true),
  };
}

/** No sentence is longer: what has no end is cut, and will hardly be held by a passage. */
const LONGEST_SENTENCE = 600;
const ABBREVIATED = /\b(?:e\.g|i\.e|approx|no|nr|dr|mr|mrs|ms|st|vs|a\.m|p\.m|incl)\.$/i;

function endOfSentence(text: string, isEnd: boolean): number | undefined {
  const ends = /[.!?]["'”’)]*(?:\s*\[\s*\d[\d\s,;]*\])*(?=\s)|\n/g;
  for (let match = ends.exec(text); match; match = ends.exec(text)) {
    const after = match.index + match[0].length;
    if (match[0] === '\n') return after;
    if (ABBREVIATED.test(text.slice(0, match.index + 1))) continue;
    const following = text.slice(after).trimStart();
    // The mark, or the rest of it, may still come.
    if (following === '' && !isEnd && !text.slice(after).includes('\n')) return undefined;
    if (following.startsWith('[') && /^\[[\d\s,;]*\]?$/.test(following) && !isEnd) return undefined;
    if (/^\[\s*\d[\d\s,;]*\]/.test(following)) continue;
    return after;
  }
  return text.length > LONGEST_SENTENCE ? LONGEST_SENTENCE : undefined;
}
