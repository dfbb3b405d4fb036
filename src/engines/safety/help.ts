import { z } from 'zod';
import { foldText } from '#kit/text.ts';
import lines from './help-lines.json' with { type: 'json' };
import places from './help-places.json' with { type: 'json' };
import {
  HELP_KINDS,
  HELP_REGIONS,
  type HelpKind,
  type HelpLine,
  type HelpRegion,
  LANGUAGES,
  type Language,
  type SafetyCategory,
} from './judgement.ts';

const HelpRegionSchema = z.enum(HELP_REGIONS);

/** One row of `help-lines.json`: a number, the page of its operator and the day it was last compared with it. */
const HelpRow = z.object({
  region: HelpRegionSchema,
  kind: z.enum(HELP_KINDS),
  name: z.string().min(1),
  /** A number to call or text. */
  contact: z.string().min(1),
  /** Absent: answers in every language of the country, or in English. */
  languages: z.array(z.enum(LANGUAGES)).optional(),
  source: z.url(),
  checkedOn: z.iso.date(),
});
type HelpRow = z.infer<typeof HelpRow>;

export const HELP_LINES: readonly HelpRow[] = z.array(HelpRow).parse(lines);

const PLACES = z
  .array(z.object({ region: HelpRegionSchema, names: z.string(), timeZones: z.string() }))
  .parse(places)
  .map(({ region, names, timeZones }) => ({
    region,
    names: new RegExp(`(?<!\\p{L})(?:${names.replaceAll(' ', '[ -]')})(?!\\p{L})`, 'u'),
    cities: new Set(timeZones.split(' ')),
  }));

/** Members of the Union that have no lines of their own in the table. */
const UNION = new Set('BG HR CY CZ DK EE FI GR HU LV LT MT PL PT RO SK SI SE'.split(' '));
const UNION_LANGUAGES = new Set('pl pt sv da fi cs sk hu el ro bg hr sl et lv lt mt'.split(' '));

/** Countries where a language is mostly spoken, the largest first. */
const HOMES: Readonly<Record<Language, readonly HelpRegion[]>> = {
  en: ['US', 'CA', 'UK', 'IE', 'AU', 'NZ', 'EU'],
  de: ['DE', 'AT', 'CH', 'EU'],
  fr: ['FR', 'BE', 'CH', 'CA', 'EU'],
  es: ['ES', 'US', 'EU'],
  it: ['IT', 'CH', 'EU'],
  nl: ['NL', 'BE', 'EU'],
};

/** The country that a visitor names: "I live in Graz". */
export function findRegion(text: string): HelpRegion | undefined {
  const folded = foldText(text);
  return PLACES.find(({ names }) => names.test(folded))?.region;
}

/** `Accept-Language` to country: 'en-GB' is UK; undefined where it names no country of the table. */
export function regionOfLocale(locales: string | undefined): HelpRegion | undefined {
  const tags = (locales ?? '').toLowerCase().split(',');
  const language = languageOf(tags[0]);
  // "de, de-AT;q=0.9": the country may come with a later tag of the same language.
  for (const tag of tags.filter((one) => languageOf(one) === language)) {
    const country = /^\s*[a-z]{2,3}-([a-z]{2})\b/.exec(tag)?.[1]?.toUpperCase();
    if (country !== undefined) return regionOfCountry(country);
  }
  return undefined;
}

/** Where a browser without a country most likely is: 'it' is Italy; undefined for languages of many countries. */
export function likelyRegionOfLocale(locales: string | undefined): HelpRegion | undefined {
  const language = languageOf((locales ?? '').toLowerCase().split(',')[0]);
  if (UNION_LANGUAGES.has(language)) return 'EU';
  const spoken = LANGUAGES.find((one) => one === language && one !== 'en');
  return spoken && HOMES[spoken][0];
}

function regionOfCountry(country: string): HelpRegion | undefined {
  if (country === 'GB') return 'UK';
  return UNION.has(country) ? 'EU' : HELP_REGIONS.find((region) => region === country && region !== 'EU');
}

function languageOf(tag: string | undefined): string {
  return /^\s*([a-z]{2,3})\b/.exec(tag ?? '')?.[1] ?? '';
}

/** 'Europe/Dublin' is IE; undefined for zones of other places. */
export function regionOfTimeZone(zone: string): HelpRegion | undefined {
  if (/^America\/(?:Indiana|Kentucky|North_Dakota)\//.test(zone) || zone.startsWith('US/')) return 'US';
  if (zone.startsWith('Canada/')) return 'CA';
  const city = zone.split('/').at(-1) ?? '';
  return PLACES.find(({ cities }) => cities.has(city))?.region;
}

/**
 * Countries to show when none is known, the likeliest first: `visitor`, which the browser suggests, then those where the
 * language is spoken. `business`, the country of the workspace, comes first among these if they include it, otherwise last.
 */
export function regionsFrom(
  { visitor, business }: { visitor?: HelpRegion | undefined; business?: HelpRegion | undefined },
  language: Language,
): readonly HelpRegion[] {
  const homes = HOMES[language];
  const isHome = business !== undefined && homes.includes(business);
  const ordered = isHome ? [business, ...homes] : [...homes, business];
  return [...new Set([visitor, ...ordered])].filter((region) => region !== undefined);
}

const URGENT: Readonly<Partial<Record<SafetyCategory, readonly HelpKind[]>>> = {
  self_harm: ['crisis', 'emergency'],
  overdose: ['poison', 'emergency'],
  violence: ['police', 'emergency', 'violence'],
};
const SUPPORTING: Readonly<Partial<Record<SafetyCategory, readonly HelpKind[]>>> = {
  mental_health: ['crisis', 'health'],
  eating_disorder: ['eating', 'health'],
  unread_language: ['emergency', 'crisis'],
};

/** Lines that help with this in these regions, per region the most urgent first. */
export function helpLines(
  { level, category }: { level: 'escalate' | 'emergency'; category: SafetyCategory },
  regions: readonly HelpRegion[],
  language: Language,
): HelpLine[] {
  const kinds = level === 'emergency' ? (URGENT[category] ?? ['emergency']) : (SUPPORTING[category] ?? []);
  return regions.flatMap((region) => {
    const found = kinds.flatMap((kind) => {
      const ofKind = HELP_LINES.filter((line) => line.region === region && line.kind === kind);
      const spoken = ofKind.filter((line) => line.languages?.includes(language) ?? true);
      return (spoken.length > 0 ? spoken : ofKind).map(({ name, contact }) => ({
        region,
        kind,
        name,
        contact,
      }));
    });
    const police = found.find(({ kind }) => kind === 'police');
    // "Police 101 or 112" includes "112".
    return found.filter(({ kind, contact }) => kind !== 'emergency' || !police?.contact.includes(contact));
  });
}
