import { currencyDigits, isCurrency } from '#kit/money.ts';

/** An amount in minor units of its currency, below zero for money that went back. */
export type Amount = { amountMinor: number; currency: string };

type Printed = {
  /** A number, or what a page prints: "1.299,00 €". */
  value: number | string;
  /** ISO 4217 code that the page gave; goes before a sign in the text. */
  currency: string | undefined;
  /** Of the page, as BCP 47. */
  language: string | undefined;
  /** Where neither the page nor the text names one. */
  otherwise: string;
};

const MOST_MINOR: Record<string, number> = { USD: 100_000_000 };
/** Of currencies of small units; sums of these stay exact. */
const MOST_MINOR_OTHERWISE = 10 ** 12;
const LONGEST = 64;

/** Signs and abbreviations that stand for one currency wherever they are read. */
const SIGNS = new Map(
  Object.entries({
    EUR: '€ euro euros',
    USD: 'us$ $us usd$',
    GBP: '£ gb£',
    INR: '₹',
    KRW: '₩',
    ILS: '₪',
    VND: '₫ đ',
    UAH: '₴',
    TRY: '₺ tl',
    RUB: '₽ руб',
    KZT: '₸',
    GEL: '₾',
    NGN: '₦',
    PHP: '₱',
    THB: '฿',
    PLN: 'zł zl',
    CZK: 'kč kc',
    HUF: 'ft',
    RON: 'lei',
    BGN: 'лв',
    BRL: 'r$',
    CAD: 'c$ ca$',
    AUD: 'a$ au$',
    NZD: 'nz$',
    HKD: 'hk$',
    SGD: 's$',
    MXN: 'mx$',
    CHF: 'fr sfr',
    ZAR: 'r',
  }).flatMap(([currency, signs]) => signs.split(' ').map((sign) => [sign, currency] as const)),
);

/** Signs of several currencies: which one it is depends on the region or the language of the page. */
const SHARED_SIGNS = new Map<string, Record<string, string>>([
  [
    '$',
    {
      '': 'USD',
      CA: 'CAD',
      AU: 'AUD',
      NZ: 'NZD',
      SG: 'SGD',
      HK: 'HKD',
      MX: 'MXN',
      AR: 'ARS',
      CL: 'CLP',
      CO: 'COP',
    },
  ],
  ['¥', { '': 'JPY', zh: 'CNY' }],
  ['元', { '': 'CNY' }],
  ['円', { '': 'JPY' }],
  ['kr', { sv: 'SEK', da: 'DKK', nb: 'NOK', nn: 'NOK', no: 'NOK', is: 'ISK' }],
  ['rs', { hi: 'INR', ur: 'PKR', si: 'LKR', ne: 'NPR' }],
]);

/**
 * Reads an amount as it is given or printed. Separators that could mean either are read as the page's language writes
 * them, without one as in English.
 */
export function readAmount({
  value,
  currency,
  language,
  otherwise,
}: Printed): Amount | 'wrong_value' | 'unknown_currency' {
  if (currency !== undefined && !isCurrency(currency)) return 'unknown_currency';
  const printed = typeof value === 'number' ? { number: value, sign: '' } : readPrinted(value, language);
  if (!printed) return 'wrong_value';
  const code = currency ?? currencyOfSign(printed.sign, { language, otherwise });
  if (code === undefined) return 'unknown_currency';
  // Rounded as people write it: 1.005 is a little less in binary.
  const amountMinor = Math.round(Number((printed.number * 10 ** currencyDigits(code)).toPrecision(15)));
  const most = MOST_MINOR[code] ?? MOST_MINOR_OTHERWISE;
  // Not NaN either.
  return Math.abs(amountMinor) <= most ? { amountMinor, currency: code } : 'wrong_value';
}

function currencyOfSign(
  sign: string,
  { language, otherwise }: Pick<Printed, 'language' | 'otherwise'>,
): string | undefined {
  if (sign === '') return otherwise;
  const shared = SHARED_SIGNS.get(sign);
  const { language: primary, region = '' } = new Intl.Locale(localeOf(language));
  if (shared) return shared[region] ?? shared[primary] ?? shared[''];
  const code = sign.toUpperCase();
  return SIGNS.get(sign) ?? (isCurrency(code) ? code : undefined);
}

function isSign(text: string): boolean {
  return text === '' || SIGNS.has(text) || SHARED_SIGNS.has(text) || isCurrency(text.toUpperCase());
}

/** One number with at most a sign of money on each side; anything else may be a range, a count or a percentage. */
function readPrinted(
  given: string,
  language: string | undefined,
): { number: number; sign: string } | undefined {
  if (given.length > LONGEST) return undefined;
  const text = withPlainDigits(given.normalize('NFKC')).replaceAll(/\s+/g, ' ').trim();
  const parts = /^([^\d]*)(\d(?:[\d.,'’ ]*\d)?)([^\d]*)$/.exec(text);
  const [, before = '', digits = '', after = ''] = parts ?? [];
  if (digits === '') return undefined;
  // "49,–" and "49.-" have no cents.
  const trailing = after.replace(/^[.,][-–—]*/, '');
  const isNegative =
    /[-−–]/.test(before) || (before.includes('(') && after.includes(')')) || /^ ?[-−]/.test(trailing);
  const [left, right] = [before, trailing].map((side) =>
    side
      .replaceAll(/[-−–—+() ]/g, '')
      .replace(/\.$/, '')
      .toLowerCase(),
  );
  if (left === undefined || right === undefined || !isSign(left) || !isSign(right)) return undefined;
  const number = readNumber(digits, language);
  // "$49.50 AUD" says twice what it is; the code says it better.
  const sign = isCurrency(right.toUpperCase()) || left === '' ? right : left;
  return number === undefined ? undefined : { number: isNegative ? -number : number, sign };
}

const GROUPED = /^\d{1,3}(?:([.,'’ ])\d{3})(?:\1\d{3})*$/;
/** Lakhs and crores. */
const GROUPED_IN_TWOS = /^\d{1,2}(?:,\d{2})+,\d{3}$/;

function readNumber(digits: string, language: string | undefined): number | undefined {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (last === -1) return readWhole(digits);
  const [whole, fraction] = [digits.slice(0, last), digits.slice(last + 1)];
  const mark = digits.charAt(last);
  const isAlone = !/[.,'’ ]/.test(whole);
  const couldGroup = GROUPED.test(digits) || GROUPED_IN_TWOS.test(digits);
  if (couldGroup && !(isAlone && whole !== '0' && decimalMarkOf(language) === mark) && whole !== '0')
    return readWhole(digits);
  if (!/^\d+$/.test(fraction) || whole.includes(mark)) return undefined;
  const units = readWhole(whole);
  return units === undefined ? undefined : Number(`${units}.${fraction}`);
}

function readWhole(digits: string): number | undefined {
  if (!/^\d+$/.test(digits) && !GROUPED.test(digits) && !GROUPED_IN_TWOS.test(digits)) return undefined;
  return Number(digits.replaceAll(/\D/g, ''));
}

function decimalMarkOf(language: string | undefined): string {
  const parts = new Intl.NumberFormat(localeOf(language), { numberingSystem: 'latn' }).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** Pages name their language as they like: "de_DE", "x". */
function localeOf(language: string | undefined): string {
  try {
    return Intl.getCanonicalLocales((language ?? '').replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** Digits of other scripts as those of ours, and the separators that belong to them. */
function withPlainDigits(text: string): string {
  return text
    .replaceAll(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',');
}

/** Scripts have their ten digits in a row. */
function digitValue(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return point - zero;
}
