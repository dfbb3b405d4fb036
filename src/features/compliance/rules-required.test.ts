import { expect, it } from 'vitest';
import type { Finding } from './contract.ts';
import { isRequiredText, requiredText, withClaimSigns } from './rules-required.ts';

function supportOf(text: string, excerpt: string, rule = 'us-sf-disclaimer'): Finding {
  const start = text.indexOf(excerpt);
  return {
    rule,
    severity: 'suggest',
    jurisdictions: ['US'],
    start,
    end: start + excerpt.length,
    excerpt,
    explanation: '',
    source: '',
    suggestion: null,
  };
}

const TEXT = 'Balm supports relaxation and helps digestion.';

it('gives one claim and several claims the wording of the statute', () => {
  const [one, two] = [supportOf(TEXT, 'supports relaxation'), supportOf(TEXT, 'helps digestion')];
  expect(requiredText([one])).toBe(
    '*This statement has not been evaluated by the Food and Drug Administration. This product is not intended to diagnose, treat, cure, or prevent any disease.',
  );
  expect(requiredText([one, two])).toMatch(/^\*These statements have not been evaluated/);
});

it('puts the sign behind each claim', () => {
  const findings = [supportOf(TEXT, 'helps digestion'), supportOf(TEXT, 'supports relaxation')];
  expect(withClaimSigns(TEXT, findings)).toBe('Balm supports relaxation* and helps digestion*.');
});

it('leaves a merge field whole', () => {
  const text = 'Balm supports {{name|your calm}}.';
  expect(withClaimSigns(text, [supportOf(text, 'supports {{name|your')])).toBe(
    'Balm supports {{name|your calm}}*.',
  );
});

it.each([
  [
    'See https://shop.example/supports-sleep?a=b.',
    'supports',
    'See https://shop.example/supports-sleep?a=b*.',
  ],
  [
    'Our [tea](https://a.example/supports-sleep) is new.',
    'supports',
    'Our [tea](https://a.example/supports-sleep)* is new.',
  ],
  [
    'It [supports sleep]({{landingPage|us}}) well.',
    'sleep',
    'It [supports sleep*]({{landingPage|us}}) well.',
  ],
  [
    'It [supports](https://a.example/?n={{name|my dear}}) sleep.',
    'https://a.example/?n={{name|my',
    'It [supports](https://a.example/?n={{name|my dear}})* sleep.',
  ],
  ['Balm (it supports sleep) is new.', 'sleep', 'Balm (it supports sleep*) is new.'],
])('leaves the addresses of links whole: %s', (text, excerpt, marked) => {
  expect(withClaimSigns(text, [supportOf(text, excerpt)])).toBe(marked);
});

it('asks for nothing where no rule wants it', () => {
  const other = [supportOf(TEXT, 'relaxation', 'proof-claim')];
  expect(requiredText(other)).toBeUndefined();
  expect(withClaimSigns(TEXT, other)).toBe(TEXT);
});

it('knows its own words', () => {
  expect(isRequiredText(requiredText([supportOf(TEXT, 'relaxation')]) ?? '')).toBe(true);
  expect(isRequiredText('*This statement has been evaluated.')).toBe(false);
});
