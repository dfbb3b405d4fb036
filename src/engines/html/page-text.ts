import { factsOf, isPageFooter } from './footer.ts';
import { isMenu, isPlain, isTitleOf, nextElement } from './question.ts';
import { isLayout, tableOf } from './table.ts';
import { type Element, elementsIn, HOLDS, isBlock, parseHtml, textContent } from './tree.ts';
import { type Controls, controlsOf, isFurniture, isHidden, ownVisibility } from './visibility.ts';

type Place = {
  isVisible: boolean;
  isPre: boolean;
  isInForm: boolean;
  /** Whether a footer here belongs to a part of the page. */
  isInArticle: boolean;
};
const TOP: Place = { isVisible: true, isPre: false, isInForm: false, isInArticle: false };

type List = { indent: string; mark: string };

const LONGEST_NAME = 60;
const DEEPEST_HEADING = 6;
/** Lines within lines, such as a raised figure in a heading in a cell; each is read once more. */
const MOST_NESTED_LINES = 6;
const IN_A_ROW = /(?:^|[\s:;-])(?:flex|grid|row|columns?|table)(?:$|[\s;-])/i;
const FIELDS = new Set(['label', 'button']);

/**
 * The text that people see of a page, with headings, lists and tables marked as in Markdown. The title of an answer is
 * a heading above it; a line of nothing but `#` ends the part under a heading of as many.
 */
export function pageText(html: string): string {
  return treeText(parseHtml(html));
}

export function treeText(page: Element): string {
  const reader = new PageReader(controlsOf(page));
  reader.readInside(page, TOP);
  return reader.text();
}

class PageReader {
  readonly #controls: Controls;
  #out = '';
  #isTight = false;
  #line: string[] = [];
  /** Level of the heading that text stands under. */
  #level = 0;
  /** Level whose part of the page is over, as soon as more text comes. */
  #ended: number | undefined;
  #list: List | undefined;

  readonly #nesting: number;
  /** No text since the element before: `<span>Monday</span><span>9–18</span>`. */
  #isBetween = false;
  #isInRow = false;

  constructor(controls: Controls, nesting = 0) {
    this.#controls = controls;
    this.#nesting = nesting;
  }

  text(): string {
    this.#endLine();
    return this.#out;
  }

  readInside(parent: Element, place: Place): void {
    const outer = this.#level;
    let titleLevel: number | undefined;
    for (const [index, child] of parent.children.entries()) {
      if (typeof child === 'string') {
        if (place.isVisible) this.#write(place.isPre ? child : child.replaceAll(/\s+/g, ' '));
        continue;
      }
      if (!this.#isShown(child)) continue;
      this.#isBetween = typeof parent.children[index - 1] === 'object';
      this.#isInRow = IN_A_ROW.test(`${parent.attributes.class ?? ''} ${parent.attributes.style ?? ''}`);
      if (isTitleOf(child, nextElement(parent, index), parent)) {
        titleLevel ??= headingLevel(child) ?? Math.min(DEEPEST_HEADING, outer + 1);
        this.#heading(this.#lineOf(child, place), titleLevel);
      } else if (!place.isInForm || !FIELDS.has(child.name)) this.#read(child, place);
    }
    if (titleLevel !== undefined) this.#end(titleLevel, outer);
  }

  #isShown(element: Element): boolean {
    return !isHidden(element, this.#controls) && !isFurniture(element) && !isMenu(element);
  }

  #read(element: Element, outer: Place): void {
    const { name } = element;
    const place = {
      isVisible: ownVisibility(element) ?? outer.isVisible,
      isPre: outer.isPre || name === 'pre',
      isInForm: outer.isInForm || name === 'form',
      isInArticle: outer.isInArticle || ['article', 'blockquote', 'figure', 'li', 'td'].includes(name),
    };
    const level = headingLevel(element);
    if (level !== undefined) return this.#heading(this.#lineOf(element, place), level);
    switch (name) {
      case 'br':
        return this.#write('\n');
      case 'hr':
        return this.#endLine();
      case 'a':
        return this.#readLink(element, place);
      case 'sup':
        return this.#readRaised(element, place);
      case 'details':
        return this.#readDetails(element, place);
      case 'dl':
        return this.#readPairs(element, place);
      case 'ul':
      case 'ol':
        return this.#readList(element, place);
      case 'table':
        return isLayout(element) ? this.#readBlock(element, place) : this.#readTable(element, place);
    }
    if (isPageFooter(element) && !outer.isInArticle) return this.#readBlock(factsOf(element), place);
    const tab = this.#controls.get(element.attributes.id ?? '');
    if (tab?.attributes.role === 'tab') return this.#readUnder(tab, element, place);
    if (isBlock(element) || FIELDS.has(name)) return this.#readBlock(element, place);
    this.readInside(element, place);
  }

