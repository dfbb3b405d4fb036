import { fontPath, type PageFont, type PageLook } from './contract-look.ts';

export const NO_LOOK: PageLook = { logo: null, color: null, font: 'system' };
/** Of pages without a colour of their own. */
export const DEFAULT_COLOR = '#1e5b3e';

type Face = {
  family: string;
  weights: string;
  /** A font of the device that is shown until this one is there, made as wide, so that no line moves. */
  meanwhile: string;
};

/** Widths by https://github.com/seek-oss/capsize. */
const FACES: Readonly<Record<Exclude<PageFont, 'system'>, Face>> = {
  inter: {
    family: 'Inter',
    weights: '100 900',
    meanwhile: 'src:local("Arial"),local("Roboto");size-adjust:107.12%',
  },
  nunito: {
    family: 'Nunito',
    weights: '200 1000',
    meanwhile: 'src:local("Arial"),local("Roboto");size-adjust:101.39%',
  },
  lora: {
    family: 'Lora',
    weights: '400 700',
    meanwhile: 'src:local("Georgia"),local("Gelasio");size-adjust:104.98%',
  },
};

const SYSTEM_FONT = 'system-ui,-apple-system,"Segoe UI",Roboto,sans-serif';

/** Subsets of each font, and the characters for which browsers load them. */
const SUBSETS = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
} as const;

/** Of cards, on which the ink has less contrast than on the page. */
const TINT = { light: '#f4f2ec', dark: '#22201c' } as const;
export const GROUND = { light: '#fdfcfa', dark: '#1a1916' } as const;
const WORDS_ON = ['#ffffff', '#14120f'] as const;
/** WCAG 2.2, 1.4.3. */
const LEAST_CONTRAST = 4.5;
/** Between a button and the page: its words say what it is. */
const LEAST_VISIBLE = 1.4;
const STEPS = 20;

/** The styles that differ per workspace; the other styles of a page refer to them. */
export function lookStyle({ color, font }: Pick<PageLook, 'color' | 'font'>): string {
  return [faceStyle(font), color === null ? '' : colorStyle(color)].filter(Boolean).join('\n');
}

/** The file that every page in this font needs at once; undefined for a font of the device. */
export function mainFontFile(font: PageFont): string | undefined {
  return font === 'system' ? undefined : `${font}-latin.woff2`;
}

export function fontFamily(font: PageFont): string {
  if (font === 'system') return SYSTEM_FONT;
  const { family } = FACES[font];
  return `"${family}","${family} meanwhile",${font === 'lora' ? 'Georgia,serif' : SYSTEM_FONT}`;
}

function faceStyle(font: PageFont): string {
  const body = `body{font-family:${fontFamily(font)}}`;
  if (font === 'system') return body;
  const { family, weights, meanwhile } = FACES[font];
  const faces = Object.entries(SUBSETS).map(
    ([subset, range]) =>
      `@font-face{font-family:"${family}";font-weight:${weights};font-display:swap;src:url(${fontPath(`${font}-${subset}.woff2`)}) format("woff2");unicode-range:${range}}`,
  );
  return `${faces.join('\n')}
@font-face{font-family:"${family} meanwhile";${meanwhile}}
${body}`;
}

function colorStyle(color: string): string {
  const styleOf = (theme: 'light' | 'dark'): string => {
    const { fill, hover, words, link } = lookInks(color, theme);
    return `:root{--green:${fill};--green-h:${hover};--on:${words};--link:${link};--ring:${link}}`;
  };
  return `${styleOf('light')}\n@media (prefers-color-scheme:dark){${styleOf('dark')}}`;
}

type Inks = {
  /** Of buttons and decoration: the colour itself, unless it is that of the page or no words could be read on it. */
  fill: string;
  /** Of a button under the pointer. */
  hover: string;
  /** On a button. */
  words: string;
  /** Of links: as near to the colour as can be read on the page. */
  link: string;
};

export function lookInks(color: string, theme: 'light' | 'dark'): Inks {
  const ground = TINT[theme];
  const fill = nearest(
    color,
    ground,
    (tried) => contrast(tried, ground) >= LEAST_VISIBLE && contrast(tried, wordsOn(tried)) >= LEAST_CONTRAST,
  );
  const words = wordsOn(fill);
  return {
    fill,
    hover: mixed(fill, words === WORDS_ON[0] ? '#000000' : '#ffffff', 0.15),
    words,
    link: nearest(color, ground, (tried) => contrast(tried, ground) >= LEAST_CONTRAST),
  };
}

function wordsOn(fill: string): string {
  const [white, black] = WORDS_ON;
  return contrast(white, fill) >= LEAST_CONTRAST ? white : black;
}

/** The first of the colour's shades, away from the ground, that will do. */
function nearest(color: string, ground: string, isEnough: (tried: string) => boolean): string {
  const end = luminance(ground) > 0.5 ? '#000000' : '#ffffff';
  const tries = Array.from({ length: STEPS + 1 }, (_, step) => mixed(color, end, step / STEPS));
  return tries.find(isEnough) ?? end;
}

function mixed(one: string, other: string, share: number): string {
  const ends = channelsOf(other);
  const parts = channelsOf(one).map((value, index) =>
    Math.round(value + ((ends[index] ?? 0) - value) * share)
      .toString(16)
      .padStart(2, '0'),
  );
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

/** A colour as people write it: "1E5B3E", "#abc". Undefined where it is none. */
export function colorOf(text: string): string | undefined {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(text.trim().toLowerCase())?.[1];
  if (digits === undefined) return undefined;
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`;
}

/** A look as it was changed here, on top of how someone else has changed it meanwhile. */
export function lookOnTop<Look extends Record<'logo' | 'color' | 'font', string | null>>({
  base,
  mine,
  theirs,
}: Record<'base' | 'mine' | 'theirs', Look>): Look {
  return {
    ...theirs,
    logo: mine.logo === base.logo ? theirs.logo : mine.logo,
    color: mine.color === base.color ? theirs.color : mine.color,
    font: mine.font === base.font ? theirs.font : mine.font,
  };
}
