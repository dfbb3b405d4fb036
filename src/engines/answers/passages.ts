import { beginsWithWeekday } from '#engines/html/weekdays.ts';
import { foldText } from '#kit/text.ts';
import { DAY_MS } from '#kit/time.ts';
import { stemOf } from './stem.ts';

/** A part of a knowledge item that can be quoted: a paragraph, a list entry, the row of a table. */
export type Passage = {
  /** What stands above it, outermost first: "Shipping › Canada". */
  headings: string;
  text: string;
  /** Offset of its first character in the item's content. */
  position: number;
  /** The row of a table: cells as "Column: value". */
  isRow: boolean;
  /** The text itself says that it no longer holds. */
  isSuperseded: boolean;
};

const LONGEST_PASSAGE = 1_000;
const LONGEST_HEADING = 80;
const MOST_TITLE_ROWS = 10;

const OUTDATED =
  /\b(archived?|out of date|outdated|obsolete|superseded|no longer (?:valid|applies|appl(?:y|ied)|in force)|deprecated|do not (?:quote|use this (?:price|text))|(?:old|previous|former|earlier) (?:hours|prices?|version|terms|edition|rules))\b/i;
/** A part of a document under such a heading tells what was. */
const PAST_HEADING =
  /^(?:(?:before|until|up to|prior to)\b.{0,30}\b20\d\d$|formerly$|previously$|in former times$|(?:how|what) (?:it|things) (?:used to|was|were)\b|archive\b|old\b)/i;
/** "Until 30 April 2026 …", "Before 4 May 2026 a minimum … applied": tells what was. */
const WAS =
  /^\W*(?:until|before|up to|prior to)\b.{0,40}\b20\d\d\b.*\b(?:was|were|applied|said|had|cost|used to|closed?|open)\b|^\W*until\b.{0,30}\b20\d\d:|\bthe edition of .{0,20}20\d\d said\b|\bin the (?:terms|edition|version|rules|prices|price list) of (?:\w+ )?20\d\d\b.{0,40}\b(?:was|were|said|cost)\b/i;
/** Text in a document that speaks to the program reading it, not to people. */
const INSTRUCTION =
  /\b(?:ignore|disregard|forget) (?:all |any |your |the )*(?:previous|prior|above|earlier|other)?\s*(?:instructions?|rules|guidelines|prompts?)\b|\b(?:note|message|instructions?) (?:to|for) (?:any |the |all )?(?:ai|assistants?|chatbots?|language models?|llms?|bots?)\b|\b(?:ai|the) (?:assistant|model|chatbot)s? (?:must|should|shall|has to)\b|\bsystem prompt\b|\byou are now\b/i;

/** The day of a reading, and when what is read was written: it tells which August was meant. */
export type ReadOn = { today: string; writtenOn: string };

/** Whether a sentence tells what used to hold: by its own words, or because its last day was before `today`. */
export function isPast(sentence: string, read?: ReadOn): boolean {
  return WAS.test(sentence) || OUTDATED.test(sentence) || (read !== undefined && isOver(sentence, read));
}

const MONTH_NAMES =
  'january|february|march|april|may|june|july|august|september|october|november|december'.split('|');
const TO = '(?:until|till|up to|to|through) (?:and including )?(?:the end of )?';
const MONTH = `(?:${MONTH_NAMES.join('|')})`;
/** "31 August 2026", "August 31, 2026", "August 2026", "August". */
const LAST_DAY = String.raw`${TO}(?:(\d{1,2})(?:st|nd|rd|th)? (?:of )?)?(${MONTH})\b(?: (\d{1,2})(?:st|nd|rd|th)?\b(?!:))?(?:,? (20\d\d)\b)?`;
/** "Prices up to August 2026: …", "Summer hours (until 31 August 2026) – …": what follows held so long. */
const HELD_UNTIL = new RegExp(
  String.raw`^[^\p{L}\p{N}]*(?:\p{L}[\p{L}’'-]* ){1,4}\(?(?:from .{1,30} |valid )?${LAST_DAY}\)? ?[:–—]`,
  'iu',
);
/** "The offer runs until 30 June 2026." */
const RUNS_UNTIL = new RegExp(
  String.raw`\b(?:valid|runs?|holds?|appl(?:y|ies)|ends?|on sale|on offer) (?:only )?(?:from .{1,30} )?${LAST_DAY}`,
  'iu',
);

