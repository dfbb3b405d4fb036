import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { madeInPieces } from '#kit/lazy.ts';
import { readClaimRows, readClaimSets } from '../../../evals/claims.ts';
import { checkClaims } from './check.ts';
import { examine } from './examine.ts';
import { eachFeature } from './features.ts';
import { type Jurisdiction, withoutPolish } from './finding.ts';
import { LEXICON } from './lexicon.ts';
import { rulePassagesOf } from './passages.ts';
import { compilePatterns } from './pattern.ts';
import { readText } from './read.ts';
import { CLAIM_RULES } from './rules.ts';

const EVERYWHERE: readonly Jurisdiction[] = ['US', 'EU', 'UK'];

/** Written apart from `evals/claims/`, which the model is fitted to. */
const HELD_OUT_HARMLESS = [
  'How did we do on Thursday?',
  'Would you recommend us to a friend?',
  'Your table for two is booked',
  'We are closed for the bank holiday',
  'Your delivery comes between two and four',
  'A seat has come free in the pottery class',
  'Our new website is online',
  'Thanks for coming along',
  'Did you forget something?',
  'Your gift card is attached',
  'New on the shelf: chestnut honey',
  'Please bring a towel and a bottle of water',
  'The lift in our building is out of order',
  'Ten percent off for returning customers',
  'We would love to see you again',
  'Your questionnaire before the first session',
  'Your next physiotherapy session',
  'The practice has a new phone number',
  'Prices from January',
  'Win a weekend by the lake',
  'Good evening, and welcome to the newsletter',
  'Hi there, just checking in',
  'Dear neighbours, we are having a party',
  'Hello Ann, thank you for signing up',
  'Hi Dana,\n\nThank you for your answer. Here is the page again:\n\nhttps://landing.test/evenings\n\nWrite to me whenever you have a question.\n\nMia',
  'Hi Li,\n\nThank you for asking.\n\nI will look into it and write to you again.\n\nMia',
  'Hi Rita, no worries. I will leave it at that and wish you a good summer.',
  'Hello, we got your form. A colleague calls you back before six today.',
];

const marks = (text: string, format: 'text' | 'html' = 'text'): string[] =>
  checkClaims(text, { jurisdictions: EVERYWHERE, kind: 'content', format }).findings.map(
    ({ excerpt }) => excerpt,
  );

describe('our own sentences', () => {
  const rows = readClaimRows(new URL('../../../evals/claims/rules-own.tsv', import.meta.url));

  it.for(rows)('$text ($jurisdiction) is judged $verdict', ({ text, jurisdiction, verdict, rules }) => {
    const check = checkClaims(text, { jurisdictions: [jurisdiction] });
    expect(check.verdict).toBe(verdict);
    expect(check.findings.map(({ rule }) => rule)).toEqual(expect.arrayContaining(rules.slice(0, 1)));
  });
});

/** The model is fitted to them: the figures tell that nothing broke, not how well a new text is read. */
describe('the labelled texts that the model is fitted to', () => {
  const rows = readClaimSets().flatMap((set) => set.rows);

  it('keep to their figures', () => {
    expect(rows.length).toBeGreaterThan(5_000);
    const judged = rows.map(({ text, jurisdiction, verdict }) => ({
      wanted: verdict,
      verdict: checkClaims(text, { jurisdictions: [jurisdiction] }).verdict,
    }));
    const shareBlocked = (wanted: string): number => {
      const those = judged.filter((one) => one.wanted === wanted);
      return those.filter(({ verdict }) => verdict === 'block').length / those.length;
    };
    expect(shareBlocked('block'), 'of what must be blocked').toBeGreaterThan(0.96);
    expect(shareBlocked('ok'), 'of what is harmless').toBeLessThan(0.02);
  });
});

