import { describe, expect, it } from 'vitest';
import { discordText } from './discord-text.ts';

const [ANN, ROLE, CHANNEL] = ['123456789012345678', '223456789012345678', '323456789012345678'];
const names = { roles: new Map([[ROLE, 'Tea lovers']]), channels: new Map([[CHANNEL, 'general']]) };
const mentions = [{ id: ANN, username: 'ann', global_name: 'Ann Birch' }];
const read = (content: string, more: object = {}): string =>
  discordText({ content, mentions, ...more }, names);

describe('a message of Discord', () => {
  it.each([
    [`Hi <@${ANN}> and <@!${ANN}>`, 'Hi @Ann Birch and @Ann Birch'],
    [`<@999> in <#${CHANNEL}> and <#9>, <@&${ROLE}>`, '@unknown-user in #general and #unknown, @Tea lovers'],
    ['Tea <:teapot:123456789012345678> <a:steam:123456789012345678>', 'Tea :teapot: :steam:'],
    ['At <t:1800000000:t> on <t:1800000000:D>', 'At 08:00 UTC on 15 January 2027'],
    ['<t:1800000000:R> or <t:1800000000>', '15 January 2027 at 08:00 UTC or 15 January 2027 at 08:00 UTC'],
    ['The end is ||that she leaves||', 'The end is that she leaves'],
    ['**bold** *italic* _too_ __under__ ~~gone~~ ***both***', 'bold italic too under gone both'],
    ['# Title\n-# small\nsnake_case_name 2 * 3 * 4', 'Title\nsmall\nsnake_case_name 2 * 3 * 4'],
    [
      'See [our **shop**](https://a.example/tea_(green)_x) now',
      'See our shop (https://a.example/tea_(green)_x) now',
    ],
    ['<https://a.example/__x__> https://b.example/_y_', 'https://a.example/__x__ https://b.example/_y_'],
    ['**[shop](https://a.example)**', 'shop (https://a.example)'],
    ['`**code**` and ```js\nlet **a** = 1;\n```', '**code** and let **a** = 1;'],
    ['\\*not italic\\*', '*not italic*'],
    ['</help me:123456789012345678> <id:customize>', '/help me #customize'],
    ['one ** left', 'one ** left'],
  ])('says %j as people see it', (content, text) => {
    expect(read(content)).toBe(text);
  });

  it('names what is attached, sent as a sticker, asked or forwarded', () => {
    expect(
      read('', {
        attachments: [
          { filename: 'x.png', content_type: 'image/png', description: 'My garden' },
          { filename: 'plan.pdf', content_type: 'application/pdf' },
          { filename: 'voice-message.ogg', content_type: 'audio/ogg', duration_secs: 3 },
        ],
        sticker_items: [{ name: 'Wave' }],
      }),
    ).toBe('[Image: My garden]\n[File: plan.pdf]\n[Voice message]\n[Sticker: Wave]');
    expect(
      read('', { poll: { question: { text: 'Tea?' }, answers: [{ poll_media: { text: 'Yes' } }] } }),
    ).toBe('Tea?\n- Yes');
    expect(
      discordText(
        { content: '', message_snapshots: [{ message: { content: `**From** <@${ANN}>`, mentions } }] },
        names,
      ),
    ).toBe('[Forwarded]\nFrom @Ann Birch');
    expect(read('', { embeds: [{ title: 'News', description: '**Tea** is out' }] })).toBe('News\nTea is out');
    expect(read('https://a.example', { embeds: [{ title: 'A preview' }] })).toBe('https://a.example');
  });

  it.each([
    '*',
    '_',
    '**',
    '||',
    '`',
    '```',
    '[',
    '[a](',
    '[a](https://x',
    '[a](https://x(',
    '```a`b',
    '``a`',
    '_a ',
    '<',
    '<t:',
    '<@',
    '\\',
    '# ',
    '*a ',
  ])('is through with nothing but %s at once', (piece) => {
    expect(read(piece.repeat(200_000 / piece.length)).length).toBeLessThanOrEqual(200_000);
  });
});
