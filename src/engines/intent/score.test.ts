import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#kit/time.ts';
import { readAudience } from './audience.ts';
import { profileOf } from './profile.ts';
import { scorePost } from './score.ts';

const NOW = new Date('2027-01-14T09:00:00Z');
const TEA = 'People asking for caffeine-free evening tea they would pay for';

function score(
  text: string,
  { audience = TEA, ageMs = 2 * HOUR_MS }: { audience?: string; ageMs?: number } = {},
) {
  const postedAt = new Date(NOW.getTime() - ageMs);
  return scorePost(readAudience(audience), { text, postedAt, now: NOW });
}

function bandOf(text: string, given?: Parameters<typeof score>[1]) {
  return score(text, given).band;
}

function rulesOf(text: string, given?: Parameters<typeof score>[1]): string[] {
  return score(text, given).reasons.map(({ rule }) => rule);
}

describe('the built-in scorer', () => {
  const ASK = 'Anyone recommend a caffeine-free blend for the evening? Happy to pay for decent leaves.';

  it.each([
    ['Hypnotherapist in Leeds', 'Sells something'],
    ['Reporter in Leeds', 'Reports or researches'],
    ['Copywriter in Leeds', 'Works in another trade'],
  ])('says of a point without words in the text that the profile earned it: %s', (bio, shown) => {
    const given = { text: ASK, postedAt: null, now: NOW };
    const labels = scorePost(readAudience(TEA), { ...given, bio }).reasons.flatMap(({ label, start }) =>
      start === null ? [label] : [],
    );
    expect(labels).toContain(`${shown}, by their profile`);
    const without = scorePost(readAudience(TEA), given).reasons.map(({ label }) => label);
    expect(without.join()).not.toContain('profile');
  });

  it('counts for a business buyer that their profile says they own or lead something', () => {
    const audience = readAudience('café owners looking for a herbal tea supplier');
    const given = { text: 'Who supplies loose herbal tea in small orders?', postedAt: null, now: NOW };
    const scored = scorePost(audience, { ...given, bio: 'Owner, two branches' });
    expect(scored.reasons.map(({ label }) => label)).toContain('Owns or leads something, by their profile');
    expect(scored.score).toBeGreaterThan(scorePost(audience, given).score);
  });

  it('names the words of the need first', () => {
    const audience = readAudience('people over 65 looking for gentle chair yoga in person');
    const { reasons } = scorePost(audience, {
      text: 'Is there a chair yoga class near Leeds? I would pay per session.',
      postedAt: null,
      now: NOW,
    });
    expect(reasons[0]?.label).toBe('Asks about chair yoga');
  });

  it.each([
    [
      'a fence',
      'HR managers buying wellbeing workshops',
      'Who paints fences? Ready to pay today, budget set.',
    ],
    [
      'a laptop',
      'people looking for vegan protein powder',
      'Best laptop under $800? Ready to buy today, which one would you order?',
    ],
    [
      'a plumber',
      TEA,
      'Can anyone recommend a plumber? Need one today, happy to pay, budget $500. Who should I call?',
    ],
  ])('never scores a post about something else above 5: %s', (_what, audience, text) => {
    expect(score(text, { audience }).score).toBeLessThan(5);
  });

  it('ranks the question for a beginners’ class above a post with words of another sport', () => {
    const audience = 'online pilates or yoga for beginners';
    const fit = 'Can anyone recommend an online pilates class for a total beginner? Would pay monthly.';
    const other = 'My recovery routine after a long ride: foam roller, shake, early bed. What do you do?';
    expect(score(fit, { audience }).score).toBeGreaterThan(score(other, { audience }).score + 3);
  });

  it('counts what a profile showed again where the profile is not at hand any more', () => {
    const given = { text: ASK, postedAt: null, now: NOW };
    const before = scorePost(readAudience(TEA), { ...given, bio: 'Hypnotherapist in Leeds' });
    const again = scorePost(readAudience(TEA), { ...given, profile: profileOf(before.reasons) });
    expect(again).toEqual(before);
    expect(again.score).toBeLessThan(scorePost(readAudience(TEA), given).score);
  });

  it.each([
    'We went up to the lake in the last week of June.',
    'Spent 3 hours with my sister; her train arrived late and our plans changed.',
    'He raised their hopes, then the road closed and everybody left.',
    'Cancelled my dentist today, the snow is too deep.',
    'My brother left for Lisbon, I never thought it would be so quiet.',
    'Paid 40 for the tickets and it was worth every penny.',
    'Disappointed by the final. The weather was awful, too.',
    'She backed out of the garage without a scratch.',
  ])('sees nobody unhappy with what they bought in "%s"', (text) => {
    expect(rulesOf(text)).not.toContain('dissatisfied');
  });

  it.each([
    'The tea box went up to $28 and I cancelled my subscription.',
    'Our supplier missed two deliveries and never answered.',
    'My usual shop closed, and the new blend arrived leaking.',
    'Disappointed with the last two classes, I want my money back.',
    'They changed the recipe and now it tastes of soap.',
    'Zwanzig Euro im Monat, das Abo ist wieder teurer, ich habe gerade gekündigt.',
  ])('sees somebody unhappy with what they bought in "%s"', (text) => {
    expect(rulesOf(text)).toContain('dissatisfied');
  });

  it('starts every post alike, and lets the topic earn what being off it would lack', () => {
    const pointsOf = (text: string, rule: string) =>
      score(text).reasons.find((reason) => reason.rule === rule)?.points;
    const texts = [
      ASK,
      'Can anyone recommend a plumber? Happy to pay.',
      'A survey shows that tea sales rose.',
    ];
    expect(new Set(texts.map((text) => pointsOf(text, 'base'))).size).toBe(1);
    expect(pointsOf('Which tea do you drink at night?', 'topic')).toBeGreaterThanOrEqual(0.5);
    expect(pointsOf('Can anyone recommend a plumber? Happy to pay.', 'off_topic')).toBe(0);
  });

  it('says for each reason which words earned it', () => {
    const { reasons } = score(ASK);
    const quoted = reasons.map(({ rule, start, end }) => [
      rule,
      start === null || end === null ? null : ASK.slice(start, end),
    ]);
    expect(quoted.filter(([rule]) => rule !== 'words_for' && rule !== 'words_against')).toEqual([
      ['topic', 'caffeine-free blend for the evening'],
      ['base', null],
      ['asks', 'Anyone recommend'],
      ['pays', 'Happy to pay'],
      ['question', 'evening?'],
      ['recent', null],
    ]);
    expect(reasons.find(({ rule }) => rule === 'recent')?.label).toBe('Recent, 2 hours old when scored');
  });

  it('gives points that add up to the score, between 0.0 and 10.0, at places inside the text', () => {
    const words = fc.constantFrom(
      ...'anyone recommend a tea please happy to pay i need vs my sister wants update: solved link in bio 20% off no pitches london ?'.split(
        ' ',
      ),
      '\u{1F375}',
      'é',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), fc.integer({ min: 0, max: 700 }), (given, days) => {
        const text = given.join(' ');
        const { score: total, reasons } = score(text, { ageMs: days * DAY_MS, audience: `${TEA} in Texas` });
        expect(reasons.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(total, 6);
        expect(total).toBeGreaterThanOrEqual(0);
        expect(total).toBeLessThanOrEqual(10);
        expect(Number(total.toFixed(1))).toBe(total);
        for (const { start, end } of reasons) {
          if (start === null || end === null) continue;
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          // A quotation that begins or ends inside a word reads as an error.
          expect(text.slice(Math.max(0, start - 1), start + 1)).not.toMatch(/[\p{L}\p{N}]{2}/u);
          expect(text.slice(end - 1, end + 1)).not.toMatch(/[\p{L}\p{N}]{2}/u);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('gives the same input the same score', () => {
    expect(score(ASK)).toEqual(score(ASK));
  });

  it.each([
    ASK,
    'Looking for a herbal tea subscription. Which one should I order?',
    "I'm moving over from coffee to herbal tea in the evening. Where can I buy a sampler? Budget is $30.",
  ])('finds an explicit wish to buy high: %s', (text) => {
    expect(bandOf(text)).toBe('high');
  });

  it.each([
    'What does everybody sip in the evening after giving up caffeine?',
    "I'm trying to make an evening tea ritual stick.",
  ])('finds a question or a need without a wish to buy medium: %s', (text) => {
    expect(bandOf(text)).toBe('medium');
  });

  it.each([
    [
      'sells',
      'Our new evening tea range is now live! Use my code TEA20, link in bio. Anyone want a recommendation?',
    ],
    ['refuses', 'No recommendations please, I have too much herbal tea. Just venting.'],
    ['solved', 'Update: found my evening tea, all sorted, thanks everyone who answered.'],
    ['someone_else', 'My sister wants a herbal tea for the evening, funny.'],
    ['news', 'A survey shows that herbal tea sales rose again.'],
    ['automated', 'Daily tip: drink herbal tea. #tea #herbal #evening #calm'],
  ])('finds what counts against it (%s) low: %s', (rule, text) => {
    expect(bandOf(text)).toBe('low');
    const reason = score(text).reasons.find((one) => one.rule === rule);
    expect(reason?.points).toBeLessThan(0);
  });

  it('takes off less when the other person asked for it', () => {
    const theirs = 'My sister wants a herbal tea for the evening. Which one should I buy?';
    const asked = 'My sister asked me to find a herbal tea for the evening. Which one should I buy?';
    expect(score(asked).score).toBeGreaterThan(score(theirs).score);
  });

  it('finds the same words low where they are about something else', () => {
    const text = 'Can anyone recommend a plumber? Happy to pay.';
    expect(rulesOf(text)).toContain('off_topic');
    expect(score(text).score).toBeLessThan(score('Can anyone recommend a herbal tea? Happy to pay.').score);
  });

  it.each([
    ['recommend a herbal blend?', 'tea'],
    ['recommend a marathon plan?', 'runners'],
    ['recommend a kefir?', 'people interested in probiotics'],
  ])('understands other words for the topic: %s', (text, audience) => {
    expect(rulesOf(`Anyone ${text}`, { audience })).toContain('topic');
  });

  it('finds somebody in another place low, and only where both name one', () => {
    const text = 'Can anyone recommend a yoga studio in Berlin? Happy to pay.';
    expect(bandOf(text, { audience: 'people looking for yoga in Texas' })).toBe('low');
    expect(rulesOf(text, { audience: 'people looking for yoga' })).not.toContain('elsewhere');
    const houston = text.replace('Berlin', 'Houston');
    expect(rulesOf(houston, { audience: 'people looking for yoga in Texas' })).not.toContain('elsewhere');
  });

  it('earns less the older it is, and costs after a year', () => {
    const at = (days: number): number => score(ASK, { ageMs: days * DAY_MS }).score;
    const scores = [0, 2, 5, 20, 50, 100, 400].map(at);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    expect(new Set(scores).size).toBe(scores.length);
    expect(rulesOf(ASK, { ageMs: 400 * DAY_MS })).toContain('stale');
  });

  it('earns nothing for its age where nobody knows when it was said', () => {
    const { reasons } = scorePost(readAudience(TEA), { text: ASK, postedAt: null, now: NOW });
    expect(reasons.map(({ rule }) => rule)).not.toContain('recent');
  });

  it('keeps the best ones apart instead of giving them all 10', () => {
    const more = `${ASK} Ready to order today, which shop would you order from? Budget is $40.`;
    const most = `${more} Cancelled my subscription, I need another one. Send me your prices.`;
    const scores = [ASK, more, most].map((text) => score(text).score);
    expect(scores[0]).toBeLessThan(scores[1] ?? 0);
    expect(scores[1]).toBeLessThan(scores[2] ?? 0);
    expect(scores[2]).toBeLessThanOrEqual(10);
  });

  it('never finds a post older than a year high', () => {
    expect(score(ASK, { ageMs: 366 * DAY_MS }).score).toBeLessThanOrEqual(6.5);
  });

  it.each([
    ['too young', 'runners over 40', "I'm 23 and need a running coach, happy to pay. Who do you recommend?"],
    [
      'too small a company',
      'companies (50-500 staff) looking for wellness training',
      'We have 4 employees and need wellness training, who do you recommend? Budget approved.',
    ],
    [
      'another stage of life',
      'new mothers who want postnatal classes',
      'Pregnant and looking for a prenatal class, happy to pay. Who do you recommend?',
    ],
  ])('finds somebody outside what the audience states low: %s', (_case, audience, text) => {
    expect(bandOf(text, { audience })).toBe('low');
    expect(rulesOf(text, { audience })).toContain('other_stage');
  });

  it.each([
    [
      'de',
      'Suche einen guten Kräutertee für den Abend. Welche Marke könnt ihr empfehlen? Will heute bestellen.',
    ],
    ['es', 'Busco una infusión para la noche. ¿Alguna recomendación? Quiero comprar hoy mismo.'],
  ])('understands who wants to buy in another language: %s', (_language, text) => {
    expect(bandOf(text)).toBe('high');
  });

  it('is 0.0 without words', () => {
    expect(score(' … ')).toEqual({ score: 0, band: 'low', reasons: [] });
  });

  it('never copies words of the post into a reason', () => {
    const text = 'Anyone recommend something for prediabetes? I was diagnosed and need help. Happy to pay.';
    const { reasons } = score(text, { audience: 'people told they have prediabetes' });
    expect(JSON.stringify(reasons)).not.toMatch(/prediabet|diagnos/i);
  });
});
