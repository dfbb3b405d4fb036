import {
  bareLine,
  isGreeting,
  isHeading,
  isListLine,
  isSignOff,
  mapSentences,
  markOf,
  sentencesIn,
  withSentence,
  writeDocument,
} from '#engines/writing/document.ts';
import { asSentence, sentencesOf, stemsOf } from '#engines/writing/sentences.ts';
import { type AssetType } from './contract.ts';
import { wordCount } from './rules.ts';
import { type Desk, shortTitle } from './rules-refine-desk.ts';

/** How much a sentence tells: figures, names and addresses are what a short text must keep. */
function worth(sentence: string, desk: Desk): number {
  const stems = stemsOf(sentence);
  const brief = new Set(stemsOf(desk.input.requirements));
  const figures = sentence.match(/[$€£]?\d[\w:.,/-]*|\S+@\S+|\w+\.\w+\/\S*/g)?.length ?? 0;
  const asked =
    desk.wanted.has(sentence) ||
    desk.done.some(
      (note) =>
        stemsOf(note).filter((stem) => stems.includes(stem)).length >= Math.max(2, stems.length * 0.5),
    );
  const own = stems.filter((stem) => brief.has(stem)).length / Math.max(1, stems.length);
  return figures * 3 + own * 4 + (asked ? 10 : 0) + (/#\w/.test(sentence) ? 10 : 0);
}

export function shortenTo(desk: Desk, most: number): void {
  const length = (): number => lengthOf(desk);
  const drop = (isSpare: (block: string) => boolean): void => {
    if (length() > most)
      desk.document = { ...desk.document, blocks: desk.document.blocks.filter((block) => !isSpare(block)) };
  };
  for (let guard = 0; guard < 200 && length() > most; guard += 1) {
    const sentences = sentencesIn(desk.document);
    if (sentences.length <= 1) break;
    const least = [...sentences].sort((left, right) => worth(left, desk) - worth(right, desk))[0];
    if (least === undefined) break;
    // What the brief asked for goes only after what merely frames it.
    if (worth(least, desk) >= 4) {
      const words = length();
      drop(isSignOff);
      drop(isGreeting);
      drop((block) => isHeading(block) && desk.document.blocks.length > 2);
      if (length() < words) continue;
    }
    let isOut = false;
    desk.document = mapSentences(desk.document, (sentence) => {
      if (isOut || sentence !== least) return sentence;
      isOut = true;
      return '';
    });
  }
  drop(isSignOff);
  drop(isGreeting);
  if (length() > most) clip(desk, most);
  desk.document = {
    ...desk.document,
    blocks: desk.document.blocks.filter(
      (block, index, all) =>
        !(
          isHeading(block) &&
          (index === all.length - 1 || isHeading(all[index + 1] ?? '')) &&
          all.length > 1
        ),
    ),
  };
}

/** Words of the text without its subject line. */
export function lengthOf({ document }: Desk): number {
  return wordCount(writeDocument({ ...document, subject: undefined }));
}

/** One sentence that is still too long ends at a comma, or else at the last word that fits. */
function clip(desk: Desk, most: number): void {
  desk.document = mapSentences(desk.document, (sentence) => {
    const over = wordCount(writeDocument({ ...desk.document, subject: undefined })) - most;
    if (over <= 0) return sentence;
    const words = sentence.split(/\s+/);
    const kept = words.slice(0, Math.max(4, words.length - over)).join(' ');
    const comma = kept.lastIndexOf(',');
    return asSentence(comma > kept.length * 0.5 ? kept.slice(0, comma) : kept);
  });
}

export function shortenEach(desk: Desk, thing: string, most: number): boolean {
  desk.document = {
    ...desk.document,
    blocks: desk.document.blocks.map((block) =>
      block
        .split('\n')
        .map((line) => {
          if (!isListLine(line)) return line;
          const words = bareLine(line).split(/\s+/);
          if (words.length <= most) return line;
          const short = shortTitle(words.slice(0, most).join(' '), 400);
          return `${markOf(line)}${asSentence(short)}`;
        })
        .join('\n'),
    ),
  };
  desk.done.push(`shortened each ${thing} to at most ${most} words`);
  return true;
}

const LONGER: Record<AssetType, readonly string[]> = {
  email: [
    'Take your time to read it, and keep this mail for later.',
    'If something is unclear, ask: a person reads every answer.',
  ],
  flyer: ['Take one along for a friend.', 'Ask at the desk if anything is unclear.'],
  video: ['Take a moment with it.', 'And if you have a question, write it to us.'],
  social_post: ['Tell us what you think.', 'Save this post for later.'],
  ad_copy: ['Have a look and ask us anything.', 'We are glad to answer your questions.'],
  newsletter: [
    'Tell us what you would like to read about next.',
    'Pass this letter on to somebody who may like it.',
  ],
  text: ['Ask us if you would like to know more.', 'We are glad to explain the details.'],
};

/** Says first what the brief holds and the text does not; then rounds it off. It knows nothing more. */
export function lengthen(desk: Desk): boolean {
  const have = new Set(stemsOf(writeDocument(desk.document)));
  const missing = sentencesOf(desk.input.requirements).filter((sentence) => {
    const stems = stemsOf(sentence);
    return (
      stems.filter((stem) => !have.has(stem)).length > stems.length * 0.4 &&
      !/\b(?:words|headline|tone|write|script|post|mail)\b/i.test(sentence)
    );
  });
  for (const sentence of [...missing.slice(0, 2), ...LONGER[desk.input.type]].slice(0, 3))
    desk.document = withSentence(desk.document, sentence);
  desk.done.push('made it longer');
  return true;
}
