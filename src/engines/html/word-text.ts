import { treeText } from './page-text.ts';
import { type Element, elementsIn, parseXml, textContent } from './tree.ts';

const WANTED = new Set(
  'w:p w:r w:t w:tab w:br w:cr w:vanish w:pStyle w:numPr w:ilvl w:tbl w:tr w:tc w:gridSpan w:vMerge w:tblHeader mc:Fallback'.split(
    ' ',
  ),
);
const HEADING = /^(?:Heading|berschrift|Titre|Ttulo|Titolo|Kop)(\d)$/i;

/** Paragraphs, headings, lists and tables of a Word document, from its `word/document.xml`. */
export function wordText(xml: string): string {
  const body = parseXml(xml, (name) => WANTED.has(name));
  return treeText(pageOf('body', body));
}

function pageOf(name: string, part: Element): Element {
  const page = element(name);
  for (const child of elementsIn(part)) {
    if (child.name === 'w:p') addParagraph(page, child);
    else if (child.name === 'w:tbl') add(page, tableOf(child));
  }
  return page;
}

function addParagraph(page: Element, paragraph: Element): void {
  const marks = elementsIn(paragraph);
  const level = HEADING.exec(valueOf(marks, 'w:pStyle') ?? '')?.[1];
  const isItem = marks.some(({ name }) => name === 'w:numPr');
  const name = level === undefined ? (isItem ? 'li' : 'p') : `h${Math.min(6, Math.max(1, Number(level)))}`;
  const read = element(name, runsOf(paragraph));
  if (name !== 'li') return add(page, read);
  const last = page.children.at(-1);
  if (typeof last === 'object' && last.name === 'ul') add(last, read);
  else add(page, element('ul', [read]));
}

function runsOf(part: Element): (Element | string)[] {
  return elementsIn(part).flatMap((child): (Element | string)[] => {
    switch (child.name) {
      case 'w:t':
        return [textContent(child)];
      case 'w:tab':
        return [' '];
      case 'w:br':
      case 'w:cr':
        return [element('br')];
      case 'w:r':
        return elementsIn(child).some((mark) => mark.name === 'w:vanish' && isOn(mark)) ? [] : runsOf(child);
      // A text box.
      case 'w:p':
        return [' ', ...runsOf(child), ' '];
      default:
        return [];
    }
  });
}

function isOn({ attributes }: Element): boolean {
  return !['0', 'false', 'off'].includes(attributes['w:val'] ?? '');
}

function tableOf(table: Element): Element {
  const page = element('table');
  /** The cell above in each column, which one that is merged continues. */
  const above = new Map<number, { cell: Element; rows: number }>();
  for (const row of elementsIn(table).filter(({ name }) => name === 'w:tr')) {
    const line = element('tr');
    const isHead = elementsIn(row).some(({ name }) => name === 'w:tblHeader');
    let column = 0;
    for (const cell of elementsIn(row).filter(({ name }) => name === 'w:tc')) {
      const marks = elementsIn(cell);
      const merge = marks.find(({ name }) => name === 'w:vMerge');
      const first = above.get(column);
      if (merge && merge.attributes['w:val'] !== 'restart' && first) {
        first.rows += 1;
        first.cell.attributes = { ...first.cell.attributes, rowspan: String(first.rows) };
      } else {
        const read = { ...pageOf(isHead ? 'th' : 'td', cell), attributes: {} };
        const span = valueOf(marks, 'w:gridSpan');
        if (span !== undefined) read.attributes = { colspan: span };
        add(line, read);
        above.set(column, { cell: read, rows: 1 });
      }
      column += Number.parseInt(valueOf(marks, 'w:gridSpan') ?? '1', 10) || 1;
    }
    add(page, line);
  }
  return page;
}

function valueOf(marks: readonly Element[], name: string): string | undefined {
  return marks.find((mark) => mark.name === name)?.attributes['w:val'];
}

function element(name: string, children: Element['children'] = []): Element {
  const read: Element = { name, attributes: {}, children, holds: 0, textLength: 0 };
  for (const child of children)
    read.textLength += typeof child === 'string' ? child.length : child.textLength;
  return read;
}

function add(parent: Element, child: Element): void {
  parent.children.push(child);
  parent.textLength += child.textLength;
}
