import { foldText } from '#kit/text.ts';
import { termsOf } from './passages.ts';

/** What a sum is made of, in the currency that the text names: "2 × $42.00 = $84.00". */
export type Sum = { text: string };

type Amount = { value: number; sign: string };

const NUMBER_WORDS = new Map(
  'one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, index) => [word, index + 1] as const),
);
const NUMBER = `\\d{1,3}|${[...NUMBER_WORDS.keys()].join('|')}|a couple of|a dozen|both`;
const AMOUNT =
  /([$€£])\s?(\d[\d,]*(?:\.\d{1,2})?)|\b(\d[\d,]*(?:\.\d{1,2})?)\s?(dollars?|euros?|pounds?|usd|eur|gbp)\b/gi;
const SIGNS: Readonly<Record<string, string>> = {
  dollar: '$',
  usd: '$',
  euro: '€',
  eur: '€',
  pound: '£',
  gbp: '£',
};

/** Somebody asks what several cost together, or what is left to pay. */
const ASKS_TOTAL =
  /\b(?:total|altogether|in all|all together|sum|bill|cost|costs|price|pay|come to|how much|what would|what do|insgesamt|zusammen|kosten|kostet|en total|cuesta|cuestan|costaria)\b/;
const ASKS_REST =
  /\b(?:how much more|how much (?:else|is missing)|what(?:'s| is) missing|still need|short of|away from|left to|to reach|to get to|to qualify)\b/;
/** Of three payments each, of a threshold: what the sentence itself says. */
const PARTS = new RegExp(
  `\\b(${NUMBER})(?: equal)? (?:(?:monthly|weekly|yearly|quarterly) )?(?:payments?|instal?lments?|parts|rates) of ([$€£]\\s?\\d[\\d,]*(?:\\.\\d{1,2})?)`,
  'i',
);
const FROM_ON =
  /(?:(?:free|no charge|discount|reduced)\b.{0,40}?)?\b(?:over|from|of|above|at least|minimum|reaches?|exceeds?)\s+([$€£]\s?\d[\d,]*(?:\.\d{1,2})?|\d[\d,]*(?:\.\d{1,2})? (?:dollars|euros|pounds))(?: or more| and (?:over|up|above|more))?/i;

/**
 * Multiplies or subtracts where the question asks for a sum of what the quote prices: so many of it, so many weeks of it,
 * all instalments of it, what is missing for free delivery. Undefined where any part of that is in doubt.
 */
export function sumFor(question: string, quote: string): Sum | undefined {
  const asked = foldText(question).replace(/[’]/g, "'");
  const rest = ASKS_REST.test(asked) ? restOf(asked, quote) : undefined;
  if (rest) return rest;
  if (!ASKS_TOTAL.test(asked)) return undefined;
  return instalmentsOf(asked, quote) ?? multipleOf(asked, quote);
}

function restOf(asked: string, quote: string): Sum | undefined {
  const [have, ...others] = amountsIn(asked);
  const threshold = FROM_ON.exec(quote)?.[1];
  const wanted = threshold === undefined ? undefined : amountsIn(threshold)[0];
  if (!have || others.length > 0 || !wanted || wanted.sign !== have.sign || have.value >= wanted.value) {
    return undefined;
  }
  return {
    text: `${money(wanted)} − ${money(have)} = ${money({ ...wanted, value: wanted.value - have.value })}`,
  };
}

function instalmentsOf(asked: string, quote: string): Sum | undefined {
  const parts = PARTS.exec(quote);
  const each = parts && amountsIn(parts[2] ?? '')[0];
  const count = numberOf(parts?.[1]);
  if (
    !each ||
    count === undefined ||
    !/\b(?:instal?lments?|payments?|monthly|in parts|rates|raten|cuotas)\b/.test(asked)
  )
    return undefined;
  return product(count, each);
}

const AND_ANOTHER =
  /\p{L}+(?: and| plus| &| as well as| together with| along with| und| y|,(?= (?:one|an?|another|\d)\b)) (?!(?:how|what|when|where|who|which|why|is|are|do|does|can|could|will|would|should|i|we|you|if|has|have|in|for|please|thanks|thank|wie|was|como)\b)[\p{L}\d]+/gu;
const ANOTHER_BEFORE = /\b(?:one|an?|the|my|another) (?:[\p{L}-]+ ){1,4}(?:and|plus|with|und|y) $/u;

/** Whether something else is bought with it, of which the price would be missing. */
function isWithAnother(asked: string, at: number, quote: string): boolean {
  const named = foldText(quote);
  const after = asked.slice(at).match(AND_ANOTHER) ?? [];
  return ANOTHER_BEFORE.test(asked.slice(0, at)) || after.some((words) => !named.includes(words));
}

const NOT_COUNTED =
  /^(?:percent|euros?|dollars?|pounds?|cents?|usd|eur|gbp|bucks|years? old|am|pm|o'clock|mg|g|kg|ml|th|nd|st|rd|january|february|march|april|may|june|july|august|september|october|november|december)\b/;

/** 'weeks', or 'week stay': a 'night balm' is no span of time. */
const SPAN =
  /^(?:(day|night|week|month|year|session|visit|class)e?s\b|(day|night|week|month|year|session|visit|class) (?:stay|trip|course|pass|membership|plan|package|subscription|rental|visit)\b)/;

function multipleOf(asked: string, quote: string): Sum | undefined {
  const found = [
    ...asked.matchAll(new RegExp(`(?<![$€£\\d.,:-])\\b(${NUMBER})(?:[ -])(?=([a-z]+)(?: ([a-z]+))?)`, 'g')),
  ]
    .map((match) => ({
      count: numberOf(match[1]),
      noun: `${match[2] ?? ''} ${match[3] ?? ''}`.trim(),
      at: match.index,
    }))
    .filter(({ count, noun }) => count !== undefined && !NOT_COUNTED.test(noun));
  const [quantity, ...others] = found.filter(({ count = 0 }) => count > 1);
  if (!quantity?.count || others.length > 0 || isWithAnother(asked, quantity.at, quote)) return undefined;
  const [, spanned, spanning] = SPAN.exec(quantity.noun) ?? [];
  const span = spanned ?? spanning;
  const per = new RegExp(`\\b(?:per|a|each|every) ${span ?? '\\b'}\\b|\\b${span}ly\\b`, 'i');
  // So many weeks cost so many times a price by the week, and nothing else.
  if (span !== undefined && !per.test(quote)) return undefined;
  const price = priceOf(asked, quote);
  return price && product(quantity.count, price);
}

const OF_ANY_PRICE = new Set(['price', 'cost', 'fee', 'total', 'per', 'the', 'a']);

/** The one price of the quote; of a table's row the column that the question names, else the first that is a price. */
function priceOf(asked: string, quote: string): Amount | undefined {
  const cells = quote.split('; ').map((cell) => /^([^:]{2,30}): (.+)$/s.exec(cell));
  if (cells.length > 1 && cells.every((cell) => cell)) {
    const named = new Set(termsOf(asked));
    const prices = cells.flatMap((cell) => {
      const name = termsOf(cell?.[1] ?? '');
      const sign = name.map((word) => SIGNS[word]).find((one) => one !== undefined);
      const value = cell?.[2] ?? '';
      const plain =
        sign !== undefined && /^\d[\d,]*(?:\.\d{1,2})?$/.test(value)
          ? Number(value.replaceAll(',', ''))
          : undefined;
      const amounts = plain === undefined ? amountsIn(value) : [{ value: plain, sign: sign ?? '' }];
      const [amount] = amounts;
      return amount && amounts.length === 1
        ? [
            {
              amount,
              isNamed: name.some(
                (word) => !OF_ANY_PRICE.has(word) && SIGNS[word] === undefined && named.has(word),
              ),
            },
          ]
        : [];
    });
    return (prices.find(({ isNamed }) => isNamed) ?? prices[0])?.amount;
  }
  const amounts = amountsIn(quote);
  return new Set(amounts.map(({ value }) => value)).size === 1 ? amounts[0] : undefined;
}

function product(count: number, each: Amount): Sum {
  return { text: `${count} × ${money(each)} = ${money({ ...each, value: count * each.value })}` };
}

function amountsIn(text: string): Amount[] {
  return [...text.matchAll(AMOUNT)].map((match) => ({
    value: Number((match[2] ?? match[3] ?? '').replaceAll(',', '')),
    sign: match[1] ?? SIGNS[(match[4] ?? '').toLowerCase().replace(/s$/, '')] ?? '',
  }));
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const word = text.toLowerCase();
  if (word === 'a dozen') return 12;
  if (word === 'a couple of' || word === 'both') return 2;
  return NUMBER_WORDS.get(word) ?? (/^\d+$/.test(word) ? Number(word) : undefined);
}

function money({ value, sign }: Amount): string {
  return `${sign}${value.toFixed(2)}`;
}
