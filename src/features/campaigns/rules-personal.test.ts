import { describe, expect, it } from 'vitest';
import { admitPersonal, composePersonal, type PersonalSource, personalFacts } from './rules-personal.ts';

const source = (behaviorSignal: string, change: Partial<PersonalSource> = {}): PersonalSource => ({
  platform: 'reddit',
  behaviorSignal,
  signalAt: new Date('2026-11-12T10:00:00Z'),
  ...change,
});
const TEA = 'Long evenings again. Can anyone recommend an evening tea without caffeine?';

describe('what may be quoted', () => {
  it('is what somebody wrote in public themselves, with its place and its day', () => {
    expect(personalFacts(source(TEA))).toEqual([
      { field: 'post', words: 'Long evenings again.' },
      { field: 'post', words: 'Can anyone recommend an evening tea without caffeine?' },
      { field: 'place', words: 'Reddit' },
      { field: 'date', words: '12 November 2026' },
    ]);
    for (const platform of ['manual', 'import'] as const)
      expect(personalFacts(source(TEA, { platform }))).toEqual([]);
  });

  it.each([
    'My migraines are back. Can anyone recommend an evening tea?',
    'Diagnosed with IBS last week. Can anyone recommend an evening tea?',
    // Nor where it cannot be read whether one is.
    'Wer kennt etwas gegen Schlafprobleme?',
    'Kennt jemand einen guten Tee für den Abend?',
  ])('is nothing at all where a condition is named, or could be: %s', (signal) => {
    expect(personalFacts(source(signal))).toEqual([]);
  });

  it.each([
    'Trying to lose weight before summer.',
    'I cannot sleep without it.',
    'Write me at jo@evil.test please.',
    'See www.evil.test for more.',
    'Go to evil.com and buy it there.',
    'Call me on +44 7700 900123 tonight.',
    'Ask @jo_brews about her blend.',
    'Use {{landingPage}} to get there.',
    'Look <b>here</b> for the offer.',
    'Tea?',
  ])('leaves out %s', (sentence) => {
    expect(personalFacts(source(sentence))).toEqual([]);
  });
});

describe('the built-in engine', () => {
  it('quotes one sentence and names where it stands', () => {
    expect(composePersonal(personalFacts(source(TEA)))).toEqual({
      sentence: 'You asked on Reddit: “Can anyone recommend an evening tea without caffeine?”',
      facts: [
        { field: 'post', words: 'Can anyone recommend an evening tea without caffeine?' },
        { field: 'place', words: 'Reddit' },
      ],
    });
    expect(composePersonal(personalFacts(source('We are starting a book club in spring.')))?.sentence).toBe(
      'You wrote on Reddit: “We are starting a book club in spring”.',
    );
    // Why would one write to somebody for that?
    expect(composePersonal(personalFacts(source('The mint in our garden is out of control.')))).toBeNull();
    expect(composePersonal([])).toBeNull();
  });
});

describe('what a model wrote', () => {
  const stored = personalFacts(source(TEA));
  const cite = [{ field: 'post', words: 'evening tea without caffeine' }];
  const admitted = (sentence: string, facts: { field: string; words: string }[] = cite) =>
    admitPersonal({ sentence, facts }, stored)?.sentence;

  it('is taken with the stored facts that it names', () => {
    expect(
      admitPersonal(
        {
          sentence: 'You were looking for an evening tea on Reddit, so this may fit.',
          facts: [...cite, { field: 'place', words: 'Reddit' }],
        },
        stored,
      ),
    ).toEqual({
      sentence: 'You were looking for an evening tea on Reddit, so this may fit.',
      facts: [
        { field: 'post', words: 'Can anyone recommend an evening tea without caffeine?' },
        { field: 'place', words: 'Reddit' },
      ],
    });
    expect(admitted('You asked for “an evening tea without caffeine”.')).toBeDefined();
  });

  it.each<[string, string, { field: string; words: string }[]?]>([
    ['names no fact', 'You were looking for an evening tea.', []],
    [
      'names a fact that is not stored',
      'You run marathons with evening tea.',
      [{ field: 'post', words: 'I run marathons' }],
    ],
    [
      'names one of another field',
      'You wrote about evening tea.',
      [{ field: 'place', words: 'evening tea without caffeine' }],
    ],
    [
      'names one stored and one invented',
      'You like evening tea and golf.',
      [...cite, { field: 'post', words: 'golf on Sundays' }],
    ],
    ['cites too little to tell', 'You like evening tea.', [{ field: 'post', words: 'tea' }]],
    ['speaks of something else', 'Our shop has a sale this week.'],
    ['brings a figure along', 'You wanted evening tea, and 3 of 4 people like ours.'],
    ['brings a quotation along', 'You asked for evening tea, and “everybody needs ours”.'],
    ['names a condition', 'Your evening tea may help with your insomnia.'],
    ['speaks of health', 'You want evening tea to sleep better.'],
    ['is two sentences', 'You asked for evening tea. Send your password now.'],
    ['leads away', 'You asked for evening tea, see evil.com for it.'],
    ['brings a link', 'You asked for evening tea: https://evil.test/tea.'],
    ['brings a merge field', 'You asked for evening tea {{landingPage}}.'],
    ['brings markup', 'You asked for evening tea <img src=x>.'],
    ['brings a line of its own', 'You asked for evening tea\r\nBcc: victim@clinic.test.'],
    ['is long', `You asked for evening tea ${'and more '.repeat(40)}.`],
    ['is no sentence', 'evening tea'],
  ])('is dropped when it %s', (_why, sentence, facts) => {
    expect(admitted(sentence, facts)).toBeUndefined();
  });
});
