import { bareLine, isHeading, markOf, sentencesIn } from '#engines/writing/document.ts';
import { capitalised, pick, stemsOf } from '#engines/writing/sentences.ts';
import { hasWord } from './rules-brief.ts';
import { type Desk, inSentence, quotedIn, shortTitle } from './rules-refine-desk.ts';

export function questionHeadline(desk: Desk): boolean {
  const [first = '', ...rest] = desk.document.blocks;
  const isHead = isHeading(first);
  const title = isHead ? bareLine(first).replace(/\*\*/g, '') : (sentencesIn(desk.document)[0] ?? '');
  const question = `${pick(['Coming to', 'Ready for', 'Curious about'], desk.input.seed, 'headline')} ${inSentence(title.replace(/[.!?]+$/, ''), desk)}?`;
  const mark = isHead ? (first.startsWith('**') ? '**' : markOf(first)) : '# ';
  const line = mark === '**' ? `**${question}**` : `${mark}${question}`;
  desk.document = { ...desk.document, blocks: isHead ? [line, ...rest] : [line, first, ...rest] };
  desk.done.push('made the headline a question');
  return true;
}

export function setHeadline(desk: Desk, words: string): boolean {
  const [first = '', ...rest] = desk.document.blocks;
  desk.document = {
    ...desk.document,
    blocks: isHeading(first) ? [`# ${words}`, ...rest] : [`# ${words}`, first, ...rest],
  };
  desk.done.push('changed the headline');
  return true;
}

export function giveHeadline(desk: Desk): boolean {
  return setHeadline(desk, shortTitle(sentencesIn(desk.document)[0] ?? '', 40));
}

export function giveSubject(desk: Desk, about: string, mostCharacters: number): void {
  const wanted = stemsOf(
    about.replace(/\b(?:put|into|subject|line|below|under|characters|correction)\b|\d+/gi, ''),
  );
  const sentences = sentencesIn(desk.document);
  const old = desk.document.subject ?? '';
  const best = [...sentences]
    .map((sentence) => ({
      sentence,
      score:
        wanted.filter((stem) => stemsOf(sentence).includes(stem)).length * 10 +
        Math.min(6, stemsOf(sentence).length),
    }))
    .sort((left, right) => right.score - left.score)
    .map(({ sentence }) => sentence);
  const isCorrection = /correct/i.test(about);
  const lead = isCorrection ? 'Correction: ' : '';
  const candidates = best
    .map((sentence) => `${lead}${shortTitle(sentence, mostCharacters - lead.length)}`)
    .filter((candidate) => candidate !== old && candidate.length >= 8);
  desk.document = { ...desk.document, subject: candidates[0] ?? shortTitle(old, mostCharacters) };
  desk.done.push(`wrote the subject line “${desk.document.subject}”`);
}

export function putInSubject(desk: Desk, what: string): boolean {
  const limit = 60;
  const noun = what.replace(/^(?:the|our|a|an)\s+/i, '').replace(/\s+(?:number|no\.?|code)$/i, '');
  const text = `${desk.document.blocks.join(' ')} ${desk.input.requirements}`;
  const value =
    quotedIn(what) ??
    new RegExp(
      `\\b${noun.replace(/[^\w ]/g, '')}s?\\s+(?:number\\s+|no\\.?\\s+|is\\s+|of\\s+)?(\\S*\\d[\\w-]*)`,
      'i',
    ).exec(text)?.[0] ??
    (/\bdate|day\b/i.test(noun)
      ? /\b\d{1,2} \p{Lu}\p{L}+|\b\p{Lu}\p{L}+day\b/u.exec(text)?.[0]
      : undefined) ??
    (/\bprice|cost\b/i.test(noun) ? /[$€£]\s?\d[\d.,]*\d?/.exec(text)?.[0] : undefined) ??
    (/\btime|hours?\b/i.test(noun) ? /\b\d{1,2}[:.]\d\d\b/.exec(text)?.[0] : undefined);
  if (value === undefined) {
    giveSubject(desk, what, limit);
    return true;
  }
  const old = desk.document.subject ?? '';
  const subject = hasWord(old, value)
    ? old
    : old === ''
      ? capitalised(value)
      : `${shortTitle(old, limit - value.length - 2)}, ${value}`;
  desk.document = { ...desk.document, subject };
  desk.done.push(`put ${what} in the subject line`);
  return true;
}
