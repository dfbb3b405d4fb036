import { describe, expect, it } from 'vitest';
import { type Amount, readAmount } from './amount.ts';

const read = (
  value: number | string,
  { currency, language }: { currency?: string; language?: string } = {},
): Amount | string => readAmount({ value, currency, language, otherwise: 'USD' });

const usd = (amountMinor: number) => ({ amountMinor, currency: 'USD' });
const eur = (amountMinor: number) => ({ amountMinor, currency: 'EUR' });

describe('readAmount', () => {
  it.each([
    ['49.50', 'de', usd(4_950)],
    ['49,50', 'de', usd(4_950)],
    ['49,50', 'en', usd(4_950)],
    ['49.5', undefined, usd(4_950)],
    ['$49.50', 'en', usd(4_950)],
    ['$ 49.50 USD', 'en', usd(4_950)],
    ['US$1,299.00', 'en', usd(129_900)],
    ['1.299,00 €', 'de', eur(129_900)],
    ['1 299,00 €', 'fr', eur(129_900)],
    ['1 299,00 €', 'fr-FR', eur(129_900)],
    ['1.299 €', 'de_DE', eur(129_900)],
    ['1,299 €', 'de', eur(130)],
    ['€1,299', 'en-IE', eur(129_900)],
    ['€1.299', 'nl', eur(129_900)],
    ['1.299', undefined, usd(130)],
    ['1.299.000,00 EUR', 'en', eur(129_900_000)],
    ['EUR 1,299,000', 'de', eur(129_900_000)],
    ['1234.567', 'de', usd(123_457)],
    ['0.500', 'de', usd(50)],
    ['€49,–', 'nl', eur(4_900)],
    ['49.- Fr.', 'de-CH', { amountMinor: 4_900, currency: 'CHF' }],
    ['CHF 1’299.50', 'de-CH', { amountMinor: 129_950, currency: 'CHF' }],
    ["1'299.50 CHF", 'fr-CH', { amountMinor: 129_950, currency: 'CHF' }],
    ['R$ 1.299,00', 'pt-BR', { amountMinor: 129_900, currency: 'BRL' }],
    ['₹1,23,456.50', 'en-IN', { amountMinor: 12_345_650, currency: 'INR' }],
    ['￥1,299', 'ja', { amountMinor: 1_299, currency: 'JPY' }],
    ['¥12.50', 'zh-CN', { amountMinor: 1_250, currency: 'CNY' }],
    ['1 299 kr', 'sv', { amountMinor: 129_900, currency: 'SEK' }],
    ['kr. 1.299,00', 'da', { amountMinor: 129_900, currency: 'DKK' }],
    ['$49.50', 'en-AU', { amountMinor: 4_950, currency: 'AUD' }],
    ['49,50 zł', 'pl', { amountMinor: 4_950, currency: 'PLN' }],
    ['٤٩٫٥٠', 'ar', usd(4_950)],
    ['٤٩٫٥٠٠', 'ar', usd(4_950)],
    ['４９．５０', 'ja', usd(4_950)],
    ['-49.50', 'en', usd(-4_950)],
    ['−49,50 €', 'de', eur(-4_950)],
    ['($49.50)', 'en', usd(-4_950)],
    ['49.50-', 'de', usd(-4_950)],
  ])('reads %s on a page in %s', (printed, language, amount) => {
    expect(read(printed, { ...(language ? { language } : {}) })).toEqual(amount);
  });

  it('takes a number as it is, in the minor units that ISO 4217 gives a currency', () => {
    expect(read(49.5)).toEqual(usd(4_950));
    expect(read(1.005)).toEqual(usd(101));
    expect(read(0)).toEqual(usd(0));
    expect(read(1_299, { currency: 'JPY' })).toEqual({ amountMinor: 1_299, currency: 'JPY' });
    expect(read(49.5, { currency: 'COP' })).toEqual({ amountMinor: 4_950, currency: 'COP' });
    expect(read('1.299', { currency: 'KWD', language: 'en' })).toEqual({
      amountMinor: 1_299,
      currency: 'KWD',
    });
    expect(read(2_500_000, { currency: 'IDR' })).toEqual({ amountMinor: 250_000_000, currency: 'IDR' });
  });

  it('believes the page about its currency before the sign in a text', () => {
    expect(read('$49.50', { currency: 'CAD' })).toEqual({ amountMinor: 4_950, currency: 'CAD' });
    expect(read('$49.50 AUD')).toEqual({ amountMinor: 4_950, currency: 'AUD' });
  });

  it.each([
    '',
    'free',
    'NaN',
    '12 items',
    '50 %',
    '$49.50 – $59.50',
    '2 × 24.75',
    '49.50.10',
    '1,2,3',
    '49 50',
    '1.29,000',
    '9'.repeat(63),
    '9'.repeat(1_000),
  ])('has no value for %j', (printed) => {
    expect(read(printed)).toBe('wrong_value');
  });

  it('has no value for a number that no purchase has', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1_000_001, -1e300])
      expect(read(value)).toBe('wrong_value');
  });

  it('guesses no currency', () => {
    expect(read(10, { currency: 'ABC' })).toBe('unknown_currency');
    expect(read(10, { currency: 'eur' })).toBe('unknown_currency');
    expect(read('1 299 kr', { language: 'de' })).toBe('unknown_currency');
  });

  it('reads with any language that a page claims', () => {
    for (const language of ['', 'x', 'not a language', 'de-', '*', 'zz-ZZ'])
      expect(read('1.299,00 €', { language })).toEqual(eur(129_900));
  });
});
