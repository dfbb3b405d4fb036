import { describe, expect, it } from 'vitest';
import { utmOf, utmSlug, withUtm } from './rules-utm.ts';

const UTM = { source: 'yarrow', medium: 'email', campaign: 'winter' };

describe('UTM values', () => {
  it.each([
    ['Winter Evenings 2027', 'winter-evenings-2027'],
    ['Diabetes Type 2 Newsletter', 'type-2-newsletter'],
    ['Help with anxiety & depression', 'help-with'],
    ['Été à Genève', 'ete-a-geneve'],
    ['IBS', 'fallback'],
    ['', 'fallback'],
  ])('turns "%s" into "%s", without words of a condition', (name, slug) => {
    expect(utmSlug(name, 'fallback')).toBe(slug);
  });

  it('adds them to the landing page and keeps what the author wrote', () => {
    const url = new URL(withUtm('https://landing.test/a?x=1&utm_source=partner#top', UTM));
    expect(Object.fromEntries(url.searchParams)).toEqual({
      x: '1',
      utm_source: 'partner',
      utm_medium: 'email',
      utm_campaign: 'winter',
    });
    expect(url.hash).toBe('#top');
    expect(utmOf('https://landing.test/?utm_source=partner', UTM).source).toBe('partner');
  });

  it('takes out a condition that the author wrote into them', () => {
    const url = new URL(withUtm('https://landing.test/?utm_campaign=diabetes&utm_term=insulin', UTM));
    expect(url.search).not.toMatch(/diabet|insulin/);
    expect(url.searchParams.get('utm_campaign')).toBe('winter');
  });
});
