import { type Block, type IsTarget, type Line, readMarkup } from '#engines/markup/read.ts';
import { type BlockOf, type ListTree, listTrees } from '#kit/markup.ts';

/**
 * Content as blocks, in its order. Words in bold alone on a line are a heading: so people write them, and so language
 * models do.
 */
export function blocksOf(content: string, isTarget?: IsTarget): Block[] {
  return readMarkup(content, isTarget).flatMap((block) =>
    block.kind === 'paragraph' ? withBoldHeadings(block.lines, block.follows) : [block],
  );
}

function withBoldHeadings(lines: readonly Line[], follows: boolean): Block[] {
  const blocks: Block[] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    const title = boldTitleOf(line);
    const isBelow = blocks.length > 0 || follows;
    if (title) blocks.push({ kind: 'heading', level: 2, line: title, follows: isBelow });
    else if (last?.kind === 'paragraph') last.lines.push(line);
    else blocks.push({ kind: 'paragraph', lines: [line], follows: isBelow });
  }
  return blocks;
}

/** "**What you get**", "**What you get**:" */
function boldTitleOf(line: Line): Line | undefined {
  const last = line.at(-1);
  const words = last && !last.isBold && last.text.trim() === ':' ? line.slice(0, -1) : line;
  if (words.length === 0 || !words.every(({ isBold, href }) => isBold && href === null)) return undefined;
  return words.map((span) => ({ ...span, isBold: false }));
}

/** Without any markup: what a text message or a clipboard takes. */
export function plainText(content: string): string {
  return textOfBlocks(blocksOf(content), textOfLine);
}

/** Blocks as text, with the blank lines that their author wrote. */
export function textOfBlocks<Text>(
  blocks: readonly (BlockOf<Text> & { follows: boolean })[],
  textOf: (line: Text) => string,
): string {
  let text = '';
  for (const block of blocks) {
    const said = textOfBlock(block, textOf);
    if (said !== '') text += `${text === '' ? '' : block.follows ? '\n' : '\n\n'}${said}`;
  }
  return text.trim();
}

function textOfBlock<Text>(block: BlockOf<Text>, textOf: (line: Text) => string): string {
  switch (block.kind) {
    case 'heading':
      return textOf(block.line);
    case 'paragraph':
      return block.lines.map(textOf).join('\n');
    case 'quote':
      return block.paragraphs
        .map((lines) => lines.map((line) => `> ${textOf(line)}`).join('\n'))
        .join('\n>\n');
    case 'list':
      return block.items
        .map(
          ({ line, depth, number }) =>
            `${'  '.repeat(depth)}${number === null ? '-' : `${number}.`} ${textOf(line)}`,
        )
        .join('\n');
    case 'table':
      return block.rows.map((cells) => cells.map(textOf).join(' · ')).join('\n');
    case 'rule':
      return '* * *';
    case 'picture':
      return block.alt === '' ? block.src : `${block.alt} (${block.src})`;
  }
}

/** A link says where it leads, unless its words do. */
export function textOfLine(line: Line): string {
  return joinedByLink(line)
    .map(({ text, href }) =>
      href === null || saysAddress(text, href) ? text : `${text} (${shownTarget(href)})`,
    )
    .join('')
    .trim();
}

/** A link with bold words in it is one. */
function joinedByLink(line: Line): Line {
  const spans: Line = [];
  for (const span of line) {
    const last = spans.at(-1);
    if (last && last.href === span.href && span.href !== null)
      spans[spans.length - 1] = { ...last, text: last.text + span.text };
    else spans.push(span);
  }
  return spans;
}

/** Whether the words of a link are its address. */
export function saysAddress(text: string, href: string): boolean {
  const plain = (words: string): string =>
    words
      .trim()
      .replaceAll(/[\s()./-]/g, '')
      .toLowerCase();
  return plain(text) === plain(href) || plain(text) === plain(shownTarget(href));
}

/** An address as people read it: "mailto:" and "tel:" say nothing to them. */
export function shownTarget(href: string): string {
  return href.replace(/^(?:mailto|tel):/i, '');
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

function htmlOfLine(line: Line): string {
  return line
    .map(({ text, isBold, isItalic, href }) => {
      const slanted = isItalic ? `<em>${escaped(text)}</em>` : escaped(text);
      const words = isBold ? `<strong>${slanted}</strong>` : slanted;
      return href === null ? words : `<a href="${escaped(href)}">${words}</a>`;
    })
    .join('');
}

/** Content as clean HTML: every character of it is escaped, the tags are ours. */
export function htmlOf(content: string): string {
  return blocksOf(content).map(htmlOfBlock).join('\n');
}

function htmlOfBlock(block: BlockOf<Line>): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${htmlOfLine(block.line)}</h${block.level}>`;
    case 'paragraph':
      return htmlOfLines(block.lines);
    case 'quote':
      return `<blockquote>${block.paragraphs.map(htmlOfLines).join('')}</blockquote>`;
    case 'list':
      return listTrees(block.items).map(htmlOfList).join('\n');
    case 'table':
      return `<table>${block.rows.map((cells, row) => htmlOfRow(cells, row === 0 ? 'th' : 'td')).join('')}</table>`;
    case 'rule':
      return '<hr>';
    case 'picture':
      return `<p><img src="${escaped(block.src)}" alt="${escaped(block.alt)}"></p>`;
  }
}

function htmlOfLines(lines: readonly Line[]): string {
  return `<p>${lines.map(htmlOfLine).join('<br>')}</p>`;
}

function htmlOfRow(cells: readonly Line[], tag: 'th' | 'td'): string {
  return `<tr>${cells.map((cell) => `<${tag}>${htmlOfLine(cell)}</${tag}>`).join('')}</tr>`;
}

function htmlOfList({ start, items }: ListTree<Line>): string {
  const tag = start === null ? 'ul' : 'ol';
  const from = start === null || start === 1 ? '' : ` start="${start}"`;
  const lines = items.map(
    ({ line, lists }) => `<li>${htmlOfLine(line)}${lists.map(htmlOfList).join('')}</li>`,
  );
  return `<${tag}${from}>${lines.join('')}</${tag}>`;
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
