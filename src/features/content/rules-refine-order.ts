import {
  bareLine,
  endOf,
  mapSentences,
  markOf,
  sentencesIn,
  withSentence,
  writeDocument,
} from '#engines/writing/document.ts';
import { capitalised, FIGURE, stemsOf } from '#engines/writing/sentences.ts';
import { hasWord } from './rules-brief.ts';
import { isThingOfForm } from './rules-form.ts';
import { questionOrder } from './rules-question.ts';
import { add, addList, askQuestion, listItems } from './rules-refine-add.ts';
import { type Desk, mapText, quotedIn, sayMore, toReader } from './rules-refine-desk.ts';
import { removeAbout } from './rules-refine-remove.ts';
import { questionHeadline, setHeadline } from './rules-refine-titles.ts';

export function replace(desk: Desk, givenWhat: string, givenBy: string): boolean {
  const what = givenWhat.replace(/^(?:out )?/i, '').trim();
  const by = givenBy
    .replace(/,?\s+(?:and|but)\s+keep\b.*$/i, '')
    .replace(/,\s*keep(?:ing)?\b.*$/i, '')
    .trim();
  const literal = quotedIn(what) ?? what.replace(/^the\s+(?:words?\s+)?/i, '');
  const words = quotedIn(by) ?? by.replace(/^(?:the word\s+)/i, '');
  const listed = /^(?:a |the )?(?:short |numbered |bulleted )?list of (?:the )?(.+)$/i.exec(by)?.[1];
  if (/^(?:the )?headline$/i.test(what))
    return /question/i.test(by) ? questionHeadline(desk) : setHeadline(desk, words);
  if (/^(?:the )?subject(?: line)?$/i.test(what)) {
    desk.document = { ...desk.document, subject: words };
    desk.done.push('changed the subject line');
    return true;
  }
  if (/\bpast tense\b|\bquestion\b|\bbullets?\b|\bnumbered\b|\btable\b|\bperson\b/i.test(by)) return false;
  if (/^(?:it|this|that|everything|the text|the (?:mail|email|post|script))$/i.test(what)) return false;
  if (/\b(?:spanish|german|french|english|italian|dutch|portuguese|polish)\b/i.test(by)) return false;
  if (listed !== undefined) {
    const sections = desk.document.blocks.findIndex((block) => hasWord(block, literal));
    const before = desk.document.blocks.length;
    if (quotedIn(what) === undefined) removeAbout(desk, literal);
    const at =
      sections < 0 || desk.document.blocks.length === before
        ? undefined
        : Math.min(sections, endOf(desk.document));
    const items = listItems(desk, listed);
    if (quotedIn(what) === undefined) {
      const named = capitalised(listed.replace(new RegExp(`^${FIGURE}\\s+`, 'i'), ''));
      const heading = desk.document.blocks.some((block) => block.startsWith('## ')) ? `## ${named}` : '';
      const blocks = [...desk.document.blocks];
      blocks.splice(
        at ?? endOf(desk.document),
        0,
        ...(heading === '' ? [] : [heading]),
        items.items.join('\n'),
      );
      desk.document = { ...desk.document, blocks };
      desk.done.push(`replaced ${what} by a list of ${items.what} whose words are yours to fill in`);
      return true;
    }
    return addList(desk, listed);
  }
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')}(?![\\p{L}\\p{N}])`,
    'giu',
  );
  if (pattern.test(writeDocument(desk.document)) && !(quotedIn(by) === undefined && isThingOfForm(by))) {
    mapText(desk, (text) => text.replace(pattern, words));
    desk.done.push(`replaced ${what} by ${by}`);
    return true;
  }
  // "the 13:00 break": what happens at a time changes, the time stays.
  const time = /^\d{1,2}[:.]\d\d/.exec(literal)?.[0];
  if (time !== undefined && writeDocument(desk.document).includes(time)) {
    mapText(desk, (text) => text.replace(time, `${time} (${words})`));
    desk.done.push(`replaced ${what} by ${by}`);
    return true;
  }
  if (quotedIn(by) === undefined && isThingOfForm(by)) {
    desk.missed.push(`replace ${what} by ${by}`);
    return true;
  }
  const before = writeDocument(desk.document);
  removeAbout(desk, literal);
  desk.document = withSentence(desk.document, words);
  desk.done.push(writeDocument(desk.document) === before ? `added ${by}` : `replaced ${what} by ${by}`);
  return true;
}

