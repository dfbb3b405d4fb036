import { describe, expect, it } from 'vitest';
import { blocksOf, htmlOf } from '#features/content/rules-markup.ts';
import { mailBlocksOf } from '../rules-mail.ts';
import { hasSlot, slot } from './composition.ts';
import { mailHtmlOf } from './mail-html.ts';

describe('the HTML of a mail', () => {
  it('says what the stored HTML of an asset says, tag by tag', () => {
    const content = [
      '# Winter',
      'Six **blends**,\nfor $18 & more.',
      '**What you get**',
      '- one\n  1. *inner*\n- **two**',
      '> quoted\n> words',
      '2. two\n3. three',
      '| a | b |\n| --- | --- |\n| c | <d> |',
    ].join('\n\n');
    const html = mailHtmlOf({
      blocks: mailBlocksOf(blocksOf(content)),
      language: 'en',
      footer: [],
      footerLinks: [],
    });
    // What stands around a button and in a table is there for old mail programs.
    const body = html.slice(html.indexOf('<h1'), html.indexOf('<hr'));
    expect(
      body
        .replace(/ (?:style|class|width|border|cell\w+)="[^"]*"|<\/?tbody>|\n/gi, '')
        .replaceAll('<br/>', '<br>'),
    ).toBe(htmlOf(content).replaceAll('\n', ''));
  });

  it('is laid out by tables of a width that Outlook knows and phones undercut', () => {
    const html = mailHtmlOf({
      language: 'en',
      blocks: mailBlocksOf(blocksOf('Hi')),
      footer: [],
      footerLinks: [],
    });
    expect(html).toMatch(
      /<table[^>]* width="592"[^>]* role="presentation"[^>]*max-width:592px[^"]*width:calc\(100%\)"/,
    );
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    expect(html).not.toContain('rel="preload"');
  });

  it('keeps what differs per person on short lines of its own', () => {
    const link = slot('link:0');
    const html = mailHtmlOf({
      blocks: mailBlocksOf(
        blocksOf(
          `Hi ${slot('firstName', 'you')},\n\nSix blends\nfrom [our shop](${link})\n\n[see the page](${link})`,
          hasSlot,
        ),
        new Map([[link, 'see the page']]),
      ),
      language: 'en',
      footer: [],
      footerLinks: [{ href: slot('unsubscribe'), label: 'Unsubscribe' }],
    });
    expect(html.split('\n').filter(hasSlot)).toEqual([
      `Hi ${slot('firstName', 'you')},`,
      `href="${link}"`,
      `href="${link}"`,
      `href="${slot('unsubscribe')}"`,
    ]);
  });
});
