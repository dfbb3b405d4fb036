import { withoutTags } from '#kit/markup.ts';

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};

/** The words of HTML without its marks. What is left is text and is shown as text, never as HTML. */
export function plainText(html: string): string {
  return decodeEntities(withoutTags(html))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}

export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

/** When something was posted; null where that cannot be read. Clocks of others run ahead: never in the future. */
export function postedAt(value: string | number | null | undefined, now: Date): Date | null {
  const time = typeof value === 'number' ? value : Date.parse(value ?? '');
  return Number.isNaN(time) ? null : new Date(Math.min(time, now.getTime()));
}
