import * as chrono from 'chrono-node';
import { z } from 'zod';
import type { Language } from '#kit/language.ts';
import { DAY_MS } from '#kit/time.ts';
import absences from './absences.json' with { type: 'json' };
import { sentencesIn } from './sentences.ts';

const data = z
  .strictObject({
    /** Beginnings of the subjects of automatic replies. `{END}` follows a word that people write too: a colon or our subject. */
    subjects: z.array(z.string()),
    /** Words of a sentence that says from when to when. */
    away: z.record(z.string(), z.string()),
    /** With them a sentence names the first day back, unless `until` is before the day. */
    returns: z.string(),
    until: z.string(),
    /** A machine says that a message came, and nobody is away. */
    receipts: z.string(),
  })
  .parse(absences);

const SUBJECT_END = '(?:[:!-]|(?:re|aw|tr|rv|rif|antw|betr)\\s?:)';
const SUBJECT = new RegExp(
  `^\\s*(?:${data.subjects.map((subject) => subject.replace('{END}', SUBJECT_END)).join('|')})`,
  'iu',
);
const RETURNS = new RegExp(data.returns, 'iu');
const UNTIL = new RegExp(data.until, 'iu');
const RECEIPT = new RegExp(data.receipts, 'iu');

/** "7 d" of "7 décembre" are days to a reader of English. */
const CUT_SHORT = /^\d+\s?\p{L}$/u;

/** An absence that is longer is no reason to wait. */
const LONGEST_DAYS = 180;
const MOST_SENTENCES = 20;
const MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(
  ' ',
);

type DateReader = {
  parse: (text: string, at: Date, options: { forwardDate: boolean }) => chrono.ParsedResult[];
};

/** Numbers alone may have the day or the month first: both are read, and the nearest day counts. */
const READERS: Readonly<Record<Language, readonly DateReader[]>> = {
  en: [chrono.en, chrono.en.GB],
  de: [chrono.de],
  fr: [chrono.fr],
  es: [chrono.es],
  it: [chrono.it],
  nl: [chrono.nl],
};

const AWAY = Object.entries(READERS).map(([language, readers]) => ({
  readers,
  words: new RegExp(`(?<![\\p{L}])(?:${data.away[language] ?? ''})`, 'iu'),
}));

/** Whether a subject is one that programs give to automatic replies, in six languages. */
export function isAutomaticSubject(subject: string): boolean {
  return SUBJECT.test(subject.slice(0, 300));
}

/** Whether an automatic reply says that someone is away, and not merely that a message was received. */
export function isAbsence(text: string): boolean {
  return !RECEIPT.test(text) || AWAY.some(({ words }) => words.test(text));
}

/**
 * The moment from which someone who is away is back, as their automatic reply says it in one of six languages; undefined
 * where it names no day after it came, or one that is too far.
 */
export function returnDateOf(text: string, at: Date): Date | undefined {
  const found = sentencesIn(text)
    .slice(0, MOST_SENTENCES)
    .flatMap((sentence) => lastDayIn(sentence, at) ?? []);
  return found.length === 0 ? undefined : new Date(Math.max(...found));
}

function lastDayIn(sentence: string, at: Date): number | undefined {
  const days = AWAY.filter(({ words }) => words.test(sentence)).flatMap(({ readers }) =>
    readers.flatMap((reader) => lastDayOf(sentence, at, reader) ?? []),
  );
  return days.length === 0 ? undefined : Math.min(...days);
}

function lastDayOf(sentence: string, at: Date, reader: DateReader): number | undefined {
  const text = sentence.replace(
    /\b(\d{1,2})\.\s?(\d{1,2})\.(?!\s?\d)/g,
    (whole, day: string, month: string) =>
      MONTHS[Number(month) - 1] ? `${day}. ${MONTHS[Number(month) - 1]}` : whole,
  );
  // A number before "until" may be taken for the beginning of a span, so what follows is read alone too.
  const until = UNTIL.exec(text)?.index ?? 0;
  const days = [0, ...(until > 0 ? [until] : [])]
    .flatMap((from) =>
      reader
        .parse(text.slice(from), at, { forwardDate: true })
        .filter(
          ({ start, text: found }) =>
            !CUT_SHORT.test(found) && (start.isCertain('day') || start.isCertain('weekday')),
        )
        .map(({ start, end, index }) => {
          const day = end ?? start;
          const date = Date.UTC(day.get('year') ?? 0, (day.get('month') ?? 1) - 1, day.get('day') ?? 1);
          // Back on that day, or away until its end.
          const isReturn = !end && from === 0 && RETURNS.test(text) && !UNTIL.test(text.slice(0, index));
          return date + (isReturn ? 0 : DAY_MS);
        }),
    )
    .filter((day) => day > at.getTime() && day < at.getTime() + LONGEST_DAYS * DAY_MS);
  return days.length === 0 ? undefined : Math.max(...days);
}
