import lists from './brief-words.json' with { type: 'json' };

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

export const KINDS = setOf(lists.kinds);
export const EVENT_WORDS = setOf(lists.eventWords);
export const NOTICE_WORDS = setOf(lists.noticeWords);
export const PRODUCT_WORDS = setOf(lists.productWords);
export const PLACE_WORDS = setOf(lists.places);
/** Requests that do not take "please": what they ask for is the reader's gain. */
export const PLAIN_VERBS = setOf(lists.plainVerbs);
/** Events only where the brief says when or where. */
export const WEAK_EVENTS = setOf(lists.weakEvents);
export const READER_VERBS = setOf(`${lists.readerVerbs} ${lists.plainVerbs}`);
export const WRITER_VERBS = setOf(lists.writerVerbs);
export const STYLE_WORDS = setOf(lists.styleWords);
export const WEAK_STYLE = setOf(lists.weakStyle);
export const TEXT_THINGS = setOf(lists.textThings);
const VERBS = setOf(lists.verbs);
const SURE_VERBS = setOf(lists.sureVerbs);
const AFTER_VERB = setOf(lists.afterVerb);
export const LABELS = new Map(
  Object.entries(lists.labels).flatMap(([field, names]) =>
    names.split(' ').map((name): [string, string] => [name, field]),
  ),
);

/** Lower-case words with their apostrophes and hyphens. */
export function wordsIn(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}][\p{L}\p{N}'-]*|[$€£]/gu) ?? []
  );
}

const RELATIVE =
  /^(?:that|which|who|whom|where|when|if|as|because|while|how|why|what|whose|der|die|das|dass|wenn|weil)$/;
const PREPOSITION =
  /^(?:at|in|on|by|for|from|with|without|of|to|about|after|before|until|and|or|but|not|zum|zur|im|am|mit|für|von|bei)$/;

const BASE_FORM = /^(?:change|rise|fall|keep|move|start|open|close|run|stay|meet|need|offer)$/;

/** Where the finite verb of a main clause is among the words; -1 for a phrase. */
export function verbAt(words: readonly string[]): number {
  let isRelative = false;
  for (const [index, word] of words.entries()) {
    if (index > 0 && RELATIVE.test(word)) isRelative = true;
    if (!VERBS.has(word) || index === 0) continue;
    const next = words[index + 1] ?? '';
    const isVerb = SURE_VERBS.has(word) || AFTER_VERB.has(next) || /^[\d$€£]/.test(next);
    if (!isVerb || (BASE_FORM.test(word) && !/s$|^(?:we|you|they|i)$/.test(words[index - 1] ?? ''))) continue;
    if (!isRelative) return index;
    isRelative = false;
  }
  return -1;
}

/** Whether the words are a main clause: a subject, then a finite verb. */
export function isClause(text: string): boolean {
  const words = wordsIn(text);
  const at = verbAt(words);
  const [first = ''] = words;
  if (at < 1 || (at === words.length - 1 && !/^(?:counts|works|helps|fits)$/.test(words[at] ?? '')))
    return false;
  return (
    !PREPOSITION.test(first) &&
    !/^(?:how|why|what|when|where|if)$/.test(first) &&
    !isForWriter(text) &&
    !READER_VERBS.has(first)
  );
}

const PRONOUN_SUBJECT = /^(?:we|you|i|it|there|she|he|wir|sie|es) (?!are you\b)[\p{L}’']+/iu;

/** Whether a sentence of its own begins with a pronoun as its subject. */
export function hasPronounSubject(text: string): boolean {
  return PRONOUN_SUBJECT.test(text);
}

/** Whether an imperative at the beginning is meant for the writer: "start with a question", "never mention prices". */
export function isForWriter(text: string): boolean {
  const [first = '', second = '', third = ''] = wordsIn(text);
  if (
    /^(?:do not|don['’]t|never) use (?:(?:the )?(?:words?|phrase|names?)\b|(?:her|his|their)\b|["“]|[\p{L}-]+$)/iu.test(
      text,
    )
  )
    return true;
  if (WRITER_VERBS.has(first)) return !/^(?:don't|never)$/.test(first) || FORBIDDEN.test(second);
  if (/^(?:start|begin|open|close|end|finish|sign)$/.test(first)) return /^(?:with|on|by|off)$/.test(second);
  if (first === 'do' && second === 'not') return FORBIDDEN.test(third);
  return (
    /^(?:keep|make) (?:it|the (?:tone|text|length)|this)\b/i.test(text) ||
    /^use (?:only |the )?(?:words?|phrase|plain|simple|short|first|an? (?:\w+ )?(?:tone|voice))\b/i.test(text)
  );
}

const FORBIDDEN =
  /^(?:promise|mention|say|sound|write|make|be|include|add|oversell|name|state|claim|give|quote|compare|blame|sneer)$/;

/** Whether anything in it could be a verb that makes it more than a noun phrase. */
export function hasVerb(text: string): boolean {
  const words = wordsIn(text);
  return words.some((word, index) => index > 0 && SURE_VERBS.has(word)) || verbAt(words) > 0;
}

export function isQuestion(text: string): boolean {
  return text.trim().endsWith('?');
}

/** Third persons that are the readers, seen from the person who writes the brief. */
export function speaksOfReaders(text: string): boolean {
  return /^(?:they|them|these people)\b|\b(?:the readers?|the audience|the recipients?)\b/i.test(text);
}
