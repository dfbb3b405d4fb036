import {
  bareLine,
  isGreeting,
  isHeading,
  isListLine,
  isSignOff,
  mapSentences,
  markOf,
  sentencesIn,
  writeDocument,
} from '#engines/writing/document.ts';
import { asSentence, capitalised, stemsOf } from '#engines/writing/sentences.ts';
import { JOKES } from './rules-phrases.ts';
import { type Desk, mapText, quotedIn } from './rules-refine-desk.ts';
import { giveSubject } from './rules-refine-titles.ts';

export function remove(desk: Desk, given: string): boolean {
  const what = given
    .replace(
      /\s+(?:if (?:it|they)(?:['’]s| is| are)? (?:there|in it|present)|entirely|altogether|completely|please)$/i,
      '',
    )
    .replace(/,?\s+if it['’]s there.*$/i, '')
    .trim();
  const word = quotedIn(what);
  const scope = /\bfrom the (headline|title|subject(?: line)?|first (?:line|sentence|paragraph))\b/i
    .exec(what)?.[1]
    ?.toLowerCase();
  const before = writeDocument(desk.document);
  const thing = what
    .replace(/^(?:the|all|any|every|its|our|that|this)\s+(?:of the\s+)?/i, '')
    .replace(/^(?:number|amount|count) of (?:the )?/i, '');
  if (word !== undefined) removeWord(desk, word, scope);
  else if (/^prices?\b|^costs?\b/i.test(thing)) removePrices(desk);
  else if (/^jokes?\b/i.test(thing))
    desk.document = mapSentences(desk.document, (sentence) =>
      JOKES.some((joke) => joke.includes(sentence)) || /joke|just kidding|😄|ha!/i.test(sentence)
        ? ''
        : sentence,
    );
  else if (/^(?:greeting|salutation|hello)\b/i.test(thing)) removeGreeting(desk);
  else if (/^(?:emojis?)\b/i.test(thing))
    mapText(desk, (text) => text.replace(/\s*\p{Extended_Pictographic}\uFE0F?/gu, ''));
  else if (/^hash ?tags?\b/i.test(thing)) mapText(desk, (text) => text.replace(/\s*#\w+/g, ''));
  else if (/^(?:links?|web addresse?s?|urls?)\b/i.test(thing))
    mapText(desk, (text) =>
      text.replace(/\s*(?:at |on |via )?(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+\/?[\w\-./]*/g, ''),
    );
  else if (/^subject(?: line)?$/i.test(thing)) desk.document = { ...desk.document, subject: undefined };
  else if (/^(?:headline|title)$/i.test(thing))
    desk.document = {
      ...desk.document,
      blocks: desk.document.blocks.filter((block, index) => index > 0 || !isHeading(block)),
    };
  else if (/^(?:exclamation marks?)/i.test(thing)) mapText(desk, (text) => text.replace(/!+/g, '.'));
  else if (!removeNth(desk, thing)) removeAbout(desk, thing);
  const isGone = writeDocument(desk.document) !== before;
  desk.done.push(isGone ? `removed ${what}` : `${what} is not in it`);
  return true;
}

function removeWord(desk: Desk, word: string, scope: string | undefined): void {
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])\\s?`,
    'giu',
  );
  const without = (text: string): string =>
    capitalised(text.replace(pattern, '').replace(/ {2,}/g, ' ').trim());
  const { subject, blocks } = desk.document;
  if (scope === undefined) {
    mapText(desk, (text) => text.replace(pattern, ''));
    return;
  }
  if (/subject/.test(scope)) {
    desk.document = { subject: subject === undefined ? undefined : without(subject), blocks };
    return;
  }
  const [first = '', ...rest] = blocks;
  const [line = '', ...lines] = first.split('\n');
  const mark = markOf(line);
  const cleaned = without(bareLine(line)).replace(/[\s,;:-]+$/, '');
  desk.document = { subject, blocks: [[`${mark}${cleaned}`, ...lines].join('\n'), ...rest] };
}

function removePrices(desk: Desk): void {
  const amount =
    '(?:[$€£]\\s?\\d[\\d.,]*\\d|[$€£]\\s?\\d|\\d[\\d.,]*\\s?(?:dollars|euros|pounds|USD|EUR|GBP))';
  desk.document = mapSentences(desk.document, (sentence) => {
    if (!new RegExp(amount, 'i').test(sentence)) return sentence;
    const cleaned = sentence
      .replace(
        new RegExp(
          `,?\\s*(?:for|at|from|only|costs?|costing|price[d]?(?: at)?:?|just)?\\s*(?:only )?${amount}(?:\\s+(?:a|per|each|the)\\b(?:\\s\\w+)?)?`,
          'gi',
        ),
        '',
      )
      .replace(/^\W+/, '')
      .trim();
    return stemsOf(cleaned).length === 0 ? '' : asSentence(cleaned);
  });
}

function removeGreeting(desk: Desk): void {
  const blocks = desk.document.blocks.filter((block) => !isGreeting(block));
  const opened = { ...desk.document, blocks };
  let isFirst = true;
  desk.document = mapSentences(opened, (sentence) => {
    if (!isFirst) return sentence;
    isFirst = false;
    return /^(?:hello|hi|hey|welcome|good (?:day|morning|evening|afternoon)|you have reached|thank you for calling)\b/i.test(
      sentence,
    )
      ? ''
      : sentence;
  });
}

const NTH: Record<string, number> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  last: -1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
};

/** "tip two", "the second paragraph", "the last bullet". */
function removeNth(desk: Desk, thing: string): boolean {
  const unit =
    '(tips?|points?|bullets?|items?|paragraphs?|sentences?|lines?|rules?|steps?|sections?|slides?|ideas?)';
  const match = new RegExp(
    `^(?:${unit}\\s+(?:number\\s+|no\\.?\\s*)?(\\d+|one|two|three|four|five|six)|(first|second|third|fourth|fifth|sixth|last)\\s+${unit})$`,
    'i',
  ).exec(thing);
  if (!match) return false;
  const nth = NTH[(match[2] ?? match[3] ?? '').toLowerCase()] ?? Number(match[2]);
  const kind = (match[1] ?? match[4] ?? '').toLowerCase();
  const { blocks } = desk.document;
  const lines = blocks.flatMap((block, blockIndex) =>
    block.split('\n').map((line, lineIndex) => ({ line, blockIndex, lineIndex })),
  );
  const listed = lines.filter(({ line }) => isListLine(line));
  const takeLine = (chosen: { blockIndex: number; lineIndex: number } | undefined): boolean => {
    if (!chosen) return false;
    desk.document = {
      ...desk.document,
      blocks: blocks
        .map((block, index) =>
          index === chosen.blockIndex
            ? renumbered(
                block
                  .split('\n')
                  .filter((_, at) => at !== chosen.lineIndex)
                  .join('\n'),
              )
            : block,
        )
        .filter((block) => block !== ''),
    };
    return true;
  };
  if (!/paragraph|sentence|section/.test(kind) && listed.length >= Math.abs(nth))
    return takeLine(listed.at(nth < 0 ? nth : nth - 1));
  if (/sentence/.test(kind)) {
    const all = sentencesIn(desk.document);
    const chosen = all.at(nth < 0 ? nth : nth - 1);
    desk.document = mapSentences(desk.document, (sentence) => (sentence === chosen ? '' : sentence));
    return true;
  }
  const paragraphs = blocks.flatMap((block, index) =>
    isGreeting(block) || isSignOff(block) || isHeading(block) ? [] : [index],
  );
  const chosen = paragraphs.at(nth < 0 ? nth : nth - 1);
  if (paragraphs.length > Math.abs(nth) && chosen !== undefined) {
    desk.document = { ...desk.document, blocks: blocks.filter((_, index) => index !== chosen) };
    return true;
  }
  const sentence = sentencesIn(desk.document).at(nth < 0 ? nth : nth - 1);
  desk.document = mapSentences(desk.document, (one) => (one === sentence ? '' : one));
  return true;
}

function renumbered(block: string): string {
  let number = 0;
  return block
    .split('\n')
    .map((line) => {
      if (!/^\s*\d+[.)]\s/.test(line)) return line;
      number += 1;
      return line.replace(/\d+/, String(number));
    })
    .join('\n');
}

/** Takes out the section under a heading that names the thing, and every sentence that speaks of it. */
export function removeAbout(desk: Desk, thing: string): void {
  const wanted = stemsOf(
    thing.replace(
      /^(?:sentence|line|part|bit|paragraph|section|mention|reference|word|passage)s?\s+(?:about|on|of|with|to)\s+(?:the\s+)?/i,
      '',
    ),
  );
  if (wanted.length === 0) return;
  const speaksOf = (text: string): boolean => {
    const stems = new Set(stemsOf(text));
    return wanted.filter((stem) => stems.has(stem)).length >= Math.max(1, Math.ceil(wanted.length * 0.6));
  };
  const blocks: string[] = [];
  let isInside = false;
  for (const block of desk.document.blocks) {
    if (isHeading(block)) isInside = speaksOf(block);
    if (!isInside) blocks.push(block);
  }
  desk.document = mapSentences({ ...desk.document, blocks }, (sentence) =>
    speaksOf(sentence) ? '' : sentence,
  );
  const { subject } = desk.document;
  if (subject !== undefined && speaksOf(subject)) giveSubject(desk, '', 60);
}
