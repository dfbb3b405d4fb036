import {
  bareLine,
  isGreeting,
  isHeading,
  isSignOff,
  mapSentences,
  withSentence,
} from '#engines/writing/document.ts';
import { asSentence } from '#engines/writing/sentences.ts';
import { type Desk, inSentence, mapText, sayMore } from './rules-refine-desk.ts';

const CONTRACTIONS: readonly [RegExp, string][] = [
  [/\bdo not\b/g, 'don’t'],
  [/\bdoes not\b/g, 'doesn’t'],
  [/\bit is\b/g, 'it’s'],
  [/\bwe are\b/g, 'we’re'],
  [/\byou are\b/g, 'you’re'],
  [/\bwe will\b/g, 'we’ll'],
];

export function warm(desk: Desk): void {
  mapText(desk, (text) =>
    CONTRACTIONS.reduce((warmer, [pattern, words]) => warmer.replace(pattern, words), text),
  );
  const blocks = desk.document.blocks.map((block) => {
    if (isGreeting(block)) return 'Hi there,';
    if (isSignOff(block)) return block.replace(/^[^\n]+/, 'Warmly,');
    return block;
  });
  desk.document = { ...desk.document, blocks };
  const thanks = /\bglad\b|\blovely\b/i.test(blocks.join(' ')) ? '' : 'We are glad to have you with us';
  if (thanks !== '') desk.document = withSentence(desk.document, thanks);
}

export function formal(desk: Desk): void {
  mapText(desk, (text) =>
    text
      .replace(/\b(\w+)n['’]t\b/g, (_all, verb: string) =>
        verb === 'ca' ? 'cannot' : verb === 'wo' ? 'will not' : `${verb} not`,
      )
      .replace(/\b(we|you|they)['’]re\b/gi, '$1 are')
      .replace(/\b(it|that|there)['’]s\b/gi, '$1 is')
      .replace(/\b(\w+)['’]ll\b/g, '$1 will')
      .replace(/!+/g, '.')
      .replace(/\s*\p{Extended_Pictographic}\uFE0F?/gu, ''),
  );
  desk.document = {
    ...desk.document,
    blocks: desk.document.blocks.map((block) =>
      isGreeting(block) ? 'Good day,' : isSignOff(block) ? block.replace(/^[^\n]+/, 'Kind regards,') : block,
    ),
  };
}

const PAST: readonly [RegExp, string][] = [
  [/\bis\b/g, 'was'],
  [/\bare\b/g, 'were'],
  [/\bhas\b/g, 'had'],
  [/\bhave\b/g, 'had'],
  [/\bcan\b/g, 'could'],
  [/\bwill\b/g, 'would'],
  [/\bdo not\b/g, 'did not'],
  [/\bdoes not\b/g, 'did not'],
  [/\bPlease use\b/g, 'Meanwhile we answered at'],
  [/^Use\b/g, 'Meanwhile you reached us at'],
  [/\buse\b/g, 'used'],
  [/\bstarts\b/g, 'started'],
  [/\bholds?\b/g, 'held'],
];

export function toPast(desk: Desk): void {
  const news = new Set(
    desk.done.flatMap((note) => /^began with “(.+)”$/.exec(note)?.[1] ?? []).map(asSentence),
  );
  desk.document = mapSentences(desk.document, (sentence) =>
    news.has(sentence)
      ? sentence
      : PAST.reduce((past, [pattern, words]) => past.replace(pattern, words), sentence),
  );
  const { subject } = desk.document;
  if (subject !== undefined)
    desk.document = {
      ...desk.document,
      subject: PAST.reduce((past, [pattern, words]) => past.replace(pattern, words), subject),
    };
  desk.done.push('put it in the past tense');
}

export function toFirstPerson(desk: Desk): boolean {
  mapText(desk, (text) =>
    text
      .replace(/\bWe are\b/g, 'I am')
      .replace(/\bwe are\b/g, 'I am')
      .replace(/\b[Ww]e\b/g, 'I')
      .replace(/\bOur\b/g, 'My')
      .replace(/\bour\b/g, 'my'),
  );
  const [first = ''] = desk.document.blocks;
  const isHead = isHeading(first);
  const name = isHead ? bareLine(first).replace(/\*\*/g, '') : '';
  if (isHead) desk.document = { ...desk.document, blocks: desk.document.blocks.slice(1) };
  const lead =
    name === ''
      ? 'Here is what I would like to tell you'
      : `I would like to tell you about ${inSentence(name, desk)}`;
  return sayMore(desk, lead, 'a first-person opening', 'start');
}
