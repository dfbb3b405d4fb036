import { expect, it } from 'vitest';
import { readBrief } from './brief.ts';

const read = (requirements: string) => readBrief({ requirements, prompt: '' });

it('fills the form from a brief in running text', () => {
  expect(
    read(
      'Mail about our soup evening on 20 November at 19:00 in the hall on Mill Lane. Entry is free. Ask them to reply by 15 November.',
    ),
  ).toMatchObject({
    intent: 'event',
    offer: 'our soup evening',
    date: '20 November',
    time: '19:00',
    place: 'in the hall on Mill Lane',
    sentences: ['Entry is free.'],
    actions: ['reply by 15 November'],
    leftOut: [],
  });
});

it('fills the form from labels', () => {
  expect(
    read(
      'What: Breathing course\nFor: office teams\nWhen: 12 May\nTime: 17:30\nWhere: Studio 4\nPrice: $45\nContact: hello@calm.example',
    ),
  ).toMatchObject({
    offer: 'Breathing course',
    date: '12 May',
    time: '17:30',
    place: 'Studio 4',
    price: '$45',
    contact: 'hello@calm.example',
    details: [],
    leftOut: [],
  });
});

it.each([
  ['Ad for the mat: no hashtags, no emojis, under 40 words.', { maxWords: 40, details: [] }],
  ['Ad for the mat. Don’t mention prices. Price: $20', { leftOut: [], price: '$20' }],
  ['Ad for the mat. Never use the word "cheap".', { banned: ['cheap'], sentences: [] }],
  ['Script of 45 seconds about the mat.', { seconds: 45 }],
  ['Ad for the mat. Keep a warm tone.', { tone: 'friendly' }],
])('an order about the text is obeyed and never said: %s', (requirements, expected) => {
  expect(read(requirements)).toMatchObject(expected);
});

it.each([
  ['Debunk "sweat is fat crying".', '"sweat is fat crying"'],
  ['Mail about the hike. They can bring dogs.', 'They can bring dogs'],
  ['Flyer for the talk, with three jokes about soup.', 'with three jokes about soup'],
])('what fits no field is left out in its own words, and details are missing: %s', (requirements, words) => {
  expect(read(requirements)).toMatchObject({ leftOut: [words], lacksDetails: true });
});

it('an order about style is left out without a blank', () => {
  expect(read('Flyer for the talk, headline of six words.')).toMatchObject({
    leftOut: ['headline of six words'],
    lacksDetails: false,
  });
});

it('says a clause as a sentence and a phrase as a detail', () => {
  expect(read('Post: our walking group leaves at 7:30 from the fountain, all speeds.')).toMatchObject({
    sentences: ['Our walking group leaves at 7:30 from the fountain.'],
    details: ['all speeds'],
  });
});

it('addresses the reader where the brief speaks about readers', () => {
  expect(
    read('Email to clients about the survey. Ask them to send their answers. Thank them for their time.'),
  ).toMatchObject({
    actions: ['send your answers'],
    thanks: ['your time'],
  });
});

it('reads German fields', () => {
  expect(read('E-Mail: Kochabend im Studio am 12. Mai um 19 Uhr. Der Eintritt ist frei.')).toMatchObject({
    offer: 'Kochabend',
    date: '12. Mai',
    time: '19 Uhr',
    sentences: ['Der Eintritt ist frei.'],
  });
});

it('reads briefs of one word repeated up to the limit', () => {
  for (const unit of [
    'a ',
    'on 5 May ',
    'at the ',
    'word, ',
    '12:00 ',
    '((',
    '"',
    'Price: ',
    'that never uses the word ',
  ]) {
    expect(read(unit.repeat(4_000 / unit.length)).leftOut).toBeInstanceOf(Array);
  }
});
