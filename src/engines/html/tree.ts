import { Parser } from 'htmlparser2';

/** An element of a page: what readers of it need, and what lies in it. */
export type Element = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: (Element | string)[];
  /** Kinds of elements below it, as bits of `HOLDS`. */
  holds: number;
  /** Of the text below it. */
  textLength: number;
};

export const HOLDS = { heading: 1, table: 2, block: 4, control: 8, main: 16, list: 32 } as const;

/** Deeper than people nest. The parser takes as long to close an element as it is deep. */
const DEEPEST = 400;

const KINDS: Readonly<Record<string, number>> = {
  ...kinds('h1 h2 h3 h4 h5 h6', HOLDS.heading | HOLDS.block),
  ...kinds('table', HOLDS.table | HOLDS.block),
  ...kinds('ul ol', HOLDS.list | HOLDS.block),
  ...kinds('input select textarea button', HOLDS.control),
  ...kinds('main', HOLDS.main | HOLDS.block),
  ...kinds(
    'address article aside blockquote body caption dd details dialog div dl dt fieldset figcaption figure footer form header hr html legend li nav p pre section summary tbody td tfoot th thead tr',
    HOLDS.block,
  ),
};

function kinds(names: string, bits: number): Record<string, number> {
  return Object.fromEntries(names.split(' ').map((name) => [name, bits]));
}

export function isBlock({ name }: Element): boolean {
  return ((KINDS[name] ?? 0) & HOLDS.block) !== 0;
}

/**
 * A page as a tree, its entities decoded. Linear in its length: where it nests deeper than people do, reading goes on
 * at the top of the tree.
 */
export function parseHtml(html: string): Element {
  return parse(html);
}

/** The same of XML. Of elements that are not wanted only what lies in them is kept. */
export function parseXml(xml: string, isWanted: (name: string) => boolean): Element {
  return parse(xml, isWanted);
}

function parse(html: string, isWanted?: (name: string) => boolean): Element {
  const root = element('#root', {});
  for (let from = 0; from < html.length; ) {
    const end = parseUntilTooDeep(root, html.slice(from), isWanted);
    if (end === undefined) break;
    from += end;
  }
  return root;
}

type Open = { element: Element; parent: Element | undefined };

const SECTIONS = ['thead', 'tbody', 'tfoot'];
/** What a part lies in where the end tags between them are left out, as HTML allows: `<li><p>One<li><p>Two`. */
const CONTAINERS: Readonly<Record<string, readonly string[]>> = {
  li: ['ul', 'ol'],
  dt: ['dl', 'div'],
  dd: ['dl', 'div'],
  td: ['tr'],
  th: ['tr'],
  tr: ['table', ...SECTIONS],
  ...Object.fromEntries(SECTIONS.map((name) => [name, ['table']])),
};

function parentFor(name: string, open: readonly Open[]): Element | undefined {
  const containers = CONTAINERS[name];
  const isIn = ({ element: { name: outer } }: Open): boolean =>
    containers?.includes(outer) === true || outer === 'table';
  const found = containers && open.findLast(isIn)?.element;
  return found && containers.includes(found.name) ? found : open.at(-1)?.element;
}

/** Where reading stopped; undefined at the end. */
function parseUntilTooDeep(
  root: Element,
  html: string,
  isWanted: ((name: string) => boolean) | undefined,
): number | undefined {
  const open: Open[] = [{ element: root, parent: undefined }];
  let isTooDeep = false;
  const close = (): void => {
    const { element: closed, parent } = open.pop() ?? {};
    if (!closed || !parent) return;
    parent.holds |= closed.holds | (KINDS[closed.name] ?? 0);
    parent.textLength += closed.textLength;
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (isTooDeep) return;
        const top = open.at(-1)?.element ?? root;
        if (isWanted?.(name) === false) open.push({ element: top, parent: undefined });
        else {
          const parent = isWanted ? top : parentFor(name, open);
          const opened = element(name, attributes);
          parent?.children.push(opened);
          open.push({ element: opened, parent });
        }
        if (open.length <= DEEPEST) return;
        isTooDeep = true;
        parser.pause();
      },
      ontext(text) {
        const parent = open.at(-1)?.element;
        if (isTooDeep || !parent) return;
        // Text comes in pieces, cut at its entities.
        const last = parent.children.at(-1);
        if (typeof last === 'string') parent.children[parent.children.length - 1] = last + text;
        else parent.children.push(text);
        parent.textLength += text.length;
      },
      onclosetag() {
        if (!isTooDeep) close();
      },
    },
    { xmlMode: isWanted !== undefined },
  );
  parser.write(html);
  const end = parser.endIndex + 1;
  if (!isTooDeep) parser.end();
  while (open.length > 1) close();
  return isTooDeep ? end : undefined;
}

function element(name: string, attributes: Readonly<Record<string, string>>): Element {
  return { name, attributes, children: [], holds: 0, textLength: 0 };
}

export function elementsIn({ children }: Element): Element[] {
  return children.filter((child) => typeof child !== 'string');
}

/** Everything below it in its order, itself first. */
export function* everyNode(from: Element): Generator<Element | string> {
  const left: (Element | string)[] = [from];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    yield next;
    // One after the other: an element may have a million children.
    if (typeof next !== 'string') for (const child of next.children.toReversed()) left.push(child);
  }
}

/** The text below it as it is written. */
export function textContent(from: Element): string {
  return [...everyNode(from)].filter((node) => typeof node === 'string').join('');
}

export function someElement(from: Element, is: (element: Element) => boolean): boolean {
  for (const node of everyNode(from)) if (typeof node !== 'string' && is(node)) return true;
  return false;
}
