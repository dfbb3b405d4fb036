import { DATE } from './dates.ts';
import { PLACE_WORDS, wordsIn } from './words.ts';

const DE_DATE =
  '(?:(?:Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag)s?,? (?:den |dem )?)?\\d{1,2}\\. ?(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|\\d{1,2}\\.)(?: ?\\d{4})?|(?:Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag)';
const ONE_DATE = `(?:${DATE}|${DE_DATE}|\\d{4}-\\d\\d-\\d\\d)s?`;
const CLOCK =
  '(?:\\d{1,2}(?:[:.]\\d\\d)?\\s?(?:am|pm|a\\.m\\.|p\\.m\\.|Uhr)|\\d{1,2}:\\d\\d|noon|midday|midnight)';
const ZONE = '(?:\\s(?:Pacific|Eastern|Central|Mountain|UTC|GMT|CET|CEST|BST|PT|ET|MEZ|Uhr)(?: time)?)?';
const DASH = '(?:\\s?[-–]\\s?|\\s(?:to|until|till|bis)\\s)';
const DATES = `(?:every |each |from |on |starts? |starting |begins? |beginning |am |ab |jeden )?(?:\\d{1,2}(?:st|nd|rd|th)?${DASH})?${ONE_DATE}(?:(?:${DASH}|,? and |,? und )${ONE_DATE})?(?: onwards?)?`;
const TIMES = `(?:at |from |um |von |ab )?(?:\\d{1,2}${DASH})?${CLOCK}(?:${DASH}${CLOCK})?${ZONE}`;

const ONLY_DATE = new RegExp(`^(?:the )?(${DATES})$`, 'iu');
const ONLY_TIME = new RegExp(`^(${TIMES})$`, 'iu');
const DATE_AND_TIME = new RegExp(`^(${DATES}),?\\s+(${TIMES})$`, 'iu');
const DATE_AT_END = new RegExp(`^(.{3,}?),?\\s+(${DATES})$`, 'iu');
const TIME_AT_END = new RegExp(`^(.{3,}?),?\\s+(${TIMES})$`, 'iu');
const UNIT = '(?:\\s(?:a|an|per|each|pro)(?:\\s[\\p{L}]+)?)?';
const PRICE = new RegExp(
  `^(?:(?:only|just|for|costs?|price|tickets?(?: are| cost)?|entry|nur|für|preis|kostet)\\s)?((?:[$€£]\\s?\\d[\\d.,]*|\\d[\\d.,]*\\s?(?:€|euros?|dollars?|pounds?|USD|EUR|GBP))${UNIT})$`,
  'iu',
);
const FREE =
  /^(?:(?:entry|admission|it|attendance|the (?:class|talk|event|evening|workshop|session)) is )?(?:free(?: (?:entry|admission|of charge|to attend))?|kostenlos|gratis|eintritt frei)$/i;
const EMAIL = /[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{1,30}){1,4}/;
const LINK =
  /(?:https?:\/\/|www\.)\S+|(?<![\w@.])[a-z0-9-]{2,40}(?:\.[a-z0-9-]{2,30}){0,2}\.(?:com|org|net|io|de|co|eu|uk|example|health|app|shop|info)(?:\/[^\s,;]*)?(?![\w@])/i;
const PHONE = /(?<![\w$€£.,:/-])\+?\d[\d ().-]{5,18}\d(?![\w:/-])/;
const ONLY_CONTACT =
  /^(?:(?:contact|call|phone|tel|telephone|email|e-mail|mail|(?:questions?|enquiries|orders)(?: go)? to|kontakt|telefon|help desk at)[.:]?\s+)?(?:(?:us|at|under|unter)\s+)?(\S+@\S+|\+?\d[\d ().-]{5,18}\d)$/i;
const ONLY_LINK =
  /^(?:(?:link|more|details|page|mehr|anmeldung|the page)[:]?\s+)?(?:(?:at|on|under|unter|auf)\s+)?(\S+)$/i;

