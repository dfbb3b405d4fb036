const BLANK = /^\s*$/;
const RULE = /^\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;
const HEADING = /^\s*(#{1,6}\s.*)$/;
/** Signs that nothing else is written with need no blank behind them. */
const BULLET = /^(\s*)(?:[-*+–·](?=\s|$)|[•◦‣▪●○■⁃])(\s*\S.*|\s*)$/;
const DASHED = /^\s*–\s/;
const NUMBER = /^(\s*)(\d{1,9})[.)](\s+\S.*|\s*)$/;
const TABLE_ROW = /^\s*\|.*\|\s*$/;
const TABLE_RULE = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;
const QUOTE = /^\s{0,3}>/;
const FENCE = /^\s{0,3}(```|~~~)[^`~]*$/;
/** Where a link of the text leads that names it: "[our shop]: https://tea.example". */
const REFERENCE = /^\s{0,3}\[([^\][]{1,100})\]:\s+\S/;
/** A telephone number as people write it; an address has no spaces. */
const TELEPHONE = /\]\(\s*tel:((?:[+\d\s./-]|\(\d{1,5}\)){3,40})\)/gi;
/** An address with blanks in it, as subjects have: Markdown ends it at the first one. */
const WITH_BLANKS = /\]\(\s*((?:mailto|https?):[^\s()<>"']{1,2000}(?: {1,9}[^\s()<>"']{1,2000}){1,40})\)/gi;
const DEEPEST_LIST = 8;
/** Where it has to be kept from beginning a block within an item: "- > 5 years" and "- - one" are lines. */
const BEGINS_BLOCK = /^(?=>|\||#{1,6}\s|[-+*](?:\s|$))|(?<=^\d{1,9})(?=[.)](?:\s|$))/;

type Kind =
  | 'blank'
  | 'code'
  | 'reference'
  | 'rule'
  | 'heading'
  | 'list'
  | 'table'
  | 'quote'
  | 'text'
  | 'continued';

/** Content in the shape that Markdown asks for, with the numbers of blank lines that were not written. */
export type Prepared = { lines: string[]; added: ReadonlySet<number> };

/**
 * What people write and Markdown reads otherwise: bullets as • and –, a list right under a line, a line right under a
 * list, lists within lists by two spaces, tables without the line under their head.
 */
export function prepare(content: string): Prepared {
  const lines: string[] = [];
  const added = new Set<number>();
  const lists = new Lists();
  let before: Kind = 'blank';
  let table: string[] = [];
  const endTable = (): void => {
    lines.push(...tableLines(table));
    table = [];
  };
  const written = content.replaceAll(/\r\n?/g, '\n').split('\n');
  const fences = fencesIn(written);
  const named = namesIn(written);
  const kindAt = (index: number, line: string): Kind => {
    if (fences.has(index)) return 'code';
    // "– Ann" below a letter is no list.
    if (DASHED.test(line) && ![-2, -1, 1, 2].some((step) => DASHED.test(written[index + step] ?? ''))) {
      return lists.isOpen && before === 'list' ? 'list' : 'text';
    }
    return isReference(line, named) ? 'reference' : kindOf(line, before, lists);
  };
  for (const [index, one] of written.entries()) {
    const line = fences.has(index) ? one : withWholeAddresses(one.replaceAll('\t', '    '));
    const kind = kindAt(index, line);
    if (kind !== 'table') endTable();
    if (
      kind !== 'blank' &&
      before !== 'blank' &&
      before !== kind &&
      kind !== 'continued' &&
      !(before === 'continued' && kind === 'list')
    ) {
      added.add(lines.length);
      lines.push('');
    }
    if (kind !== 'blank' && kind !== 'list' && kind !== 'continued') lists.end();
    if (kind === 'table') table.push(line.trim());
    else lines.push(lineOf(kind, line, lists));
    before = kind;
  }
  endTable();
  return { lines, added };
}

function lineOf(kind: Kind, line: string, lists: Lists): string {
  switch (kind) {
    case 'blank':
      return '';
    case 'code':
      return line;
    case 'reference':
      return line.trim();
    case 'rule':
      return '---';
    case 'list':
      return lists.item(line);
    case 'continued':
      return lists.continued(line);
    case 'heading':
    case 'quote':
      return line.trim();
    default:
      // A sign alone on its line begins nothing, and neither do those that are used for other things.
      return line
        .trim()
        .replace(/^(?:[-+*•–]|\d{1,9}[.)])$/, (sign) => sign.replace(/[-+*.)]$/, String.raw`\$&`))
        .replace(/^(?=```|~~~)/, '\\')
        .replace(/^\[(?=[^\][]{1,100}\]:)/, String.raw`\[`);
  }
}

function kindOf(line: string, before: Kind, lists: Lists): Kind {
  if (BLANK.test(line)) return 'blank';
  if (RULE.test(line)) return 'rule';
  if (HEADING.test(line)) return 'heading';
  if (TABLE_ROW.test(line)) return 'table';
  if (QUOTE.test(line)) return 'quote';
  const item = BULLET.exec(line) ?? NUMBER.exec(line);
  // A sign alone begins nothing; in a list it is an empty item.
  if (item) return item.at(-1) !== '' || before === 'list' ? 'list' : 'text';
  return lists.isOpen && /^ {2}/.test(line) ? 'continued' : 'text';
}

/** Which lines are code: those from a fence to the one that closes it. */
function fencesIn(lines: readonly string[]): Set<number> {
  const fences = new Set<number>();
  let open: { sign: string; at: number } | undefined;
  for (const [index, line] of lines.entries()) {
    const sign = FENCE.exec(line)?.[1];
    if (sign === undefined || (open && sign !== open.sign)) continue;
    if (!open) open = { sign, at: index };
    else {
      for (let at = open.at; at <= index; at += 1) fences.add(at);
      open = undefined;
    }
  }
  return fences;
}

/** What stands in brackets outside of a line that says where it leads. */
function namesIn(lines: readonly string[]): Set<string> {
  const names = new Set<string>();
  for (const line of lines) {
    const words = REFERENCE.test(line) ? '' : line;
    for (const [, name = ''] of words.matchAll(/\[([^\][]{1,100})\]/g)) names.add(nameKey(name));
  }
  return names;
}

function nameKey(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** One that no link names is text, and stays. */
function isReference(line: string, named: ReadonlySet<string>): boolean {
  const name = REFERENCE.exec(line)?.[1];
  return name !== undefined && named.has(nameKey(name));
}

/** Links with addresses as Markdown reads them, without blanks. */
export function withWholeAddresses(text: string): string {
  return text
    .replaceAll(TELEPHONE, (_link, number: string) => `](tel:${number.replaceAll(/[^+\d]/g, '')})`)
    .replaceAll(WITH_BLANKS, (_link, address: string) => `](${address.replaceAll(' ', '%20')})`);
}

/** The columns at which Markdown sees the items of lists within lists. */
class Lists {
  #open: { indent: number; column: number; content: number }[] = [];

  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  end(): void {
    this.#open = [];
  }

  item(line: string): string {
    const [, space = '', number, text] = NUMBER.exec(line) ?? [];
    const [, bulletSpace = '', bulletText = ''] = BULLET.exec(line) ?? [];
    const indent = (number === undefined ? bulletSpace : space).length;
    const mark = number === undefined ? '-' : `${number}.`;
    while (this.#open.length > 1 && indent <= (this.#open.at(-1)?.indent ?? 0) - 1) this.#open.pop();
    let parent = this.#open.at(-1);
    // One more or one less than the item before is the same list.
    if (parent && (indent < parent.indent + 2 || this.#open.length > DEEPEST_LIST)) {
      this.#open.pop();
      parent = this.#open.at(-1);
    }
    const column = parent?.content ?? 0;
    this.#open.push({ indent, column, content: column + mark.length + 1 });
    const words = (number === undefined ? bulletText : (text ?? '')).trim();
    return `${' '.repeat(column)}${mark} ${RULE.test(words) ? '\\' : ''}${words.replace(BEGINS_BLOCK, '\\')}`;
  }

  continued(line: string): string {
    return `${' '.repeat(this.#open.at(-1)?.content ?? 0)}${line.trim()}`;
  }
}

/** Rows with the line under the head, as many cells in the head as in the widest of them. */
function tableLines(rows: readonly string[]): string[] {
  const [head, ...others] = rows;
  if (head === undefined) return [];
  const body = others.filter((row) => !TABLE_RULE.test(row));
  const width = Math.max(...[head, ...body].map((row) => cellCount(row)));
  const missing = width - cellCount(head);
  return [`${head}${' |'.repeat(missing)}`, `|${' --- |'.repeat(width)}`, ...body];
}

function cellCount(row: string): number {
  return row.replaceAll(/\\\||^\||\|$/g, '').split('|').length;
}
