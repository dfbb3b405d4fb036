import type { Span } from '#features/content/rules-markup.ts';
import { escapeHtml } from '#kit/text.ts';
import type { MailBlock } from '../rules-mail.ts';

/** Its absolute address, and its size in pixels. */
export type PictureInMail = { url: string; alt: string; width: number; height: number };

type HtmlInput = {
  blocks: readonly MailBlock[];
  footer: readonly MailBlock[];
  /** At the very end, with their words. */
  footerLinks: readonly { href: string; label: string }[];
  pictures?: readonly PictureInMail[];
};

const FONT = "font:15px/22px -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#1e1c17";
const SMALL = 'font-size:12px;line-height:18px;color:#6c665b';
const BUTTON =
  'display:inline-block;padding:8px 16px;border-radius:6px;background:#1e5b3e;color:#ffffff;text-decoration:none';
const HEADINGS = {
  1: 'margin:0 0 12px;font-size:22px;line-height:28px;font-weight:600',
  2: 'margin:8px 0 8px;font-size:17px;line-height:24px;font-weight:600',
} as const;
const CELL = 'padding:6px 12px 6px 0;text-align:left;vertical-align:top';

/** Width of the text of a mail. */
const MAIL_WIDTH = 560;

/**
 * The HTML part of a mail: the tags are ours and every character of the text is escaped, so that no text can become a
 * tag. Each piece stands on a line of its own: what differs per person is encoded line by line.
 */
export function mailHtmlOf({ blocks, footer, footerLinks, pictures = [] }: HtmlInput): string {
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1"></head>',
    `<body style="margin:0;padding:24px;background:#ffffff;${FONT}">`,
    `<div style="max-width:${MAIL_WIDTH}px;margin:0 auto">`,
    ...pictures.map(pictureTag),
    ...blocks.map((block) => blockTag(block, 'margin:0 0 16px')),
    '<hr style="border:0;border-top:1px solid #e6e2d9;margin:24px 0 16px">',
    ...footer.map((block) => blockTag(block, `margin:0 0 8px;${SMALL}`)),
    `<p style="margin:0;${SMALL}">`,
    footerLinks.map(({ href, label }) => anchor(href, 'color:#6c665b', label)).join('\n&middot;\n'),
    '</p></div></body></html>',
  ].join('\n');
}

function blockTag(block: MailBlock, style: string): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level} style="${HEADINGS[block.level]}">\n${lineOf(block.spans)}\n</h${block.level}>`;
    case 'paragraph':
      return `<p style="${style}">\n${block.lines.map(lineOf).join('<br>\n')}\n</p>`;
    case 'button':
      return `<p style="${style}">\n${anchor(block.href, BUTTON, escapeHtml(block.label))}\n</p>`;
    case 'bullets':
      return listTag('ul', block.items);
    case 'numbered':
      return listTag(block.start === 1 ? 'ol' : `ol start="${block.start}"`, block.items);
    case 'table':
      return `<table style="margin:0 0 16px;border-collapse:collapse;width:100%;font-size:inherit">\n${block.rows
        .map((cells, row) => rowTag(cells, row === 0))
        .join('\n')}\n</table>`;
  }
}

function listTag(tag: string, items: readonly Span[][]): string {
  const lines = items.map((item) => `<li style="margin:0 0 4px">\n${lineOf(item)}\n</li>`).join('\n');
  return `<${tag} style="margin:0 0 16px;padding:0 0 0 24px">\n${lines}\n</${tag.slice(0, 2)}>`;
}

function rowTag(cells: readonly Span[][], isHead: boolean): string {
  const tag = isHead ? 'th' : 'td';
  const line = `${CELL};border-bottom:1px solid ${isHead ? '#d5d0c4' : '#e6e2d9'}`;
  return `<tr>${cells.map((cell) => `<${tag} style="${line}">\n${lineOf(cell)}\n</${tag}>`).join('')}</tr>`;
}

/** Slots pass the escaping unharmed. */
function lineOf(spans: readonly Span[]): string {
  return spans
    .map(({ text, isBold, href }) => {
      const words = isBold ? `<strong>${escapeHtml(text)}</strong>` : escapeHtml(text);
      return href === null ? words : anchor(href, 'color:#1e5b3e', words);
    })
    .join('');
}

/** With its size in attributes, which old mail programs go by, and never wider than the text. */
function pictureTag({ url, alt, width, height }: PictureInMail): string {
  const shown = Math.min(width, MAIL_WIDTH);
  const size = `width="${shown}" height="${Math.round((height * shown) / Math.max(1, width))}"`;
  const style = 'display:block;width:auto;max-width:100%;height:auto;border:0;border-radius:6px';
  return `<p style="margin:0 0 16px">\n<img\nsrc="${escapeHtml(url)}"\nalt="${escapeHtml(alt)}"\n${size}\nstyle="${style}">\n</p>`;
}

/** Each attribute on a line of its own, so that quoted-printable need not break an address of usual length. */
function anchor(href: string, style: string, words: string): string {
  return `<a\nhref="${escapeHtml(href)}"\nstyle="${style}">${words}</a>`;
}
