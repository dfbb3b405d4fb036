import { expect, it } from 'vitest';
import { stemsOf } from '#engines/answers/passages.ts';
import { readQuestion } from '#engines/answers/question.ts';
import type { Candidate } from '#features/knowledge/rules-retrieval.ts';
import { composeAnswer } from './rules-answer.ts';

const PASSAGES = [
  { headings: 'Delivery', text: 'A parcel to Belgium costs €4.20. It takes three days.' },
  { headings: 'Delivery', text: 'We send nothing to other countries.' },
  { headings: 'Tea', text: 'The heather tea is sold in bags of eighteen.' },
  { headings: 'Who the sauna is not for', text: 'Guests with a fever.' },
  { headings: 'Sauna', text: 'The sauna opens at ten and is for guests of 16 years on.' },
];

type Told = { sure: string | undefined; nearest: string[] };

type Passage = (typeof PASSAGES)[number] & { isRow?: boolean; knowledgeId?: string };

const answer = (question: string, passages: readonly Passage[] = PASSAGES): string | undefined =>
  tell(question, passages).sure;

function tell(question: string, passages: readonly Passage[]): Told {
  const read = readQuestion(question);
  if (read.kind !== 'question') throw new Error(`read as ${read.kind}`);
  const passagesWith = new Map<string, number>();
  const candidates: Candidate[] = passages.map((passage, position) => {
    for (const root of stemsOf(`${passage.headings} ${passage.text}`))
      passagesWith.set(root, (passagesWith.get(root) ?? 0) + 1);
    return {
      isRow: false,
      knowledgeId: String(position),
      ...passage,
      title: 'shop',
      position,
      effectiveFrom: null,
      writtenOn: '2026-01-10',
    };
  });
  const composed = composeAnswer({
    text: read.text,
    concepts: read.concepts,
    asks: read.asks,
    candidates,
    rarity: { passages: passages.length, passagesWith },
    today: '2026-10-15',
  });
  if (!composed.answered) return { sure: undefined, nearest: composed.nearest.map(({ quote }) => quote) };
  const quotes = composed.quoted.map(({ heading, quote }) =>
    heading === '' ? quote : `${heading}: ${quote}`,
  );
  return { sure: quotes.join('\n'), nearest: [] };
}

it('says which question a yes belongs to, where another one was asked', () => {
  const passages = [
    {
      headings: 'Are the tea bags free of plastic?',
      text: 'Yes. Our tea bags are woven of corn and hold no plastic.',
    },
    { headings: 'Delivery', text: 'A parcel to Belgium costs €4.20.' },
  ];
  expect(answer('Do the tea bags contain plastic?', passages)).toMatch(
    /^Are the tea bags free of plastic\?: Yes\. Our tea bags/,
  );
  expect(answer('are the tea bags free of plastic', passages)).toMatch(/^Yes\. Our tea bags/);
});

it('answers a question of one word by what is said of it, and shows nothing that is not', () => {
  const passages = [
    { headings: 'On the wall', text: 'Rings and long necklaces come off.' },
    { headings: 'Moving or calling off', text: 'Let us know 36 hours ahead.' },
    { headings: 'Prices', text: 'Harness hire: 3 euros.' },
    { headings: 'The house', text: 'Lockers take a padlock of your own.' },
    { headings: 'Paying', text: 'Pay by card or by phone at the desk.' },
  ];
  const beside = { sure: undefined, nearest: [] };
  expect(tell('discount for students?', passages)).toEqual(beside);
  expect(tell('who is the owner?', passages)).toEqual(beside);
  expect(tell('phone number?', passages)).toEqual(beside);
  expect(tell('jobs?', passages).sure).toBeUndefined();
  expect(tell('lockers?', passages).sure).toContain('padlock');
  const less = [...passages, { headings: 'Members', text: 'Students get 10% off the monthly pass.' }];
  expect(tell('discount for students?', less).sure).toContain('10% off');
});

it('does not answer beside a word of substance that the knowledge does not have', () => {
  expect(answer('Is the heather tea sold in bags?')).toContain('bags of eighteen');
  expect(answer('How many calories has the heather tea?')).toBeUndefined();
  expect(answer('Where is parcel 4471902?')).toBeUndefined();
});

it('does not take a thing of the same kind, or another day, for what was asked for', () => {
  const passages = [
    { headings: 'Changing', text: 'Each room has a changing room with showers.' },
    { headings: 'Paying', text: 'Cards, cash and vouchers of insurers are accepted.' },
    { headings: 'Delivery', text: 'We deliver from Tuesday to Friday.' },
  ];
  expect(tell('Do you have a sauna?', passages).sure).toBeUndefined();
  expect(tell('Is Bupa accepted?', passages).sure).toBeUndefined();
  expect(tell('Do you accept vouchers?', passages).sure).toContain('vouchers of insurers');
});

