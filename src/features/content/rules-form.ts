/** Things of a text that only its author can make: a rule that writes down their names has not made them. */
const THING =
  '(?:joke|pun|punch ?line|quote|quotation|statistic|stat|study|studies|research|source|citation|reference|footnote|testimonial|review|case study|success story|story|anecdote|metaphor|analogy|simile|comparison|poem|rhyme|verse|haiku|slogan|tag ?line|motto|catch ?phrase|hook|teaser|cliff ?hanger|greeting|salutation|signature|sign-?off|closing|closing line|p\\.?\\s?s\\.?|post ?script|headline|heading|sub-?heading|sub-?headline|title|sub-?title|pre-?header|preview text|intro|introduction|opening|opening line|opener|conclusion|outro|ending|section|paragraph|sentence|line|bullet|bullet point|bullets|column|image|picture|photo|photograph|illustration|graphic|info ?graphic|icon|logo|video|gif|meme|chart|graph|diagram|map|faqs?|q ?& ?a|question|rhetorical question|poll|survey|quiz|exclamation mark|question mark|keyword|humou?r|wit|irony|sarcasm|urgency|sense of urgency|excitement|energy|emotion|empathy|warmth|personality|personal touch|human touch|flair|drama|suspense|variety|social proof|storytelling|detail|fact|figure|number|evidence|data|proof|example|thank[- ]you|thanks|apology|mention|personalisation|personalization|formatting|bold text|italics|alliteration|repetition|dialogue|voice-?over|sound effect|music|transition|scene|benefit|feature|incentive|freebie|discount|offer|guarantee|coupon|coupon code|discount code)';

const FORM = new RegExp(
  `^(?:(?:an?|the|some|any|more|another|exactly|only|just|one|two|three|four|five|\\d+|a few|a couple of|a bit of|a little|a touch of|a hint of|a dash of|a lot of|a sense of|a piece of|few|many|at least)\\s+)*(?:(?!(?:that|about|saying|says|of|in|on|at|to|for|from|with|by|and)\\b)[\\w'’-]+\\s+){0,3}?${THING}(?:e?s)?(?:\\s+(?:about|on|of|from|by|for|in|at|to|with|that|which|who|as|after|before|between|under|near|somewhere|too|please|here|over|into)\\b.*)?[.!]?$`,
  'i',
);

/** "a joke", "two customer quotes about the tea": an order about form; with words or a figure of its own it says what to write. */
export function isThingOfForm(what: string): boolean {
  const isCounted = /^(?:(?:exactly|only|just|at least)\s+)?\d+\s+/i;
  return FORM.test(what.trim()) && !/["“”(:\d]/.test(what.trim().replace(isCounted, ''));
}

const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\.?';
const DAY = '(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)';
const TIME =
  '(?:,?\\s+(?:at\\s+)?\\d{1,2}(?:[:.]\\d\\d)?\\s?(?:am|pm|a\\.m\\.|p\\.m\\.)|,?\\s+(?:at\\s+)?\\d{1,2}:\\d\\d|\\s+at noon)?';
const MONTH_DAY = `(?:\\d{1,2}(?:st|nd|rd|th)?(?: of)?\\s+${MONTH}(?![\\p{L}])|${MONTH}\\s+\\d{1,2}(?:st|nd|rd|th)?(?!\\d))(?:,?\\s+\\d{4})?`;

/** A day as people write it. */
export const DATE = `(?:${DAY},?\\s+(?:the\\s+)?)?${MONTH_DAY}|${DAY}`;

const WHOLE_DATE = new RegExp(`^(?:${DATE})${TIME}$`, 'iu');

export function isDate(text: string): boolean {
  return WHOLE_DATE.test(text) || /^\d{4}-\d\d-\d\d$/.test(text);
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** "2026-12-03" → "3 December 2026": as it stands in a letter. */
export function writtenDate(date: string): string {
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
