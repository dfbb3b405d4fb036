import { type CompositionInput, composeContent, hashtagsFor } from './compose.ts';
import {
  bareLine,
  type Document,
  isGreeting,
  isHeading,
  isListLine,
  isSignOff,
  mapSentences,
  markOf,
  readDocument,
  sentencesIn,
  withSentence,
  writeDocument,
} from './document.ts';
import { timed } from './layout.ts';
import type { Tone } from './limits.ts';
import type { UnchangedReason } from './reasons.ts';
import { asSentence, capitalised, sentencesOf } from './sentences.ts';
import { wordsIn } from './words.ts';

export type RefinementInput = Omit<CompositionInput, 'facts'> & {
  facts?: readonly string[];
  content: string;
  request: string;
};

/** The changed document, or why it stays. */
export type Result = Document | UnchangedReason;

const FIELD_LINES: Record<string, RegExp> = {
  price:
    /^(?:Price|Preis): |^(?:Free|Kostenlos)$|^(?:The price is|It is free|Der Preis beträgt|Die Teilnahme ist kostenlos)\b/,
  date: /^(?:When|Wann): /,
  time: /^(?:Time|Uhrzeit): /,
  place: /^(?:Where|Wo): |^You will find us /,
  link: /^(?:More at|Find out more at|You can read more at|Mehr Informationen:) /,
  contact: /^(?:Contact:|Kontakt:|You can reach us at) /,
};
const FIELD_LABELS: Record<string, string> = { price: 'Price', date: 'When', time: 'Time', place: 'Where' };

/** The line or sentence with which a template says a field. */
export function withoutField(document: Document, field: string): Result {
  const line = FIELD_LINES[field];
  if (line === undefined) return 'needs_model';
  const changed = mapSentences(document, (sentence) => (line.test(sentence) ? '' : sentence));
  return writeDocument(changed) === writeDocument(document) ? 'needs_model' : changed;
}

/** Fills the blank of the field, or adds a line to the list. */
export function withField(document: Document, field: string, value: string): Result {
  if (/^(?:in|into|to|at|on|as|from|of|and) the\b/i.test(value)) return 'needs_model';
  const blank = `[${field}]`;
  const text = writeDocument(document);
  if (text.includes(blank)) return readDocument(text.replaceAll(blank, () => value));
  const label = FIELD_LABELS[field];
  const at = document.blocks.findIndex((block) => block.split('\n').every(isListLine));
  const list = document.blocks[at];
  if (label === undefined || list === undefined || list.includes(`${label}: `)) return 'needs_model';
  return { ...document, blocks: document.blocks.with(at, `${markOf(list)}${label}: ${value}\n${list}`) };
}

/** Without optional sentences: as few as the limit needs, or all of them. */
export function shortened(input: RefinementInput, given: Document, mostWords: number | undefined): Result {
  const count = (document: Document): number => wordsIn(document.blocks.join('\n')).length;
  if (mostWords !== undefined && count(given) <= mostWords) return 'already_so';
  const composition = composeContent({ ...input, facts: [] });
  const optional = composition.outcome === 'written' ? composition.optional.flatMap(sentencesOf) : [];
  let document = given;
  for (const sentence of optional) {
    if (mostWords !== undefined && count(document) <= mostWords) break;
    const without = mapSentences(document, (one) => (one === sentence ? '' : one));
    if (sentencesIn(without).length === 0 || writeDocument(without) === writeDocument(document)) continue;
    document = without;
    if (mostWords === undefined) break;
  }
  if (mostWords !== undefined && count(document) > mostWords) return 'needs_model';
  if (writeDocument(document) === writeDocument(given)) return 'needs_model';
  return input.type === 'video' ? retimed(document, given) : document;
}

/** A script whose lines have changed, with times for as many seconds as before. */
function retimed(document: Document, given: Document): Document {
  const [, minutes = '0', seconds = '30'] = /(\d+):(\d\d)\]\s[^[\]]*$/.exec(given.blocks.join('\n')) ?? [];
  const lines = document.blocks.map((block) => block.split('\n').map(bareLine).join('\n')).join('\n');
  return { ...document, blocks: [timed(lines, Number(minutes) * 60 + Number(seconds))] };
}

export function withAction(input: RefinementInput, document: Document, words: string): Result {
  const action = asSentence(words);
  const isBlank = (text: string): boolean => /\[(?:call to action|nächster Schritt)\]/i.test(text);
  const composition = composeContent({ ...input, facts: [] });
  const known = composition.outcome === 'written' ? composition.actions : [];
  let isPlaced = false;
  const changed = mapSentences(document, (sentence) => {
    if (!isBlank(sentence) && !known.includes(sentence)) return sentence;
    if (isPlaced) return '';
    isPlaced = true;
    return action;
  });
  return isPlaced ? changed : withSentence(document, action);
}

