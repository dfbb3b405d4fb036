import { describe, expect, it } from 'vitest';
import { colorOf, contrast, lookInks, lookOnTop, lookStyle, NO_LOOK } from './rules-look.ts';

describe('the look of landing pages', () => {
  it.each(['#ffee00', '#ff69b4', '#000000', '#ffffff', '#7a9e7e', '#1e5b3e', '#0057ff', '#777777'])(
    'makes %s readable on pages and cards, and the words on it',
    (color) => {
      for (const [theme, ground] of [
        ['light', '#fdfcfa'],
        ['light', '#f4f2ec'],
        ['dark', '#1a1916'],
        ['dark', '#22201c'],
      ] as const) {
        const { fill, hover, words, link } = lookInks(color, theme);
        expect(contrast(link, ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(fill, ground)).toBeGreaterThanOrEqual(1.4);
        expect(contrast(fill, words)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(hover, words)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it('keeps the colour of buttons as it is, and darkens that of links', () => {
    const { fill, words, link } = lookInks('#f2b705', 'light');
    expect({ fill, words }).toEqual({ fill: '#f2b705', words: '#14120f' });
    expect(link).not.toBe('#f2b705');
    expect(lookStyle({ ...NO_LOOK, color: '#0057ff' })).toContain('--green:#0057ff');
    expect(lookStyle(NO_LOOK)).not.toContain('--green');
  });

  it('loads fonts from its own server only', () => {
    const style = lookStyle({ ...NO_LOOK, font: 'lora' });
    expect(style).toMatch(/body\{font-family:"Lora",/);
    expect([...style.matchAll(/url\(([^)]*)\)/g)].map(([, address]) => address)).toEqual([
      '/look/fonts/lora-latin.woff2',
      '/look/fonts/lora-latin-ext.woff2',
    ]);
    expect(lookStyle(NO_LOOK)).not.toContain('url(');
  });

  it.each([
    ['1E5B3E', '#1e5b3e'],
    [' #AbC ', '#aabbcc'],
    ['#1e5b3e', '#1e5b3e'],
    ['green', undefined],
    ['#12', undefined],
  ])('reads "%s" as the colour %s', (text, color) => {
    expect(colorOf(text)).toBe(color);
  });

  it('merges what two people change at once', () => {
    const theirs = { ...NO_LOOK, color: '#0057ff' };
    const mine = { ...NO_LOOK, font: 'lora' as const };
    expect(lookOnTop({ base: NO_LOOK, mine, theirs })).toEqual({
      ...NO_LOOK,
      color: '#0057ff',
      font: 'lora',
    });
  });
});
