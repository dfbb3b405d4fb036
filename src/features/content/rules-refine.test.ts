import { describe, expect, it } from 'vitest';
import { splitSubject, suggestionsFor, wordCount } from './rules.ts';
import { composeContent } from './rules-compose.ts';
import { instructionsOf, refineText } from './rules-refine.ts';

const brief = (
  requirements: string,
  type: Parameters<typeof composeContent>[0]['type'] = 'email',
  seed = 'a',
) =>
  composeContent({
    type,
    audience: 'general audience',
    tone: 'friendly',
    requirements,
    prompt: '',
    facts: [],
    bannedWords: [],
    seed,
  }).content;

const MAIL = brief(
  'Mail about the tasting on 6 March at 19:00, entry is $5, 24 seats. Ask them to reply by 1 March.',
);
const refine = (
  request: string,
  content = MAIL,
  type: Parameters<typeof composeContent>[0]['type'] = 'email',
) =>
  refineText({ type, content, request, requirements: 'Mail about the tasting', bannedWords: [], seed: 'a' });

describe('the built-in engine', () => {
  it('says what a brief says, and leaves out what it forbids', () => {
    expect(MAIL).toMatch(/^Subject: /);
    for (const words of ['6 March', '19:00', '$5', '24 seats', 'Please reply by 1 March'])
      expect(MAIL).toContain(words);
    const ad = brief(
      'Ad for the open house on 2 May, free. Never use the word "cheap". No prices.',
      'ad_copy',
    );
    expect(ad).toMatch(/2 May/);
    expect(ad).not.toMatch(/cheap|price|\$/i);
  });

  const compose = (requirements: string, type: 'email' | 'social_post' | 'video' | 'newsletter' = 'email') =>
    composeContent({
      type,
      audience: 'general audience',
      tone: 'professional',
      requirements,
      prompt: 'Write the first draft.',
      facts: [],
      bannedWords: [],
      seed: 'a',
    });

  it.each(['email', 'social_post', 'video', 'newsletter'] as const)(
    'closes a first draft with the one question that its brief asks for: %s',
    (type) => {
      const { content, notes } = compose(
        'Mail about our new mint tea. It costs $8! Warm, one question at the end, no exclamation marks.',
        type,
      );
      const said = content.replace(/\n\n(?:Warmly|With thanks),\nThe team$/, '');
      expect(said).toMatch(/What would you like to know about our new mint tea\?$/);
      expect(content.match(/\?/g)).toHaveLength(1);
      expect(content).not.toMatch(/!|exclamation|at the end|\bwarm\b/i);
      expect(notes).toEqual([]);
      if (type === 'email') expect(content).toMatch(/^(?:Hi there|Hello and good to see you),$/m);
    },
  );

  it('names what a brief asks of the form that it cannot do', () => {
    const { content, notes } = compose(
      'Mail about our new mint tea. Tone: playful. Include a customer quote. Add a joke.',
    );
    expect(content).not.toMatch(/quote|joke|playful/i);
    expect(notes.join()).toMatch(/could not do this: .*playful.*customer quote.*joke/);
  });

  it('keeps to the length that a brief sets', () => {
    const long =
      'Post about our garden. It has mint. It has sage. It has thyme. It has balm. Under 20 words.';
    expect(wordCount(brief(long, 'social_post'))).toBeLessThanOrEqual(20);
  });

  it('writes another text for another session', () => {
    const texts = ['a', 'b', 'c', 'd', 'e', 'f'].map((seed) =>
      brief('Mail about the tasting on 6 March.', 'email', seed),
    );
    expect(new Set(texts).size).toBeGreaterThan(3);
  });

  it.each(['email', 'flyer', 'video', 'social_post', 'ad_copy', 'newsletter', 'text'] as const)(
    'writes a %s of its own shape',
    (type) => {
      const text = brief('Our tasting on 6 March at 19:00, entry is $5, bring a cup.', type);
      expect(text).toContain('6 March');
      const shape = {
        email: /^Subject: [\s\S]+The team$/,
        newsletter: /^Subject: [\s\S]+## /,
        flyer: /^# [\s\S]+\n- /,
        video: /^\[0:00-0:\d\d\] /,
        social_post: /tasting/,
        ad_copy: /tasting/,
        text: /tasting/,
      };
      expect(text).toMatch(shape[type]);
    },
  );

  it('adds no fact of its own: every figure in a text stands in its brief', () => {
    const source = 'Mail about the tasting on 6 March at 19:00, entry is $5, 24 seats.';
    const figures = brief(source).match(/\d+/g) ?? [];
    expect(figures.every((figure) => source.includes(figure))).toBe(true);
  });
});

