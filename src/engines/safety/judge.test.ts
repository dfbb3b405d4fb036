import { describe, expect, it } from 'vitest';
import { allClearOf, judgeMessage } from './judge.ts';

describe('judgeMessage', () => {
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
  ])('sees an emergency and its kind: %s', (text, category) => {
    expect(judgeMessage(text)).toMatchObject({ level: 'emergency', category });
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
  ])('hands over to a person: %s', (text, category) => {
    expect(judgeMessage(text)).toMatchObject({ level: 'escalate', category });
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
  ])('leaves ordinary questions to the agent: %s', (text) => {
    expect(judgeMessage(text).level).toBe('answer');
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
  ])('puts a present sign of an emergency before any question about the shop: %s', (text) => {
    expect(judgeMessage(text)).toMatchObject({ level: 'emergency', category: 'emergency' });
  });

  it.each([
    'I had chest pain last year, all fine now, may I join yoga?',
    'I fainted in your sauna two months ago, may I come again?',
    'What is your policy if a guest has chest pain?',
    'can i cancel if i have chest pain',
    "I'm fainting with excitement about the new tea",
  ])('does not raise an alarm for a sign in the past or a supposed one: %s', (text) => {
    expect(judgeMessage(text).level).not.toBe('emergency');
  });

  it.each([
    'Do you treat chest pain?',
    'hello, can your practice treat chest pain',
    'Do your physios work with people after a stroke?',
  ])('hands questions about what is treated to a person: %s', (text) => {
    expect(judgeMessage(text).level).toBe('escalate');
  });

  it.each([
    'Do you treat chest pain? I have it now',
    'do you treat chest pain, it is getting worse',
    "can you treat my husband, he can't breathe",
  ])('sees an emergency when someone has it now: %s', (text) => {
    expect(judgeMessage(text).level).toBe('emergency');
  });

  it.each([
    "mum's birthday",
    "it's my mum's birthday on Sunday, what do you recommend?",
    "my husband's birthday is on Friday",
    'Gift for grandma, she loves lavender',
    'do you treat stiff necks?',
    'the checkout is giving me a heart attack',
  ])('answers small talk and everyday wishes: %s', (text) => {
    expect(judgeMessage(text).level).toBe('answer');
  });

  it('reads contractions however they are typed', () => {
    for (const text of ["I can't breathe", 'i cant breathe', 'I can’t breathe', 'I cannot breathe']) {
      expect(judgeMessage(text), text).toMatchObject({ level: 'emergency' });
    }
  });
});

it.each([
  'I feel like ending it all tonight',
  "I don't want to be alive any more, cancel my order please",
  'ich will nicht mehr leben',
  'my brother sent everybody a goodbye and has switched off his phone',
  'I have the pills in front of me and nobody would notice',
])('puts suicide first: %s', (text) => {
  expect(judgeMessage(text)).toMatchObject({ level: 'emergency', category: 'self_harm' });
});

it.each([
  ["my husband has crushing pain in his chest and his arm won't move", 'emergency'],
  ['her face is drooping on one side and she slurs', 'emergency'],
  ['my toddler drank the essential oil', 'overdose'],
  ['my ex is at the door with a knife', 'violence'],
  ['33 weeks and I have not felt any kicks since yesterday', 'pregnancy'],
])('names the danger: %s', (text, category) => {
  const judged = judgeMessage(text);
  expect(judged).toMatchObject({ level: 'emergency', category });
  expect(judged).not.toMatchObject({ category: 'self_harm' });
});

it.each([
  ['he drank the bleach on purpose', true],
  ['I took all my tablets, it was too much', true],
  ['he is lying on the floor with empty pill bottles', true],
  ['my toddler drank the essential oil', false],
  ['her face is drooping on one side and she slurs', false],
])('says when an emergency may be an attempt: %s', (text, couldBeSelfHarm) => {
  expect(judgeMessage(text)).toMatchObject({ level: 'emergency', couldBeSelfHarm });
});

it('tells a question about a cure from a present pain', () => {
  expect(judgeMessage('Will floating cure my back pain?').level).not.toBe('emergency');
  expect(judgeMessage('Will this cure the crushing pain in my chest?').level).toBe('emergency');
});

it('sees an emergency in a request for help', () => {
  for (const text of [
    "Do you have something for my baby who won't drink and is very sleepy?",
    'can you help with this: no wriggles from the baby since yesterday evening?',
    'pink foam when I cough, is there something against it?',
    'Can this cure my daughter, she is burning up and very sleepy?',
  ])
    expect(judgeMessage(text).level, text).toBe('emergency');
});

