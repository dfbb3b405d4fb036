import { contentOf, type EditorNode } from './rules-editor.ts';
import { isWebAddress } from './rules-markup.ts';

/** What stored HTML may hold: the tags of the light markup. */
export const STORED_TAGS = [
  'h1',
  'h2',
  'h3',
  'p',
  'br',
  'strong',
  'a',
  'ul',
  'ol',
  'li',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const;

/** And no attribute but where a link leads and where a list begins to count. */
export const STORED_ATTRIBUTES = ['href', 'start'] as const;

/** What is understood of HTML that comes from elsewhere; the rest loses its tags and keeps its words. */
export const READ_TAGS = [
  ...STORED_TAGS,
  'h4',
  'h5',
  'h6',
  'b',
  'div',
  'section',
  'article',
  'header',
  'footer',
  'main',
  'blockquote',
  'pre',
] as const;

/** The part of a parsed page that is read here; any DOM fits. */
export type HtmlNode = {
  /** 1: an element · 3: text. */
  nodeType: number;
  nodeName: string;
  textContent: string | null;
  childNodes: ArrayLike<HtmlNode>;
  getAttribute?: (name: string) => string | null;
};

const HEADING = /^H([1-6])$/;
const INLINE = new Set(['#text', 'BR', 'STRONG', 'B', 'A']);

/** Clean HTML as light markup. */
export function contentOfHtml(root: HtmlNode): string {
  return contentOf({ type: 'doc', content: blocksIn(root) }).content;
}

function blocksIn(parent: HtmlNode): EditorNode[] {
  const blocks: EditorNode[] = [];
  let run: HtmlNode[] = [];
  const endRun = (): void => {
    const content = inlineOf(run);
    run = [];
    if (content.length > 0) blocks.push({ type: 'paragraph', content });
  };
  for (const node of Array.from(parent.childNodes)) {
    if (INLINE.has(node.nodeName)) {
      run.push(node);
      continue;
    }
    endRun();
    blocks.push(...blockOf(node));
  }
  endRun();
  return blocks;
}

function blockOf(node: HtmlNode): EditorNode[] {
  const level = HEADING.exec(node.nodeName)?.[1];
  if (level !== undefined) {
    const content = inlineOf(Array.from(node.childNodes));
    return content.length === 0
      ? []
      : [{ type: 'heading', attrs: { level: Math.min(3, Number(level)) }, content }];
  }
  if (node.nodeName === 'UL' || node.nodeName === 'OL') {
    const items = childrenNamed(node, ['LI']).map((item) => cellOf('listItem', item));
    const type = node.nodeName === 'UL' ? 'bulletList' : 'orderedList';
    return items.length === 0 ? [] : [{ type, content: items }];
  }
  if (node.nodeName === 'TABLE') return tableOf(node);
  return blocksIn(node);
}

function tableOf(table: HtmlNode): EditorNode[] {
  const rows = [table, ...childrenNamed(table, ['THEAD', 'TBODY'])].flatMap((part) =>
    childrenNamed(part, ['TR']),
  );
  const content = rows.map((row) => ({
    type: 'tableRow',
    content: childrenNamed(row, ['TH', 'TD']).map((cell) => cellOf('tableCell', cell)),
  }));
  return content.length === 0 ? [] : [{ type: 'table', content }];
}

/** A line of its own: whatever stood in it stands beside each other. */
function cellOf(type: string, node: HtmlNode): EditorNode {
  const words = blocksIn(node).flatMap((block, index) => [
    ...(index > 0 ? [{ type: 'text', text: ' ' }] : []),
    ...leavesOf(block),
  ]);
  return { type, content: [{ type: 'paragraph', content: words }] };
}

function leavesOf(node: EditorNode): EditorNode[] {
  if (node.type === 'text' || node.type === 'hardBreak') return [node];
  return (node.content ?? []).flatMap((child, index) => [
    ...(index > 0 && child.type !== 'text' ? [{ type: 'text', text: ' ' }] : []),
    ...leavesOf(child),
  ]);
}

function childrenNamed(parent: HtmlNode, names: readonly string[]): HtmlNode[] {
  return Array.from(parent.childNodes).filter(({ nodeName }) => names.includes(nodeName));
}

/** Words in a row, white space as a page shows it. */
function inlineOf(nodes: readonly HtmlNode[]): EditorNode[] {
  const words: EditorNode[] = [];
  const add = (node: HtmlNode, isBold: boolean, href: string | null): void => {
    if (node.nodeName === '#text') {
      const text = (node.textContent ?? '').replace(/[\s\u00A0]+/g, ' ');
      const last = words.at(-1);
      const isGap = !last || last.type === 'hardBreak' || last.text?.endsWith(' ') === true;
      const shown = isGap ? text.trimStart() : text;
      const marks = [
        ...(isBold ? [{ type: 'bold' }] : []),
        // Words that are the address itself need no other.
        ...(href === null || shown.trim() === href ? [] : [{ type: 'link', attrs: { href } }]),
      ];
      if (shown !== '') words.push({ type: 'text', text: shown, ...(marks.length > 0 ? { marks } : {}) });
    } else if (node.nodeName === 'BR') words.push({ type: 'hardBreak' });
    else {
      const isStrong = isBold || node.nodeName === 'STRONG' || node.nodeName === 'B';
      const address = node.nodeName === 'A' ? (node.getAttribute?.('href') ?? '') : '';
      const target = isWebAddress(address) ? address : href;
      for (const child of Array.from(node.childNodes)) add(child, isStrong, target);
    }
  };
  for (const node of nodes) add(node, false, null);
  while (words.at(-1)?.type === 'hardBreak' || words.at(-1)?.text?.trim() === '') words.pop();
  while (words[0]?.type === 'hardBreak') words.shift();
  return words;
}
