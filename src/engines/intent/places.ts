import type { Word } from '#kit/words.ts';

/** Places by the words that name them, each with the region it lies in. Enough to tell a wrong place, no gazetteer. */
const REGIONS: Record<string, string> = {
  GB: 'uk britain british england english scotland scottish wales welsh london manchester birmingham leeds bristol glasgow edinburgh liverpool sheffield cardiff belfast nottingham newcastle brighton leicester derby norwich coventry southampton portsmouth plymouth swansea aberdeen dundee york midlands yorkshire kent essex sussex surrey cornwall devon norfolk',
  US: 'usa america american texas texan california florida ohio oregon colorado arizona illinois michigan chicago houston dallas austin boston seattle denver miami atlanta portland philadelphia phoenix nyc brooklyn laredo denton plano lubbock tampa orlando jacksonville naples sarasota tallahassee nevada utah nebraska kansas missouri tennessee nashville louisiana carolina virginia minnesota wisconsin pennsylvania jersey detroit cleveland sacramento oakland',
  CA: 'canada canadian ontario toronto vancouver montreal calgary ottawa quebec edmonton winnipeg halifax alberta manitoba saskatchewan',
  AU: 'australia australian sydney melbourne brisbane perth adelaide queensland canberra tasmania',
  NZ: 'zealand auckland wellington christchurch',
  IE: 'ireland irish dublin cork galway limerick waterford sligo kerry donegal kilkenny',
  DE: 'germany german deutschland berlin munich munchen hamburg cologne koln frankfurt stuttgart leipzig dresden bremen',
  AT: 'austria austrian osterreich vienna wien graz salzburg',
  CH: 'switzerland swiss schweiz zurich geneva basel bern',
  FR: 'france french paris lyon marseille bordeaux toulouse nantes',
  BE: 'belgium belgian brussels antwerp ghent',
  ES: 'spain spanish espana madrid barcelona valencia seville sevilla malaga bilbao zaragoza alicante girona granada mallorca',
  PT: 'portugal portuguese lisbon lisboa porto',
  IT: 'italy italian italia rome roma milan milano turin florence bologna',
  NL: 'netherlands dutch amsterdam rotterdam utrecht hague',
  SE: 'sweden swedish stockholm gothenburg malmo',
  NO: 'norway norwegian oslo bergen',
  DK: 'denmark danish copenhagen aarhus',
  FI: 'finland finnish helsinki',
  PL: 'poland polish warsaw krakow',
  GR: 'greece greek athens',
  IN: 'india indian mumbai delhi bangalore bengaluru chennai hyderabad pune kolkata',
  SG: 'singapore',
  MY: 'malaysia malaysian',
  PH: 'philippines manila cebu',
  JP: 'japan japanese tokyo osaka',
  AE: 'dubai emirates',
  ZA: 'johannesburg durban pretoria',
  KE: 'kenya nairobi',
  NG: 'nigeria lagos',
  BR: 'brazil brazilian brasil',
  MX: 'mexico mexican monterrey guadalajara',
  AR: 'argentina argentinian',
  CO: 'colombia bogota medellin',
  CL: 'chile',
};

const REGION_OF = new Map(
  Object.entries(REGIONS).flatMap(([region, names]) =>
    names.split(' ').map((name) => [name, region] as const),
  ),
);

/** Regions of the states and cities that an audience can mean more narrowly than by country. */
const STATES: Record<string, string> = {
  texas: 'texas texan houston dallas austin laredo denton plano lubbock',
  california: 'california sacramento oakland',
  florida: 'florida miami tampa orlando jacksonville naples sarasota tallahassee',
  ohio: 'ohio cleveland',
  oregon: 'oregon portland',
  colorado: 'colorado denver',
  arizona: 'arizona phoenix',
  georgia: 'atlanta',
  illinois: 'illinois chicago',
  michigan: 'michigan detroit',
  newyork: 'nyc brooklyn',
  massachusetts: 'boston',
  washington: 'seattle',
  pennsylvania: 'pennsylvania philadelphia',
  tennessee: 'tennessee nashville',
  nevada: 'nevada',
  scotland: 'scotland scottish glasgow edinburgh aberdeen dundee',
  wales: 'wales welsh cardiff swansea',
  ontario: 'ontario toronto ottawa',
};

const STATE_OF = new Map(
  Object.entries(STATES).flatMap(([state, names]) => names.split(' ').map((name) => [name, state] as const)),
);

/** Names of two words, and the state where one is meant; their second word alone would be another place or none. */
const DOUBLES = new Map<string, { region: string; state?: string }>([
  ['united states', { region: 'US' }],
  ['united kingdom', { region: 'GB' }],
  ['great britain', { region: 'GB' }],
  ['northern ireland', { region: 'GB' }],
  ['new york', { region: 'US', state: 'newyork' }],
  ['new england', { region: 'US' }],
  ['new orleans', { region: 'US' }],
  ['los angeles', { region: 'US', state: 'california' }],
  ['san francisco', { region: 'US', state: 'california' }],
  ['san diego', { region: 'US', state: 'california' }],
  ['san antonio', { region: 'US', state: 'texas' }],
  ['las vegas', { region: 'US', state: 'nevada' }],
  ['new zealand', { region: 'NZ' }],
  ['south africa', { region: 'ZA' }],
  ['cape town', { region: 'ZA' }],
  ['hong kong', { region: 'HK' }],
  ['new delhi', { region: 'IN' }],
  ['costa rica', { region: 'CR' }],
]);

/** A place as it stands in a text. */
export type KnownPlace = { region: string; state: string | undefined; start: number; end: number };

/** The places we know that a text names, in their order. */
export function findPlaces(tokens: readonly Word[]): KnownPlace[] {
  const found: KnownPlace[] = [];
  let at = 0;
  while (at < tokens.length) {
    const [token, next] = [tokens[at], tokens[at + 1]];
    at += 1;
    if (!token) continue;
    const double = next && DOUBLES.get(`${token.text} ${next.text}`);
    if (double && next) {
      found.push({ region: double.region, state: double.state, start: token.start, end: next.end });
      at += 1;
      continue;
    }
    const region = REGION_OF.get(token.text);
    if (region === undefined) continue;
    found.push({ region, state: STATE_OF.get(token.text), start: token.start, end: token.end });
  }
  return found;
}

/** What a text says about place. */
export type Places = {
  regions: ReadonlySet<string>;
  states: ReadonlySet<string>;
  first: Pick<Word, 'start' | 'end'> | undefined;
};

/** The places that a text names. */
export function readPlaces(tokens: readonly Word[]): Places {
  const found = findPlaces(tokens);
  return {
    regions: new Set(found.map(({ region }) => region)),
    states: new Set(found.flatMap(({ state }) => state ?? [])),
    first: found[0],
  };
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