describe('light markup', () => {
  it.each([
    [
      'It [cures](https://shop.example/tea?ref=mail) cancer.',
      'cures](https://shop.example/tea?ref=mail) cancer',
    ],
    [`It [cures](https://shop.example/${'very-long-tea-'.repeat(12)}leaf) cancer.`, 'cures'],
    ['It [cures]({{landingPage|our page. Here!}}) cancer.', 'cures'],
    ['It [cures](https://shop.example/?n={{firstName|my friend}}) cancer.', 'cures'],
    ['It cures [cancer](https://shop.example/?a=b).', 'cures [cancer'],
    [
      'It [cures](https://shop.example/tea_(green)) cancer.',
      'cures](https://shop.example/tea_(green)) cancer',
    ],
    ['It *cures* [cancer](tel:+4930123).', 'cures* [cancer'],
    ['It cures can**c**er.', 'cures can**c**er'],
    ['It cures **can**cer.', 'cures **can**cer'],
    ['It cures can*c*er.', 'cures can*c*er'],
    ['It cures can_c_er.', 'cures can_c_er'],
    ['It cures c4n**c**er.', 'cures c4n**c**er'],
    ['It cures can[c](https://shop.example/?a=b)er.', 'cures can[c](https://shop.example/?a=b)er'],
    ['It **cures**[cancer](https://shop.example/?a=b).', 'cures**[cancer'],
    ['Look at [our tea](https://shop.example/it-cures-cancer).', 'cures-cancer'],
  ])('hides no claim: %s', (text, excerpt) => {
    const { verdict, findings } = checkClaims(text, { jurisdictions: EVERYWHERE, kind: 'mail_body' });
    expect(verdict).toBe('block');
    expect(findings.map((finding) => finding.excerpt).join(' ')).toContain(excerpt);
    for (const finding of findings) expect(finding.excerpt).toBe(text.slice(finding.start, finding.end));
  });

  it.each([
    'Read [our story](https://shop.example/about?from=mail), **then** say what you think.',
    'The file is named tea_order_list, and [1] is a note.',
    'Rooms cost 40 *a night*, breakfast included.',
  ])('makes none: %s', (text) => {
    expect(checkClaims(text, { jurisdictions: EVERYWHERE, kind: 'mail_body' }).findings).toEqual([]);
  });

  it('keeps apart what it does not make one word of', () => {
    const words = (text: string): string[] =>
      readText(text, {
        isHtml: false,
        isKnown: madeInPieces(() => compilePatterns(LEXICON, [])).get().isKnown,
      }).tokens.map(({ word }) => word);
    expect(words('cures_cancer')).toEqual(['cures', 'cancer']);
    expect(words('cures**cancer**')).toEqual(['cures', 'cancer']);
    expect(words('[cures](https://shop.example)[cancer](https://shop.example)').slice(0, 2)).toEqual([
      'cures',
      'cancer',
    ]);
  });
});

describe('subjects and greetings that no fit has seen', () => {
  it.each(HELD_OUT_HARMLESS)('lets “%s” leave everywhere', (text) => {
    for (const kind of ['mail_subject', 'mail_body', 'community_post'] as const)
      expect(checkClaims(text, { jurisdictions: EVERYWHERE, kind }).findings).toEqual([]);
  });

  it('still stops a claim in a subject, wherever the label stands', () => {
    const claim = 'Our finger test finds thyroid disease at home.';
    for (const text of [claim, `Subject: ${claim}`])
      expect(checkClaims(text, { jurisdictions: EVERYWHERE, kind: 'mail_subject' }).verdict).toBe('block');
  });
});

