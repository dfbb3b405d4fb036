import { truncate } from '#kit/text.ts';

const LONGEST = { text: 10_000, name: 100, id: 200 };

/** Sources send anything: what a database cannot hold is dropped, and what is endless is cut. */
export function storableText(text: string): string {
  return cut(text, LONGEST.text);
}

/** A name to show; somebody without one is called so. */
export function storableName(name: string | null | undefined): string {
  return cut((name ?? '').replace(/\s+/g, ' '), LONGEST.name) || 'Somebody';
}

export function storableId(id: string): string {
  return cut(id, LONGEST.id);
}

function cut(text: string, longest: number): string {
  // Cut before it is looked at closely: a post may be megabytes long.
  const near = text.length > 4 * longest ? text.slice(0, 4 * longest) : text;
  return truncate(near.replaceAll('\0', '').toWellFormed().trim(), longest);
}

/** When something happened; clocks of others run ahead: never in the future. */
export function pastInstant(value: string | number | null | undefined, now: Date): Date | null {
  const time = typeof value === 'number' ? value : Date.parse(value ?? '');
  if (Number.isNaN(time) || time < 0) return null;
  return new Date(Math.min(time, now.getTime()));
}
