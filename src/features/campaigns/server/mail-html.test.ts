import { describe, expect, it } from 'vitest';
import { htmlOf } from '#features/content/rules-markup.ts';
import { mailBlocksOf } from '../rules-mail.ts';
import { mailHtmlOf } from './mail-html.ts';

describe('the HTML of a mail', () => {
  it('says what the stored HTML of an asset says, tag by tag', () => {
    const content = [
      '# Winter',
      'Six **blends**,\nfor $18 & more.',
      '**What you get**',
      '- one\n- **two**',
      '2. two\n3. three',
      '| a | b |\n| --- | --- |\n| c | <d> |',
    ].join('\n\n');
    const html = mailHtmlOf({
      blocks: mailBlocksOf(content.split('\n\n')),
      footer: [],
      footerLinks: [],
    });
    const body = html.slice(html.indexOf('margin:0 auto">') + 15, html.indexOf('<hr'));
    expect(body.replace(/ style="[^"]*"|\n/g, '')).toBe(htmlOf(content).replaceAll('\n', ''));
  });
});