describe('everyday words near those of a claim', () => {
  it.each([
    'Nobody reacted to my post',
    'Kids grow tomatoes in our garden every summer.',
    'Our honey comes from one hive in the valley.',
    'We have 12 hives, and you can visit our hives on Sundays.',
    'Our little ones sleep in the blue room after lunch.',
    'It always works if you plug it in first.',
    'The cancer support cafe opens on Tuesdays at ten.',
    'There is no risk: send it back if you do not like it.',
    'No one has reacted to the survey yet.',
    'Our team has doubled',
    'Our little shop tripled its opening hours.',
    'Belly dance all summer',
    'Tummy time by the pool for parents with babies',
    'Nobody had a single complaint about the buffet.',
    'Bring the soup to the boil and stir in the lentils.',
    'If you ever notice side effects, stop and see a doctor.',
    'Have you ever had an allergic reaction to nuts? Please tell us.',
    'No customer with a known allergic reaction should try the peel.',
    'Everyone who books in May gets a free tea.',
    'What happens if you don’t cancel in time?',
    'The app tells you if something is wrong with your booking.',
    'Without our volunteers we can’t run the festival.',
    '25% off your first set.',
    'Yoga for calmer evenings, Tuesdays at seven',
    'Our class gets your legs moving while the coffee brews.',
    'Shampoo for oily hair, 250 ml',
    'A mattress for deeper sleep, with a 100-night trial',
    'Sale ends on Sunday, 8 June at midnight.',
    'There are six mats left in green.',
    'Use code SPRING for $5 off until May 31.',
    'Our dermatologist sees patients with eczema by referral.',
  ])('“%s” is none', (text) => {
    expect(checkClaims(text, { jurisdictions: EVERYWHERE, kind: 'mail_body' }).findings).toEqual([]);
  });

  it.each([
    ['Nobody gets side effects from it.', 'absolute-safety'],
    ['Nobody reacts to our serum.', 'absolute-safety'],
    ['Nobody had an allergic reaction.', 'absolute-safety'],
    ['Nobody has had side effects.', 'absolute-safety'],
    ['Not one of our customers has ever reacted badly.', 'absolute-safety'],
    ['There isn’t a single known side effect.', 'absolute-safety'],
    ['My energy doubled by Friday.', 'testimonial-typicality'],
    ['Kids sleep through the night with it.', 'child-claim'],
    ['It always works.', 'guarantee'],
    ['Our blend for cancer support: feel the difference.', 'disease-claim'],
    ['There is no risk: it has no side effects.', 'absolute-safety'],
    ['Is your belly ready for the beach?', 'body-shame'],
    ['Lose that tummy before summer.', 'body-shame'],
  ])('“%s” is one', (text, rule) => {
    const found = checkClaims(text, { jurisdictions: EVERYWHERE, kind: 'mail_body' }).findings;
    expect(found.map((one) => one.rule)).toContain(rule);
  });
});

describe('what reads like a claim though no rule names it', () => {
  const LIKELY = 'Our finger test finds thyroid disease at home.';
  const likely = (text: string, kind: 'content' | 'agent_answer' = 'content') =>
    checkClaims(text, { jurisdictions: EVERYWHERE, kind }).findings.filter(
      ({ rule }) => rule === 'likely-claim',
    );

  it('is stopped, with the words that spoke for it, where no rule stops it already', () => {
    const [finding] = likely(LIKELY);
    expect(finding).toMatchObject({ severity: 'block', excerpt: LIKELY.slice(0, -1), suggestion: null });
    expect(finding?.explanation).toContain('“thyroid”');
    expect(likely('Our tea cures asthma.')).toEqual([]);
  });

  it.each([
    ['a warning', 'Ask your doctor which finger test finds thyroid disease at home.'],
    ['words about words', 'We took the words “finds thyroid disease” off our labels.'],
    ['an agent, whom nobody can answer for while it speaks', LIKELY, 'agent_answer' as const],
  ])('is not %s', (_what, text, kind?: 'agent_answer') => {
    expect(likely(text, kind)).toEqual([]);
  });

  it('marks the sentence in its place, behind others', () => {
    const text = `We open at nine on weekdays and at ten on Sundays. The studio has a new floor made of larch, which creaks a little, and two plants from the market in the hall. ${LIKELY}`;
    const [finding] = likely(text);
    expect(text.slice(finding?.start, finding?.end)).toBe(finding?.excerpt);
  });
});

describe('a plain claim', () => {
  it.each([
    'Cure your arthritis now.',
    'Our tea cures arthritis and replaces your medication.',
    'This powder lowers your blood pressure.',
  ])('stays blocked among harmless sentences: %s', (claim) => {
    const text = `We open at nine on weekdays and at ten on Sundays. ${claim} The studio has a new floor, which creaks a little, and two plants in the hall.`;
    expect(checkClaims(text, { jurisdictions: ['US'] }).verdict).toBe('block');
    expect(checkClaims(claim, { jurisdictions: ['US'] }).verdict).toBe('block');
  });
});

