import { expect, it } from 'vitest';
import { contrast, lookStyle, NO_LOOK } from './rules-look.ts';

const inksOf = (style: string): Record<string, string>[] =>
  [...style.matchAll(/:root\{([^}]*)\}/g)].map(([, inks = '']) =>
    Object.fromEntries(inks.split(';').map((ink) => ink.slice(2).split(':'))),
  );

it.each(['#ffee00', '#ff69b4', '#000000', '#ffffff', '#7a9e7e', '#1e5b3e', '#0057ff'])(
  'makes %s readable on both grounds, and the words on it',
  (color) => {
    const [light = {}, dark = {}] = inksOf(lookStyle({ ...NO_LOOK, color }));
    for (const [inks, ground] of [
      [light, '#fdfcfa'],
      [dark, '#1a1916'],
    ] as const) {
      expect(contrast(inks.link ?? '', ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(inks.green ?? '', inks.on ?? '')).toBeGreaterThanOrEqual(4.5);
      expect(contrast(inks['green-h'] ?? '', inks.on ?? '')).toBeGreaterThanOrEqual(4.5);
    }
  },
);

it('leaves a colour that can be read as it is', () => {
  expect(lookStyle({ ...NO_LOOK, color: '#0057ff' })).toContain('--green:#0057ff');
  expect(lookStyle({ ...NO_LOOK, font: 'serif' })).toMatch(/^body\{font-family:"Iowan Old Style".*serif\}$/);
});