export type Field = 'date' | 'time' | 'place' | 'price' | 'link' | 'contact';
export type Found = Partial<Record<Field, string>>;

/** What a phrase gives if it is nothing but a date, time, price, address of the web or of a person, or place. */
export function fieldsOf(phrase: string): Found | undefined {
  if (phrase.length > 120) return undefined;
  const both = DATE_AND_TIME.exec(phrase);
  if (both) return { date: bareDate(both[1]), time: bareTime(both[2]) };
  const date = ONLY_DATE.exec(phrase);
  if (date) return { date: bareDate(date[1]) };
  const time = ONLY_TIME.exec(phrase);
  if (time) return { time: bareTime(time[1]) };
  const price = PRICE.exec(phrase);
  if (price) return { price: price[1] ?? '' };
  if (FREE.test(phrase)) return { price: FREE_PRICE };
  const contact = ONLY_CONTACT.exec(phrase)?.[1];
  if (contact !== undefined && (EMAIL.test(contact) || PHONE.test(contact))) return { contact };
  const link = ONLY_LINK.exec(phrase)?.[1];
  if (link !== undefined && LINK.exec(link)?.[0] === link) return { link };
  if (isPlace(phrase)) return { place: phrase };
  return undefined;
}

/** What `price` holds where there is nothing to pay. */
export const FREE_PRICE = 'free';

/** Cuts date, time and place off the end of a phrase: "our talk on 5 May at 18:00 in the hall". */
export function tailFields(phrase: string): { rest: string; found: Found } {
  let rest = phrase.slice(0, 300);
  const found: Found = {};
  for (let round = 0; round < 4; round += 1) {
    const time = found.time === undefined ? TIME_AT_END.exec(rest) : null;
    const date = found.date === undefined ? DATE_AT_END.exec(rest) : null;
    const place = found.place === undefined ? placeAtEnd(rest) : undefined;
    if (time && !/\b(?:after|before|until|by|between)$/i.test(time[1] ?? '')) {
      rest = time[1] ?? '';
      found.time = bareTime(time[2]);
    } else if (date && !/\b(?:after|before|until|by|between|of|to)$/i.test(date[1] ?? '')) {
      rest = date[1] ?? '';
      found.date = bareDate(date[2]);
    } else if (place) {
      rest = place.rest;
      found.place = place.place;
    } else break;
  }
  return { rest: rest.replace(/[,\s]+$/, ''), found };
}

export function linkIn(text: string): string | undefined {
  return LINK.exec(text)?.[0].replace(/[.,;)]+$/, '');
}

export function contactIn(text: string): string | undefined {
  return (EMAIL.exec(text) ?? PHONE.exec(text))?.[0];
}

function bareDate(date = ''): string {
  return date
    .replace(/^(?:on|am)\s+/i, '')
    .replace(/^(?:starts?|starting|begins?|beginning)\s+(?:on\s+)?/i, 'from ')
    .trim();
}

function bareTime(time = ''): string {
  return time.replace(/^(?:at|um)\s+/i, '').trim();
}

/** A preposition of place and a noun of place: "in the shop on Mill Lane", "at 14 Quarry Lane". */
function isPlace(phrase: string): boolean {
  if (/^(?:online|via zoom|on zoom)$/i.test(phrase)) return true;
  const words = wordsIn(phrase);
  if (
    !/^(?:at|in|near|opposite|behind|im|in der|beim)\s/i.test(phrase) ||
    words.length > 10 ||
    /\d[:.]\d\d/.test(phrase)
  )
    return false;
  return words.some((word) => PLACE_WORDS.has(word)) || /\b\d{1,4} \p{Lu}\p{Ll}+ \p{Lu}/u.test(phrase);
}

function placeAtEnd(phrase: string): { rest: string; place: string } | undefined {
  for (const { index } of phrase.matchAll(/\s(?=(?:at|in|near|im|beim)\s)/giu)) {
    const place = phrase.slice(index + 1);
    if (index > 3 && isPlace(place)) return { rest: phrase.slice(0, index), place };
  }
  return undefined;
}
