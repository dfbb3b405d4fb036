import { describe, expect, it } from 'vitest';
import { LANGUAGES, plainLanguageOf } from '#kit/language.ts';
import { FOLLOW_UP_KINDS } from './contract-follow-ups.ts';
import { draftFor, learnedWeight, pressure, quotedFrom } from './rules-follow-ups.ts';

const now = new Date('2027-01-14T12:00:00Z');

describe('a recommendation', () => {
  it('presses more the longer somebody waits, and less when its reason was not useful', () => {
    const candidate = { kind: 'replied' as const, since: new Date('2027-01-13T12:00:00Z'), aiScore: 5 };
    const older = { ...candidate, since: new Date('2027-01-08T12:00:00Z') };
    expect(pressure(older, 1, now)).toBeGreaterThan(pressure(candidate, 1, now));
    expect(pressure(candidate, learnedWeight({ done: 0, notUseful: 8 }), now)).toBeLessThan(
      pressure({ ...candidate, kind: 'stuck' }, 1, now),
    );
  });

  it('is learned from to a tenth of a percent, as it is shown', () => {
    expect(learnedWeight({ done: 0, notUseful: 0 })).toBe(1);
    expect(learnedWeight({ done: 0, notUseful: 1 })).toBe(0.667);
    expect(learnedWeight({ done: 4, notUseful: 1 })).toBe(0.857);
  });

  it.each([
    ['reddit', 'In public they wrote'],
    ['website', 'On your website they wrote'],
    ['manual', 'Noted when added'],
    ['import', 'From your file'],
  ])('says of somebody from %s whose words it quotes: %s', (platform, words) => {
    expect(quotedFrom(platform, false)).toBe(words);
    expect(quotedFrom(platform, true)).toBe('They replied');
  });

  it.each(FOLLOW_UP_KINDS)('%s is drafted for a person and for an account, without a gap', (kind) => {
    const person = { opening: '', sender: 'Priya Marlow', workspace: 'Fernhill', notice: '' };
    const named = draftFor(kind, { ...person, name: 'Dana Whitlow' }).text;
    const unnamed = draftFor(kind, { ...person, name: 'tea_lover92' }).text;
    expect(named).toMatch(/^Hi Dana,\n\n.+\n\nPriya Marlow\nFernhill$/s);
    expect(unnamed).toMatch(/^Hello,\n\n[A-Z]/);
    expect(named + unnamed).not.toMatch(/[{}]|undefined/);
  });

  it.each(LANGUAGES)('is drafted whole in %s', (language) => {
    const person = {
      opening: '',
      sender: 'Priya Marlow',
      workspace: 'Fernhill',
      notice: '',
      name: 'Dana Whitlow',
    };
    for (const kind of FOLLOW_UP_KINDS) {
      const { subject, text } = draftFor(kind, person, language);
      const own = text.replace('Priya Marlow\nFernhill', '');
      expect(plainLanguageOf(`${subject}\n${own}`), text).toBe(language);
    }
  });
});
