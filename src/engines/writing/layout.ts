import type { Intent } from './head.ts';
import { capitalised } from './sentences.ts';
import { wordsIn } from './words.ts';

/** A piece of the text; the highest rank is the first to go when there is no room, 0 stays. */
export type Part = { text: string; rank: number };
export type Block = { parts: Part[]; join: ' ' | '\n' };

export function must(text: string): Part {
  return { text, rank: 0 };
}

export function line(text: string): Block {
  return { join: '\n', parts: [must(text)] };
}

export function paragraph(parts: Part[]): Block {
  return { join: ' ', parts };
}

export function written(blocks: readonly Block[]): string {
  return blocks
    .map(({ parts, join }) =>
      parts
        .map(({ text }) => text)
        .filter(Boolean)
        .join(join),
    )
    .filter(Boolean)
    .join('\n\n');
}

/** Without optional parts, the highest rank first, until it has at most so many words. */
export function fitted(blocks: readonly Block[], mostWords: number): Block[] {
  let kept = [...blocks];
  for (const rank of [3, 2, 1]) {
    if (wordsIn(written(kept)).length <= mostWords) return kept;
    kept = kept.map((block) => ({ ...block, parts: block.parts.filter((part) => part.rank < rank) }));
  }
  return kept;
}

/** Each line of a script with its time, by its share of the words. */
export function timed(content: string, seconds: number): string {
  const lines = content.split('\n').filter(Boolean);
  const total = Math.max(1, wordsIn(content).length);
  let at = 0;
  return lines
    .map((text) => {
      const from = at;
      at += (wordsIn(text).length / total) * seconds;
      return `[${clock(from)}-${clock(at)}] ${text}`;
    })
    .join('\n');
}

function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** A noun phrase that can follow a verb or preposition: with an article where it needs one. */
export function offerPhrase(offer: string, intent: Intent): string {
  if (offer === '' || offer.startsWith('[')) return offer;
  const phrase = offer.replace(/^(?:his|her|their|my)\b/i, 'our');
  if (
    /^(?:an?|the|our|your|this|these|those|every|each|some|one|two|three|four|five|six|seven|eight|nine|ten|\d+|how|why|what|when|all)\b/i.test(
      phrase,
    )
  )
    return phrase.charAt(0).toLowerCase() + phrase.slice(1);
  if (/^\p{Lu}/u.test(phrase) || /^["“]/.test(phrase)) return phrase;
  const [first = '', second = ''] = wordsIn(phrase);
  if (
    second === '' ||
    (first.endsWith('ing') &&
      /^(?:after|before|in|on|at|with|for|the|a|your|and|of|to|without)$/.test(second))
  )
    return phrase;
  if (intent === 'job') return `${/^[aeiou]/i.test(phrase) ? 'an' : 'a'} ${phrase}`;
  // Plurals need no article; "our" would claim what is only talked about.
  const head = wordsIn(phrase.split(/\s(?:of|in|for|with|on|about|from)\s/i)[0] ?? '').at(-1) ?? '';
  if (intent === 'topic' && /[^s]s$/.test(head) && first !== 'new') return phrase;
  return `our ${phrase}`;
}

/** Without its article, with a capital: "our tasting evening" → "Tasting evening". */
export function titleOf(offer: string): string {
  return capitalised(
    offer.replace(
      /^(?:an?|the(?! [\p{L}-]+['’]s\b)|our|your|my|his|her|their|this|these|unser\w*|der|die|das|den|dem|eine?[rnms]?)\s+/iu,
      '',
    ),
  );
}
