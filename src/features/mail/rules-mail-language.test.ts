import { describe, expect, it } from 'vitest';
import { composeSteps, type PersonFacts, personValues } from '#features/campaigns/rules-compose.ts';
import { LANGUAGES } from '#kit/language.ts';
import {
  hasPersonalIn,
  isKnownToReader,
  languageOfMessage,
  MAIL_WORDS,
  unspokenLanguageOf,
  valueOf,
} from './rules-mail-language.ts';
import { mergeProblem } from './rules-merge.ts';

const person: PersonFacts = {
  name: 'Ann Lee',
  platform: 'reddit',
  signalAt: new Date('2026-11-12T10:00:00Z'),
  legalGround: 'legitimate_interest',
  groupName: null,
  createdAt: new Date('2026-11-13T10:00:00Z'),
};

describe('the language of a message', () => {
  it('is that of its author’s words, whatever the fields, addresses and required texts around them say', () => {
    const body =
      'Guten Tag {{firstName|there}},\n\nunser Tee ist wieder da: {{landingPage|see it here when you want to}}';
    expect(languageOfMessage({ subject: 'Neues im Winter', body })).toBe('de');
    const required =
      '*This statement has not been evaluated by the Food and Drug Administration. This product is not intended to diagnose, treat, cure, or prevent any disease.';
    expect(languageOfMessage({ subject: null, body: `${body}\n\n${required}` })).toBe('de');
    expect(
      languageOfMessage({ subject: null, body: '{{opening}}\n\nhttps://wir-und-die.test/das-ist' }),
    ).toBe('en');
  });
});

it('is told where a message is in a language that nothing of ours is written in', () => {
  const polish = 'Nasza herbata wieczorna jest już dostępna w sklepie i na stronie.';
  expect(unspokenLanguageOf({ body: polish })).toBe('pl');
  expect(unspokenLanguageOf({ body: 'Unser Tee ist wieder da, schauen Sie vorbei.' })).toBeUndefined();
  expect(unspokenLanguageOf({ body: 'Yoga' }), 'nothing says it').toBeUndefined();
});

it('has a sentence for one person in plain English alone, and where nothing else is said', () => {
  const english = {
    subject: 'Six blends',
    body: 'Hello {{firstName}},\n\n{{personal}}\n\nOur sampler is here.',
  };
  expect([english, { body: '{{personal}}\n\nhttps://shop.test/' }].map(hasPersonalIn)).toEqual([true, true]);
  const others = [
    'Guten Tag,\n\nunser Winterpaket ist wieder da.',
    'Wintertee\n\nsechs Sorten, 30 Tassen.',
    'Nasz zimowy zestaw to sześć mieszanek. Zapraszamy do sklepu.',
    'Vores vinterpakke har seks blandinger. Se hele udvalget i butikken.',
    'Dobrý den,\n\nNaše zimní sada má šest směsí.',
    'Το χειμερινό μας πακέτο έχει έξι μείγματα.',
    '冬のセットは六つのブレンドです。',
  ];
  const inOthers = others.map((words) => hasPersonalIn({ body: `{{personal}}\n\n${words}` }));
  expect(inOthers.filter(Boolean), 'none of them').toEqual([]);
});

describe('what is said about a person', () => {
  it('is said in English, and in each language that is asked for beside it', () => {
    const values = personValues(person, ['de', 'fr']);
    expect(values).toMatchObject({
      opening: 'I came across your public post on Reddit of 12 November 2026.',
      'opening:de': 'Ich bin auf Ihren öffentlichen Beitrag auf Reddit vom 12. November 2026 gestoßen.',
      'signalDate:fr': '12 novembre 2026',
    });
    expect(valueOf(values, 'notice:de')).toContain('berechtigtes Interesse');
    expect(valueOf(values, 'notice:nl')).toBe(values.notice);
    expect(valueOf(values, 'link:0')).toBeUndefined();
  });

  it.each(LANGUAGES)('%s: a customer knows it, others have to read it', (language) => {
    const noticeFor = (legalGround: PersonFacts['legalGround']) =>
      valueOf(personValues({ ...person, legalGround }, [language]), `notice:${language}`) ?? '';
    expect(isKnownToReader(noticeFor('customer'))).toBe(true);
    expect(isKnownToReader(noticeFor('consent'))).toBe(true);
    expect(isKnownToReader(noticeFor('legitimate_interest'))).toBe(false);
    expect(isKnownToReader(`${MAIL_WORDS[language].noMoreMessages}: https://us.test/u/1`)).toBe(true);
  });
});

describe('the engine', () => {
  const letter = (content: string) =>
    composeSteps({
      objective: 'Lead Generation',
      channels: ['email'],
      assets: [{ type: 'email', name: 'Letter', content }],
    })[0];

  it('greets in the language of what it quotes', () => {
    const german = 'Unser Abendtee ist wieder da.\n\nSchauen Sie vorbei, wenn Sie möchten.';
    expect(letter(german)).toMatchObject({
      subject: 'Eine Nachricht von {{workspaceName|unserem Team}}',
      body: `Guten Tag {{firstName|}},\n\n{{opening}}\n\n${german}\n\n{{landingPage}}`,
    });
    expect(letter('Our evening blend is back.')?.body).toMatch(/^Hi \{\{firstName\|there\}\},/);
  });

  it.each(['Liebe Leserin,', 'Chère Anne,', 'Estimada Ana:', 'Gentile Anna,', 'Beste lezer,', 'Grüß Gott,'])(
    'does not greet twice: %s',
    (greeting) => {
      expect(letter(`${greeting}\n\nText.`)?.body).toMatch(new RegExp(`^${greeting}`));
    },
  );

  it.each(LANGUAGES)('%s: what it writes of its own can be sent', (language) => {
    const words = MAIL_WORDS[language];
    for (const text of [
      words.greeting,
      words.messengerGreeting,
      words.opening,
      words.invitation,
      words.messengerInvitation,
      words.signature,
      words.subject,
    ])
      expect(mergeProblem(text)).toBeUndefined();
  });
});
