import { describe, expect, it } from 'vitest';
import { judgeTurn } from './rules-safety.ts';
import {
  findRegion,
  likelyRegionOfLocale,
  REGIONS,
  regionOfLocale,
  regionOfTimeZone,
  regionsFrom,
  resourcesFor,
  safetyText,
} from './rules-safety-texts.ts';

describe('what a turn needs', () => {
  it.each([
    ['I want to kill myself', 'self_harm'],
    ['my throat is closing up after the capsule and I can hardly breathe', 'emergency'],
    ['my toddler swallowed the whole bottle of gummies', 'overdose'],
    ['ich will nicht mehr leben', 'self_harm'],
    ['Ich habe 40 Ibuprofen Tabletten genommen', 'overdose'],
    ['Ich habe alle meine Tabletten genommen', 'overdose'],
    ['Mein Mann hat Brustschmerzen, soll er seine Tabletten nehmen?', 'emergency'],
    ["I'm sitting in the kitchen with dad's old shotgun and nothing you sell helps", 'self_harm'],
    ['The revolver is on my lap. Are you open tonight?', 'self_harm'],
    ['holding a knife to my wrist again', 'self_harm'],
  ])('is help at once: %s', (text, category) => {
    expect(judgeTurn(text)).toMatchObject({ level: 'emergency', category });
  });

  it.each([
    ['can I take this with my warfarin tablets', 'medication_interaction'],
    ['I am pregnant, may I drink the tea', 'pregnancy'],
    ['can my six year old daughter have the gummies', 'children'],
    ['my ferritin is 9, what does that mean, do I have anaemia', 'diagnosis'],
    ['my son is four, can he take the gummies?', 'children'],
    ['is it ok for my six year old', 'children'],
    ['Soll ich mein Ibuprofen vor dem Kurs absetzen?', 'medication_interaction'],
    ['Ich nehme Blutdrucktabletten, kann ich in die Sauna?', 'medication_interaction'],
    ['Darf ich in der Schwangerschaft zum Yoga?', 'pregnancy'],
    ['Ich habe Diabetes, ist der Kurs etwas für mich?', 'chronic_illness'],
    ['HUMAN', 'asked_for_person'],
    ['I want to talk to a real person', 'asked_for_person'],
    ['HUMAN please', 'asked_for_person'],
    ['HUMAN my parcel has not arrived', 'asked_for_person'],
    ['please HUMAN, order 10045 is lost', 'asked_for_person'],
    ['human, this does not help', 'asked_for_person'],
    ['HUMAN, may I take this with my warfarin tablets?', 'medication_interaction'],
    ['Please let me speak to someone about my order', 'asked_for_person'],
    ['is there anybody I can talk to?', 'asked_for_person'],
  ])('is a person: %s', (text, category) => {
    expect(judgeTurn(text)).toMatchObject({ level: 'escalate', category });
  });

  it.each([
    'When will my parcel arrive?',
    'How much is the tea?',
    'Do you ship to Canada?',
    'Is it vegan?',
    'Wann habt ihr offen?',
    "I'm dying to try the new flavour",
    'Sitting here with my massage gun, which attachment is for calves?',
    'Standing at the range with my rifle all day, do you have insoles?',
    'Been holding my pistol squats for a minute, which class is next?',
    'The glue gun is next to me, does the label stick to glass?',
    'How long until a new patient gets seen?',
    'My son is four, what does he pay?',
    'Can my 12 year old climb by himself?',
    "I have to drop out of tonight's class, what happens?",
    'a few of the pears were rotten, what do I do?',
    'had my kids long ago, now I want to dance. when is the class?',
    "I can't breathe in these leggings, do you have a bigger size?",
    'Is it safe for human hair?',
    'human hair wigs, do you have them?',
    'CAN A HUMAN EAT THE DOG TREATS?',
    'Do the classes talk to anyone over 60?',
    'we wrote a novel in which a nurse poisons the tea, may we name your brand',
  ])('is an answer: %s', (text) => {
    expect(judgeTurn(text)).toEqual({ level: 'answer' });
  });

  it.each([
    'I have chest pain after class, can I drink your tea?',
    'I have chest pain after yoga, what tea helps?',
    'chest pain after yoga, which tea?',
    'My husband has chest pain, which class suits him?',
    'My chest hurts since your HIIT class, do you sell magnesium?',
    'I have chest pain, what is your cancellation policy?',
    'He had a bypass years ago, now he has chest pain, can he come to yoga',
    "I can't breathe after the spin class, when do you close?",
    'My face is drooping on one side, is your massage good for that?',
    "I'm about to faint in your studio, do you sell water?",
    'I am bleeding heavily, do you sell pads?',
    'My throat is swelling after your nut bar, have you got a tea for that?',
    'my mum has trouble breathing in your cafe, is the doctor in?',
  ])('a sign that is there now is help at once, whatever stands beside it: %s', (text) => {
    expect(judgeTurn(text)).toMatchObject({ level: 'emergency', category: 'emergency' });
  });

  it.each([
    'I had chest pain last year, all fine now, may I join yoga?',
    'I fainted in your sauna two months ago, may I come again?',
    'What is your policy if a guest has chest pain?',
    'can i cancel if i have chest pain',
    "I'm fainting with excitement about the new tea",
  ])('a sign that is over or only supposed is no emergency: %s', (text) => {
    expect(judgeTurn(text).level).not.toBe('emergency');
  });

  it.each([
    'Do you treat chest pain?',
    'hello, can your practice treat chest pain',
    'Do your physios work with people after a stroke?',
  ])(
    'a question about what is treated tells of nobody in danger, and is a person’s to answer: %s',
    (text) => {
      expect(judgeTurn(text).level).toBe('escalate');
    },
  );

  it.each([
    'Do you treat chest pain? I have it now',
    'do you treat chest pain, it is getting worse',
    "can you treat my husband, he can't breathe",
  ])('unless somebody has it: %s', (text) => {
    expect(judgeTurn(text).level).toBe('emergency');
  });

  it.each([
    "mum's birthday",
    "it's my mum's birthday on Sunday, what do you recommend?",
    "my husband's birthday is on Friday",
    'Gift for grandma, she loves lavender',
    'do you treat stiff necks?',
    'the checkout is giving me a heart attack',
  ])('what people talk of every day is an answer: %s', (text) => {
    expect(judgeTurn(text).level).toBe('answer');
  });

  it('is the same however it is typed', () => {
    for (const text of ["I can't breathe", 'i cant breathe', 'I can’t breathe', 'I cannot breathe']) {
      expect(judgeTurn(text), text).toMatchObject({ level: 'emergency' });
    }
  });
});

