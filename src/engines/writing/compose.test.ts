import { LocalLinter } from 'harper.js';
import { binaryInlined } from 'harper.js/binaryInlined';
import { describe, expect, it } from 'vitest';
import { blanksIn } from './blanks.ts';
import { type CompositionInput, composeContent } from './compose.ts';
import type { Tone } from './limits.ts';
import { SLOTS, TEMPLATES } from './templates.ts';

const TYPES = ['email', 'flyer', 'video', 'social_post', 'ad_copy', 'newsletter', 'text'] as const;
const TONES: readonly Tone[] = [
  'professional',
  'friendly',
  'authoritative',
  'conversational',
  'urgent',
  'educational',
];

const input = (change: Partial<CompositionInput>): CompositionInput => ({
  type: 'email',
  tone: 'friendly',
  requirements: '',
  prompt: 'Write the first draft',
  facts: [],
  bannedWords: [],
  sender: 'Fern Studio',
  seed: '1',
  ...change,
});

function textOf(change: Partial<CompositionInput>): string {
  const composed = composeContent(input(change));
  if (composed.outcome !== 'written') throw new Error(composed.reason);
  return composed.content;
}

const BRIEFS = {
  minimal: 'Mail about the mat.',
  event:
    'Invite people to a soup evening, 20 November, 19:00, in the hall on Mill Lane, $10, no booking. Seats are limited to 24. Ask them to reply by 15 November. Contact: 555-0188',
  product: 'Ad for our oat bar: 45 g per bar, $3, order at oats.example/bar. It contains almonds.',
  notice: 'Notice about the closure of the pool. The pool is closed until 3 May.',
  thanks: 'Follow-up after the visit. Thank them for the tea.',
  howto: 'Script: how to fold the mat in four moves, strap on the left.',
};

const GRAMMAR = /^(?:Agreement|Grammar|Punctuation|Repetition|Typo|Usage|BoundaryError)$/;

describe('the templates', () => {
  it('use known slots and no other', () => {
    for (const places of Object.values(TEMPLATES))
      for (const rows of Object.values(places))
        for (const text of rows.flatMap(({ say }) => say))
          for (const [, name = ''] of text.matchAll(/\{(?:(?:on|at|in) )?(\w+)\}/g))
            expect(SLOTS).toContain(name);
  });

  it('name known types, tones and intents', () => {
    const intents = ['event', 'product', 'notice', 'howto', 'thanks', 'reply', 'job', 'topic'];
    for (const places of Object.values(TEMPLATES))
      for (const row of Object.values(places).flat()) {
        for (const type of row.for?.split(' ') ?? []) expect(TYPES).toContain(type);
        for (const tone of row.tone?.split(' ') ?? []) expect(TONES).toContain(tone);
        for (const intent of row.intent?.split(' ') ?? []) expect(intents).toContain(intent);
      }
  });

  it('make grammatical texts of minimal and full briefs, for every type and tone', async () => {
    const linter = new LocalLinter({ binary: binaryInlined });
    await linter.setup();
    const problems: string[] = [];
    for (const [place, type] of TYPES.entries())
      for (const [index, requirements] of Object.values(BRIEFS).entries()) {
        const tone = TONES[(place + index) % TONES.length] ?? 'professional';
        const content = textOf({ type, tone, requirements, seed: `${type} ${tone}` });
        if (/\{|\}|undefined| {2}|[,:;] ?[.,]|\.\.|^\s*- *$/m.test(content)) problems.push(content);
        for (const lint of await linter.lint(content, { language: 'markdown' })) {
          const isHeading = lint.get_problem_text().startsWith('# ');
          if (GRAMMAR.test(lint.lint_kind()) && !isHeading)
            problems.push(`${lint.get_problem_text()}: ${lint.message()}`);
        }
      }
    expect(problems).toEqual([]);
  });
});

it('says what the brief says and nothing else', () => {
  expect(textOf({ requirements: BRIEFS.event })).toMatchInlineSnapshot(`
    "Subject: You’re invited: Soup evening

    Hello,

    We’d love to see you at a soup evening. Seats are limited to 24.

    - When: 20 November, 19:00
    - Where: the hall on Mill Lane
    - Price: $10
    - No booking

    Please reply by 15 November. Questions? You can reach us at 555-0188.

    We look forward to seeing you.

    Warmly,
    Fern Studio"
  `);
});

it('chooses between variants by the seed', () => {
  const texts = Array.from({ length: 12 }, (_, seed) =>
    textOf({ requirements: BRIEFS.event, seed: `${seed}` }),
  );
  expect(new Set(texts).size).toBeGreaterThan(2);
});

it.each([
  ['Invite people to the soup evening.', ['date']],
  ['Debunk "stretching must hurt".', ['offer', 'offer', 'details']],
  ['Email about the mat.', []],
])('marks what is missing as blanks: %s', (requirements, blanks) => {
  expect(blanksIn(textOf({ requirements })).map(({ name }) => name)).toEqual(expect.arrayContaining(blanks));
});

it('signs with the business, or leaves a blank where none is known', () => {
  expect(textOf({ requirements: BRIEFS.minimal })).toMatch(/\nFern Studio$/);
  expect(textOf({ requirements: BRIEFS.minimal, sender: '' })).toMatch(/\n\[name\]$/);
  expect(textOf({ requirements: `${BRIEFS.minimal}\nSender: Mia, Fern Studio` })).toMatch(
    /\nMia, Fern Studio$/,
  );
});

it('drops optional sentences to keep to a length, and never a fact', () => {
  const long = textOf({ requirements: BRIEFS.event });
  const short = textOf({ requirements: `${BRIEFS.event}\nUnder 20 words.` });
  expect(short.length).toBeLessThan(long.length);
  for (const fact of ['20 November', '19:00', 'Mill Lane', '$10', '24', '555-0188'])
    expect(short).toContain(fact);
});

it('leaves out the price where none is to be said, and banned words', () => {
  expect(textOf({ requirements: `${BRIEFS.product} No prices.` })).not.toContain('$3');
  const banned = composeContent(input({ requirements: BRIEFS.product, bannedWords: ['almonds'] }));
  expect(banned).toMatchObject({ leftOut: ['It contains almonds.'] });
});

it('writes German from German briefs', () => {
  const requirements = 'Einladung: Kochabend im Studio am 12. Mai um 19 Uhr. Der Eintritt ist frei.';
  expect(textOf({ requirements, tone: 'professional' })).toContain('- Wann: 12. Mai, 19 Uhr');
});

it.each([
  ['Écrivez un message sur notre cours de yoga pour les débutants, samedi avec un thé.', 'language'],
  ['Escriba un correo sobre la nueva clase de yoga para los principiantes en el parque.', 'language'],
  ['Write it in Spanish and English.', 'languages'],
  ['Mail about the hike, translate it for our guests.', 'languages'],
])('says that other languages need a model: %s', (requirements, reason) => {
  expect(composeContent(input({ requirements }))).toEqual({ outcome: 'needs_model', reason });
});

it('gives the lines of a script times up to its length', () => {
  const lines = textOf({
    type: 'video',
    requirements: 'Script of 45 seconds about the mat. It is 4 mm thick.',
  }).split('\n');
  expect(lines[0]).toMatch(/^\[0:00-/);
  expect(lines.at(-1)).toMatch(/-0:45\] /);
});
