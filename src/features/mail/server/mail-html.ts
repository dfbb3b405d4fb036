import { type CSSProperties, Fragment, createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Body, Button, Container, Head, Heading, Hr, Html, Img, Link, Section, Text } from 'react-email';
import type { Line } from '#engines/markup/read.ts';
import { type ListTree, listTrees } from '#kit/markup.ts';
import type { MailBlock } from '../rules-mail.ts';

/** Its absolute address, and its size in pixels. */
export type PictureInMail = { url: string; alt: string; width: number; height: number };

type HtmlInput = {
  /** Of the words, so that they are read out as they are meant. */
  language: string;
  blocks: readonly MailBlock[];
  footer: readonly MailBlock[];
  /** At the very end, with their words. */
  footerLinks: readonly { href: string; label: string }[];
  pictures?: readonly PictureInMail[];
  /** Address of a picture that tells when the mail is opened. */
  pixel?: string;
};

/** Width of the text of a mail, and of the white beside it on a phone. */
const MAIL_WIDTH = 560;
const SIDE = 16;

// On each piece: Outlook takes neither from what is around it.
const FAMILY = '-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const INK: CSSProperties = { fontFamily: FAMILY, fontSize: 16, lineHeight: '24px', color: '#1e1c17' };
const SMALL: CSSProperties = { fontFamily: FAMILY, fontSize: 13, lineHeight: '19px', color: '#6c665b' };
const HEADINGS = {
  1: { ...INK, fontSize: 24, lineHeight: '30px', fontWeight: 600, margin: '0 0 12px' },
  2: { ...INK, fontSize: 18, lineHeight: '25px', fontWeight: 600, margin: '8px 0' },
} as const satisfies Record<1 | 2, CSSProperties>;
const BUTTON: CSSProperties = {
  ...INK,
  padding: '12px 20px',
  borderRadius: 6,
  backgroundColor: '#1e5b3e',
  color: '#ffffff',
  fontWeight: 600,
};
const UNDERLINED: CSSProperties = { textDecorationLine: undefined, textDecoration: 'underline' };
const QUOTE: CSSProperties = { margin: '0 0 16px', padding: '0 0 0 16px', borderLeft: '3px solid #d5d0c4' };
const PICTURE: CSSProperties = { width: 'auto', maxWidth: '100%', height: 'auto', borderRadius: 6 };

/** What attributes cannot say: the inks for a dark ground. */
const SHEET = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (prefers-color-scheme:dark){',
  '.paper,.paper td{background-color:#1a1916!important}',
  '.ink{color:#ece9e1!important}',
  '.small,.small a{color:#989285!important}',
  '.link{color:#93cbaa!important}',
  '.button{background-color:#74b48f!important;color:#0e2116!important}',
  '.rule,.quote{border-color:#3b3831!important}',
  '}',
].join('\n');

/**
 * The HTML part of a mail, in tables and attributes as old mail programs know them. Every character of the text is
 * escaped by React, so that no text can become a tag; slots pass unharmed.
 */
