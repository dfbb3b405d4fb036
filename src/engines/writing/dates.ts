const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\.?';
const DAY = '(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)';
const MONTH_DAY = `(?:\\d{1,2}(?:st|nd|rd|th)?(?: of)?\\s+${MONTH}(?![\\p{L}])|${MONTH}\\s+\\d{1,2}(?:st|nd|rd|th)?(?!\\d))(?:,?\\s+\\d{4})?`;

/** A day as people write it. */
export const DATE = `(?:${DAY},?\\s+(?:the\\s+)?)?${MONTH_DAY}|${DAY}`;

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** "2026-12-03" → "3 December 2026": as it stands in a letter. */
function writtenDate(date: string): string {
  const [, year, month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  const name = MONTHS[Number(month) - 1];
  return name === undefined ? date : `${Number(day)} ${name} ${year}`;
}

/** The date behind the word that it takes: "on 3 December", "in May", "tomorrow". */
export function onDate(given: string): string {
  const date = writtenDate(given.replace(/^(?:on|in)\s+/i, ''));
  if (/^(?:from|until|by|between|before|after|this|next|every|today|tomorrow|tonight)\b/i.test(date))
    return date;
  if (/\s(?:to|until)\s|\d\s?[-–]\s?\d/.test(date)) return `from ${date.replace(/\s?[-–]\s?/, ' to ')}`;
  if (new RegExp(`^${MONTH}(?:\\s+\\d{4})?$`, 'i').test(date)) return `in ${date}`;
  return `on ${date}`;
}
