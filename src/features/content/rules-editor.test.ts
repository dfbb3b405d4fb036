import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentOf, type EditorNode, offsetOf, positionsOf } from './rules-editor.ts';
import { contentOf } from './rules-editor-writing.ts';
import { htmlOf, plainText } from './rules-markup.ts';

const MAIL = [
  'Subject: Winter sampler\nSix blends, **30 cups**, $18.',
  '# Why\n\n## How\n\n**What you get**',
  '- one\n- **two** of it\n\n3. three\n4. four',
  '| Blend | Price |\n| --- | --- |\n| Hearth | $9 |',
  '[0:00-0:05] Hello & <b>goodbye</b>',
  'Read [the label](https://tea.test/a) and **[all of it](http://tea.test/b)**, not [this](ftp://x).',
].join('\n\n');

/** The text between two places of the document, as the editor counts them. */
function textAt(document: EditorNode, from: number, to: number): string {
  let text = '';
  const walk = (node: EditorNode, position: number): number => {
    if (node.type === 'text') {
      const words = node.text ?? '';
      text += words.slice(Math.max(0, from - position), Math.max(0, to - position));
      return words.length;
    }
    if (node.type === 'hardBreak') return 1;
    let at = position + 1;
    for (const child of node.content ?? []) at += walk(child, at);
    return at + 1 - position;
  };
  let at = 0;
  for (const block of document.content ?? []) at += walk(block, at);
  return text;
}

describe('the document of the editor', () => {
  it('says what the content says, and is written back as it was', () => {
    expect(contentOf(documentOf(MAIL)).content).toBe(MAIL);
    expect(contentOf(documentOf('')).content).toBe('');
  });

  it('keeps what lists, tables and bold words mean, however they were written', () => {
    const loose = 'Intro:\n• one\n* two\n\n1) three\n| a | b |\n| c | d |';
    const { content } = contentOf(documentOf(loose));
    expect(htmlOf(content)).toBe(htmlOf(loose));
  });

  it('counts a list from where it was begun', () => {
    expect(htmlOf('3. three\n4. four')).toBe('<ol start="3"><li>three</li><li>four</li></ol>');
  });

  it('takes words for a link only where they lead to an address of the web', () => {
    expect(htmlOf('[a](javascript:alert(1)) [b](//x.test) [c](x.test/"><b>)')).not.toMatch(/<a|<b/);
    expect(htmlOf('[a **b**](https://x.test/?c=1&d)')).toBe(
      '<p><a href="https://x.test/?c=1&amp;d">a </a><a href="https://x.test/?c=1&amp;d"><strong>b</strong></a></p>',
    );
    expect(plainText('See [a](https://x.test).')).toBe('See a (https://x.test).');
    expect(plainText('One\n\n## Two\n\n| a | b |\n| --- | --- |\n\nThree')).toBe(
      'One\n\nTwo\n\na · b\n\nThree',
    );
  });

  it('reads nothing where a link has no words', () => {
    expect(contentOf(documentOf('[ ](https://a.test)\n(below')).content).toBe('(below');
    expect(contentOf(documentOf('above\n[ ](https://a.test)\nbelow')).content).toBe('above\nbelow');
  });

  it('settles at once: written back twice it is the same', () => {
    const line = fc.stringMatching(/^(?:[-#*|0-9. a-z<>&\\[\]()]|\]\(https:\/\/a){0,20}$/);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const { content } = contentOf(documentOf(lines.join('\n')));
        expect(contentOf(documentOf(content)).content).toBe(content);
      }),
    );
  });

  it('knows where the words of the content stand, and the reverse', () => {
    const document = documentOf(MAIL);
    const { content, segments } = contentOf(document);
    for (const words of ['Winter', '30 cups', 'two', 'four', '$9', 'goodbye']) {
      const start = content.indexOf(words);
      const place = positionsOf(segments, { start, end: start + words.length });
      expect(place && textAt(document, place.from, place.to), words).toBe(words);
      expect(offsetOf(segments, place?.from ?? 0), words).toBe(start);
    }
    const [from, to] = [content.indexOf('blends'), content.indexOf(', $18')];
    const across = positionsOf(segments, { start: from, end: to });
    expect(across && textAt(document, across.from, across.to)).toBe('blends, 30 cups');
    expect(positionsOf(segments, { start: content.length, end: content.length })).toBeUndefined();
  });
});
