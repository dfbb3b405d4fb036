import { describe, expect, it } from 'vitest';
import { findCondition, isHealthBarred, withoutConditions } from './rules-health.ts';

const NOWHERE = { country: null };

describe('health in discovery', () => {
  it.each([
    'insomnia',
    'Type 2 diabetes',
    'perimenopause',
    'postnatal care',
    'depression',
    'high cholesterol',
  ])('takes “%s” for a condition', (text) => expect(findCondition(text)).toBeDefined());

  it.each([
    'caffeine-free evening tea',
    'better evenings',
    'yoga for beginners',
    'protein shakes after a run',
  ])('takes “%s” for none', (text) => expect(findCondition(text)).toBeUndefined());

  it('cuts conditions with the words that lead up to them', () => {
    expect(withoutConditions('women with insomnia who want tea')).toBe('women who want tea');
    expect(withoutConditions('people diagnosed with diabetes and migraines')).not.toMatch(/diabet|migraine/);
  });

  it.each([
    ['GB', ''],
    ['DE', ''],
    ['PL', ''],
    ['NO', ''],
    [null, 'Seattle, WA'],
    [null, 'Las Vegas'],
    [null, 'Hartford, CT'],
    [null, 'Lisbon, Portugal'],
    ['US', 'Spokane, WA'],
  ])('bars a post on health by somebody in %s %s', (country, place) => {
    expect(isHealthBarred('tea', 'Can anyone recommend a tea for bloating?', { country, place })).toBe(true);
    expect(isHealthBarred('tea', 'Can anyone recommend an evening tea?', { country, place })).toBe(false);
  });

  it('bars everybody there from a search that is about health, whatever they write', () => {
    expect(isHealthBarred('people who want to lose weight', 'Any good cookbook?', { country: 'FR' })).toBe(
      true,
    );
    expect(isHealthBarred('people who want to lose weight', 'Any good cookbook?', { country: 'AU' })).toBe(
      false,
    );
  });

  it('takes the place from the words of the post too', () => {
    expect(isHealthBarred('tea', 'Any physio in London for my back pain?', NOWHERE)).toBe(true);
    expect(isHealthBarred('tea', 'Any physio in Toronto for my back pain?', NOWHERE)).toBe(false);
  });

  it('leaves a post that names a condition alone where the place is not known', () => {
    expect(isHealthBarred('tea', 'Which tea helps my migraine?', NOWHERE)).toBe(true);
    expect(isHealthBarred('tea', 'Which tea helps my migraine?', { country: 'US' })).toBe(false);
    expect(isHealthBarred('tea', 'Which tea helps my headache?', NOWHERE)).toBe(false);
  });
});
