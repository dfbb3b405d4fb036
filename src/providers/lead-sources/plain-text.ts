import { decodeEntities } from '#kit/entities.ts';
import { withoutTags } from '#kit/markup.ts';

/** The words of HTML without its marks. What is left is text and is shown as text, never as HTML. */
export function plainText(html: string): string {
  return decodeEntities(withoutTags(html))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}

/** When something was posted; null where that cannot be read. Clocks of others run ahead: never in the future. */
export function postedAt(value: string | number | null | undefined, now: Date): Date | null {
  const time = typeof value === 'number' ? value : Date.parse(value ?? '');
  return Number.isNaN(time) ? null : new Date(Math.min(time, now.getTime()));
}
