import { foldText } from '#kit/text.ts';

/** Languages of the files that people bring. */
// biome-ignore format: a list
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'cs', 'sk', 'hu', 'ro', 'tr', 'sv', 'da', 'nb', 'fi', 'el', 'ru', 'uk', 'bg', 'ja', 'zh', 'ko'];

/** What people write besides the names that dictionaries have. */
const SHORT_FORMS: Record<string, string> = {
  usa: 'US',
  'u s': 'US',
  'u s a': 'US',
  america: 'US',
  'united states of america': 'US',
  uk: 'GB',
  'u k': 'GB',
  britain: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  grossbritannien: 'GB',
  schottland: 'GB',
  angleterre: 'GB',
  inglaterra: 'GB',
  inghilterra: 'GB',
  engeland: 'GB',
  'republic of ireland': 'IE',
  eire: 'IE',
  holland: 'NL',
  brd: 'DE',
  'bundesrepublik deutschland': 'DE',
  gbr: 'GB',
  deu: 'DE',
  aut: 'AT',
  che: 'CH',
  fra: 'FR',
  esp: 'ES',
  ita: 'IT',
  nld: 'NL',
  irl: 'IE',
  'czech republic': 'CZ',
  uae: 'AE',
  'u a e': 'AE',
  emirates: 'AE',
  korea: 'KR',
  'viet nam': 'VN',
  'russian federation': 'RU',
  macedonia: 'MK',
  'ivory coast': 'CI',
  burma: 'MM',
  turkiye: 'TR',
};

/** No countries, though they have a code. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

let known: ReadonlyMap<string, string> | undefined;

/** The ISO 3166 code of a country by code or name, in the languages of our customers' files; null where it is none. */
export function readCountry(text: string): string | null {
  if (text.length > LONGEST_NAME) return null;
  known ??= namesAndCodes();
  const key = keyOf(text);
  return known.get(key) ?? known.get(key.replace(BEFORE_NAME, '')) ?? null;
}

const LONGEST_NAME = 100;
/** What official names and texts put before the name: "the Netherlands", "Republic of Korea". */
const BEFORE_NAME =
  /^(?:the )?(?:(?:federal |people s |democratic |islamic )?(?:republic|kingdom|state|commonwealth|principality) of (?:the )?|the |les? |la |los |las |el |die |der |het |de |i |os |as )/;

function namesAndCodes(): ReadonlyMap<string, string> {
  const names = LANGUAGES.map(
    (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
  );
  const found = new Map<string, string>();
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    // Codes of former countries stand for those that followed.
    if (NO_COUNTRIES.has(code) || new Intl.Locale(`und-${code}`).region !== code) continue;
    const own = names.flatMap((each) => each.of(code) ?? []);
    if (own.length === 0) continue;
    for (const name of [code, ...own]) found.set(keyOf(name), code);
  }
  for (const [name, code] of Object.entries(SHORT_FORMS)) found.set(name, code);
  return found;
}

function keyOf(text: string): string {
  return foldText(text)
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