describe('refining', () => {
  it('cuts a request into instructions and leaves out what only protects', () => {
    expect(instructionsOf('Make it shorter, add the date 28 November and keep the price.')).toEqual([
      'Make it shorter',
      'add the date 28 November',
    ]);
  });

  it.each<[string, (content: string) => boolean]>([
    ['Make it shorter', (text) => wordCount(splitSubject(text).body) < wordCount(splitSubject(MAIL).body)],
    ['Max 20 words', (text) => wordCount(splitSubject(text).body) <= 20],
    ['Make it longer', (text) => wordCount(text) > wordCount(MAIL)],
    ['Make it friendlier', (text) => /Hi there/.test(text)],
    ['Make it more formal', (text) => /Good day/.test(text)],
    ['Add a call to action', (text) => wordCount(text) > wordCount(MAIL)],
    ['Add a disclaimer', (text) => /not medical advice/.test(text)],
    ['Remove the price', (text) => !text.includes('$5') && text.includes('24 seats')],
    ['Remove the sentence about seats', (text) => !/seats/.test(text)],
    ['Add a sentence about parking', (text) => /parking/.test(text)],
    ['Mention that dogs are welcome', (text) => /Dogs are welcome\./.test(text)],
    ['Turn it into a bullet list', (text) => (text.match(/^- /gm) ?? []).length >= 3],
    ['Turn it into a numbered list', (text) => /^1\. [\s\S]+^2\. /m.test(text)],
    ['Write another subject line', (text) => splitSubject(text).subject !== splitSubject(MAIL).subject],
    ['Put the price in the subject line', (text) => splitSubject(text).subject?.includes('$5') ?? false],
    ['Swap $5 for "a smile"', (text) => text.includes('a smile') && !text.includes('$5')],
    ['Replace the word "tasting" with "evening"', (text) => !/tasting/i.test(text) && /evening/i.test(text)],
    ['Start with a question', (text) => text.includes('?')],
    ['Add two hashtags', (text) => (text.match(/#\w+/g) ?? []).length === 2],
    ['Cut the greeting', (text) => !/^(?:Hi|Hello)/m.test(text)],
    [
      'Address it to wellness coaches: write it for wellness coaches',
      (text) => /wellness coaches/.test(text),
    ],
  ])('does what it is asked: %s', (request, isDone) => {
    const { content, explanation } = refine(request);
    expect(content).not.toBe(MAIL);
    expect(isDone(content), content).toBe(true);
    expect(explanation).not.toMatch(/cannot/);
  });

  it.each(['email', 'newsletter'] as const)(
    'puts the disclaimer before the goodbye of an %s, once',
    (type) => {
      const content = brief('Our tasting on 6 March at 19:00, entry is $5.', type);
      const goodbye = content.split('\n\n').at(-1) ?? '';
      const first = refine('Add a disclaimer', content, type);
      const blocks = first.content.split('\n\n');
      expect(blocks.at(-1)).toBe(goodbye);
      expect(blocks.at(-2)).toMatch(/^This text is for information and is not medical advice/);
      expect(refine('Add a disclaimer', first.content, type).content).toBe(first.content);
      const asked = brief('Our tasting on 6 March at 19:00, entry is $5. Include a disclaimer.', type).split(
        '\n\n',
      );
      expect(asked.at(-2)).toMatch(/not medical advice/);
      expect(asked.join('\n')).not.toMatch(/^A disclaimer|^## Disclaimer/m);
    },
  );

  it.each(['Add a call to action', 'Add a sentence about parking'])(
    'keeps what the same request adds when it shortens: %s',
    (addition) => {
      const lines = (text: string) => text.split(/(?<=[.?!])\s+|\n/);
      const added = lines(refine(addition).content).filter((line) => !lines(MAIL).includes(line));
      for (const request of [`Make it shorter and ${addition}`, `${addition} and make it shorter`]) {
        const { content } = refine(request);
        expect(added.filter((line) => content.includes(line))).toEqual(added);
        expect(wordCount(content)).toBeLessThan(wordCount(MAIL));
      }
    },
  );

  it.each([
    ['Make it shorter and friendlier', /glad to have you/],
    ['Warmer, and a bit shorter', /glad to have you/],
    ['Make it more formal but much shorter', /./],
  ])('does both of what is asked at once: %s', (request, tone) => {
    const { content, explanation } = refine(request);
    expect(explanation).toMatch(/^Made it (?:warmer|more formal); shortened it from \d+ to \d+ words\.$/);
    expect(splitSubject(content).body).toMatch(tone);
    expect(wordCount(content)).toBeLessThan(wordCount(MAIL));
    expect(explanation).toContain(`to ${wordCount(splitSubject(content).body)} words`);
    expect(instructionsOf('Replace winter and summer')).toEqual(['Replace winter and summer']);
  });

  it('writes as many variants as the text is good for, numbered, none of them twice', () => {
    const three = refine('Write three variants', 'Tea is free. Bring a friend. Come early.', 'ad_copy');
    expect(three.content.split('\n\n').map((text) => text.slice(0, 7))).toEqual([
      '1. Tea ',
      '2. Brin',
      '3. Come',
    ]);
    const two = refine('Write three variants', 'Tea is free. Bring a friend.', 'ad_copy');
    expect(two.content).toBe(
      '1. Tea is free. Bring a friend.\n\n2. Bring a friend. Tea is free.\n\n3. Tea is free.',
    );
    const one = refine('Write three variants', 'Tea is free.', 'ad_copy');
    expect(one.content).toBe('1. Tea is free.');
    expect(one.explanation).toBe('Wrote 1 variant: more would repeat one of them.');
  });

  it.each(['[0:00-0:05]', '[0:00]'])('moves the words of a script past its times: %s', (first) => {
    const script = `${first} Tea is free.\n[0:05-0:10] Parking is behind the studio.\n[0:10-0:15] Reply by Friday.`;
    expect(refine('Move the parking to the beginning', script, 'video').content).toBe(
      `${first} Parking is behind the studio.\n[0:05-0:10] Tea is free.\n[0:10-0:15] Reply by Friday.`,
    );
  });

  it.each([
    ['Delete the last paragraph', 'First.'],
    ['Delete the first paragraph', 'Second.'],
  ])('leaves the other paragraph: %s', (request, left) => {
    expect(refine(request, 'Hello,\n\nFirst.\n\nSecond.\n\nRegards,\nAna').content).toBe(
      `Hello,\n\n${left}\n\nRegards,\nAna`,
    );
  });

  it('changes nothing else', () => {
    const { content } = refine('Remove the price');
    const kept = MAIL.split('\n').filter((line) => !line.includes('$5') && line !== '');
    for (const line of kept) expect(content).toContain(line);
  });

  const NOT_AN_EVENT = 'Mail about our new mint tea. A box is $8 and holds 20 bags.';
  const TEA = brief(NOT_AN_EVENT);
  const bodyEnd = (content: string) => content.split('\n\n').at(-2) ?? '';
  const refineTea = (request: string) =>
    refineText({
      type: 'email',
      content: TEA,
      request,
      requirements: NOT_AN_EVENT,
      bannedWords: [],
      seed: 'a',
    });

  it.each([
    ['Make the tone warmer and end with one question', /our new mint tea\?$/],
    ['End with one question and make it warmer', /our new mint tea\?$/],
    ['Finish it with a short question', /our new mint tea\?$/],
    ['Ask a question at the end', /our new mint tea\?$/],
    ['Add a question about brewing', /about brewing\?$/],
    ['Ask them whether they can drop by', /^Can you drop by\?$/],
    ['Ask readers what they like most', /^What do you like most\?$/],
    ['Close with the question "Tea or coffee?"', /^Tea or coffee\?$/],
  ])('closes with a question that fits the subject: %s', (request, question) => {
    const { content, explanation } = refineTea(request);
    expect(bodyEnd(content)).toMatch(question);
    expect(content).not.toMatch(/Also:/);
    expect(explanation).toMatch(/ended with the question/i);
  });

  it('keeps the last word for the closing question, and asks it once', () => {
    const asked = refineTea('End with a question').content;
    const later = refineText({
      type: 'email',
      content: asked,
      request: 'Mention that parking is free. Make it warmer and end with one question',
      requirements: NOT_AN_EVENT,
      bannedWords: [],
      seed: 'a',
    }).content;
    expect(bodyEnd(later)).toMatch(/our new mint tea\?$/);
    expect(later).toContain('Parking is free.');
    expect(later.match(/\?/g)).toHaveLength(1);
  });

  it('asks whether they come where there is something to come to', () => {
    expect(bodyEnd(refine('End with a question').content)).toBe('Will we see you on 6 March?');
  });

  it.each([
    'a joke',
    'two customer quotes',
    'a testimonial from a customer',
    'a surprising statistic',
    'a sense of urgency',
    'a P.S.',
  ])('never writes the name of a thing of form into the copy: %s', (thing) => {
    for (const request of [`Add ${thing}`, `End with ${thing}`, `Replace the last sentence with ${thing}`]) {
      const { content, explanation } = refineTea(request);
      expect(content, request).toBe(TEA);
      expect(explanation, request).toMatch(/cannot do this/);
    }
  });

  it('writes a P.S. behind the sign-off', () => {
    expect(refineTea('Add a P.S. that parking is free').content).toMatch(
      /The team\n\nP\.S\. Parking is free\.$/,
    );
  });

  it.each([
    ['Add the date 3 December', 'Tea is here.', 'Tea is here. Save the date: 3 December.'],
    [
      'Add the date 3 December',
      'Our open house. Come and see us.',
      'Our open house. Come and see us on 3 December.',
    ],
    ['Add 3 December', 'You are invited to a talk.', 'You are invited to a talk. Join us on 3 December.'],
    ['Add the date 2026-12-03', 'You are invited.', 'You are invited. Join us on 3 December 2026.'],
    ['Add the deadline 3 December', 'You are invited.', 'You are invited. You have until 3 December.'],
  ])('puts a date in as people write it: %s, %s', (request, before, after) => {
    expect(refine(request, before, 'text').content).toBe(after);
  });

  it('says what it cannot do, and leaves the text as it was', () => {
    const { content, explanation } = refine('Translate it into Spanish');
    expect(content).toBe(MAIL);
    expect(explanation).toContain('cannot do this: “Translate it into Spanish”');
  });

  // R10
  it('ends on any request and any content', () => {
    for (const odd of [
      '',
      ' ',
      '((((',
      '"""',
      '[0:00-0:05]',
      '# ',
      '- - -',
      '$$$',
      'ä'.repeat(2_000),
      '\u0000',
      '| | |',
      '. . .',
    ]) {
      expect(() => refine(odd || 'x', odd || 'x')).not.toThrow();
      expect(() => brief(odd)).not.toThrow();
      expect(() => refine(`Remove ${odd}`)).not.toThrow();
      expect(() => refine(`Replace ${odd} with ${odd}`)).not.toThrow();
    }
  });

  it('understands every suggestion that it makes', () => {
    for (const type of ['email', 'flyer', 'video', 'social_post', 'ad_copy', 'newsletter', 'text'] as const) {
      const content = brief('Our tasting on 6 March at 19:00, entry is $5, bring a cup.', type);
      for (const idea of suggestionsFor(type, content)) {
        expect(refine(idea, content, type).explanation, `${type}: ${idea}`).not.toMatch(/cannot/);
      }
    }
  });
});
