import { describe, expect, it } from 'vitest';
import type { SourceAsks } from './contract-discovery.ts';
import { planQueries } from './rules-query-plan.ts';

const TEA = 'People asking for caffeine-free evening tea they would pay for';

function plan(audience: string, style: SourceAsks['style'], given: Partial<SourceAsks> = {}): string[] {
  return planQueries(audience, { style, most: 4, longest: 100, ...given });
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