/** "Until 30 September 2025 we open at 7." What holds since then may stand behind it, and is not meant. */
const AT_FIRST = new RegExp(String.raw`^\W*${LAST_DAY}(?!.*\b(?:since|after|then|now|today|but)\b)`, 'iu');

/** A time that comes again each year: "from May to September", "Summer hours until September". */
const COMES_AGAIN = new RegExp(
  String.raw`\b(?:spring|summer|autumn|winter|season|seasonal|holidays?|christmas|easter|each|every|always|yearly)\b|\b(?:from|between) .{0,40}${MONTH}\b.{0,20}\b${TO}|${MONTH} ${TO}`,
  'iu',
);
/** "Applies to March bookings" names no end. */
const NO_END = /\bto (?!the end of)/i;
/** Who names a month without its year means the next one, unless it ended shortly before. */
const JUST_OVER_MS = 120 * DAY_MS;

/** Whether everything under one of these headings held until a day that has gone by: "Summer offer until 31 August 2026". */
export function isUnderPast(headings: string, read: ReadOn): boolean {
  return headings.split(' › ').some((heading) => isOver(`${heading}:`, read));
}

/** Its last day has gone by. What was bought by then may hold on, and is not meant. */
function isOver(sentence: string, { today, writtenOn }: ReadOn): boolean {
  const found = HELD_UNTIL.exec(sentence) ?? RUNS_UNTIL.exec(sentence) ?? AT_FIRST.exec(sentence);
  if (!found) return false;
  const [end = '', dayBefore, month = '', dayBehind, year] = found;
  const day = dayBefore ?? dayBehind;
  if (year !== undefined) return lastDay({ day, month, year: Number(year) }) < today;
  // "May" and "march" are other words as well.
  const said = sentence.slice(0, found.index + end.length);
  const isNoEnd = NO_END.test(end.replace(/up to /i, ''));
  if (!/^\p{Lu}/u.test(month) || COMES_AGAIN.test(said) || isNoEnd) return false;
  return meantDay({ day, month }, writtenOn) < today;
}

function lastDay({ day, month, year }: { day?: string | undefined; month: string; year: number }): string {
  const inYear = String(MONTH_NAMES.indexOf(month.toLowerCase()) + 1).padStart(2, '0');
  return `${year}-${inYear}-${(day ?? '31').padStart(2, '0')}`;
}

function meantDay(named: { day?: string | undefined; month: string }, writtenOn: string): string {
  const year = Number(writtenOn.slice(0, 4));
  const since = new Date(Date.parse(writtenOn) - JUST_OVER_MS).toISOString().slice(0, 10);
  const days = [year - 1, year, year + 1].map((one) => lastDay({ ...named, year: one }));
  return days.find((one) => one >= since) ?? '';
}

/** "Updated 2 May 2026": says when the text was written, and answers nothing. */
const STAMP =
  /^\W*(?:(?:last )?(?:updated|reviewed|edited|changed|revised)|valid from|effective|as of|in force since|(?:terms|edition|version) of)\b.{0,30}\b(?:19|20)\d\d\W*$/i;

export function isStamp(sentence: string): boolean {
  return STAMP.test(sentence);
}

/** Whether a sentence tries to direct whoever answers from it. Such text is kept in sight of the team and never used. */
export function isInstruction(sentence: string): boolean {
  return INSTRUCTION.test(sentence);
}

