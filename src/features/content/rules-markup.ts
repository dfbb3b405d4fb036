import type { BlockOf } from '#kit/markup.ts';

/** A stretch of a line; bold where it stood between ** and **, a link where it was written as [words](https://…). */
export type Span = { text: string; isBold: boolean; href: string | null };

/** The light markup of content: what mail clients, printers and people read the same way. */
type Block = BlockOf<string>;

const BULLET = /^\s*[-*•–]\s+(.*)$/;
const NUMBER = /^\s*(\d{1,9})[.)]\s+(.*)$/;
const HEADING = /^\s*(#{1,3})\s+(.*)$/;
const BOLD_LINE = /^\s*\*\*([^*]+)\*\*:?\s*$/;
const TABLE_ROW = /^\s*\|(.*)\|\s*$/;

/** Content as blocks, in its order. */
export function blocksOf(content: string): Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  const extend = (list: { kind: 'bullets' } | { kind: 'numbered'; start: number }, item: string): void => {
    const last = blocks.at(-1);
    if (isOpen && last?.kind === list.kind) last.items.push(item);
    else blocks.push({ ...list, items: [item] });
  };
  for (const line of content.split('\n')) {
    const text = line.trim();
    if (text === '') {
      isOpen = false;
      continue;
    }
    const heading = HEADING.exec(line);
    const bold = BOLD_LINE.exec(line)?.[1];
    const bullet = BULLET.exec(line)?.[1];
    const numbered = NUMBER.exec(line);
    const row = TABLE_ROW.exec(line)?.[1];
    if (heading) blocks.push({ kind: 'heading', level: heading[1] === '#' ? 1 : 2, line: heading[2] ?? '' });
    else if (bold !== undefined) blocks.push({ kind: 'heading', level: 2, line: bold });
    else if (bullet !== undefined) extend({ kind: 'bullets' }, bullet);
    else if (numbered) extend({ kind: 'numbered', start: Number(numbered[1]) }, numbered[2] ?? '');
    else if (row !== undefined) extendTable(blocks, isOpen, row);
    else {
      const last = blocks.at(-1);
      if (isOpen && last?.kind === 'paragraph') last.lines.push(text);
      else blocks.push({ kind: 'paragraph', lines: [text] });
    }
    isOpen = true;
  }
  return blocks;
}

function extendTable(blocks: Block[], isOpen: boolean, row: string): void {
  const cells = row.split('|').map((cell) => cell.trim());
  // The line under the head: | --- | --- |
  if (cells.every((cell) => /^:?-{2,}:?$/.test(cell))) return;
  const last = blocks.at(-1);
  if (isOpen && last?.kind === 'table') last.rows.push(cells);
  else blocks.push({ kind: 'table', rows: [cells] });
}

const BOLD_SOURCE = String.raw`\*\*(?:[^*]|\*(?!\*))+\*\*`;
const LINK_SOURCE = String.raw`\[[^\][\n]+\]\([^\s()]+\)`;
const MARKED = new RegExp(`(${BOLD_SOURCE}|${LINK_SOURCE})`);
const BOLD = new RegExp(`(${BOLD_SOURCE})`);
const LINKED = new RegExp(`(${LINK_SOURCE})`);
const LINK = /^\[([^\][\n]+)\]\(([^\s()]+)\)$/;

export function isWebAddress(target: string): boolean {
  return /^https?:\/\/[^\s<>"]+$/i.test(target);
}

/** A line cut where bold words and links begin and end. `isTarget` says what a link may lead to. */
export function spansOf(line: string, isTarget: (target: string) => boolean = isWebAddress): Span[] {
  const linked = (text: string, isBold: boolean): Span[] =>
    piecesOf(text, LINKED).flatMap((piece): Span[] => {
      const [, words = '', target = ''] = LINK.exec(piece) ?? [];
      if (!isTarget(target)) return [{ text: piece, isBold, href: null }];
      return piecesOf(words, BOLD).map((part) => ({
        text: isBoldWhole(part) ? part.slice(2, -2) : part,
        isBold: isBold || isBoldWhole(part),
        href: target,
      }));
    });
  return piecesOf(line, MARKED).flatMap((piece) =>
    isBoldWhole(piece) ? linked(piece.slice(2, -2), true) : linked(piece, false),
  );
}

function piecesOf(text: string, at: RegExp): string[] {
  return text.split(at).filter((piece) => piece !== '');
}

function isBoldWhole(piece: string): boolean {
  return piece.length > 4 && piece.startsWith('**') && piece.endsWith('**');
}

/** Without any markup: what a text message or a clipboard takes. */
export function plainText(content: string): string {
  return (
    content
      .replace(/^[ \t]*#{1,3}[ \t]+/gm, '')
      // A table without its lines: each row a line, its cells apart.
      .replace(/^[ \t]*\|(?:[ \t]*:?-{2,}:?[ \t]*\|)+[ \t]*\n/gm, '')
      .replace(/^[ \t]*\|[ \t]*(.*?)[ \t]*\|[ \t]*$/gm, (_row, cells: string) =>
        cells.split(/\s*\|\s*/).join(' · '),
      )
      .replace(new RegExp(BOLD_SOURCE, 'g'), (bold) => bold.slice(2, -2))
      .replace(new RegExp(LINK_SOURCE, 'g'), (link) => {
        const [, words = '', target = ''] = LINK.exec(link) ?? [];
        return isWebAddress(target) ? `${words} (${target})` : link;
      })
      .trim()
  );
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

function htmlOfLine(line: string): string {
  return spansOf(line)
    .map(({ text, isBold, href }) => {
      const words = isBold ? `<strong>${escaped(text)}</strong>` : escaped(text);
      return href === null ? words : `<a href="${escaped(href)}">${words}</a>`;
    })
    .join('');
}

/** Content as clean HTML: every character of it is escaped, the tags are ours. */
export function htmlOf(content: string): string {
  return blocksOf(content)
    .map((block) => {
      switch (block.kind) {
        case 'heading':
          return `<h${block.level}>${htmlOfLine(block.line)}</h${block.level}>`;
        case 'paragraph':
          return `<p>${block.lines.map(htmlOfLine).join('<br>')}</p>`;
        case 'table':
          return `<table>${block.rows
            .map(
              (cells, row) =>
                `<tr>${cells.map((cell) => (row === 0 ? `<th>${htmlOfLine(cell)}</th>` : `<td>${htmlOfLine(cell)}</td>`)).join('')}</tr>`,
            )
            .join('')}</table>`;
        default: {
          const tag = block.kind === 'bullets' ? 'ul' : 'ol';
          const start = block.kind === 'numbered' && block.start !== 1 ? ` start="${block.start}"` : '';
          return `<${tag}${start}>${block.items.map((item) => `<li>${htmlOfLine(item)}</li>`).join('')}</${tag}>`;
        }
      }
    })
    .join('\n');
}

/** A picture within a page; `source` is a data address. */
export type PagePicture = { source: string; alt: string };

/** Sanitised HTML as a page of its own, for printing and keeping. It holds no script and asks for nothing. */
export function pageOf(title: string, html: string, pictures: readonly PagePicture[] = []): string {
  const images = pictures
    .map(
      ({ source, alt }) =>
        `<p><img src="${escaped(source)}" alt="${escaped(alt)}" style="max-width:100%"></p>\n`,
    )
    .join('');
  return `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${escaped(title)}</title>\n</head>\n<body>\n${images}${html}\n</body>\n</html>\n`;
}