it('tells of the thing that is called by its name, and not of the one on the next label', () => {
  const label = (headings: string, text: string) => ({ knowledgeId: 'labels', headings, text });
  const passages = [
    label(
      'Labels › Winter Moor tea',
      'Pour 200 ml of boiling water over one bag and let it stand for 7 minutes.',
    ),
    label('Labels › Spring Heath tea', 'Green tea with nettle leaf. Steep for 3 minutes at 80 °C.'),
    label('Labels › Ordering', 'All teas are sent within 2 days.'),
  ];
  const winter = answer('How long should I steep Winter Moor tea?', passages);
  expect(winter).toContain('7 minutes');
  expect(winter).not.toContain('3 minutes');
  const spring = answer('How long should I steep Spring Heath tea?', passages);
  expect(spring).toContain('3 minutes');
  expect(spring).not.toContain('7 minutes');
  expect(answer('Which tea is steeped at 80 °C?', passages)).toContain('3 minutes');
});

it('quotes the whole list where somebody asks what they all are', () => {
  const text =
    'Pebble from the first order on: 1 leaf\nShell from 100 euros a year on: 2 leaves\nPearl from 300 euros a year on: 3 leaves\nCoral from 900 euros a year on: 4 leaves';
  const passages = [...PASSAGES, { headings: 'Levels', text }];
  expect(tell('What are the four levels called?', passages).sure).toContain('Pebble');
  expect(tell('What are the four levels called?', passages).sure).toContain('Coral');
});

it('takes a country that is not named for one of the others', () => {
  expect(answer('Do you send parcels to Portugal?')).toContain('nothing to other countries');
});

it('finds a country in the union that a text speaks of, and money in what was paid back', () => {
  const passages = [
    { headings: 'Delivery', text: 'Delivery to the European Union takes five days and costs 9.50 pounds.' },
    { headings: 'Returns', text: 'The money is back on your card within five working days.' },
    { headings: 'Brewing', text: 'A closed tin keeps for 18 months, an open one is best within three.' },
  ];
  expect(answer('Do you deliver to Germany?', passages)).toContain('European Union');
  expect(answer('When do I get my money back?', passages)).toContain('back on your card');
  expect(answer('When are you open?', passages)).toBeUndefined();
});

it('looks at the heading where somebody asks for whom something is not', () => {
  expect(answer('Who should not use the sauna?')).toMatch(/^Who the sauna is not for: Guests with a fever\./);
});

it('says of a further passage only what speaks of the question', () => {
  const said = answer('How much is delivery?', [
    {
      headings: '',
      text: 'We deliver in the United Kingdom. Delivery costs 3.95 pounds and is free from 40 pounds.',
    },
    {
      headings: 'Delivery and returns',
      text: 'We pay the label of what comes back. Candles stay once lit. Gift wrapping costs 2 pounds. It is done in paper.',
    },
    { headings: '', text: 'The mill lies by the river.' },
    { headings: '', text: 'Dogs are welcome.' },
  ]);
  expect(said).toContain('Delivery costs 3.95 pounds');
  expect(said).toContain('Gift wrapping costs 2 pounds. It is done in paper.');
  expect(said).not.toContain('Candles');
});

it('quotes the line of a list that was asked for, not the list', () => {
  const list = `Back class 18 EUR
Yoga for beginners 15 EUR
Pilates 16 EUR
Massage 60 minutes 75 EUR
Massage 30 minutes 45 EUR
Ten classes 140 EUR
Open Monday to Friday 9:00 to 20:00
Open Saturday 10:00 to 14:00
Towel 2 EUR`;
  const passages = [{ headings: '', text: list }];
  expect(answer('What does the back class cost?', passages)).toBe('Back class 18 EUR');
  expect(answer('What does pilates cost?', passages)).toBe('Pilates 16 EUR');
});

it('answers a bare question for the hours by hours, all of them, and for the place by an address', () => {
  const passages = [
    { headings: 'Records', text: 'You may see them at any time. Only your therapist can open them.' },
    { headings: 'Classes', text: 'Book until six hours before.' },
    {
      headings: 'Opening hours',
      text: 'Tuesday to Thursday 11:00 - 21:00\nFriday 10:00 - 22:30\nMonday closed',
    },
    { headings: 'The house', text: 'You find us at 14 Harbour Street. The bell is on the left.' },
  ];
  for (const question of ['Hours?', 'opening hours', 'opening times?', 'When are you open?'])
    expect(answer(question, passages), question).toContain(passages[2]?.text);
  for (const question of ['where are you?', 'address', "what's your address"])
    expect(answer(question, passages), question).toContain('14 Harbour Street');
  const others = passages.slice(0, 2);
  for (const question of ['Hours?', 'where are you?'])
    expect(tell(question, others), question).toEqual({ sure: undefined, nearest: [] });
});

