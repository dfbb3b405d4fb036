import { readPlaces } from '#engines/intent/places.ts';
import { wordsOf } from '#kit/words.ts';
import { findCondition as findDisease } from './rules-conditions.ts';

/** Stages of life and states of mind that the laws on health data count like diseases. */
const LIKE_A_DISEASE =
  /\b(?:abortion|addict|alcoholi|cholesterol|chronic|depress|diagnos|fertil|bandscheib|bluthochdruck|incontinen|ivf\b|menopaus|miscarr|overweight|perimenopaus|postnatal|postpartum|prediabet|pregnan|reflux|schwanger|thyroid|wechseljahr|zuckerkrank)\p{L}*/iu;

/** Words that lead up to a condition and mean nothing without it. */
const LEAD_UP =
  /\b(?:(?:who|that) (?:have|has|suffer from)|suffer(?:s|ing) from|living with|diagnosed with|dealing with|struggling with|with|for|from)\s*$/iu;

/** Talk of symptoms, treatment or the body's troubles, where no condition is named. */
const HEALTH_TALK =
  /\b(?:symptom|pain|aches?\b|aching|bloat|digesti|gut health|weight[- ]loss|los(?:e|ing) (?:some )?weight|hormon|medicat|medicine|prescri|therap|treatment|blood (?:sugar|pressure)|mental health|fertil|menstru|hot flush|hot flash|inflammat|fatigue|nausea|headache|sleepless|(?:can['’]?t|cannot|trouble|problems?) sleep|side effect|injur|surgery|rehab)/iu;

/** Countries whose people are not looked for by health topics: EU, EEA and UK. */
const CLOSED_COUNTRIES = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK UK'.split(
    ' ',
  ),
);

/** The same in words, with Washington, Nevada and Connecticut, whose laws on consumer health data are alike. */
const CLOSED_PLACES =
  /\b(?:eu|european union|united kingdom|belgi(?:um|an)|brussels|bulgaria|cyprus|czechia|czech republic|prague|denmark|danish|copenhagen|estonia|tallinn|finland|finnish|helsinki|greece|greek|athens|croatia|zagreb|hungary|budapest|iceland|liechtenstein|lithuania|vilnius|luxembourg|latvia|riga|malta|norway|oslo|poland|polish|warsaw|krakow|portugal|lisbon|porto|romania|bucharest|slovenia|slovakia|bratislava|washington state|seattle|spokane|tacoma|bellevue|nevada|las vegas|reno|henderson|connecticut|hartford|new haven|stamford|bridgeport)\b|,\s*(?:wa|nv|ct)\b/iu;

/**
 * The first health condition that a text names, as written. Nobody is searched for by what ails them: a query that
 * names a condition would collect health data with its first answer (GDPR Art. 9; Washington MHMDA and its like).
 */
export function findCondition(text: string): string | undefined {
  return findDisease(text) ?? LIKE_A_DISEASE.exec(text)?.[0];
}

/** The text without the conditions it names. */
export function withoutConditions(text: string): string {
  let rest = text;
  for (let found = findCondition(rest); found !== undefined; found = findCondition(rest)) {
    const at = rest.indexOf(found);
    rest = `${rest.slice(0, at).replace(LEAD_UP, '')} ${rest.slice(at + found.length)}`;
  }
  return rest.replace(/\s+/g, ' ').trim();
}

type Author = { country: string | null; place?: string | undefined };

/**
 * Whether a public post may not make its author a lead, because it or the search is about health and the author is,
 * or by their own words may be, in a place whose law wants consent first. Where the place is not known, a post that
 * names a condition is left alone too. Looks at the topic of the text; nothing about the author is derived.
 */
export function isHealthBarred(searchQuery: string, text: string, { country, place = '' }: Author): boolean {
  const namesCondition = findCondition(text) !== undefined;
  const isHealthTopic =
    namesCondition ||
    HEALTH_TALK.test(text) ||
    findCondition(searchQuery) !== undefined ||
    HEALTH_TALK.test(searchQuery);
  if (!isHealthTopic) return false;
  const told = `${place}\n${text}`;
  const { regions } = readPlaces(wordsOf(told));
  const known = [...regions, ...(country === null ? [] : [country.toUpperCase()])];
  if (CLOSED_PLACES.test(told) || known.some((region) => CLOSED_COUNTRIES.has(region))) return true;
  return namesCondition && known.length === 0;
}