it.each([
  'I feel like ending it all tonight',
  "I don't want to be alive any more, cancel my order please",
  'ich will nicht mehr leben',
  'my brother sent everybody a goodbye and has switched off his phone',
  'I have the pills in front of me and nobody would notice',
])('the words and numbers for a life that somebody may end come first: %s', (text) => {
  expect(judgeTurn(text)).toMatchObject({ level: 'emergency', category: 'self_harm' });
});

it.each([
  ["my husband has crushing pain in his chest and his arm won't move", 'emergency'],
  ['her face is drooping on one side and she slurs', 'emergency'],
  ['my toddler drank the essential oil', 'overdose'],
  ['my ex is at the door with a knife', 'violence'],
  ['33 weeks and I have not felt any kicks since yesterday', 'pregnancy'],
])('an emergency of another kind is answered as what it is: %s', (text, category) => {
  const judged = judgeTurn(text);
  expect(judged).toMatchObject({ level: 'emergency', category });
  expect(judged).not.toMatchObject({ category: 'self_harm' });
});

it.each([
  ['he drank the bleach on purpose', true],
  ['I took all my tablets, it was too much', true],
  ['he is lying on the floor with empty pill bottles', true],
  ['my toddler drank the essential oil', false],
  ['her face is drooping on one side and she slurs', false],
])('what may have been meant has the numbers for a crisis beside the others: %s', (text, couldBeSelfHarm) => {
  expect(judgeTurn(text)).toMatchObject({ level: 'emergency', couldBeSelfHarm });
});

