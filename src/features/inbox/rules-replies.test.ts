import { describe, expect, it } from 'vitest';
import { answerSubject, draftAnswer, draftObstacle, labelOf, ownWords } from './rules-replies.ts';
import { answerProblem } from './rules-reply-labels.ts';

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
    ['Bitte schreiben Sie mir nicht mehr.', 'stop'],
    ['Schreiben Sie mir bitte nicht mehr', 'stop'],
    ['Bitte keine weiteren E-Mails', 'stop'],
    ['Warum bekomme ich keine Mails mehr?', 'question'],
    ['Nein danke, kein Interesse.', 'not_now'],
    ['Ja, gerne! Wann ginge es?', 'interested'],
    ['Das interessiert mich nicht.', 'not_now'],
    ['Enthält er Koffein?\n\nAm 16.11.2026 um 10:12 schrieb Mia <mia@x.test>:\n> Bitte abmelden', 'question'],
    ['Désinscrivez-moi, s’il vous plaît', 'stop'],
    ['Ne m’écrivez plus.', 'stop'],
    ['Oui, volontiers !', 'interested'],
    ['Non merci, pas pour le moment.', 'not_now'],
    ['No me escriban más, por favor.', 'stop'],
    ['Me interesa, ¿cuánto cuesta?', 'interested'],
    ['No, gracias. No me interesa.', 'not_now'],
    ['Non scrivetemi più.', 'stop'],
    ['Sì, grazie, mi interessa', 'interested'],
    ['Per ora no, grazie.', 'not_now'],
    ['Stuur mij geen mails meer.', 'stop'],
    ['Ja graag, klinkt goed', 'interested'],
    ['Nee bedankt, misschien later', 'not_now'],
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

  const german = {
    ...input,
    label: 'question' as const,
    reply: 'Guten Tag, enthält der Abendtee Koffein?',
    message: 'Guten Tag, der Abendtee enthält kein Koffein. Er kostet 18 Euro, und wir sind für Sie da.',
  };

  it('is in the language they wrote, with our own sentence where that is in it too', () => {
    const text = draftAnswer(german) ?? '';
    expect(text).toContain('Sie haben gefragt: „Guten Tag, enthält der Abendtee Koffein?“');
    expect(text).toContain('Wir haben geschrieben: „Guten Tag, der Abendtee enthält kein Koffein.“');
    expect(draftAnswer({ ...german, message: input.message }), 'nothing English in it').toMatch(
      /^Guten Tag Ann,\n\nvielen Dank für Ihre Frage\.\n\nSie haben gefragt: .*\n\nIch sehe nach und schreibe/,
    );
    expect(draftAnswer({ ...german, label: 'interested', reply: 'Ja!' }), 'by our message').toMatch(
      /^Guten Tag Ann/,
    );
    expect(draftAnswer({ ...german, reply: 'Does it contain any caffeine? I would like to know.' })).toMatch(
      /^Hi Ann/,
    );
  });

  it('is not written in a language that the engine does not speak, and says so', () => {
    const polish = {
      ...input,
      reply: 'Dzień dobry, czy to jest herbata bez kofeiny? Nie pije kawy, ale lubie to i owo.',
    };
    expect(draftAnswer(polish)).toBeUndefined();
    expect(draftObstacle(polish)).toBe(
      'They write Polish. The built-in engine drafts in English, German, French, Spanish, Italian and Dutch, so this answer is yours to write.',
    );
    expect(draftObstacle(german)).toBeNull();
  });

  it('writes nothing to somebody who wants no more, or is away', () => {
    expect(draftAnswer({ ...input, label: 'stop' })).toBeUndefined();
    expect(draftAnswer({ ...input, label: 'out_of_office' })).toBeUndefined();
    expect([answerSubject('Hello'), answerSubject('RE: Hello')]).toEqual(['Re: Hello', 'RE: Hello']);
  });
});

it('says of the last answer alone why it may not have arrived', () => {
  const refused = { kind: 'answer', note: 'Not sent: away.', reason: 'not_reached' } as const;
  const left = { kind: 'answer', note: null, reason: null } as const;
  expect(answerProblem([left, refused, { kind: 'reply', note: null, reason: null }])).toEqual({
    reason: 'not_reached',
    note: 'Not sent: away.',
  });
  expect(answerProblem([refused, left])).toBeNull();
});
