import { bareLine, endOf, isHeading, isListLine, sentencesIn, startOf } from '#engines/writing/document.ts';
import { asSentence, capitalised, FIGURE, figureOf, pick, sentencesOf } from '#engines/writing/sentences.ts';
import { countOf } from '#kit/text.ts';
import { wordCount } from './rules.ts';
import { hasWord } from './rules-brief.ts';
import { CALLS, type Desk, inSentence } from './rules-refine-desk.ts';

export function makeList(desk: Desk, kind: 'bullets' | 'numbered', instruction: string): boolean {
  const wanted =
    figureOf(
      new RegExp(`\\b${FIGURE}\\s+(?:steps|points|items|bullets|parts|tips|ideas|things)`, 'i').exec(
        instruction,
      )?.[1] ?? '',
    ) ?? 0;
  const start = startOf(desk.document);
  const end = endOf(desk.document);
  const { blocks } = desk.document;
  const inside = blocks.slice(start, end);
  let items = inside.flatMap((block) =>
    block
      .split('\n')
      .flatMap((line) =>
        isHeading(line) ? [] : isListLine(line) ? [bareLine(line)] : sentencesOf(bareLine(line)),
      ),
  );
  if (items.length < wanted)
    items = items.flatMap((item) => (wordCount(item) > 6 ? splitClause(item) : [item]));
  while (items.length < wanted)
    items.push(pick(CALLS[desk.input.type], desk.input.seed, `item ${items.length}`));
  const lines = items.map(
    (item, index) => `${kind === 'bullets' ? '-' : `${index + 1}.`} ${capitalised(item.trim())}`,
  );
  desk.document = {
    ...desk.document,
    blocks: [...blocks.slice(0, start), lines.join('\n'), ...blocks.slice(end)],
  };
  desk.done.push(kind === 'bullets' ? 'made it a bullet list' : 'made it a numbered list');
  return true;
}

function splitClause(item: string): string[] {
  const [, left, right] = /^(.{8,}?)(?:;|,?\s+and)\s+(.{8,})$/.exec(item) ?? [];
  return left === undefined || right === undefined ? [item] : [asSentence(left), asSentence(right)];
}

export function variants(desk: Desk, count: number): boolean {
  const start = isHeading(desk.document.blocks[0] ?? '') ? 1 : 0;
  const title = start === 1 ? bareLine(desk.document.blocks[0] ?? '').replace(/\*\*/g, '') : '';
  const sentences = sentencesIn(desk.document);
  // A short text can be turned only so often; then its turns are told without their last sentence.
  const turns = sentences.flatMap((_, dropped) =>
    sentences.map((_sentence, index) =>
      [...sentences.slice(index), ...sentences.slice(0, index)].slice(0, sentences.length - dropped),
    ),
  );
  const texts = turns.map((turned, index) => {
    const lead =
      title === '' ? '' : `${index % 2 === 0 ? `${title}.` : `Looking for ${inSentence(title, desk)}?`} `;
    return `${lead}${turned.join(' ')}`;
  });
  const made = [...new Set(texts)].slice(0, count);
  desk.document = {
    ...desk.document,
    blocks: [made.map((text, index) => `${index + 1}. ${text}`).join('\n\n')],
  };
  desk.done.push(
    made.length < count
      ? `wrote ${countOf(made.length, 'variant')}: more would repeat one of them`
      : `wrote ${count} variants`,
  );
  return true;
}

export function table(desk: Desk): boolean {
  const text = `${desk.input.requirements} ${desk.document.blocks.join(' ')}`;
  const [, left, right] =
    /\b(?:difference between|compare|between|comparing) (?:an? |the )?([\w -]+?) (?:and|with|to|or) (?:an? |the )?([\w -]+?)(?= to\b| for\b|[.,;:]| in\b|$)/i.exec(
      text,
    ) ?? [];
  const items = sentencesIn(desk.document);
  const rows =
    left !== undefined && right !== undefined
      ? [
          `| ${capitalised(left)} | ${capitalised(right)} |`,
          '| --- | --- |',
          ...pairs(items, left, right).map(([one, other]) => `| ${one} | ${other} |`),
        ]
      : [
          '| What | In short |',
          '| --- | --- |',
          ...items.slice(0, 6).map((item, index) => `| ${index + 1} | ${item.replaceAll('|', '/')} |`),
        ];
  const blocks = [...desk.document.blocks];
  blocks.splice(endOf(desk.document), 0, rows.join('\n'));
  desk.document = { ...desk.document, blocks };
  desk.done.push('added a table');
  return true;
}

function pairs(items: readonly string[], left: string, right: string): [string, string][] {
  const ofLeft = items.filter((item) => hasWord(item, left) && !hasWord(item, right));
  const ofRight = items.filter((item) => hasWord(item, right) && !hasWord(item, left));
  const rows = Array.from(
    { length: Math.max(ofLeft.length, ofRight.length, 1) },
    (_, index): [string, string] => [
      (ofLeft[index] ?? '…').replaceAll('|', '/'),
      (ofRight[index] ?? '…').replaceAll('|', '/'),
    ],
  );
  return rows;
}

export function firstParagraph(desk: Desk): boolean {
  const at = startOf(desk.document);
  const blocks = [...desk.document.blocks];
  const [first = '', ...rest] = sentencesOf(blocks[at] ?? '');
  blocks.splice(at, 1, first, ...(rest.length > 0 ? [rest.join(' ')] : []));
  desk.document = { ...desk.document, blocks };
  desk.done.push('made the first paragraph one sentence');
  return true;
}
