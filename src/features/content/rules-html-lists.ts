import { type Element, textContent } from '#engines/html/tree.ts';
import type { EditorNode } from './rules-editor.ts';

/** Deeper ones are read on one line. */
export const DEEPEST_LIST = 8;

export type ListKind = { type: 'bulletList' } | { type: 'orderedList'; attrs: { start: number } };

export function isList({ type }: EditorNode): boolean {
  return type === 'bulletList' || type === 'orderedList';
}

/** Adds an item to the list that the blocks end with, or to one within it. */
export function addItem(blocks: EditorNode[], kind: ListKind, item: EditorNode, depth: number): void {
  const last = blocks.at(-1);
  const inside = last && isList(last) ? last.content?.at(-1)?.content : undefined;
  if (depth > 0 && inside) addItem(inside, kind, item, depth - 1);
  else if (last?.type === kind.type) last.content?.push(item);
  else blocks.push({ ...kind, content: [item] });
}

export function kindOf({ name, attributes }: Element): ListKind {
  if (name !== 'ol') return { type: 'bulletList' };
  return {
    type: 'orderedList',
    attrs: { start: Math.max(0, Number.parseInt(attributes.start ?? '1', 10) || 0) },
  };
}

/**
 * How deep an item says that it is, from 0: Word for the web and Google Docs write one list per item or all items in one,
 * Slack one list per depth.
 */
export function statedDepth(item: Element, list: Element): number {
  const { attributes } = item;
  const level = Number(attributes['aria-level'] ?? attributes['data-aria-level'] ?? 1) - 1;
  const indent = Number(attributes['data-stringify-indent'] ?? list.attributes['data-indent'] ?? 0);
  const exported = Number(/(?:^|\s)lst-\w{1,60}-(\d)(?=\s|$)/.exec(list.attributes.class ?? '')?.[1] ?? 0);
  return Math.max(0, ...[level, indent, exported].filter(Number.isInteger));
}

export type WordItem = { kind: ListKind; depth: number };

/** An item of a list as Word copies it: a paragraph with a level, its sign written in front. */
export function wordItemOf(element: Element): WordItem | undefined {
  const level = /mso-list\s*:\s*\w+\s+level(\d)/i.exec(element.attributes.style ?? '')?.[1];
  if (level === undefined) return undefined;
  const sign = signOf(element)?.trim() ?? '';
  const number = /^\(?(\d{1,9})[.)]/.exec(sign)?.[1];
  const isCounted = number !== undefined || /^\(?[a-z]{1,4}[.)]/i.test(sign);
  return {
    kind: isCounted ? { type: 'orderedList', attrs: { start: Number(number ?? 1) } } : { type: 'bulletList' },
    depth: Number(level) - 1,
  };
}

function signOf(element: Element): string | undefined {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (/mso-list\s*:\s*ignore/i.test(child.attributes.style ?? '')) return textContent(child);
    const inside = signOf(child);
    if (inside !== undefined) return inside;
  }
  return undefined;
}
