import { describe, expect, it } from 'vitest';
import { helpLines, regionsFrom } from './help.ts';
import { LANGUAGES, SAFETY_CATEGORIES } from './judgement.ts';
import { disclosure, safetyText } from './texts.ts';

it('says the fixed words of an emergency and sells nothing', () => {
  const lines = helpLines({ level: 'emergency', category: 'emergency' }, ['EU'], 'en');
  expect(
    safetyText({
      level: 'emergency',
      category: 'emergency',
      lines,
      isAboutSomeoneElse: true,
      language: 'en',
    }),
  ).toBe(
    "This could be an emergency. Call Emergency services 112 now. I can't assess symptoms and I've stopped our chat about products. Stay with them if you can. A person from our team has been told.\nIf you are somewhere else: UK 999, US 911, AU 000.",
  );
});

it('adds the crisis line where someone may want to die', () => {
  const told = {
    level: 'emergency',
    category: 'emergency',
    isAboutSomeoneElse: false,
    language: 'en',
  } as const;
  const lines = helpLines(told, ['UK'], 'en');
  const crisis = helpLines({ level: 'emergency', category: 'self_harm' }, ['UK'], 'en').filter(
    ({ kind }) => kind === 'crisis',
  );
  expect(safetyText({ ...told, lines: [...lines, ...crisis] })).toContain(
    'If you may want to die: Samaritans 116 123.',
  );
  expect(safetyText({ ...told, lines })).not.toContain('want to die');
});

it('says so when no one on the team can see the message', () => {
  const text = safetyText({
    level: 'emergency',
    category: 'violence',
    lines: helpLines({ level: 'emergency', category: 'violence' }, ['DE'], 'de'),
    isAboutSomeoneElse: false,
    language: 'de',
    isTeamTold: false,
  });
  expect(text).toContain('Niemand aus unserem Team sieht diese Nachricht');
  expect(text).toContain('116 016');
});

it('tells someone in danger from another person to call the police, then the ambulance', () => {
  const told = { level: 'emergency', category: 'violence', isAboutSomeoneElse: false } as const;
  const said = (regions: Parameters<typeof helpLines>[1], language: 'fr' | 'de') =>
    safetyText({ ...told, lines: helpLines(told, regions, language), language });
  expect(said(['FR'], 'fr')).toContain('Police secours 17 ou 112, SAMU 15 ou 112.');
  expect(said(['UK', 'AT'], 'de')).toContain(
    'Emergency services 999 (UK), Polizei 133 oder 112 (AT), Rettung 144 oder 112 (AT).',
  );
});

it('names the numbers of other places, also where one is part of a number shown', () => {
  const told = {
    level: 'emergency',
    category: 'violence',
    isAboutSomeoneElse: false,
    language: 'nl',
  } as const;
  expect(safetyText({ ...told, lines: helpLines(told, ['NL'], 'nl') })).toMatch(
    /0800-2000[^]*UK 999, US 911, AU 000/,
  );
});

it('leaves no English name among the numbers shown in another language', () => {
  const crisis = { level: 'emergency', category: 'self_harm' } as const;
  for (const language of LANGUAGES.filter((one) => one !== 'en')) {
    const shown = helpLines(crisis, regionsFrom({}, language), language).map(
      ({ name, contact }) => `${name} ${contact}`,
    );
    expect(shown.join('\n'), language).not.toMatch(/Emergency|call or text|support|Lifeline|Helpline/);
  }
});

describe.each(LANGUAGES)('in %s', (language) => {
  it('has words for every category, with every number filled in', () => {
    for (const category of SAFETY_CATEGORIES) {
      for (const level of ['emergency', 'escalate'] as const) {
        const lines = helpLines({ level, category }, ['CH'], language);
        const text = safetyText({ level, category, lines, isAboutSomeoneElse: false, language });
        expect(text, category).not.toMatch(/[{}]|undefined/);
        for (const { contact } of lines) expect(text, category).toContain(contact);
      }
    }
  });

  it('says that it is no doctor', () => {
    expect(disclosure('Meadow', language)).toContain('Meadow');
    expect(disclosure('', language)).toContain('HUMAN');
  });
});
