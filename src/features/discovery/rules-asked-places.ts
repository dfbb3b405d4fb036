import { findPlaces } from '#engines/intent/places.ts';
import { isKnownIdea } from '#engines/intent/topic.ts';
import { stem, wordsOf } from '#kit/words.ts';
import type { SourceAsks } from './contract.ts';

/** A place that an audience names: as it is written, and its country where we know it (ISO 3166). */
export type AskedPlace = { name: string; country: string | null; start: number; end: number };

/** A name behind a word of place: "in Harrogate", "near Saffron Walden". */
const BEHIND_PREPOSITION =
  /(?<!\binterested )\b(?:in|near|around|across|outside)\s+(\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+){0,2})/gu;
const NO_PLACES = new Set(
  'january february march april may june july august september october november december english spanish german french hr'.split(
    ' ',
  ),
);

/** The places that an audience names: those we know, and those that stand where a place stands. */
export function askedPlaces(audience: string): AskedPlace[] {
  const known = findPlaces(wordsOf(audience)).map(({ region, start, end }) => ({
    name: audience.slice(start, end),
    country: region,
    start,
    end,
  }));
  const isKnown = (start: number, end: number) =>
    known.some((place) => place.start < end && start < place.end);
  const others = [...audience.matchAll(BEHIND_PREPOSITION)].flatMap((match): AskedPlace[] => {
    const [whole, name = ''] = match;
    const start = match.index + whole.length - name.length;
    const end = start + name.length;
    const words = wordsOf(name);
    const isNone = words.some(({ text }) => NO_PLACES.has(text) || isKnownIdea(stem(text)));
    return isNone || isKnown(start, end) ? [] : [{ name, country: null, start, end }];
  });
  return [...known, ...others].toSorted((one, other) => one.start - other.start);
}

/** Countries whose people are asked for. */
export function askedCountries(places: readonly AskedPlace[]): string[] {
  return [...new Set(places.flatMap(({ country }) => country ?? []))];
}

/** What becomes of the places of an audience at a source that is asked like this; null where it names none. */
export function placeNote(
  audience: string,
  { label, asks }: { label: string; asks: SourceAsks },
  queries: readonly string[],
): string | null {
  const places = askedPlaces(audience);
  const [first] = places;
  if (first === undefined) return null;
  const names = listOf(places.map(({ name }) => name));
  switch (asks.place) {
    case 'none':
      return `${names} is not used by ${label}.`;
    case 'location':
      return `Only people who live in ${names} are asked for.`;
    case 'country': {
      const countries = askedCountries(places);
      return countries.length === 0
        ? `${names} is not used by ${label}, which knows countries only.`
        : `People from ${listOf(countries.map(countryName))} come first; a town is not looked at.`;
    }
    case 'words': {
      const asked = queries.filter((query) => places.some(({ name }) => holds(query, name)));
      if (asked.length === 0) return `${names} is not asked for.`;
      return asked.length === queries.length
        ? `${names} is part of what is asked.`
        : `${names} is asked for first, then everywhere.`;
    }
  }
}

/** Whether nothing of the audience's places reaches a source. */
export function isPlaceUnused(
  audience: string,
  { asks }: { asks: SourceAsks },
  queries: readonly string[],
): boolean {
  const places = askedPlaces(audience);
  if (places.length === 0 || asks.place === 'location') return false;
  if (asks.place === 'country') return askedCountries(places).length === 0;
  return asks.place === 'none' || !queries.some((query) => places.some(({ name }) => holds(query, name)));
}

function holds(query: string, name: string): boolean {
  return query.toLowerCase().includes(name.toLowerCase());
}

function countryName(code: string): string {
  const name = new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;
  return name.startsWith('United ') || name === 'Netherlands' ? `the ${name}` : name;
}

/** "Leeds", "Leeds and York". */
export function listOf(names: readonly string[]): string {
  return [...new Set(names)].join(' and ');
}