it('says nothing of what held until a day that has gone by', () => {
  const now = { headings: 'Prices', text: 'A single entry costs 14.50 euros.' };
  const before = { headings: 'Prices', text: 'Prices up to August 2026: single entry 13 euros.' };
  const still = { headings: 'Prices', text: 'Winter prices until 31 January 2027: evening entry 9 euros.' };
  expect(answer('What is the price of a single entry?', [before, now])).toBe(now.text);
  expect(tell('What is the price of a single entry?', [before])).toEqual({ sure: undefined, nearest: [] });
  const offer = { headings: 'Offers until 31 August 2026', text: 'A single entry costs 11 euros.' };
  expect(answer('What is the price of a single entry?', [offer, now])).toBe(now.text);
  expect(tell('What is the price of a single entry?', [offer])).toEqual({ sure: undefined, nearest: [] });
  expect(answer('What is the price of an evening entry?', [still, now])).toContain('9 euros');
});

it('says a row of a table once, though somebody has kept it as an answer too', () => {
  const row = { headings: '', text: 'Region: Wales; Days: 2; Cost: 5.20', isRow: true };
  const other = { headings: '', text: 'Region: Scotland; Days: 3; Cost: 6.50', isRow: true };
  const kept = { headings: '', text: row.text };
  expect(answer('What is the cost for Wales?', [other, row, kept])).toBe(row.text);
});

it('answers whether a thing helps with something by what is said of that, and by no price', () => {
  const row = (text: string) => ({ headings: '', text, isRow: true });
  const passages = [
    row('Article: Slow Night bath salt; Size: 500 g; Price: £14.50'),
    row('Article: Hay fever tea; Size: 100 g; Price: £9'),
    { headings: 'Evening', text: 'The Evening blend costs £8 a tin.', isRow: false },
  ];
  const asked = [
    'Does the Slow Night bath salt help with insomnia?',
    'Does the Evening blend help me with falling asleep?',
    'Is the Slow Night bath salt good for insomnia?',
    'Will the Hay fever tea cure my hay fever?',
  ];
  for (const question of asked)
    expect(tell(question, passages), question).toEqual({ sure: undefined, nearest: [] });
  expect(answer('What does the Slow Night bath salt cost?', passages)).toContain('14.50');
  const honest = 'No bath salt of ours treats insomnia: ask a doctor.';
  const told = [...passages, { headings: 'What we cannot do', text: honest, isRow: false }];
  expect(JSON.stringify(tell('Does the Slow Night bath salt help with insomnia?', told))).toContain(honest);
  const suited = row('Article: Moor soak; For: sore legs; Price: £21');
  expect(answer('Does the Moor soak help with sore legs?', [...passages, suited])).toContain('Moor soak');
  const couple = row('Article: Couples bath; Guests: two people; Price: £84');
  expect(answer('Is the Couples bath good for two people?', [...passages, couple])).toContain('84');
});

it('answers what is asked of a thing that is called by what it is to do', () => {
  const row = (text: string) => ({ headings: '', text, isRow: true });
  const passages = [
    row('Article: Deep Calm tea; Size: 100 g; Price: £9'),
    row('Article: Calm blend; Size: 250 g; Price: £11'),
    row('Package: Pamper Treat; Length: 3 hours; Price: £84'),
    row('Article: Moss Heal balm; Size: 30 ml; Price: £16'),
  ];
  const asked = [
    ['How much is the Deep Calm tea?', '£9'],
    ['What does the Calm blend cost?', '£11'],
    ['what do you charge for a calm blend', '£11'],
    ['How much is the Pamper Treat package?', '£84'],
    ['How long is the Pamper Treat package?', '3 hours'],
    ['Can I book the Pamper Treat package?', '£84'],
    ['Do you sell the Deep Calm tea?', '£9'],
    ['Which size is the Moss Heal balm?', '30 ml'],
  ] as const;
  for (const [question, told] of asked) expect(answer(question, passages), question).toContain(told);
  for (const question of [
    'Will the Deep Calm tea help with my insomnia?',
    'Does the Calm blend ease cramps?',
    'Can the Moss Heal balm heal eczema?',
    'Which tea eases cramps?',
  ])
    expect(tell(question, passages), question).toEqual({ sure: undefined, nearest: [] });
});