/** "Paying. By card or …", "**Paying:** by card or …": what a paragraph is about stands in its own first line. */
const RUN_IN =
  /^\s*(?:(?:\*\*|__)([^*_\n]{2,60}?)(?:[.:](?:\*\*|__)|(?:\*\*|__)[.:])|(?!(?:Yes|No|Mrs?|Ms|Dr|Prof|St|Nr)\.)(\p{Lu}[\p{L}’'-]+(?: [\p{L}’'-]+){0,2})\.)\s+(?=[^\s*_])(?:(?<=[:*_]\s+)|(?=[\p{Lu}\p{N}"“]))/u;

type Line = { text: string; position: number };

/** Cuts a text (plain or Markdown) into passages with the headings above them. Linear in its length. */
export function splitPassages(content: string): Passage[] {
  const passages: Passage[] = [];
  readPassages(content, (passage) => passages.push(passage));
  return passages;
}

/** The same one after the other, for texts of megabytes: they are not all in hand at once. */
export function readPassages(content: string, take: (passage: Passage) => void): void {
  const lines = linesOf(content);
  const headings: { level: number; text: string }[] = [];
  let block: Line[] = [];
  let runIn = '';
  let columns: string[] | undefined;

  const add = (text: string, position: number, isRow: boolean): void => {
    const path = [...headings.map((heading) => heading.text), ...(runIn === '' ? [] : [runIn])].join(' › ');
    for (const part of cut(text)) {
      const isSuperseded =
        OUTDATED.test(path) ||
        headings.some((heading) => PAST_HEADING.test(heading.text)) ||
        (isRow && OUTDATED.test(part.text));
      take({
        headings: path,
        text: part.text,
        position: position + part.offset,
        isRow,
        isSuperseded,
      });
    }
  };
  const flush = (): void => {
    const [first] = block;
    if (first) add(block.map(({ text }) => text).join('\n'), first.position, false);
    block = [];
    runIn = '';
  };
  const begin = (text: string, position: number): void => {
    const [label = '', bold, word] = RUN_IN.exec(text) ?? [];
    runIn = plain(bold ?? word ?? '');
    block = [{ text: plain(text.slice(label.length)), position: position + label.length }];
  };
  const open = (level: number, text: string): void => {
    flush();
    columns = undefined;
    while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
    if (text !== '') headings.push({ level, text: plain(text) });
  };

  for (const [index, line] of lines.entries()) {
    const { text, position } = line;
    // Without words it ends the part under a heading of its level.
    const heading = /^\s{0,3}(#{1,6})(?:\s+(\S.*)?)?$/.exec(text);
    if (text.trim() === '') {
      flush();
      columns = undefined;
    } else if (/^\s*[-*_=]{3,}\s*$/.test(text)) {
      flush();
    } else if (heading) {
      open(heading[1]?.length ?? 1, heading[2] ?? '');
    } else if (text.trim().startsWith('|')) {
      flush();
      const cells = cellsOf(text);
      if (cells.every((cell) => /^:?-{2,}:?$/.test(cell))) continue;
      if (!columns) columns = cells;
      else add(rowText(columns, cells), position, true);
    } else if (isBareHeading(lines, index)) {
      open(isLoud(text) ? 2 : 3, text);
    } else if (/^\s*(?:[-*•]|\d{1,2}[.)])\s+/.test(text)) {
      flush();
      begin(text.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, ''), position);
    } else if (block.length === 0) {
      begin(text, position);
    } else {
      block.push({ text: plain(text), position });
    }
  }
  flush();
}

/**
 * The rows of a sheet as text in the shape that `splitPassages` reads: what is above the names of the columns as a heading
 * and paragraphs, and where no row names them, days and what applies to each as a list.
 */
export function sheetText(rows: readonly (readonly string[])[]): string {
  const filled = rows
    .map((row) => row.map((cell) => cell.replace(/\s+/g, ' ').trim()))
    .filter((row) => row.some((cell) => cell !== ''));
  const head = headRowOf(filled);
  const titles = filled.slice(0, head).map((row) => row.filter((cell) => cell !== '').join(' '));
  const table = filled.slice(head);
  const isList = table.length > 1 && table.slice(0, 2).every(([name = '']) => beginsWithWeekday(name));
  const lines = table.map((cells) =>
    isList ? `- ${dayLine(cells)}` : `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`,
  );
  return [
    ...titles.map((title, index) =>
      index === 0 && title.length <= LONGEST_HEADING ? `### ${title}` : title,
    ),
    lines.join('\n'),
  ].join('\n\n');
}

/** The first row that is about as wide as most: those before it are titles. */
function headRowOf(rows: readonly (readonly string[])[]): number {
  const widthOf = (row: readonly string[]): number => row.filter((cell) => cell !== '').length;
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(widthOf(row), (counts.get(widthOf(row)) ?? 0) + 1);
  const [usual = 1] = [...counts].toSorted((one, other) => other[1] - one[1] || other[0] - one[0])[0] ?? [];
  const head = rows
    .slice(0, MOST_TITLE_ROWS + 1)
    .findIndex((row) => widthOf(row) > usual / 2 && widthOf(row) > 1);
  return Math.max(0, head);
}

function dayLine([day = '', ...values]: readonly string[]): string {
  return `${day.endsWith(':') ? day.slice(0, -1).trimEnd() : day}: ${values.filter((value) => value !== '').join(', ')}`;
}

function linesOf(content: string): Line[] {
  let position = 0;
  return content.split('\n').map((text) => {
    const line = { text: text.replace(/\r$/, ''), position };
    position += text.length + 1;
    return line;
  });
}

/** A line of its own in capitals, or a short one that ends without a full stop and is followed by text. */
function isBareHeading(lines: readonly Line[], index: number): boolean {
  const text = (lines[index]?.text ?? '').trim();
  const before = (lines[index - 1]?.text ?? '').trim();
  const after = (lines[index + 1]?.text ?? '').trim();
  if (text.length > LONGEST_HEADING || before !== '' || /^[-*•|]/.test(text)) return false;
  if (isLoud(text)) return true;
  // "Monday 9:00 to 17:00" above "Friday 9:00 to 12:00" is an entry.
  if (/\d/.test(text) && /\d/.test(after) && !/[.!?]$/.test(after) && after.split(/\s+/).length <= 6)
    return false;
  return (
    /^[\p{Lu}\d]/u.test(text) && !/[.,;:!?]$/.test(text) && text.split(/\s+/).length <= 6 && after !== ''
  );
}

function isLoud(text: string): boolean {
  const letters = text.replace(/\([^()\n]*\)/g, '').replace(/[^\p{L}]/gu, '');
  return letters.length >= 3 && letters === letters.toUpperCase();
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => plain(cell));
}

function rowText(columns: readonly string[], cells: readonly string[]): string {
  return cells
    .map((cell, index) =>
      cell === '' ? '' : columns[index] ? `${sentenceCase(columns[index])}: ${cell}` : cell,
    )
    .filter((cell) => cell !== '')
    .join('; ');
}

const CELL = /^(\p{Lu}[^:;\n]{0,40}): (\S.*)$/su;
/** What names nothing: a figure, a date, a price, a code, yes or no. */
const NO_NAME = /^[^\p{L}]*$|^[$€£\d]|^(?=\D*\d)[A-Z\d_./-]+$|^(?:[Yy]es|[Nn]o|YES|NO)$/u;
const OF_CURRENCY = /^(.*?)(?:^| |(?=\())\(?(usd|eur|gbp|chf|dollars?|euros?|pounds?|[$€£])\)?$/i;

/**
 * The row of a table as people read it: "Product: Soap; Size: 100 g; Price GBP: 4.50" → "Soap: Size 100 g; Price 4.50 GBP".
 * Any other text stays as it is.
 */
export function readableRow(text: string): string {
  const cells: { name: string; value: string }[] = [];
  for (const part of text.split('; ')) {
    const [, name, value] = CELL.exec(part) ?? [];
    const last = cells.at(-1);
    if (name !== undefined && value !== undefined) cells.push({ name, value });
    else if (last) last.value += `; ${part}`;
    else return text;
  }
  if (cells.length < 2 || text.includes('\n')) return text;
  const subject = cells.slice(0, 3).find(({ value }) => !NO_NAME.test(value));
  const rest = cells.filter((cell) => cell !== subject).map((cell) => readableCell(cell));
  return `${subject ? `${subject.value}: ` : ''}${rest.join('; ')}`;
}

function readableCell({ name, value }: { name: string; value: string }): string {
  if (!/^[$€£\d]/.test(value)) return `${name}: ${value}`;
  const [, of = '', currency = ''] = OF_CURRENCY.exec(name) ?? [];
  if (currency === '' || !/^\d[\d.,]*$/.test(value)) return `${name} ${value}`;
  const unit = currency.length === 3 ? currency.toUpperCase() : currency.toLowerCase();
  return `${of === '' ? '' : `${of} `}${unit.length === 1 ? `${unit}${value}` : `${value} ${unit}`}`;
}

/** The beginning of a text on one line, without the marks of Markdown and of tables. */
export function withoutMarks(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line.trim().startsWith('|')
        ? cellsOf(line)
            .filter((cell) => !/^:?-*:?$/.test(cell))
            .join(', ')
        : line,
    )
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(/^#{1,6}\s+/, ''))
    .join(text.trim().startsWith('|') ? '; ' : ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** `retail_usd` → "Retail usd". */
function sentenceCase(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Without the marks of Markdown. */
function plain(text: string): string {
  return text
    .replace(/!?\[([^\][]{0,1000})\]\([^)\n]{0,2000}\)/g, '$1')
    .replace(/(\*\*|__|`)(.{1,1000}?)\1/g, '$2')
    .replace(/(^|[\s(])[*_](\S(?:.{0,1000}?\S)?)[*_](?=$|[\s).,;:!?])/g, '$1$2')
    .replace(/[ \t]+/g, ' ')
    .trim();
}

function cut(text: string): { text: string; offset: number }[] {
  if (text.length <= LONGEST_PASSAGE) return [{ text, offset: 0 }];
  const parts: { text: string; offset: number }[] = [];
  for (let offset = 0; offset < text.length; ) {
    const window = text.slice(offset, offset + LONGEST_PASSAGE);
    const isLast = offset + LONGEST_PASSAGE >= text.length;
    const stop = Math.max(window.lastIndexOf('. '), window.lastIndexOf('\n'), window.lastIndexOf('? '));
    const end = isLast ? window.length : stop > LONGEST_PASSAGE / 3 ? stop + 1 : window.length;
    const part = window.slice(0, end);
    if (part.trim() !== '') parts.push({ text: part.trim(), offset });
    offset += end;
  }
  return parts;
}

/** The sentences of a passage; each line of a list or timetable stands for itself. */
export function sentencesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) =>
      line.split(
        /(?<=[.!?][)"”’]?)\s+(?=[\p{Lu}\p{N}"“(])(?<!\b(?:e\.g|i\.e|approx|no|nr|dr|mr|mrs|ms|st|vs|a\.m|p\.m|incl)\.\s)/iu,
      ),
    )
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DATED =
  /\b(?:effective|updated|valid from|version of|terms (?:of|from)|edition of|in force (?:since|from)|reviewed|review|edited|as of|from)\b[^\n]{0,30}?(\d{4}-\d{2}-\d{2}|\d{1,2} [a-z]+ \d{4}|[a-z]+ \d{1,2}, \d{4})/i;

/** From when a text says that it holds, as "2026-05-01"; null when it does not say. Looks at its beginning only. */
export function findEffectiveDate(content: string): string | null {
  const found = DATED.exec(content.slice(0, 600))?.[1];
  return found === undefined ? null : isoDate(found);
}

function isoDate(text: string): string | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (iso) return text;
  const dayFirst = /^(\d{1,2}) ([a-z]+) (\d{4})$/i.exec(text);
  const monthFirst = /^([a-z]+) (\d{1,2}), (\d{4})$/i.exec(text);
  const [day, month, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]];
  const number = MONTHS.indexOf((month ?? '').slice(0, 3).toLowerCase()) + 1;
  if (number === 0 || year === undefined || day === undefined) return null;
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const MONTH_WORDS = new Map(
  [
    'january',
    'february',
    'march',
    'april',
    'may',
    'june',
    'july',
    'august',
    'september',
    'october',
    'november',
    'december',
  ].flatMap((month) => [
    [month, month],
    [month.slice(0, 3), month],
  ]),
);
const DAY_WORDS = new Map(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].flatMap((day) => [
    [day, day],
    [day.slice(0, 3), day],
  ]),
);
const NUMBERS = new Map(
  ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'].map(
    (word, index) => [word, String(index + 1)],
  ),
);

const CURRENCIES: Readonly<Record<string, string>> = { $: 'dollars ', '€': 'euros ', '£': 'pounds ' };

/** Words of a text as they are compared: folded, written-out numbers as digits, days and months in full. */
export function termsOf(text: string): string[] {
  const spelt = text
    .replace(/\bU\.?S\.?(?:A\.?)?(?![\p{L}\d])/gu, 'United States')
    .replace(/[$€£](?=\s?\d)/g, (sign) => CURRENCIES[sign] ?? sign);
  const folded = foldText(spelt)
    .replace(/[’']s\b/g, '')
    .replace(/n[’']t\b/g, ' not');
  const words = folded.match(/\p{N}+(?:[.,:]\p{N}+)*|[\p{L}]+/gu) ?? [];
  return words.map((word) => {
    if (/^\d/.test(word)) return word.replace(/(\.\d)0$|[.,]00$/, '$1').replace(/^0+(?=\d)/, '');
    return MONTH_WORDS.get(word) ?? DAY_WORDS.get(word) ?? NUMBERS.get(word) ?? word;
  });
}

/** Roots of the words of a text, each once. */
export function stemsOf(text: string): Set<string> {
  return new Set(termsOf(text).map(stemOf));
}
