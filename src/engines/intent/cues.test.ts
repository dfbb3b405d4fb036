import { describe, expect, it } from 'vitest';
import { compileCues, tokensOf } from './cues.ts';

function found(phrases: string, text: string): string | undefined {
  const [span] = compileCues([phrases])(tokensOf(text));
  return span && text.slice(span.start, span.end);
}

describe('a phrase of a cue', () => {
  it.each([
    ['either word', 'who sells|makes', 'So who makes these?', 'who makes'],
    ['any ending', 'recommend~ a', 'I recommended a walk', 'recommended a'],
    ['a word that may be missing', 'ready really? to buy', 'ready to buy', 'ready to buy'],
    [
      'up to three words between',
      'anyone * recommend',
      'Anyone here who can recommend it',
      'Anyone here who can recommend',
    ],
    ['a number', '# euros', 'It is 40 euros', '40 euros'],
    ['the beginning of a sentence', '^ need a', 'Tired. Need a plan', 'Need a'],
    ['a mark', 'ideas \\?', 'Any ideas?', 'ideas?'],
    ['no accents and apostrophes', 'dont sell', 'Please don’t sell', 'don’t sell'],
  ])('matches %s', (_what, phrases, text, expected) => {
    expect(found(phrases, text)).toBe(expected);
  });

  it('does not reach over the end of a sentence', () => {
    expect(found('anyone * recommend', 'Hello anyone. I recommend tea')).toBeUndefined();
    expect(found('need a', 'What I need. A walk')).toBeUndefined();
  });

  it('does not begin inside a word', () => {
    expect(found('no ads', 'piano ads')).toBeUndefined();
  });
});
