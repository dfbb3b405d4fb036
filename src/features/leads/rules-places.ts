import type { Word } from '#kit/words.ts';

/** Places by the words that name them, each with the region it lies in. Enough to tell a wrong place, no gazetteer. */
const REGIONS: Record<string, string> = {
  GB: 'uk britain british england english scotland scottish wales welsh london manchester birmingham leeds bristol glasgow edinburgh liverpool sheffield cardiff belfast nottingham newcastle brighton',
  US: 'usa america american texas california florida ohio oregon colorado arizona georgia illinois michigan chicago houston dallas austin boston seattle denver miami atlanta portland philadelphia phoenix nyc brooklyn',
  CA: 'canada canadian ontario toronto vancouver montreal calgary ottawa quebec',
  AU: 'australia australian sydney melbourne brisbane perth adelaide queensland',
  NZ: 'zealand auckland wellington christchurch',
  IE: 'ireland irish dublin cork galway limerick',
  DE: 'germany german berlin munich hamburg cologne frankfurt',
  AT: 'austria austrian vienna',
  CH: 'switzerland swiss zurich geneva',
  FR: 'france french paris lyon marseille',
  ES: 'spain spanish madrid barcelona valencia seville',
  IT: 'italy italian rome milan turin',
  NL: 'netherlands dutch amsterdam rotterdam utrecht',
  SE: 'sweden swedish stockholm gothenburg',
  IN: 'india mumbai delhi bangalore bengaluru chennai',
  SG: 'singapore',
  ZA: 'johannesburg durban',
};

const REGION_OF = new Map(
  Object.entries(REGIONS).flatMap(([region, names]) =>
    names.split(' ').map((name) => [name, region] as const),
  ),
);

/** Regions of the states and cities that an audience can mean more narrowly than by country. */
const STATES: Record<string, string> = {
  texas: 'texas houston dallas austin',
  california: 'california',
  florida: 'florida miami',
  ohio: 'ohio',
  oregon: 'oregon portland',
  colorado: 'colorado denver',
  arizona: 'arizona phoenix',
  georgia: 'georgia atlanta',
  illinois: 'illinois chicago',
  scotland: 'scotland scottish glasgow edinburgh',
  wales: 'wales welsh cardiff',
  ontario: 'ontario toronto ottawa',
};

const STATE_OF = new Map(
  Object.entries(STATES).flatMap(([state, names]) => names.split(' ').map((name) => [name, state] as const)),
);

/** What a text says about place. */
export type Places = { regions: ReadonlySet<string>; states: ReadonlySet<string>; first: Word | undefined };

/** The places that a text names. */
export function readPlaces(words: readonly Word[]): Places {
  const regions = new Set<string>();
  const states = new Set<string>();
  let first: Word | undefined;
  for (const word of words) {
    const region = REGION_OF.get(word.text);
    if (region === undefined) continue;
    first ??= word;
    regions.add(region);
    const state = STATE_OF.get(word.text);
    if (state !== undefined) states.add(state);
  }
  return { regions, states, first };
}

/** Whether a text is about another place than the audience. False where either says nothing about place. */
export function isElsewhere(audience: Places, text: Places): boolean {
  if (audience.regions.size === 0 || text.regions.size === 0) return false;
  if (!haveCommon(audience.regions, text.regions)) return true;
  return audience.states.size > 0 && text.states.size > 0 && !haveCommon(audience.states, text.states);
}

function haveCommon(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((name) => other.has(name));
}