export function startWith(desk: Desk, given: string): boolean {
  const [what = ''] = given.split(/\s+(?:instead of|rather than|not)\s+/i);
  if (/\bquestion\b/i.test(what)) {
    const order = questionOrder(what) ?? { words: undefined, matter: '' };
    return askQuestion(desk, { ...order, place: 'start' }, `start with ${what}`);
  }
  const words = quotedIn(what);
  if (words !== undefined) return sayMore(desk, words, `“${words}” at the beginning`, 'start');
  if (/\bgreeting\b/i.test(what)) return add(desk, what);
  const answer = /^(.+?)\s*\(([^)]+)\)$/.exec(what);
  if (answer)
    return sayMore(
      desk,
      `${toReader(answer[1] ?? '')}: ${answer[2]}`,
      `${answer[1]} at the beginning`,
      'start',
    );
  const wanted = stemsOf(what);
  const best = sentencesIn(desk.document)
    .map((sentence) => ({
      sentence,
      shared: wanted.filter((stem) => stemsOf(sentence).some((one) => one === stem || one.startsWith(stem)))
        .length,
    }))
    .sort((left, right) => right.shared - left.shared)[0];
  if ((!best || best.shared === 0) && isThingOfForm(what)) {
    desk.missed.push(`start with ${what}`);
    return true;
  }
  if (!best || best.shared === 0) return sayMore(desk, what, `${what} at the beginning`, 'start');
  moveToStart(desk, best.sentence);
  desk.done.push(`moved ${what} to the beginning`);
  return true;
}

/** The lines of a script keep their times, only their words change places. */
function moveToStart(desk: Desk, sentence: string): void {
  const { blocks } = desk.document;
  const at = blocks.findIndex((block) => block.includes(sentence));
  const lines = (blocks[at] ?? '').split('\n');
  if (lines.length > 1 && lines.every((line) => markOf(line) !== '')) {
    const said = lines.map(bareLine);
    const index = said.findIndex((line) => line.includes(sentence));
    const [moved = ''] = said.splice(index, 1);
    const ordered = [moved, ...said];
    const changed = lines.map((line, position) => `${markOf(line)}${ordered[position] ?? ''}`).join('\n');
    desk.document = { ...desk.document, blocks: [...blocks.slice(0, at), changed, ...blocks.slice(at + 1)] };
    return;
  }
  const without = mapSentences(desk.document, (one) => (one === sentence ? '' : one));
  desk.document = withSentence(without, sentence, 'start');
}

export function endWith(desk: Desk, given: string): boolean {
  const what = given.replace(/[.]$/, '');
  const words = quotedIn(what);
  if (words !== undefined) return sayMore(desk, words, `“${words}” at the end`);
  if (what.endsWith('?')) return askQuestion(desk, { words: what, matter: '', place: 'end' }, what);
  if (/\bfact\b/i.test(what)) {
    const fact = sentencesIn(desk.document).findLast((sentence) => /\d/.test(sentence));
    if (fact !== undefined) {
      desk.document = withSentence(
        mapSentences(desk.document, (one) => (one === fact ? '' : one)),
        fact,
      );
    }
    desk.done.push('ended with a fact');
    return true;
  }
  const example = /\bexample\b[^(]*(?:\(([^)]+)\))?/i.exec(what);
  if (example?.[1] !== undefined)
    return sayMore(desk, `Think of ${example[1]}`, `an example (${example[1]})`);
  const answer = /^(.+?)\s*\(([^)]+)\)$/.exec(what);
  if (answer) return sayMore(desk, `${toReader(answer[1] ?? '')}: ${answer[2]}`, `${answer[1]} at the end`);
  return add(desk, `${what} at the end`);
}