  #readBlock(element: Element, place: Place): void {
    this.#endLine();
    this.readInside(element, place);
    this.#endLine();
  }

  /** A telephone number or an address that the words of a link do not say. */
  #readLink(element: Element, place: Place): void {
    this.readInside(element, place);
    const [, target = ''] = /^(?:tel|mailto):([^?]+)/i.exec(element.attributes.href ?? '') ?? [];
    if (target === '' || !place.isVisible) return;
    const said = textContent(element);
    const plain = (text: string): string =>
      text
        .toLowerCase()
        .replaceAll(/[\s().\-/]/g, '')
        .replace(/^(?:\+|00)\d\d?/, '');
    if (/^[\w.+@() -]{3,100}$/.test(target) && !plain(said).includes(plain(target).replace(/^0/, '')))
      this.#write(` (${target})`);
  }

  /** "9⁰⁰" is nine o'clock, "€18⁹⁹" a price. */
  #readRaised(element: Element, place: Place): void {
    const raised = this.#lineOf(element, place);
    const before = this.#line.join('').slice(-12);
    if (!/\d$/.test(before) || !/^\d/.test(raised)) return this.#write(raised);
    if (/^\d\d$/.test(raised)) return this.#write(`${/[$€£]\s*\d+$/.test(before) ? '.' : ':'}${raised}`);
    this.#write(raised.replaceAll(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit))));
  }

  #readDetails(details: Element, place: Place): void {
    const summary = elementsIn(details).find(({ name }) => name === 'summary');
    const children = details.children.filter((child) => child !== summary);
    this.#readUnder(summary, { ...details, children }, place);
  }

  /** Contents whose title is elsewhere. */
  #readUnder(title: Element | undefined, contents: Element, place: Place): void {
    this.#endLine();
    const outer = this.#level;
    const level = Math.min(DEEPEST_HEADING, outer + 1);
    if (title) this.#heading(this.#lineOf(title, place), level);
    this.#readBlock(contents, place);
    if (title) this.#end(level, outer);
  }

  /** A short term with a short description is one line; a question is the heading of its answer. */
  #readPairs(list: Element, place: Place): void {
    this.#endLine();
    const outer = this.#level;
    const level = Math.min(DEEPEST_HEADING, outer + 1);
    const pairs = pairsOf(list);
    let hasTitle = false;
    for (const { terms, descriptions } of pairs) {
      const isShown = (element: Element): boolean => this.#isShown(element);
      const shown = descriptions.filter(isShown);
      const names = terms.filter(isShown).map((term) => this.#lineOf(term, place));
      const name = names.filter(Boolean).join(', ');
      if (name.length <= LONGEST_NAME && !name.endsWith('?') && shown.every(isPlain)) {
        const values = shown.map((one) => this.#lineOf(one, place)).filter(Boolean);
        if (values.length > 0) this.#item(named(name, values.join(', ')));
        continue;
      }
      this.#heading(name, level);
      hasTitle = true;
      for (const description of shown) this.#readBlock(description, place);
    }
    this.#isTight = false;
    if (hasTitle) this.#end(level, outer);
  }

  #readList(list: Element, place: Place): void {
    this.#endLine();
    const outer = this.#list;
    let number = Number.parseInt(list.attributes.start ?? '1', 10) || 1;
    const indent = outer === undefined ? '' : `${outer.indent}  `;
    for (const child of list.children) {
      if (typeof child === 'string' || !this.#isShown(child)) continue;
      const isCard = (child.holds & (HOLDS.heading | HOLDS.table)) !== 0;
      const isCounted = list.name === 'ol' && number > 0 && number < 100;
      this.#list = isCard ? undefined : { indent, mark: isCounted ? `${number}. ` : '- ' };
      if (child.name === 'ul' || child.name === 'ol') this.#list = outer;
      number += 1;
      this.#read(child, place);
      this.#endLine();
    }
    this.#list = outer;
    if (outer === undefined) this.#isTight = false;
  }

  #readTable(table: Element, place: Place): void {
    this.#endLine();
    const outer = this.#level;
    const level = Math.min(DEEPEST_HEADING, outer + 1);
    const caption = elementsIn(table).find(({ name }) => name === 'caption');
    if (caption && this.#isShown(caption)) this.#heading(this.#lineOf(caption, place), level);
    const shown = table.children.filter((part) => typeof part === 'string' || this.#isShown(part));
    const { columns, rows } = tableOf({ ...table, children: shown }, (cell) =>
      this.#isShown(cell) ? this.#lineOf(cell, place) : '',
    );
    let hasTitle = caption !== undefined;
    let isHeadDue = true;
    for (const row of rows) {
      if (typeof row === 'string') {
        this.#heading(row, level);
        hasTitle = true;
        isHeadDue = true;
      } else if (columns) {
        if (isHeadDue) this.#tight(rowLine(columns));
        this.#tight(rowLine(row));
        isHeadDue = false;
      } else {
        const [name = '', ...values] = row.filter((text) => text !== '');
        this.#item(values.length === 0 ? name : named(name, values.join(', ')));
      }
    }
    this.#isTight = false;
    if (hasTitle) this.#end(level, outer);
  }

  /** Everything in an element on one line. */
  #lineOf(element: Element, place: Place): string {
    if (this.#nesting > MOST_NESTED_LINES) return '';
    const reader = new PageReader(this.#controls, this.#nesting + 1);
    reader.readInside(element, place);
    return reader
      .text()
      .split('\n')
      .map((line) => line.replace(/^\s*(?:#{1,6}|[-|]|\d{1,2}\.)(?:\s+|$)/, '').trim())
      .filter((line) => line !== '')
      .reduce(
        (text, line) => (text === '' ? line : `${text}${/[,;:.!?–-]$/.test(text) ? '' : ','} ${line}`),
        '',
      );
  }

  #write(text: string): void {
    const before = this.#isBetween && text !== '' ? (this.#line.findLast((part) => part !== '') ?? '') : '';
    if (before !== '' && areApart(before, text, this.#isInRow)) this.#line.push(' ');
    if (text !== '') this.#isBetween = false;
    this.#line.push(text);
  }

  #endLine(): void {
    const text = this.#line
      .join('')
      .replaceAll(/[^\S\n]+/g, ' ')
      .replaceAll(/ ?\n ?/g, '\n')
      .replaceAll(/\n{2,}/g, '\n')
      .trim();
    this.#line = [];
    if (text !== '') this.#emit(text);
  }

  #heading(text: string, level: number): void {
    this.#endLine();
    if (text === '') return;
    if (this.#ended !== undefined && level <= this.#ended) this.#ended = undefined;
    this.#isTight = false;
    this.#emit(`${'#'.repeat(level)} ${text}`);
    this.#isTight = false;
    this.#level = level;
  }

  /** The part under a heading is over. */
  #end(level: number, outer: number): void {
    this.#endLine();
    this.#ended = Math.min(level, this.#ended ?? level);
    this.#level = outer;
  }

  #item(text: string): void {
    this.#tight(`${this.#list?.indent ?? ''}- ${text}`);
  }

  #tight(text: string): void {
    this.#put(text, this.#isTight);
    this.#isTight = true;
  }

  #emit(text: string): void {
    if (this.#list === undefined) {
      this.#put(text, false);
      this.#isTight = false;
      return;
    }
    const { indent, mark } = this.#list;
    this.#tight(`${indent}${mark}${text.replaceAll('\n', `\n${indent}  `)}`);
    // What else is in the item continues it.
    this.#list.mark = '  ';
  }

  #put(text: string, isTight: boolean): void {
    const end = this.#ended;
    this.#ended = undefined;
    if (end !== undefined) this.#out += `\n\n${'#'.repeat(end)}`;
    if (this.#out !== '') this.#out += isTight && end === undefined ? '\n' : '\n\n';
    this.#out += text;
  }
}

function headingLevel({ name }: Element): number | undefined {
  const level = /^h([1-6])$/.exec(name)?.[1];
  return level === undefined ? undefined : Number(level);
}

/** Whether two elements next to each other are two words: styles, which are not read, may set them apart. */
function areApart(before: string, after: string, isInRow: boolean): boolean {
  if (/\s$/.test(before) || /^[\s.,;:!?)\]]/.test(after)) return false;
  const edge = before.slice(-1) + after.slice(0, 1);
  return isInRow || /^(?:\p{L}\p{N}|\p{Ll}\p{Lu}|[€$£%]\p{L}|\p{N}\p{Lu})$/u.test(edge);
}

type Pair = { terms: Element[]; descriptions: Element[] };

function pairsOf(list: Element): Pair[] {
  const pairs: Pair[] = [];
  const parts = elementsIn(list).flatMap((child) => (child.name === 'div' ? elementsIn(child) : [child]));
  for (const part of parts) {
    const last = pairs.at(-1);
    if (part.name === 'dt' && last && last.descriptions.length === 0) last.terms.push(part);
    else if (part.name === 'dt') pairs.push({ terms: [part], descriptions: [] });
    else if (last) last.descriptions.push(part);
    else pairs.push({ terms: [], descriptions: [part] });
  }
  return pairs;
}

function named(name: string, value: string): string {
  if (name === '') return value;
  return `${name.endsWith(':') ? name.slice(0, -1).trimEnd() : name}: ${value}`;
}

function rowLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`;
}
