import { asSentence, sentencesOf } from './sentences.ts';

/** Content taken apart: the subject line, then the blocks that empty lines part. */
export type Document = { subject: string | undefined; blocks: string[] };

const SUBJECT_LINE = /^\s*\**subject\**\s*:\s*(.*)$/i;
const LIST_LINE = /^\s*(?:[-*•–]|\d+[.)])\s+/;
const TIME_MARK = /^\s*\[\d+:\d\d(?:\s?[-–]\s?\d+:\d\d)?\]\s*/;

export function readDocument(content: string): Document {
  const blocks = content
    .trim()
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '');
  const [first = ''] = blocks;
  const [line = '', ...rest] = first.split('\n');
  const subject = SUBJECT_LINE.exec(line)?.[1]?.trim();
  if (subject === undefined) return { subject, blocks };
  const remainder = rest.join('\n').trim();
  return { subject, blocks: [...(remainder === '' ? [] : [remainder]), ...blocks.slice(1)] };
}

export function writeDocument({ subject, blocks }: Document): string {
  const kept = blocks.map((block) => block.trim()).filter((block) => block !== '');
  return [...(subject === undefined ? [] : [`Subject: ${subject}`]), ...kept].join('\n\n');
}

export function isListLine(line: string): boolean {
  return LIST_LINE.test(line);
}

/** A line without its bullet, number, heading sign or time. */
export function bareLine(line: string): string {
  return line
    .replace(LIST_LINE, '')
    .replace(TIME_MARK, '')
    .replace(/^\s*#{1,3}\s+/, '')
    .trim();
}

/** What stands before the words of a line. */
export function markOf(line: string): string {
  return (TIME_MARK.exec(line) ?? /^\s*(?:(?:[-*•–]|\d+[.)])\s+|#{1,3}\s+)/.exec(line))?.[0] ?? '';
}

const GREETING = /^(?:dear|hi|hello|hey|good (?:day|morning|afternoon|evening)|welcome)\b[^\n]{0,60}$/i;
const SIGN_OFF =
  /^(?:(?:kind|best|warm) regards|regards|warmly|with (?:thanks|best wishes)|thank you|talk soon|best wishes|yours)\b,?\s*(?:\n|$)/i;

export function isGreeting(block: string): boolean {
  return GREETING.test(block) && !/[.?]$/.test(block);
}

export function isSignOff(block: string): boolean {
  return SIGN_OFF.test(block) && block.split('\n').length <= 3;
}

/** What a newsletter ends with: one short line of goodbye. */
const GOODBYE =
  /^(?:until (?:next|the next)|see you|more (?:next time|in the next)|that is all|thank you for reading|keep the questions)\b[^\n]{0,60}$/i;

export const POSTSCRIPT = /^p\.?\s?s\.?[:\s]/i;

export const DISCLAIMER =
  'This text is for information and is not medical advice. Ask your doctor or pharmacist if you are unsure.';

/** With the disclaimer as a paragraph of its own, before the goodbye and the sign-off. */
export function withDisclaimer(document: Document): Document {
  let at = endOf(document);
  if (at > 1 && GOODBYE.test(document.blocks[at - 1] ?? '')) at -= 1;
  return { ...document, blocks: document.blocks.toSpliced(at, 0, DISCLAIMER) };
}

export function isHeading(block: string): boolean {
  return /^\s*#{1,3}\s/.test(block) || /^\s*\*\*[^*]+\*\*:?\s*$/.test(block);
}

/** Where new text goes at the end: before the sign-off. */
function endOf({ blocks }: Document): number {
  let end = blocks.length;
  while (end > 1 && POSTSCRIPT.test(blocks[end - 1] ?? '')) end -= 1;
  return end >= 1 && isSignOff(blocks[end - 1] ?? '') ? end - 1 : blocks.length;
}

/** Where the text itself begins: behind greeting and headline. */
function startOf({ blocks }: Document): number {
  let index = 0;
  while (index < blocks.length - 1 && (isGreeting(blocks[index] ?? '') || isHeading(blocks[index] ?? '')))
    index += 1;
  return index;
}

/** Each sentence of the text passes through `change`; an empty answer takes it out, and its line with the last one. */
export function mapSentences(document: Document, change: (sentence: string) => string): Document {
  const blocks = document.blocks.map((block) =>
    block
      .split('\n')
      .flatMap((line) => {
        const bold = /^\s*\*\*([^*]+)\*\*(:?)\s*$/.exec(line);
        if (bold) {
          const title = change(bold[1] ?? '').replace(/[.]$/, '');
          return title === '' ? [] : [`**${title}**${bold[2] ?? ''}`];
        }
        const mark = markOf(line);
        const before = sentencesOf(bareLine(line));
        const after = before.map(change).filter((sentence) => sentence !== '');
        if (after.length === 0 && before.length > 0) return [];
        return [`${mark}${after.join(' ')}`];
      })
      .join('\n'),
  );
  return { ...document, blocks: blocks.filter((block) => block.trim() !== '') };
}

/** All sentences of the text, lists and times included, without their marks; no greeting, heading or sign-off. */
export function sentencesIn({ blocks }: Document): string[] {
  return blocks
    .filter((block) => !isGreeting(block) && !isSignOff(block) && !isHeading(block))
    .flatMap((block) => block.split('\n').flatMap((line) => sentencesOf(bareLine(line))));
}

/** Adds a sentence where it belongs: to the list of a flyer or script, else to the last paragraph. */
export function withSentence(document: Document, sentence: string, place: 'start' | 'end' = 'end'): Document {
  const blocks = [...document.blocks];
  const text = asSentence(sentence);
  if (place === 'start') {
    const at = startOf(document);
    const first = blocks[at];
    if (first !== undefined && !isListLine(first) && !TIME_MARK.test(first) && !isHeading(first)) {
      blocks[at] = `${text} ${first}`;
    } else if (first !== undefined && TIME_MARK.test(first))
      blocks[at] =
        `${markOf(first)}${text} ${bareLine(first.split('\n')[0] ?? '')}\n${first.split('\n').slice(1).join('\n')}`.trim();
    else blocks.splice(at, 0, text);
    return { ...document, blocks };
  }
  let at = endOf(document) - 1;
  // A question that closes the text keeps the last word.
  const closing = blocks[at] ?? '';
  if (at > 0 && /^[^\n[#]+\?$/.test(closing) && !isListLine(closing) && sentencesOf(closing).length === 1)
    at -= 1;
  const last = blocks[at];
  const lastLine = last?.split('\n').at(-1) ?? '';
  if (last === undefined || isHeading(last) || isGreeting(last)) blocks.splice(at + 1, 0, text);
  else if (TIME_MARK.test(lastLine)) blocks[at] = `${last} ${text}`;
  else if (isListLine(lastLine)) {
    const mark = /^\s*\d+/.test(lastLine)
      ? `${last.split('\n').filter(isListLine).length + 1}. `
      : markOf(lastLine);
    blocks[at] = `${last}\n${mark}${text}`;
  } else blocks[at] = `${last} ${text}`;
  return { ...document, blocks };
}
