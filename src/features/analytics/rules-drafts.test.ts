import { describe, expect, it } from 'vitest';
import type { CitedSentence } from '#features/campaigns/rules-facts.ts';
import { admitDraft, draftFacts, draftFactWords } from './rules-drafts.ts';

const POST = 'Can anyone recommend an evening tea without caffeine?';
const person = {
  platform: 'reddit',
  behaviorSignal: POST,
  signalAt: new Date('2027-01-02T09:00:00Z'),
} as const;
const reply = 'How much is the sampler with six teas?\n\nOn 3 January 2027 Ann wrote:\n> Have a look';
const facts = draftFacts('replied', { ...person, reply });

const WHY: CitedSentence = {
  sentence: 'Thank you for writing back about the sampler with six teas.',
  facts: [
    { field: 'reason', words: 'You wrote back.' },
    { field: 'reply', words: 'the sampler with six teas' },
  ],
};
const ASK: CitedSentence = { sentence: 'When would a short call suit you?', facts: [] };

describe('what a follow-up may be made of', () => {
  it('is the reason, the words of the reply without what it quotes, and the public words with place and day', () => {
    expect(facts.map(draftFactWords)).toEqual([
      'Why now: “You wrote back.”',
      'What they replied: “How much is the sampler with six teas?”',
      `What they wrote in public: “${POST}”`,
      'Where they wrote it: “Reddit”',
      'When they wrote it: “2 January 2027”',
    ]);
  });

  it('is nothing of what names a condition, and no note of a colleague', () => {
    const ill = draftFacts('replied', {
      ...person,
      behaviorSignal: 'My migraines are back. Can anyone recommend a tea?',
      reply: 'I have diabetes. Which tea may I drink?',
    });
    expect(ill.map(({ field }) => field)).toEqual(['reason']);
    const byHand = draftFacts('promising', { ...person, platform: 'manual', reply: null });
    expect(byHand).toEqual([]);
  });
});

describe('a draft of a model', () => {
  it('is taken when each sentence is a question or made of stored facts', () => {
    const admitted = admitDraft([WHY, ASK], facts);
    expect(admitted?.body).toBe(`${WHY.sentence} ${ASK.sentence}`);
    expect(admitted?.facts.map(({ field }) => field)).toEqual(['reason', 'reply']);
  });

  const because = (
    sentence: string,
    words = 'the sampler with six teas',
    field = 'reply',
  ): CitedSentence => ({
    sentence,
    facts: [{ field, words }],
  });
  it.each<[string, CitedSentence[]]>([
    [
      'cites what is not stored',
      [because('You asked about the sampler with nine teas.', 'the sampler with nine teas')],
    ],
    [
      'cites a fact in the wrong field',
      [because('You asked about the sampler with six teas.', undefined, 'post')],
    ],
    ['states something without a fact', [WHY, { sentence: 'Your sister was here last week.', facts: [] }]],
    [
      'cites one thing and says another',
      [because('The sampler was seen by your late grandmother in Vienna daily.')],
    ],
    ['speaks of what we have', [because('Our sampler with six teas is here.')]],
    ['says what we do', [because('We send the sampler with six teas.')]],
    ['promises', [because('You asked about the sampler with six teas, it is free.')]],
    ['claims an effect', [because('The sampler with six teas cures you for good.')]],
    ['names a figure of its own', [because('You asked about the sampler with six teas for 12.')]],
    ['quotes what was not said', [because('You asked about the sampler with six teas, “right now”.')]],
    ['speaks of health', [because('The sampler with six teas helps you sleep.')]],
    ['leads away', [because('The sampler with six teas: see evil.com now.')]],
    ['asks about their health', [WHY, { sentence: 'How is your migraine?', facts: [] }]],
    [
      'asks what is in no fact',
      [WHY, { sentence: 'How was the wedding of your daughter in Vienna?', facts: [] }],
    ],
    ['holds only a question', [ASK]],
    ['is too long', Array.from({ length: 5 }, () => WHY)],
    ['holds two sentences in one', [because('You asked about the sampler with six teas. It is mine.')]],
    ['is nothing', []],
  ])('is refused whole when it %s', (_why, sentences) => {
    expect(admitDraft(sentences, facts)).toBeNull();
  });
});