describe('an answer to a question', () => {
  it.each([
    'Does kombucha treat acne? There is no good evidence that it does.',
    'Myth: lemon water burns fat. It does not.',
  ])('that says no a word later spares it: %s', (text) => {
    expect(checkClaims(text, { jurisdictions: ['US', 'UK'] }).verdict).toBe('ok');
  });

  it('that affirms does not', () => {
    expect(checkClaims('Does it cure gout? It does.', { jurisdictions: ['US'] }).verdict).toBe('block');
    expect(
      checkClaims('Does it cure gout? It not only does, it ends it.', { jurisdictions: ['US'] }).verdict,
    ).toBe('block');
  });
});

describe('a text in another language', () => {
  const unread = (text: string) =>
    checkClaims(text, { jurisdictions: EVERYWHERE, kind: 'mail_body' }).findings.filter(
      ({ rule }) => rule === 'not-english',
    );

  it.each([
    ['German', 'Unser Tee hilft gegen Migräne, und Sie schlafen wieder durch.'],
    ['French', 'Notre tisane est le remède naturel contre la migraine pour toute la famille.'],
    ['Spanish', 'Nuestro té cura la migraña y es bueno para toda la familia.'],
    ['Italian', 'La nostra tisana cura il mal di testa della famiglia senza effetti.'],
    ['Dutch', 'Onze thee helpt tegen migraine en je slaapt weer goed met het kruid.'],
    ['German', 'Unser Rückenkurs heilt Ihren Bandscheibenvorfall.'],
    ['German', 'Unser Rückenkurs heilt Bandscheibenvorfälle garantiert in 7 Tagen.'],
    ['German', 'Hi Anna,\n\nUnser Rückenkurs heilt Ihren Bandscheibenvorfall.\n\nSee you soon,\nThe team'],
    ['German', 'Heilt Migräne.'],
    ['German', 'Nie wieder Rückenschmerzen!'],
    ['German', 'Schlank in 7 Tagen'],
    ['German', 'Schmerzfrei durch Yoga'],
    ['German', 'Hi Anna,\n\nHilft gegen Krebs.\n\nSee you soon,\nThe team'],
    ['another language', 'Ingwertee heilt Migräne garantiert sofort.'],
    ['French', 'Notre tisane guérit vos migraines rapidement.'],
    ['another script', 'Наш чай лечит мигрень и помогает уснуть.'],
    ['another script', '私たちのお茶は片頭痛を治します。家族みんなで飲めます。'],
  ])('is marked as not checked: %s', (language, text) => {
    expect(unread(text)).toMatchObject([
      { severity: 'warn', explanation: expect.stringContaining(`looks like ${language}`) },
    ]);
  });

  it('is marked where it begins, in a text that goes on in it', () => {
    const german = 'Wir freuen uns auf Sie und Ihre Freunde und sind ab neun Uhr für alle da.';
    const text = `We look forward to seeing you and your friends at our studio, which opens at nine from Monday to Friday and at ten on weekends.\n\n${german}`;
    const [finding] = unread(text);
    expect(text.slice(finding?.start)).toBe(german);
  });

  it.each([
    'Crème de la crème',
    'Join us at Casa de la Luna on El Camino Real.',
    'Our café serves pains au chocolat and a croque monsieur until two.',
    'Сures саncer: the letters are in disguise, the words are English.',
    'Casa de la Luna Yoga Studio',
    'Crème brûlée, café crème, matcha latte, herbal tea',
    'Fresh açaí bowls, jalapeño dips, rosé evenings',
    'Subject: Café Müller, Zürich\n\nWe open at nine.',
    'Johann Sebastian und Söhne, Herbal Tea Makers',
    'Yoga, Pilates, Qigong, Reiki, Shiatsu, Ayurveda',
    'Faux fur throws',
    'Kinder surprise, knie socks',
    'Dr. Ehrlich, Mrs. Besser, Tom Schlank',
    'Biergarten opens Friday',
    'Wanderlust and wunderbar views',
    'Heilung Yoga Studio',
    'Feng shui for the desk: move the plant, then the lamp.',
    '🖤👩🏽‍⚕️🇬🇧 See you on Monday!',
  ])('is not seen in %s', (text) => {
    expect(unread(text)).toEqual([]);
  });
});

