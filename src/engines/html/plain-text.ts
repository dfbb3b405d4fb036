import { type Element, isBlock, parseHtml } from './tree.ts';

const SILENT = new Set([
  'script',
  'style',
  'head',
  'title',
  'template',
  'svg',
  'noscript',
  'iframe',
  'object',
]);

/** The words of HTML from outside, a line break in place of each break and block. Linear in its length. */
export function plainText(html: string): string {
  const parts: string[] = [];
  const read = (element: Element): void => {
    for (const child of element.children) {
      if (typeof child === 'string') parts.push(child.replaceAll(/\s+/g, ' '));
      else if (child.name === 'br') parts.push('\n');
      else if (!SILENT.has(child.name)) {
        const edge = isBlock(child) ? '\n' : '';
        parts.push(edge);
        read(child);
        parts.push(child.name === 'td' || child.name === 'th' ? ' ' : edge);
      }
    }
  };
  read(parseHtml(html));
  return parts
    .join('')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .trim();
}
