import { truncate } from '#kit/text.ts';

const LONGEST = { text: 10_000, name: 100, id: 200 };

/** Sources send anything: what a database cannot hold is dropped, and what is endless is cut. */
export function storableText(text: string): string {
  return cut(text, LONGEST.text);
}

/** Turns of the writing direction, by which a name could disguise the words beside it. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
/** What leaves no mark by itself: formats, marks without a letter, fillers that count as letters. */
const UNSEEN = /[\p{C}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/gu;

/** A name to show; somebody without one, or with one that nobody can see, is called so. */
export function storableName(name: string | null | undefined): string {
  const shown = cut((name ?? '').replaceAll(TURNS, '').replaceAll(/\s+/g, ' '), LONGEST.name);
  return shown.replaceAll(UNSEEN, '') === '' ? 'Somebody' : shown;
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
