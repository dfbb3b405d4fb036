import { expect, it } from 'vitest';
import { type Candidate, composeAnswer } from './rules-answer.ts';
import { stemsOf } from './rules-passages.ts';
import { readQuestion, respelt } from './rules-question.ts';

const PASSAGES = [
  { headings: 'Delivery', text: 'A parcel to Belgium costs €4.20. It takes three days.' },
  { headings: 'Delivery', text: 'We send nothing to other countries.' },
  { headings: 'Tea', text: 'The heather tea is sold in bags of eighteen.' },
  { headings: 'Who the sauna is not for', text: 'Guests with a fever.' },
  { headings: 'Sauna', text: 'The sauna opens at ten and is for guests of 16 years on.' },
];

function answer(question: string): string | undefined {
  const read = readQuestion(question);
  if (read.kind !== 'question') throw new Error(`read as ${read.kind}`);
  const passagesWith = new Map<string, number>();
  const candidates: Candidate[] = PASSAGES.map((passage, position) => {
    for (const root of stemsOf(`${passage.headings} ${passage.text}`))
      passagesWith.set(root, (passagesWith.get(root) ?? 0) + 1);
    return {
      ...passage,
      knowledgeId: String(position),
      title: 'shop',
      position,
      isRow: false,
      effectiveFrom: null,
    };
  });
  const composed = composeAnswer({
    text: read.text,
    concepts: read.concepts,
    asks: read.asks,
    candidates,
    rarity: { passages: PASSAGES.length, passagesWith },
  });
  return composed.answered
    ? composed.quoted
        .map(({ heading, quote }) => (heading === '' ? quote : `${heading}: ${quote}`))
        .join('\n')
    : undefined;
}

it('does not answer beside a word of substance that the knowledge does not have', () => {
  expect(answer('Is the heather tea sold in bags?')).toContain('bags of eighteen');
  expect(answer('How many calories has the heather tea?')).toBeUndefined();
  expect(answer('Where is parcel 4471902?')).toBeUndefined();
});

it('takes a country that is not named for one of the others', () => {
  expect(answer('Do you send parcels to Portugal?')).toContain('nothing to other countries');
});

it('looks at the heading where somebody asks for whom something is not', () => {
  expect(answer('Who should not use the sauna?')).toMatch(/^Who the sauna is not for: Guests with a fever\./);
});

it('reads a misspelt everyday word as what it means', () => {
  const [concept] = conceptsOf('delivry');
  expect([...(concept ? (respelt(concept)?.roots.keys() ?? []) : [])]).toContain('ship');
  const [plain] = conceptsOf('abuot');
  expect(plain ? respelt(plain)?.weight : undefined).toBe(0.1);
});

function conceptsOf(text: string) {
  const read = readQuestion(text);
  return read.kind === 'question' ? read.concepts : [];
}