export function withGreeting(document: Document, words: string): Result {
  const greeting = capitalised(words.trim().replace(/[.,]*$/, ','));
  const at = document.blocks.findIndex(isGreeting);
  return {
    ...document,
    blocks: at < 0 ? [greeting, ...document.blocks] : document.blocks.with(at, greeting),
  };
}

export function withSignOff(document: Document, words: string): Result {
  const at = document.blocks.findIndex(isSignOff);
  const [, ...name] = (document.blocks[at] ?? '').split('\n');
  const signOff = [...capitalised(words.trim()).split(/\s*\n\s*/), ...name].join('\n');
  return { ...document, blocks: at < 0 ? [...document.blocks, signOff] : document.blocks.with(at, signOff) };
}

const TONES: Record<string, Tone> = {
  friendlier: 'friendly',
  friendly: 'friendly',
  warmer: 'friendly',
  warm: 'friendly',
  formal: 'professional',
  professional: 'professional',
  urgent: 'urgent',
  conversational: 'conversational',
  casual: 'conversational',
  relaxed: 'conversational',
  educational: 'educational',
  authoritative: 'authoritative',
};

/** Rendered again in another tone, if the text is what the template made of the brief. */
export function inTone(input: RefinementInput, document: Document, word: string): Result {
  const tone = TONES[word];
  if (tone === undefined) return 'needs_model';
  const rendered = (one: Tone): string | undefined => {
    const composition = composeContent({ ...input, facts: input.facts ?? [], tone: one, keepsTone: true });
    return composition.outcome === 'written' ? composition.content : undefined;
  };
  const isOwn = [...new Set(Object.values(TONES))].some((one) => rendered(one) === writeDocument(document));
  if (!isOwn) return 'edited_text';
  const other = rendered(tone);
  return other === undefined ? 'needs_model' : readDocument(other);
}

export function withoutMention(document: Document, words: string): Result {
  const wanted = words.trim().toLowerCase().replace(/[.]$/, '');
  const changed = mapSentences(document, (sentence) =>
    sentence.toLowerCase().includes(wanted) ? '' : sentence,
  );
  return writeDocument(changed) === writeDocument(document) ? 'already_so' : changed;
}

export function replaced(document: Document, from: string, to: string): Result {
  const isIn = [document.subject ?? '', ...document.blocks].some((text) => text.includes(from));
  return isIn ? changedText(document, (text) => text.replaceAll(from, () => to)) : 'needs_model';
}

export function changedText(document: Document, change: (text: string) => string): Document {
  return {
    subject: document.subject === undefined ? undefined : change(document.subject),
    blocks: document.blocks.map(change).filter((block) => block.trim() !== ''),
  };
}

export function withHashtags(input: RefinementInput, document: Document, count: number): Result {
  const tags = hashtagsFor({ ...input, facts: [] }).slice(0, count);
  if (tags.length < count) return 'needs_model';
  const bare = changedText(document, (text) => text.replaceAll(/\s*(?<![\w/])#\p{L}[\w]*/gu, ''));
  return { ...bare, blocks: [...bare.blocks, tags.join(' ')] };
}

/** The list as bullets or numbered; without one, the sentences between greeting and sign-off. */
export function listed(document: Document, isNumbered: boolean): Result {
  const mark = (index: number): string => (isNumbered ? `${index + 1}. ` : '- ');
  const hasList = document.blocks.some((block) => block.split('\n').some(isListLine));
  if (hasList) {
    const blocks = document.blocks.map((block) => {
      let index = -1;
      return block
        .split('\n')
        .map((line) => {
          if (!isListLine(line)) return line;
          index += 1;
          return `${mark(index)}${bareLine(line)}`;
        })
        .join('\n');
    });
    return { ...document, blocks };
  }
  const isText = (block: string): boolean =>
    !isHeading(block) && !isGreeting(block) && !isSignOff(block) && markOf(block) === '';
  const sentences = document.blocks.filter(isText).flatMap((block) => block.split('\n').flatMap(sentencesOf));
  if (sentences.length < 2) return 'needs_model';
  const first = document.blocks.findIndex(isText);
  const blocks = document.blocks.filter((block) => !isText(block));
  return {
    ...document,
    blocks: blocks.toSpliced(first, 0, sentences.map((sentence, index) => mark(index) + sentence).join('\n')),
  };
}

/** Each line of a list as a sentence of one paragraph. */
export function unlisted(document: Document): Result {
  if (!document.blocks.some((block) => block.split('\n').some(isListLine))) return 'already_so';
  return {
    ...document,
    blocks: document.blocks.map((block) =>
      block.split('\n').every(isListLine)
        ? block
            .split('\n')
            .map((line) => asSentence(bareLine(line)))
            .join(' ')
        : block,
    ),
  };
}
