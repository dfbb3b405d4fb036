import { z } from 'zod';
import type { Word } from '#kit/words.ts';
import regions from './places.json' with { type: 'json' };

/** Places by country (ISO 3166) and area, in words without accents. Enough to tell a wrong place, no gazetteer. */
const REGIONS = z.record(z.string(), z.record(z.string(), z.string())).parse(regions);

type Location = { region: string; state: string | undefined };

const LOCATIONS = new Map<string, Location>();
for (const [region, areas] of Object.entries(REGIONS)) {
  for (const [area, names] of Object.entries(areas)) {
    const location = { region, state: area === '' ? undefined : `${region} ${area}` };
    // A name that two areas share belongs to the first.
    for (const name of names.split(' ')) if (!LOCATIONS.has(name)) LOCATIONS.set(name, location);
  }
}

/** Names of two words; their second word alone is another place or none. */
const DOUBLES: Record<string, string> = {
  'united states': 'US',
  'united kingdom': 'GB',
  'great britain': 'GB',
  'northern ireland': 'GB ulster',
  'west midlands': 'GB midlands',
  'south east': 'GB southeast',
  'south west': 'GB southwest',
  'milton keynes': 'GB southeast',
  'new york': 'US newyork',
  'del valle': 'MX cdmx',
  'new england': 'US northeast',
  'new orleans': 'US south',
  'new jersey': 'US northeast',
  'new mexico': 'US mountain',
  'los angeles': 'US california',
  'bay area': 'US california',
  'san francisco': 'US california',
  'san diego': 'US california',
  'san jose': 'US california',
  'san antonio': 'US texas',
  'las vegas': 'US mountain',
  'salt lake': 'US mountain',
  'new zealand': 'NZ',
  'south africa': 'ZA',
  'cape town': 'ZA',
  'hong kong': 'HK',
  'new delhi': 'IN',
  'costa rica': 'CR',
  'gold coast': 'AU queensland',
  'sunshine coast': 'AU queensland',
  'western australia': 'AU wa',
  'south australia': 'AU sa',
  'mexico city': 'MX cdmx',
  'ciudad de': 'MX cdmx',
};

const FIRST_WORDS = new Set(Object.keys(DOUBLES).map((name) => name.split(' ')[0]));

/** A place as a text names it. */
export type KnownPlace = { region: string; state: string | undefined; start: number; end: number };

/** The places we know that a text names, in their order. */
export function findPlaces(tokens: readonly Word[]): KnownPlace[] {
  const found: KnownPlace[] = [];
  let at = 0;
  while (at < tokens.length) {
    const [token, next] = [tokens[at], tokens[at + 1]];
    at += 1;
    if (!token) continue;
    const double = next && FIRST_WORDS.has(token.text) && DOUBLES[`${token.text} ${next.text}`];
    if (typeof double === 'string' && next) {
      const [region = '', area] = double.split(' ');
      found.push({ region, state: area && double, start: token.start, end: next.end });
      at += 1;
      continue;
    }
    const location = LOCATIONS.get(token.text);
    if (location) found.push({ ...location, start: token.start, end: token.end });
  }
  return found;
}

/** What a text says about place. */
export type Places = {
  regions: ReadonlySet<string>;
  states: ReadonlySet<string>;
  /** Countries that a text names as a whole. */
  whole: ReadonlySet<string>;
  first: Pick<Word, 'start' | 'end'> | undefined;
};

/** The places that a text names. */
export function readPlaces(tokens: readonly Word[]): Places {
  const found = findPlaces(tokens);
  return {
    regions: new Set(found.map(({ region }) => region)),
    states: new Set(found.flatMap(({ state }) => state ?? [])),
    whole: new Set(found.flatMap(({ region, state }) => (state === undefined ? [region] : []))),
    first: found[0],
  };
}

/** Whether a text is about another place than the audience. False if either says nothing about place. */
export function isElsewhere(audience: Places, text: Places): boolean {
  if (audience.regions.size === 0 || text.regions.size === 0) return false;
  if (!haveCommon(audience.regions, text.regions)) return true;
  const isWhole = [...text.regions].some((region) => audience.whole.has(region));
  return (
    !isWhole && audience.states.size > 0 && text.states.size > 0 && !haveCommon(audience.states, text.states)
  );
}

function haveCommon(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((name) => other.has(name));
}