export function mailHtmlOf({
  language,
  blocks,
  footer,
  footerLinks,
  pictures = [],
  pixel,
}: HtmlInput): string {
  const page = h(
    Html,
    { lang: language },
    h(
      Head,
      null,
      h('meta', { name: 'viewport', content: 'width=device-width,initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', { dangerouslySetInnerHTML: { __html: SHEET } }),
    ),
    h(
      Body,
      { lang: language, className: 'paper', style: { margin: 0, backgroundColor: '#ffffff' } },
      h(
        Container,
        // Outlook cannot reckon and goes by the attribute; elsewhere the style holds.
        {
          width: MAIL_WIDTH + 2 * SIDE,
          style: { width: 'calc(100%)', maxWidth: MAIL_WIDTH + 2 * SIDE, padding: `24px ${SIDE}px` },
        },
        ...pictures.map((picture) => h(Section, { style: { paddingBottom: 16 } }, pictureOf(picture))),
        ...blocks.map((block) => blockOf(block, { ...INK, marginTop: 0, marginBottom: 16 }, 'ink')),
        h(Hr, { className: 'rule', style: { borderTop: '1px solid #e6e2d9', margin: '24px 0 16px' } }),
        ...footer.map((block) => blockOf(block, { ...SMALL, marginTop: 0, marginBottom: 8 }, 'small')),
        h(
          Text,
          { className: 'small', style: { ...SMALL, marginTop: 0, marginBottom: 0 } },
          ...footerLinks.flatMap(({ href, label }, index) => [
            index === 0 ? '' : ' · ',
            h(Link, { href, style: { ...UNDERLINED, color: '#6c665b' } }, label),
          ]),
        ),
        ...(pixel === undefined ? [] : [h(Img, { src: pixel, alt: '', width: 1, height: 1 })]),
      ),
    ),
  );
  return `<!doctype html>\n${inLines(renderToStaticMarkup(page))}`;
}

function blockOf(block: MailBlock, style: CSSProperties, className: string): ReactNode {
  switch (block.kind) {
    case 'heading':
      return h(
        Heading,
        { as: `h${block.level}`, className, style: HEADINGS[block.level] },
        ...lineOf(block.line),
      );
    case 'paragraph':
      return h(Text, { className, style }, ...linesOf(block.lines));
    case 'button':
      return h(
        Section,
        { style: { padding: '4px 0 20px' } },
        h(Button, { href: block.href, className: 'button', style: BUTTON }, block.label),
      );
    case 'quote':
      return h(
        'blockquote',
        { className: 'quote', style: QUOTE },
        ...block.paragraphs.map((lines) =>
          h(Text, { className, style: { ...style, marginBottom: 8 } }, ...linesOf(lines)),
        ),
      );
    case 'list':
      return h(Fragment, null, ...listTrees(block.items).map((list) => listOf(list, style, className)));
    case 'rule':
      return h(Hr, { className: 'rule', style: { borderTop: '1px solid #e6e2d9', margin: '8px 0 24px' } });
    case 'picture':
      return h(
        Section,
        { style: { paddingBottom: 16 } },
        h(Img, { src: block.src, alt: block.alt, style: PICTURE }),
      );
    case 'table':
      return h(
        'table',
        {
          className,
          width: '100%',
          cellPadding: 0,
          cellSpacing: 0,
          border: 0,
          style: { ...style, width: '100%', borderCollapse: 'collapse' },
        },
        h('tbody', null, ...block.rows.map((cells, row) => rowOf(cells, row === 0))),
      );
  }
}

function listOf({ start, items }: ListTree<Line>, style: CSSProperties, className: string): ReactNode {
  const listStyle = { ...style, padding: '0 0 0 24px' };
  return h(
    start === null ? 'ul' : 'ol',
    { className, style: listStyle, ...(start === null || start === 1 ? {} : { start }) },
    ...items.map(({ line, lists }) =>
      h(
        'li',
        { style: { margin: '0 0 4px' } },
        ...lineOf(line),
        ...lists.map((list) => listOf(list, { ...style, marginBottom: 0 }, className)),
      ),
    ),
  );
}

function rowOf(cells: readonly Line[], isHead: boolean): ReactNode {
  const style: CSSProperties = {
    padding: '7px 12px 7px 0',
    textAlign: 'left',
    verticalAlign: 'top',
    borderBottom: `1px solid ${isHead ? '#d5d0c4' : '#e6e2d9'}`,
  };
  return h(
    'tr',
    null,
    ...cells.map((cell) => h(isHead ? 'th' : 'td', { className: 'rule', style }, ...lineOf(cell))),
  );
}

function linesOf(lines: readonly Line[]): ReactNode[] {
  return lines.flatMap((line, index) => (index === 0 ? lineOf(line) : [h('br'), ...lineOf(line)]));
}

function lineOf(spans: Line): ReactNode[] {
  return spans.map(({ text, isBold, isItalic, href }) => {
    const slanted = isItalic ? h('em', null, text) : text;
    const words = isBold ? h('strong', null, slanted) : slanted;
    if (href === null) return words;
    return h(Link, { href, className: 'link', style: { ...UNDERLINED, color: '#1e5b3e' } }, words);
  });
}

/** With its size in attributes, which old mail programs go by, and never wider than the text. */
function pictureOf({ url, alt, width, height }: PictureInMail): ReactNode {
  const shown = Math.min(width, MAIL_WIDTH);
  return h(Img, {
    src: url,
    alt,
    width: shown,
    height: Math.round((height * shown) / Math.max(1, width)),
    style: PICTURE,
  });
}

const BLOCKS = '(?:p|h1|h2|blockquote|ul|ol|li|table|tbody|tr|th|td|hr|head|body|style|html|meta)';
const AFTER_START = new RegExp(`<${BLOCKS}(?: [^>]*)?>|<br/>`, 'g');
const BEFORE_END = new RegExp(`</${BLOCKS}>`, 'g');

/**
 * Each piece on a line of its own, broken where white space says nothing: what differs per person is encoded line by
 * line, so that little is. Each attribute of a link or picture too, so that quoted-printable need not break an address
 * of usual length. React escapes every > in an attribute.
 */
function inLines(html: string): string {
  return (
    html
      // React tells browsers to fetch pictures early; in a mail it says nothing.
      .replace(/<link rel="preload"[^>]*>/g, '')
      .replace(/<(?:a|img) [^>]*>/g, (tag) =>
        tag.replace(/ (?=(?:href|src|alt|class|style|target|width)=)/g, '\n'),
      )
      .replace(AFTER_START, '$&\n')
      .replace(BEFORE_END, '\n$&')
  );
}