describe('jurisdictions', () => {
  it('judges by the strictest of those that apply, and names where the rule holds', () => {
    const text = 'Purge your liver in three days.';
    expect(checkClaims(text, { jurisdictions: ['US'] }).verdict).toBe('warn');
    expect(checkClaims(text, { jurisdictions: ['US', 'UK'] }).findings[0]).toMatchObject({
      severity: 'block',
      jurisdictions: ['US', 'UK'],
    });
  });

  it('says nothing where no jurisdiction applies', () => {
    expect(checkClaims('Our tea cures asthma.', { jurisdictions: [] })).toEqual({
      verdict: 'ok',
      findings: [],
    });
  });

  it('suggests polish', () => {
    const { verdict, findings } = checkClaims('Magnesium supports restful sleep.', { jurisdictions: ['US'] });
    expect(verdict).toBe('ok');
    expect(findings.map(({ severity }) => severity)).toEqual(['suggest']);
  });
});

describe('where a finding stands', () => {
  it('marks the words as they were written, behind a merge field', () => {
    const text = 'Hi {{firstName|there}}, our tea cures asthma.';
    const [finding] = checkClaims(text, { jurisdictions: ['US'] }).findings;
    expect(finding).toMatchObject({ rule: 'disease-claim', severity: 'block' });
    expect(text.slice(finding?.start, finding?.end)).toBe(finding?.excerpt);
    expect(finding?.excerpt).toContain('cures asthma');
  });

  it('reads the fallback of a merge field as text', () => {
    expect(marks('Dear {{firstName|it cures asthma}}')).toContain('cures asthma');
  });

  it('reads through tags and entities', () => {
    expect(marks('<p>It c<b>ur</b>es &#97;sthma</p>', 'html')).toEqual(['c<b>ur</b>es &#97;sthma']);
  });

  it('reads what a picture says in its alt text, and no script or style', () => {
    expect(marks('<img src="a.png" alt="Cures asthma">', 'html')).toEqual(['Cures asthma']);
    expect(
      marks('<style>p { content: "cures asthma" }</style><script>"cures asthma"</script>', 'html'),
    ).toEqual([]);
  });

  it('ends a sentence where a block ends', () => {
    expect(marks('<li>Cures ham</li><li>Asthma walk on Sunday for charity</li>', 'html')).toEqual([]);
  });
});

describe('a rewrite', () => {
  const rewrites = (text: string, where: Jurisdiction): (string | null)[] =>
    withoutPolish(checkClaims(text, { jurisdictions: [where] })).findings.map(({ suggestion }) => suggestion);

  it('says it as the register does', () => {
    expect(rewrites('B12 boosts your energy.', 'EU')).toEqual([
      'B12 contributes to normal energy-yielding metabolism',
    ]);
  });

  it('keeps the form of the verb', () => {
    expect(rewrites('This tea boosts your immunity.', 'US')).toEqual(['supports normal immune function']);
  });

  it('is left to a person where the law gives no words', () => {
    expect(rewrites('Our tea cures asthma.', 'UK')).toContain(null);
  });
});

describe('disguises', () => {
  it.for([
    ['digits for letters', 'It cur3s c4ncer'],
    ['accents', 'It cürés cáncer'],
    ['letters of other scripts', 'It сurеs саncеr'],
    ['zero-width characters', 'It cu\u200bres can\u00adcer'],
    ['full-width letters', 'It ｃｕｒｅｓ cancer'],
    ['stars', 'It cures c*ncer'],
    ['letters apart', 'It c u r e s c.a.n.c.e.r'],
    ['a hashtag', 'Look #CuresCancer'],
    ['a hashtag in lower case', 'Look #curescancer'],
    ['capitals', 'IT CURES CANCER'],
    ['stretched letters', 'It cuuuures cancer'],
  ])('looks through %s', ([, text]) => {
    expect(checkClaims(text ?? '', { jurisdictions: ['US'] }).verdict).toBe('block');
  });
});

