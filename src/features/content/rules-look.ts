import type { PageFont, PageLook } from './contract-look.ts';

export const NO_LOOK: PageLook = { logo: null, color: null, font: 'sans' };

/** System fonts by their character, https://github.com/system-fonts/modern-font-stacks. */
const FONTS: Readonly<Record<PageFont, string>> = {
  sans: 'system-ui,-apple-system,"Segoe UI",Roboto,sans-serif',
  humanist: 'Seravek,"Gill Sans Nova",Ubuntu,Calibri,"DejaVu Sans",source-sans-pro,sans-serif',
  serif: '"Iowan Old Style","Palatino Linotype","URW Palladio L",P052,Georgia,serif',
  rounded:
    'ui-rounded,"Hiragino Maru Gothic ProN",Quicksand,Comfortaa,Manjari,"Arial Rounded MT Bold",Calibri,source-sans-pro,sans-serif',
};

const GROUND = { light: '#fdfcfa', dark: '#1a1916' } as const;
const INK_ON = { light: '#ffffff', dark: '#14120f' } as const;
/** WCAG 2.2, 1.4.3. */
const LEAST_CONTRAST = 4.5;
const STEPS = 20;

/** The styles by which a page carries the look of its workspace; the rest of the page's styles refer to them. */
export function lookStyle({ color, font }: PageLook): string {
  const face = `body{font-family:${FONTS[font]}}`;
  if (color === null) return face;
  return `${face}\n:root{${inksOf(color, 'light')}}\n@media (prefers-color-scheme:dark){:root{${inksOf(color, 'dark')}}}`;
}

/** The colour as buttons and links can have it: readable on the ground, and with readable words on it. */
function inksOf(color: string, theme: 'light' | 'dark'): string {
  const ink = readableOn(GROUND[theme], color);
  const on = [INK_ON.light, INK_ON.dark].toSorted(
    (one, other) => contrast(other, ink) - contrast(one, ink),
  )[0];
  const hover = mixed(ink, theme === 'light' ? '#000000' : '#ffffff', 0.15);
  return `--green:${ink};--green-h:${hover};--on:${on};--link:${ink};--ring:${ink}`;
}

/** As near to the colour as can be read on the ground. */
function readableOn(ground: string, color: string): string {
  const end = luminance(ground) > 0.5 ? '#000000' : '#ffffff';
  for (let step = 0; step <= STEPS; step += 1) {
    const tried = mixed(color, end, step / STEPS);
    if (contrast(tried, ground) >= LEAST_CONTRAST) return tried;
  }
  return end;
}

function mixed(one: string, other: string, share: number): string {
  const parts = channelsOf(one).map((value, index) => {
    const end = channelsOf(other)[index] ?? 0;
    return Math.round(value + (end - value) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

export function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((left, right) => right - left);
  return (high + 0.05) / (low + 0.05);
}

/** Relative luminance, WCAG 2.2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
