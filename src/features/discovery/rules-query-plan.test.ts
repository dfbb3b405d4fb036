import { describe, expect, it } from 'vitest';
import type { SourceAsks } from './contract.ts';
import { isPlaceUnused, placeNote } from './rules-asked-places.ts';
import { planQueries } from './rules-query-plan.ts';

const TEA = 'People asking for caffeine-free evening tea they would pay for';

const AUDIENCE = 'yoga beginners in Leeds';

function plan(audience: string, style: SourceAsks['style'], given: Partial<SourceAsks> = {}): string[] {
  return planQueries(audience, { style, most: 4, longest: 100, place: 'none', ...given });
}

describe('planning queries', () => {
  it('asks each source in its own way', () => {
    expect(plan(TEA, 'sentence')).toEqual([TEA]);
    expect(plan(TEA, 'keywords')).toEqual(['caffeine-free evening tea']);
    expect(plan(TEA, 'phrases')).toEqual([
      'recommend caffeine-free evening tea',
      'looking for caffeine-free evening tea',
      'best caffeine-free evening tea',
      'caffeine-free evening tea recommendations',
    ]);
    expect(plan(TEA, 'hashtags')).toEqual(['caffeinefreeeveningtea', 'caffeinefree', 'evening', 'tea']);
  });

  it.each([
    ['busy parents who want quick healthy dinners', ['quick healthy dinners']],
    ['office managers buying workplace wellness for their teams', ['workplace wellness', 'teams']],
    ['runners in Manchester', ['runners']],
  ])('looks for what “%s” want, not for where or who they are', (audience, queries) => {
    expect(plan(audience, 'keywords')).toEqual(queries);
  });

  it.each([
    ['yoga beginners in Leeds', 'keywords', ['yoga beginners leeds', 'yoga beginners']],
    [
      'yoga beginners in Leeds',
      'phrases',
      ['recommend yoga beginners leeds', 'looking for yoga beginners leeds'],
    ],
    ['people near Saffron Walden who want pilates', 'keywords', ['pilates saffron walden', 'pilates']],
    ['runners in New York', 'keywords', ['runners new york', 'runners']],
    ['people interested in Pilates', 'keywords', ['pilates']],
  ] as const)('asks for the place of “%s” where places are words', (audience, style, queries) => {
    expect(plan(audience, style, { place: 'words', most: 2 })).toEqual(queries);
  });

  it.each([
    ['words', ['yoga leeds'], 'Leeds is part of what is asked.', false],
    ['words', ['yoga leeds', 'yoga'], 'Leeds is asked for first, then everywhere.', false],
    ['words', ['yoga'], 'Leeds is not asked for.', true],
    ['location', ['yoga'], 'Only people who live in Leeds are asked for.', false],
    ['country', [AUDIENCE], 'People from the United Kingdom come first; a town is not looked at.', false],
    ['none', ['yoga'], 'Leeds is not used by Mastodon.', true],
  ] as const)('says what a source does with a place: %s', (place, queries, note, isUnused) => {
    const source = { label: 'Mastodon', asks: { style: 'keywords', most: 4, longest: 100, place } as const };
    expect(placeNote(AUDIENCE, source, queries)).toBe(note);
    expect(isPlaceUnused(AUDIENCE, source, queries)).toBe(isUnused);
    expect(placeNote('yoga beginners', source, queries)).toBeNull();
  });

  it.each([
    ['women with insomnia who want herbal tea', ['herbal tea']],
    ['people who suffer from migraines looking for calm yoga classes', ['calm yoga classes']],
    ['pregnant women asking for gentle pilates', ['gentle pilates']],
    ['people with diabetes', []],
  ])('leaves conditions out of “%s”', (audience, queries) => {
    expect(plan(audience, 'keywords')).toEqual(queries);
    expect(plan(audience, 'sentence').join()).not.toMatch(/insomnia|migraine|pregnant|diabetes/);
  });

  it('keeps to how many and how long queries a source takes', () => {
    expect(plan(TEA, 'phrases', { most: 2 })).toHaveLength(2);
    expect(plan(TEA, 'phrases', { longest: 30 })).toEqual(['best caffeine-free evening tea']);
    expect(plan('x'.repeat(1_000), 'sentence', { longest: 50 })[0]).toHaveLength(50);
  });

  it('is the same for the same words, and says a thing once', () => {
    expect(plan('tea and tea and TEA', 'hashtags')).toEqual(plan('tea and tea and TEA', 'hashtags'));
    expect(plan('tea and tea', 'keywords')).toEqual(['tea']);
  });
});