describe('in each covered language', () => {
  it.each([
    ['de', 'Ich will mich umbringen, ich habe keine Kraft mehr', 'self_harm'],
    ['de', 'mein Hals schwillt zu nach dem Riegel, ich krieg kaum Luft', 'emergency'],
    ['fr', "je n'arrive plus à respirer depuis le sauna", 'emergency'],
    ['fr', "j'ai envie de mourir, dites à ma mère que je l'aime", 'self_harm'],
    ['es', 'me duele mucho el pecho y el brazo izquierdo', 'emergency'],
    ['es', 'mi niña se ha tragado las pastillas del abuelo', 'overdose'],
    ['it', 'non voglio più vivere', 'self_harm'],
    ['it', 'mio marito è svenuto e non si sveglia', 'emergency'],
    ['nl', 'ik wil niet meer leven', 'self_harm'],
    ['nl', 'mijn vriend slaat me en ik zit opgesloten', 'violence'],
  ])('sees danger in %s: %s', (language, text, category) => {
    expect(judgeMessage(text)).toMatchObject({ level: 'emergency', category, language });
  });

  it.each([
    ['de', 'Kann ich das mit meinem Blutdrucksenker nehmen?'],
    ['fr', 'je suis enceinte de quatre mois, puis-je faire du yoga chaud ?'],
    ['es', 'tengo diabetes, puedo tomar los zumos?'],
    ['it', 'posso darlo a mia figlia di sei anni?'],
    ['nl', 'kan ik dit samen met mijn antidepressiva nemen'],
  ])('hands over to a person in %s: %s', (language, text) => {
    expect(judgeMessage(text)).toMatchObject({ level: 'escalate', language });
  });

  it.each([
    ['de', 'Wann schließt ihr am Samstag?'],
    ['de', 'ich sterbe vor Hunger, wann gibt es Frühstück?'],
    ['fr', 'combien coûte la carte de dix séances ?'],
    ['es', 'a qué hora empieza la clase de pilates'],
    ['it', 'quanto costa spedire in Sicilia?'],
    ['nl', 'hebben jullie een les voor beginners?'],
  ])('leaves ordinary questions to the agent in %s: %s', (_language, text) => {
    expect(judgeMessage(text).level).toBe('answer');
  });

  it.each([
    'czy macie otwarte w niedzielę wieczorem',
    'я больше не хочу жить',
    'nefes alamıyorum lütfen yardım edin bana',
    '营业时间是什么时候',
  ])('says that it cannot read another language: %s', (text) => {
    expect(judgeMessage(text)).toMatchObject({
      level: 'escalate',
      category: 'unread_language',
      language: 'en',
    });
  });

  it.each([
    'Namaste, Pranayama class?',
    'Kundalini Vinyasa Yin timetable',
    'ashwagandha kurkuma chai',
    'hi',
    'ok thx',
  ])('takes names of styles and plants for no foreign language: %s', (text) => {
    expect(judgeMessage(text)).not.toMatchObject({ category: 'unread_language' });
  });
});

it('reads danger told in two messages of one chat', () => {
  const before = 'I took all of them';
  const now = 'the sleeping tablets, the whole box';
  expect(judgeMessage(now, { earlier: [before] }).level).toBe('emergency');
});

it('lets a chat that was handed over once ask for opening hours', () => {
  const earlier = ['can I take this with my warfarin tablets?'];
  expect(judgeMessage('When are you open on Saturday?', { earlier }).level).toBe('answer');
});

it('finds one plea in a long message', () => {
  const talk = 'I have been coming to the Tuesday class for three years and I really like the new room. ';
  const text = `${talk}The parking is better too. I want to kill myself. ${talk}See you on Thursday, I hope.`;
  expect(judgeMessage(text)).toMatchObject({ level: 'emergency', category: 'self_harm' });
});

it.each([
  ['sorry, false alarm, I was quoting a film', 'mistaken'],
  ['war ein Tippfehler, ich meinte das Buch', 'mistaken'],
  ['the ambulance is here, she is ok now', 'over'],
  ['les pompiers sont là, ça va mieux maintenant', 'over'],
])('hears an all-clear: %s', (text, cleared) => {
  expect(allClearOf(text)).toBe(cleared);
});

it.each(['ok', 'what are your opening hours?', "I can't breathe", 'leave me alone'])(
  'takes anything else for no all-clear: %s',
  (text) => {
    expect(allClearOf(text)).toBeUndefined();
  },
);

it('reads a message of 4,000 characters in one pass', () => {
  for (const text of ['i cant '.repeat(600), 'a'.repeat(4_000), '😂'.repeat(2_000), 'chest '.repeat(700)])
    expect(['answer', 'escalate', 'emergency']).toContain(judgeMessage(text).level);
});
