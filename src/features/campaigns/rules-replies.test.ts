import { describe, expect, it } from 'vitest';
import { answerProblem, answerSubject, draftAnswer, labelOf, ownWords } from './rules-replies.ts';

describe('what an answer asks for', () => {
  it.each([
    ['STOP', 'stop'],
    ['Please unsubscribe me from this list', 'stop'],
    ['Stop.\n\nOn Mon, 16 Nov 2026 Mia <mia@x.test> wrote:\n> Hello', 'stop'],
    ['Do not email me again', 'stop'],
    ['I would stop by on Friday, sounds good', 'interested'],
    ['Yes please, tell me more', 'interested'],
    ['Not interested, thanks', 'not_now'],
    ['Maybe later, too busy', 'not_now'],
    ['Does it contain caffeine?', 'question'],
    ['Fine.\n\n> Will you unsubscribe me?', undefined],
  ])('%j is %s', (text, label) => {
    expect(labelOf(text)).toBe(label);
  });

  it('leaves the quoted message and the signature out', () => {
    expect(ownWords('Yes!\r\n-- \r\nAnn')).toBe('Yes!');
    expect(
      ownWords('Yes!\n\nOn Monday the sixteenth of November, Mia of Northwind\n<mia@x.test> wrote:\n> Hi'),
    ).toBe('Yes!');
  });
});

describe('a drafted answer', () => {
  const input = {
    label: 'question' as const,
    reply: 'Hi. Does the evening blend contain caffeine?',
    message: 'Hello. The evening blend is free of caffeine. It costs $18.',
    firstName: 'Ann',
    landingPageUrl: 'https://landing.test/',
    senderName: 'Mia',
  };

  it('quotes our own sentence about what was asked, and nothing that is not stored', () => {
    const text = draftAnswer(input) ?? '';
    expect(text).toContain('You asked: “Does the evening blend contain caffeine?”');
    expect(text).toContain('We wrote: “The evening blend is free of caffeine.”');
    expect(draftAnswer({ ...input, message: 'Something else.' })).toContain('I will look into it');
  });

  it('writes nothing to somebody who wants no more, or is away', () => {
    expect(draftAnswer({ ...input, label: 'stop' })).toBeUndefined();
    expect(draftAnswer({ ...input, label: 'out_of_office' })).toBeUndefined();
    expect([answerSubject('Hello'), answerSubject('RE: Hello')]).toEqual(['Re: Hello', 'RE: Hello']);
  });
});

it('says of the last answer alone why it may not have arrived', () => {
  const refused = { kind: 'answer', note: 'Not sent: the mail server is away.' } as const;
  const left = { kind: 'answer', note: null } as const;
  expect(answerProblem([left, refused, { kind: 'reply', note: null }])).toBe(refused.note);
  expect(answerProblem([refused, left])).toBeNull();
});
