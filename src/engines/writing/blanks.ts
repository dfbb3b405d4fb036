/** What a template leaves open where the brief does not say it. Shown as "[date]" or, in German, "[Datum]". */
const BLANKS = [
  'offer',
  'date',
  'time',
  'place',
  'price',
  'link',
  'contact',
  'name',
  'business',
  'deadline',
  'details',
  'headline',
  'call to action',
  'Angebot',
  'Datum',
  'Uhrzeit',
  'Ort',
  'Preis',
  'Kontakt',
  'Name',
  'Unternehmen',
  'Frist',
  'Einzelheiten',
  'Überschrift',
  'nächster Schritt',
] as const;

/** Followed by "(", it is a link of the markup. */
const BLANK = new RegExp(`\\[(?:${BLANKS.join('|')})\\](?!\\()`, 'giu');

export type Blank = { name: string; start: number; end: number };

/** Every blank of a text, with where it stands. Other words in brackets are text. */
export function blanksIn(text: string): Blank[] {
  return [...text.matchAll(BLANK)].map(({ 0: found, index }) => ({
    name: found.slice(1, -1),
    start: index,
    end: index + found.length,
  }));
}

/** A text cut where blanks begin and end. */
export function piecesWithBlanks(text: string): { text: string; isBlank: boolean }[] {
  const pieces: { text: string; isBlank: boolean }[] = [];
  let at = 0;
  for (const { start, end } of blanksIn(text)) {
    if (start > at) pieces.push({ text: text.slice(at, start), isBlank: false });
    pieces.push({ text: text.slice(start, end), isBlank: true });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isBlank: false });
  return pieces;
}