describe('hostile input', () => {
  const HOSTILE: [string, string][] = [
    ['one long word', 'a'],
    ['claims without a full stop', 'cures cancer '],
    ['tags that never close', '<a<b '],
    ['quotes that never close', '<a "'],
    ['comments that never close', '<!-- '],
    ['merge fields that never close', '{{'],
    ['merge fields without fallback', '{{a}}'],
    ['entities', '&amp;&#x41;&#9999999;'],
    ['letters apart', 'c u r e '],
    ['hashtags', '#curecancer'],
    ['zero-width characters', 'c\u200bu\u200b'],
    ['look-alike letters', 'сüre5 саncer '],
    ['text from right to left', '\u202eشفاء السرطان\u202c '],
    ['emoji', '🖤👩🏽‍⚕️🇬🇧'],
    ['halves of characters', '\ud83d\ude00\ud83d '],
    ['binary', '\u0000\u0001\ufffd\u007f'],
    ['nested tags', '<div><p>'],
    ['attributes', '<img alt="cures cancer" title=\'x\'>'],
    ['quotation marks', '“"’cure'],
  ];

  it.for(HOSTILE)('answers for a megabyte of %s', ([, unit]) => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    for (const format of ['text', 'html'] as const) {
      expect(() => checkClaims(text, { jurisdictions: EVERYWHERE, kind: 'content', format })).not.toThrow();
    }
  });

  it.for(HOSTILE)('ten times as much of %s takes at most twelve times the steps', ([, unit]) => {
    const [short, long] = [stepsFor(unit.repeat(1_000)), stepsFor(unit.repeat(10_000))];
    expect(long).toBeLessThanOrEqual(12 * short);
  });

  it('every finding lies inside the text and quotes it, whatever the text is', () => {
    const piece = fc.constantFrom(
      'cures',
      'cancer',
      ' ',
      '. ',
      '<b>',
      '</p>',
      '{{x|',
      '}}',
      '&lt;',
      'c4ncer',
      'é',
      '"',
      '#',
      '\u200b',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(texts, fc.constantFrom('text' as const, 'html' as const), (text, format) => {
        for (const finding of checkClaims(text, { jurisdictions: EVERYWHERE, kind: 'content', format })
          .findings) {
          expect(finding.end).toBeGreaterThan(finding.start);
          expect(text.slice(finding.start, finding.end)).toBe(finding.excerpt);
        }
      }),
    );
  });

  const matcher = madeInPieces(() =>
    compilePatterns(
      LEXICON,
      CLAIM_RULES.map((owner) => ({ owner, patterns: owner.patterns })),
    ),
  ).get();

  /** Look-ups in the lexicon, words read, patterns tried and features of the model. */
  function stepsFor(text: string): number {
    let steps = 0;
    const isKnown = (word: string): boolean => {
      steps += 1;
      return matcher.isKnown(word);
    };
    const reading = readText(text, { isHtml: true, isKnown });
    steps += reading.tokens.length;
    const wants = (): boolean => {
      steps += 1;
      return true;
    };
    const isDead = new Uint8Array(reading.tokens.length);
    matcher.find({ reading, isDead, wants, take: () => (steps += 1) });
    const examined = examine(text, { jurisdictions: EVERYWHERE, format: 'html' });
    const count = (): void => void (steps += 1);
    for (const passage of rulePassagesOf(examined, 40))
      eachFeature(examined, passage, { word: count, one: count });
    return steps + 100;
  }
});

describe('a subject line', () => {
  const rulesOf = (text: string, kind: 'mail_subject' | 'mail_body'): string[] =>
    checkClaims(text, { jurisdictions: ['US'], kind }).findings.map(({ rule }) => rule);

  it('names no condition, however harmless the sentence', () => {
    expect(rulesOf('New dates for our eczema evening', 'mail_subject')).toEqual(['condition-subject']);
    expect(rulesOf('New dates for our #3czema evening', 'mail_subject')).toEqual(['condition-subject']);
    expect(rulesOf('New dates for our open evening', 'mail_subject')).toEqual([]);
  });

  it('does not pretend to be something else', () => {
    const [finding] = checkClaims('Re: our call yesterday', {
      jurisdictions: ['UK'],
      kind: 'mail_subject',
    }).findings;
    expect(finding).toMatchObject({ rule: 'deceptive-subject', start: 0, excerpt: 'Re' });
    expect(rulesOf('Your new timetable', 'mail_subject')).toEqual([]);
  });

  it('is held to more than the text below it', () => {
    expect(rulesOf('New dates for our eczema evening', 'mail_body')).toEqual([]);
  });
});
