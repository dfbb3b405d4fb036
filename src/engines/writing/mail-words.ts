import { bareLine, isHeading, markOf, POSTSCRIPT } from './document.ts';
import { capitalised, sentencesOf } from './sentences.ts';

/** A text for everybody who opens it, and what only a mail says and was left out of it. */
export type WithoutMailWords = { text: string; leftOut: string[] };

const HAIL = '(?:dear|hi|hello|hey|good (?:day|morning|afternoon|evening))';
const GREETING_LINE = new RegExp(`^(?:${HAIL}\\b[^\\n.?]{0,60}[,!:]?|welcome\\b[^\\n.?]{0,60},)$`, 'i');
/** "Hello there, our room is open": the address before what is said. */
const GREETING_BEFORE = new RegExp(`^${HAIL}(?:\\s+[\\p{L}’'-]+){0,3}\\s*[,!]\\s+(?=\\S)`, 'iu');
const CLOSING =
  '(?:(?:(?:kind|best|warm|warmest|kindest) )?(?:regards|wishes)|best|warmly|sincerely|cheers|love|(?:with|much|lots of) (?:love|thanks|gratitude|best wishes|kind regards|warm wishes|warmth)|thank you|thanks|many thanks|talk soon|see you soon|take care|all the best|be well|stay well|yours(?: (?:truly|sincerely|faithfully))?)';
const SIGN_OFF = new RegExp(`^${CLOSING}\\s*(?:[,!]\\s*(?:[^\\n.?!]{0,60})?)?(?:\\n[^\\n]{0,60}){0,2}$`, 'i');
const UNTIL_NEXT =
  /^(?:until (?:next|the next)|more next time|that is all|keep the questions)\b[^\n]{0,60}$/i;
const SIGNATURE = /^[^\n.?!:]{1,40}(?:\n[^\n.?!:]{1,60}){0,2}$/;

/** A sentence that speaks of the mail itself, or asks for an answer to it. */
const OF_THE_MAIL = [
  /\bthis (?:e-?mail|mail|mailing|letter|newsletter)\b/i,
  /\b(?:answer|reply to|respond to|forward|write back to) (?:this|my|our) (?:message|note)\b/i,
  /\b(?:just|simply|hit|press|click|only)\s+["“‘]?reply\b/i,
  /^(?:please )?(?:reply|write back)\b/i,
  /\b(?:reply|write back) (?:if|when|whenever|and|to (?:me|us)|by|before|until|today)\b/i,
  /\bunsubscribe\b|\byou (?:are|’re|'re) (?:receiving|getting) this\b|\bin (?:your|the) (?:browser|inbox)\b/i,
  /\bnext (?:letter|newsletter|mail|e-?mail|issue)\b/i,
];

/** Greeting, closing and sentences that only a mail says; what a P.S. says stays, without its name. */
export function withoutMailWords(text: string): WithoutMailWords {
  const leftOut: string[] = [];
  const drop = (words: string): void => {
    leftOut.push(words.replaceAll(/\s*\n\s*/g, ' ').trim());
  };
  let blocks = text.split(/\n\s*\n/).filter((block) => block.trim() !== '');
  blocks = withoutGreeting(blocks, drop);
  const said: string[] = [];
  const ends: string[] = [];
  blocks = withoutEnd(blocks, (words) => ends.unshift(words));
  for (const block of blocks) {
    const kept = withoutSentences(block, drop);
    if (kept !== '') said.push(kept);
  }
  for (const words of ends) drop(words);
  // A heading with nothing below it any more names nothing.
  const isBare = (block: string | undefined): boolean => block !== undefined && isHeading(block);
  while (leftOut.length > 0 && said.length > 1 && isBare(said.at(-1)) && !isBare(blocks.at(-1))) said.pop();
  return leftOut.length === 0 && !POSTSCRIPT.test(blocks.at(-1) ?? '')
    ? { text, leftOut }
    : { text: said.join('\n\n'), leftOut };
}

type Drop = (words: string) => void;

function withoutGreeting(blocks: readonly string[], drop: Drop): string[] {
  const at = blocks.findIndex((block) => !isHeading(block));
  const first = blocks[at];
  if (first === undefined) return [...blocks];
  const [line = '', ...rest] = first.trim().split('\n');
  if (markOf(line) !== '') return [...blocks];
  if (GREETING_LINE.test(line.trim())) {
    drop(line);
    const kept = rest.join('\n').trim();
    return blocks.toSpliced(at, 1, ...(kept === '' ? [] : [kept]));
  }
  const greeting = GREETING_BEFORE.exec(line)?.[0];
  if (greeting === undefined) return [...blocks];
  drop(greeting);
  return blocks.toSpliced(at, 1, [capitalised(line.slice(greeting.length)), ...rest].join('\n'));
}

/** The sign-off with its name, and the goodbye before it; what stands behind them (a P.S., a required text) stays. */
function withoutEnd(given: readonly string[], drop: Drop): string[] {
  let blocks = [...given];
  for (let at = blocks.length - 1; at >= Math.max(1, blocks.length - 4); at -= 1) {
    const block = (blocks[at] ?? '').trim();
    if (isHeading(block) || !SIGN_OFF.test(block)) continue;
    const name = (blocks[at + 1] ?? '').trim();
    const isSigned = block.includes('\n') || /,\s*\S/.test(block);
    const isName =
      !isSigned && name !== '' && SIGNATURE.test(name) && markOf(name) === '' && !isHeading(name);
    drop(isName ? `${block} ${name}` : block);
    blocks = blocks.toSpliced(at, isName ? 2 : 1);
    break;
  }
  const last = (blocks.at(-1) ?? '').trim();
  if (blocks.length > 1 && UNTIL_NEXT.test(last)) {
    drop(last);
    blocks.pop();
  }
  return blocks;
}

function withoutSentences(block: string, drop: Drop): string {
  return block
    .split('\n')
    .flatMap((line) => {
      if (line.trim().startsWith('|') || isHeading(line)) return [line];
      const bare = bareLine(line.replace(/^\s*p\.?\s?s\.?[:\s]\s*/i, ''));
      const sentences = sentencesOf(bare);
      const isOfMail = (sentence = ''): boolean => OF_THE_MAIL.some((pattern) => pattern.test(sentence));
      const kept = sentences.filter((sentence, index) => {
        // "Wondering about something? Just answer this mail." is one thing said in two sentences.
        const isAskedThere = sentence.endsWith('?') && isOfMail(sentences[index + 1]);
        const isLeftOut = isOfMail(sentence) || isAskedThere;
        if (isLeftOut) drop(sentence);
        return !isLeftOut;
      });
      if (kept.length === sentences.length) return [POSTSCRIPT.test(line) ? bare : line];
      return kept.length === 0 ? [] : [`${markOf(line)}${kept.join(' ')}`];
    })
    .join('\n')
    .trim();
}
