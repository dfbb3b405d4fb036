import { readTopic } from '#engines/intent/topic.ts';
import { findCondition, withoutConditions } from '#features/compliance/rules-health.ts';
import { stem, wordsOf } from '#kit/words.ts';
import type { SourceAsks } from './contract.ts';
import { askedPlaces } from './rules-asked-places.ts';

/** What people who want something write before or after its name. */
const ASKING = [
  (phrase: string) => `recommend ${phrase}`,
  (phrase: string) => `looking for ${phrase}`,
  (phrase: string) => `best ${phrase}`,
  (phrase: string) => `${phrase} recommendations`,
];

const LONGEST_PHRASE_WORDS = 3;

/** Before these stands who is meant, after them what they want. */
const WANTING =
  /\b(?:(?:ask|look|search|shop|hunt)(?:s|ing)? for|(?:want|need|like|love|try)(?:s|ing)?(?: to)?|tr(?:ies|ying) to|buy(?:s|ing)?|compar(?:es?|ing)|interested in|about)\b/iu;

/**
 * What to ask a source for an audience in plain words, in the way in which the source is asked. The same words give
 * the same plan. Health conditions are left out; an audience of nothing else leaves nothing to ask.
 */
export function planQueries(audience: string, { style, most, longest, place }: SourceAsks): string[] {
  const text = withoutConditions(audience);
  if (style === 'sentence') return text === '' ? [] : [text.slice(0, longest)];
  const wish = phrasesOf(text.split(WANTING).slice(1).join('. '));
  const phrases = wish.length > 0 ? wish : phrasesOf(text);
  const places = place === 'words' ? askedPlaces(text).map(({ name }) => name.toLowerCase()) : [];
  const local = phrases.flatMap((phrase) => places.map((name) => `${phrase} ${name}`));
  // Where all words must occur a place may leave nothing, so that it is asked without it next.
  const asked = local.length === 0 ? phrases : style === 'keywords' ? [...local, ...phrases] : local;
  const queries = queriesOf(asked, style).filter((query) => query.length <= longest);
  return [...new Set(queries)].slice(0, most);
}

/** Of what somebody else planned, the queries that a source takes and that name no condition. */
export function askableQueries(queries: readonly string[], { style, most, longest }: SourceAsks): string[] {
  const tidy = queries
    .map((query) => query.replace(/\s+/g, ' ').trim())
    .map((query) => (style === 'hashtags' ? query.replaceAll(/[^\p{L}\p{N}]/gu, '') : query))
    .filter((query) => query.length > 2 && query.length <= longest && findCondition(query) === undefined);
  return [...new Set(tidy)].slice(0, most);
}

function queriesOf(phrases: readonly string[], style: SourceAsks['style']): string[] {
  switch (style) {
    case 'phrases':
      return ASKING.flatMap((ask) => phrases.map(ask));
    case 'hashtags':
      return [...phrases, ...phrases.flatMap((phrase) => phrase.split(' '))]
        .map((phrase) => phrase.replaceAll(/[^\p{L}\p{N}]/gu, ''))
        .filter((tag) => tag.length > 2);
    default:
      return [...phrases];
  }
}

/** The things that an audience is about, each as two or three words in the order they were written. */
function phrasesOf(text: string): string[] {
  const { byStem } = readTopic(text);
  const places = askedPlaces(text);
  const phrases: { words: string[]; end: number }[] = [];
  for (const word of wordsOf(text)) {
    // "caffeine-free" is one idea, though "free" alone is none.
    const last = phrases.at(-1);
    const gap = last && text.slice(last.end, word.start);
    const isHyphened = gap === '-';
    const isPlace = places.some(({ start, end }) => start <= word.start && word.end <= end);
    if (!isHyphened && (isPlace || !byStem.has(stem(word.text)))) continue;
    const isNext =
      gap !== undefined && /^[\s-]+$/.test(gap) && last && last.words.length < LONGEST_PHRASE_WORDS;
    if (last && isHyphened) {
      last.words.push(`${last.words.pop() ?? ''}-${word.text}`);
      last.end = word.end;
    } else if (last && isNext) {
      last.words.push(word.text);
      last.end = word.end;
    } else phrases.push({ words: [word.text], end: word.end });
  }
  const single = [
    ...new Set(phrases.filter(({ words }) => words.length === 1).map(({ words }) => words.join(' '))),
  ];
  const several = phrases.filter(({ words }) => words.length > 1).map(({ words }) => words.join(' '));
  // Single words find anything; together they say what is meant.
  const joined = single.length > 1 ? [single.slice(0, LONGEST_PHRASE_WORDS).join(' ')] : [];
  return [...several, ...joined, ...(joined.length > 0 && several.length > 0 ? [] : single)];
}
