import { expect, it } from 'vitest';
import {
  findRegion,
  HELP_LINES,
  helpLines,
  likelyRegionOfLocale,
  regionOfLocale,
  regionOfTimeZone,
  regionsFrom,
} from './help.ts';
import { HELP_REGIONS, LANGUAGES, SAFETY_CATEGORIES } from './judgement.ts';

const contacts = (lines: readonly { contact: string }[]) => lines.map(({ contact }) => contact);

it('has an emergency number and a crisis line for every country, each with its source and the day it was checked', () => {
  for (const region of HELP_REGIONS) {
    const own = HELP_LINES.filter((line) => line.region === region);
    const kinds = own.map(({ kind }) => kind);
    expect(kinds, region).toEqual(expect.arrayContaining(['emergency', 'crisis']));
    for (const { source, checkedOn } of own) {
      expect(source).toMatch(/^https:\/\//);
      expect(checkedOn >= '2026-11-01').toBe(true);
    }
  }
});

it('puts the most urgent line of a country first', () => {
  const selfHarm = { level: 'emergency', category: 'self_harm' } as const;
  expect(contacts(helpLines(selfHarm, ['UK'], 'en'))).toEqual(['116 123', '999']);
  expect(contacts(helpLines(selfHarm, ['FR'], 'fr'))).toEqual(['3114', '15 ou 112']);
  expect(contacts(helpLines({ level: 'emergency', category: 'overdose' }, ['US'], 'en'))[0]).toBe(
    '1-800-222-1222',
  );
  expect(contacts(helpLines({ level: 'emergency', category: 'violence' }, ['ES'], 'es'))).toEqual([
    '112',
    '016',
  ]);
  expect(contacts(helpLines({ level: 'escalate', category: 'mental_health' }, ['IE', 'CA'], 'en'))).toEqual([
    '116 123',
    'text 50808',
    'call or text 988',
  ]);
  expect(helpLines({ level: 'escalate', category: 'diagnosis' }, ['UK'], 'en')).toEqual([]);
});

it('shows the police first for violence where they have a number of their own', () => {
  const violence = { level: 'emergency', category: 'violence' } as const;
  expect(contacts(helpLines(violence, ['FR'], 'fr'))).toEqual(['17 ou 112', '15 ou 112', '3919']);
  expect(contacts(helpLines(violence, ['AT'], 'de')).slice(0, 2)).toEqual(['133 oder 112', '144 oder 112']);
  expect(contacts(helpLines(violence, ['CH'], 'it'))).toEqual(['117 o 112', '144 o 112']);
  // The police row already names 112.
  expect(contacts(helpLines(violence, ['DE'], 'de'))).toEqual(['110 oder 112', '116 016']);
  expect(contacts(helpLines(violence, ['BE'], 'nl'))).toEqual(['101 of 112', '1712']);
  expect(contacts(helpLines(violence, ['LU'], 'fr'))).toEqual(['113 ou 112']);
  expect(contacts(helpLines(violence, ['UK'], 'en'))[0]).toBe('999');
  for (const region of HELP_REGIONS) {
    const hasPolice = HELP_LINES.some((line) => line.region === region && line.kind === 'police');
    for (const language of LANGUAGES) {
      const lines = helpLines(violence, [region], language);
      expect(lines[0]?.kind, region).toBe(hasPolice ? 'police' : 'emergency');
      expect(lines.filter(({ kind }) => kind === 'police').length, `${region} ${language}`).toBeLessThan(2);
    }
  }
});

it('shows the police for violence alone', () => {
  for (const category of SAFETY_CATEGORIES.filter((one) => one !== 'violence')) {
    for (const level of ['emergency', 'escalate'] as const) {
      const kinds = helpLines({ level, category }, HELP_REGIONS, 'en').map(({ kind }) => kind);
      expect(kinds, category).not.toContain('police');
    }
  }
});

it('names the lines of a country with several languages in the language of the message', () => {
  const crisis = { level: 'emergency', category: 'self_harm' } as const;
  expect(helpLines(crisis, ['BE'], 'nl')[0]).toMatchObject({ contact: '1813' });
  expect(helpLines(crisis, ['BE'], 'fr')[0]).toMatchObject({ contact: '0800 32 123' });
  expect(helpLines(crisis, ['CH'], 'it')[0]).toMatchObject({ name: 'Telefono Amico', contact: '143' });
});

it('reads the country that a visitor names', () => {
  const places = [
    'I live near Manchester',
    'I live in Cork',
    'ich wohne in Graz',
    'je suis à Genève',
    'vivo en Sevilla',
  ];
  expect(places.map(findRegion)).toEqual(['UK', 'IE', 'AT', 'CH', 'ES']);
  expect(findRegion('I am in Northern Ireland')).toBe('UK');
  expect(findRegion('is the cork block heavy')).toBeUndefined();
});

it('reads the country from the browser and from the time zone of the business', () => {
  const accepted = [
    'en-GB',
    'de-DE,de;q=0.9,en;q=0.8',
    'de,de-AT;q=0.9,en-US;q=0.8',
    'de,en-US;q=0.8',
    '*',
    'pl-PL',
  ];
  expect(accepted.map(regionOfLocale)).toEqual(['UK', 'DE', 'AT', undefined, undefined, 'EU']);
  expect(['de', 'it,en;q=0.5', 'pl', 'en', '*'].map(likelyRegionOfLocale)).toEqual([
    'DE',
    'IT',
    'EU',
    undefined,
    undefined,
  ]);
  const zones = [
    'Europe/Berlin',
    'Europe/Dublin',
    'America/Toronto',
    'America/Indiana/Knox',
    'Europe/Warsaw',
    'UTC',
  ];
  expect(zones.map(regionOfTimeZone)).toEqual(['DE', 'IE', 'CA', 'US', 'EU', undefined]);
});

it('shows the countries where a language is spoken when none is known', () => {
  expect(regionsFrom({}, 'fr').slice(0, 3)).toEqual(['FR', 'BE', 'CH']);
  expect(regionsFrom({ business: 'AT' }, 'de').slice(0, 2)).toEqual(['AT', 'DE']);
  expect(regionsFrom({ business: 'UK' }, 'fr').at(0)).toBe('FR');
  expect(regionsFrom({ business: 'UK' }, 'fr').at(-1)).toBe('UK');
  expect(regionsFrom({ visitor: 'DE', business: 'UK' }, 'en').slice(0, 2)).toEqual(['DE', 'UK']);
  for (const language of LANGUAGES) expect(regionsFrom({}, language)).toContain('EU');
});