it('names the numbers for a crisis beside the others where somebody may want to die', () => {
  const told = { level: 'emergency', category: 'emergency', isAboutSomebodyElse: false } as const;
  const emergency = resourcesFor('emergency', 'emergency', ['UK']);
  const crisis = resourcesFor('emergency', 'self_harm', ['UK']).filter(({ name }) => name === 'Samaritans');
  expect(safetyText({ ...told, resources: [...emergency, ...crisis] })).toContain(
    'If you may want to die: Samaritans 116 123.',
  );
  expect(safetyText({ ...told, resources: emergency })).not.toContain('want to die');
});

it('speaks of services as well as of products where an illness is told', () => {
  const told = { level: 'escalate', category: 'chronic_illness', resources: [] } as const;
  expect(safetyText({ ...told, resources: [], isAboutSomebodyElse: false })).toContain(
    'take or begin anything new',
  );
});

it('shows the numbers of the place, and of all places where it is not known', () => {
  expect(resourcesFor('emergency', 'self_harm', ['UK']).map(({ contact }) => contact)).toEqual([
    '116 123',
    '999',
  ]);
  expect(resourcesFor('emergency', 'overdose', ['US'])[0]?.contact).toBe('1-800-222-1222');
  const regions = resourcesFor('emergency', 'emergency', REGIONS).map(({ region }) => region);
  expect(regions).toEqual(['US', 'CA', 'UK', 'IE', 'EU']);
  expect(findRegion('I live near Manchester')).toBe('UK');
  expect(findRegion('I live in Cork')).toBe('IE');
  expect(findRegion('is the cork block heavy')).toBeUndefined();
  expect(findRegion('I am in Northern Ireland')).toBe('UK');
  expect(resourcesFor('escalate', 'mental_health', ['IE', 'CA']).map(({ contact }) => contact)).toEqual([
    '116 123',
    'text 50808',
    'call or text 988',
  ]);
  expect([regionOfLocale('en-GB'), regionOfLocale('de-AT'), regionOfLocale('de')]).toEqual([
    'UK',
    'EU',
    undefined,
  ]);
});

it('reads where somebody may be from what a browser accepts and from the time zone of the business', () => {
  const accepted = ['de-DE,de;q=0.9,en;q=0.8', 'de,de-AT;q=0.9,en-US;q=0.8', 'de,en-US;q=0.8', '*', 'de-CH'];
  expect(accepted.map(regionOfLocale)).toEqual(['EU', 'EU', undefined, undefined, undefined]);
  expect(accepted.map(likelyRegionOfLocale)).toEqual(['EU', 'EU', 'EU', undefined, 'EU']);
  const zones = [
    'Europe/Berlin',
    'Europe/Dublin',
    'Europe/London',
    'America/Toronto',
    'America/New_York',
    'UTC',
  ];
  expect(zones.map(regionOfTimeZone)).toEqual(['EU', 'IE', 'UK', 'CA', 'US', undefined]);
  expect(regionsFrom('EU')).toEqual(['EU', 'US', 'CA', 'UK', 'IE']);
});

it('says the fixed words and sells nothing', () => {
  const resources = resourcesFor('emergency', 'emergency', ['EU']);
  const text = safetyText({
    level: 'emergency',
    category: 'emergency',
    resources,
    isAboutSomebodyElse: true,
  });
  expect(text).toBe(
    "This could be an emergency. Call Emergency services 112 now. I can't assess symptoms and I've stopped our chat about products. Stay with them if you can. A person from our team has been told.\nIf you are somewhere else: the US 911, Canada 911, the UK 999, Ireland 112 or 999.",
  );
});

it('takes whether something would cure a pain for no emergency, and the pain itself as it was', () => {
  expect(judgeTurn('Will floating cure my back pain?').level).not.toBe('emergency');
  expect(judgeTurn('Will this cure the crushing pain in my chest?').level).toBe('emergency');
});

it('takes an emergency for one where help, relief or a cure is asked for it', () => {
  for (const text of [
    "Do you have something for my baby who won't drink and is very sleepy?",
    'can you help with this: no wriggles from the baby since yesterday evening?',
    'pink foam when I cough, is there something against it?',
    'Can this cure my daughter, she is burning up and very sleepy?',
  ])
    expect(judgeTurn(text).level, text).toBe('emergency');
});
