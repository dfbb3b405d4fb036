import { isDate, onDate, writtenDate } from '#engines/writing/dates.ts';
import {
  DISCLAIMER,
  endOf,
  isGreeting,
  isSignOff,
  mapSentences,
  sentencesIn,
  withDisclaimer,
  withSentence,
  writeDocument,
} from '#engines/writing/document.ts';
import {
  asSentence,
  capitalised,
  FIGURE,
  figureOf,
  splitOutside,
  stemsOf,
} from '#engines/writing/sentences.ts';
import { wordCount } from './rules.ts';
import { isThingOfForm } from './rules-form.ts';
import { closedWith, type QuestionOrder, questionOrder } from './rules-question.ts';
import {
  addSentence,
  callToAction,
  type Desk,
  lowerFirst,
  questionOf,
  quotedIn,
  sayMore,
  toReader,
  unquoted,
} from './rules-refine-desk.ts';
import { giveHeadline, giveSubject } from './rules-refine-titles.ts';

const EMOJI: readonly [RegExp, string][] = [
  [/\b(?:tea|herb|leaf|plant|balm|mint)/i, '🍃'],
  [/\b(?:run|walk|stretch|move|train|workout|stairs|break)/i, '🌞'],
  [/\b(?:sleep|night|evening|bed|pyjama)/i, '🌙'],
  [/\b(?:event|open house|talk|invitation|party)/i, '🎈'],
];

export function add(desk: Desk, given: string): boolean {
  const what = given
    .replace(/[,;]?\s*\b(?:without|but no|while keeping|keeping)\b.*$/i, '')
    .replace(/\s+and nothing else$/i, '')
    .trim();
  const place = /\bat the (?:start|beginning|top)\b/i.test(what) ? 'start' : 'end';
  const count = (thing: string): number | undefined => {
    const figure = new RegExp(`\\b${FIGURE}\\s+(?:\\w+\\s+)?${thing}`, 'i').exec(what)?.[1];
    return figure === undefined ? undefined : figureOf(figure);
  };
  if (/\bhash ?tags?\b/i.test(what)) return addHashtags(desk, count('hash ?tags?') ?? 2);
  if (/\bemojis?\b/i.test(what)) return addEmoji(desk, count('emojis?') ?? 1);
  if (/\bdisclaimer\b/i.test(what)) {
    const hasOne = desk.document.blocks.some((block) => block.includes(DISCLAIMER));
    if (!hasOne) desk.document = withDisclaimer(desk.document);
    desk.done.push(hasOne ? 'kept the disclaimer that is there' : 'added a disclaimer');
    return true;
  }
  if (/\b(?:call to action|cta)\b/i.test(what)) return sayMore(desk, callToAction(desk), 'a call to action');
  if (/\b(?:button|link) (?:label|text)\b|\blabel\b.*\bbutton\b/i.test(what)) return addButton(desk);
  if (/\bsummary\b/i.test(what)) return addSummary(desk, quotedIn(what) ?? 'In short');
  if (/\bsubject(?: line)?\b/i.test(what)) {
    giveSubject(desk, quotedIn(what) ?? '', 60);
    return true;
  }
  if (/\bheadline\b/i.test(what) && quotedIn(what) === undefined) return giveHeadline(desk);
  const question = questionOrder(what);
  if (question) return askQuestion(desk, question, `add ${what}`);
  if (POSTSCRIPT_ASKED.test(what)) return addPostscript(desk, what);
  if (quotedIn(what) === undefined) {
    if (/^(?:an? |the )?(?:[\w-]+ )?(?:greeting|salutation)$/i.test(bare(what)))
      return addGreeting(desk, what);
    if (/^(?:an? |the )?(?:[\w-]+ )?(?:signature|sign-?off)$/i.test(bare(what)))
      return addSignOff(desk, what);
    if (
      /^(?:an? |our )?(?:short |warm )?(?:thank[- ]you|word of thanks)(?: (?:note|line|sentence))?$/i.test(
        bare(what),
      )
    )
      return sayMore(desk, 'Thank you for reading', 'a thank you', place);
  }
  const address =
    /\blink to (?:the )?([\w-]+(?:\.[\w-]+)+(?:\/[\w\-./?=&%#]*)?)(?:,?\s+(?:where|so) (?:they|you|people|readers) (?:can )?(.+))?/i.exec(
      what,
    );
  if (address) {
    const [, url = '', purpose] = address;
    return sayMore(
      desk,
      purpose === undefined ? `More at ${url}` : `You can ${toReader(purpose)} at ${url}`,
      `the link to ${url}`,
    );
  }
  const listed = /^(?:a |the )?list of (?:the )?(.+)$/i.exec(what)?.[1];
  if (listed !== undefined) return addList(desk, listed);
  const about =
    /^(?:an? |one |another )?(?:short |single |brief |one-line )?(?:sentence|line|word|note|remark|paragraph|bullet|point|hint|reminder|warning|example|mention)s?\s+(?:about|on|for|saying|that says|that|of|from|to)\s+(.+)$/i.exec(
      what,
    );
  if (about)
    return sayMore(
      desk,
      sentenceAbout(about[0], about[1] ?? ''),
      `a sentence about ${(about[1] ?? '').replace(/[.]$/, '')}`,
      place,
    );
  const clause = /^that\s+(.+)$/i.exec(what)?.[1];
  if (clause !== undefined) return sayMore(desk, toReader(clause), `that ${clause}`, place);
  // What only has a name is not made by writing its name down.
  if (isThingOfForm(bare(what))) {
    desk.missed.push(`add ${what}`);
    return true;
  }
  return addThings(desk, what, place);
}

/** Without where it shall stand. */
function bare(what: string): string {
  return what.replace(
    /\s+(?:at|in|near|to) the (?:very )?(?:end|start|beginning|top|bottom|close|middle)\b.*$/i,
    '',
  );
}

export function askQuestion(desk: Desk, order: QuestionOrder, instruction: string): boolean {
  const question = questionOf(desk, order);
  if (question === undefined) desk.missed.push(instruction);
  else if (order.place === 'start') {
    desk.document = withSentence(desk.document, question, 'start');
    desk.done.push('began with a question');
  } else {
    desk.document = closedWith(desk.document, question);
    desk.done.push(`ended with the question “${question}”`);
  }
  return true;
}

const POSTSCRIPT_ASKED = /^(?:an? |the )?(?:p\.?\s?s\.?|post ?script)(?=[\s:,]|$)/i;

/** Behind the sign-off, as in a letter; without a matter there is nothing to write. */
function addPostscript(desk: Desk, what: string): boolean {
  const matter = bare(what).replace(POSTSCRIPT_ASKED, '').trim();
  const said =
    quotedIn(matter) ??
    /^(?:that|saying(?: that)?|which says(?: that)?|:)\s*(.+)$/i.exec(matter)?.[1] ??
    (/^(?:about|on|with)\s+(?!an?\s)(.+)$/i.test(matter)
      ? `Ask us about ${matter.replace(/^\S+\s+/, '')}`
      : undefined);
  if (said === undefined) {
    desk.missed.push(`add ${what}`);
    return true;
  }
  const { subject, blocks } = desk.document;
  desk.document = { subject, blocks: [...blocks, `P.S. ${asSentence(toReader(said))}`] };
  desk.done.push('added a P.S.');
  return true;
}

function isLetter({ input }: Desk): boolean {
  return input.type === 'email' || input.type === 'newsletter';
}

function addGreeting(desk: Desk, what: string): boolean {
  const { subject, blocks } = desk.document;
  if (blocks.some(isGreeting)) desk.done.push('kept the greeting that is there');
  else if (isLetter(desk)) {
    desk.document = { subject, blocks: ['Hello,', ...blocks] };
    desk.done.push('added a greeting');
  } else desk.missed.push(`add ${what}`);
  return true;
}

function addSignOff(desk: Desk, what: string): boolean {
  const { subject, blocks } = desk.document;
  if (blocks.some(isSignOff)) desk.done.push('kept the sign-off that is there');
  else if (isLetter(desk)) {
    desk.document = { subject, blocks: [...blocks, 'Kind regards,\nThe team'] };
    desk.done.push('added a sign-off');
  } else desk.missed.push(`add ${what}`);
  return true;
}

/** "the date 28 November and the word "tea"", "the serving size (35 g) and the protein per serving (22 g)". */
function addThings(desk: Desk, what: string, place: 'start' | 'end'): boolean {
  const have = new Set(stemsOf(writeDocument(desk.document)));
  const wanted = stemsOf(what);
  if (wanted.length > 0 && wanted.every((stem) => have.has(stem))) {
    desk.done.push(`${what} is in it already`);
    return true;
  }
  const isAlternative = /\s+as (?:the|an) alternative$/i.test(what);
  const parts = splitOutside(
    what
      .replace(/\s+as (?:the|an) alternative$/i, '')
      .replace(/\s+at the (?:end|start|beginning|top|bottom)$/i, '')
      .replace(/\s+and\s+(?=(?:the|an?|our|your|that)\s)/gi, '\uE000'),
    /\uE000/,
  );
  const sentences = parts.flatMap((part) => {
    const date = dateIn(part);
    if (date !== undefined) {
      addDate(desk, date, place, part);
      return [];
    }
    if (isThingOfForm(part) || NAMES_ONLY.test(part)) {
      desk.missed.push(`add ${part}`);
      return [];
    }
    const [, named, figure] = /^(?:the |an? |our )?(.+?)\s*\(([^)]+)\)$/.exec(part) ?? [];
    if (named !== undefined && figure !== undefined) return `${named}: ${figure}`;
    const [, kind = '', value] =
      /^(?:the )?(date|word|words|phrase|phone number|number|time|price|address|name|code|email|e-mail address|place|city|day|telephone)\s+(.+)$/i.exec(
        part,
      ) ?? [];
    if (value === undefined) {
      if (/^that\s/i.test(part)) return toReader(part.replace(/^that\s+/i, ''));
      return `${isAlternative ? 'The alternative: ' : ''}${part.replace(/^(?:an?|some|the)\s+(?=\p{Ll})/u, isAlternative ? '' : '')}`;
    }
    if (/phone|telephone/i.test(kind)) return `Call ${unquoted(value)}`;
    if (/date|day/i.test(kind)) return `It is ${unquoted(value)}`;
    if (/word|phrase/i.test(kind)) return wordInSentence(unquoted(value));
    if (/code/i.test(kind)) return `Use the code ${unquoted(value)}`;
    if (/mail/i.test(kind)) return `Write to ${unquoted(value)}`;
    return `The ${kind.toLowerCase()} is ${unquoted(value)}`;
  });
  for (const [index, sentence] of sentences.entries()) {
    const isPart =
      !/\b(?:is|are|was|were|can|will|must|has|have|call|comes?|go(?:es)?|starts?|begins?)\b/i.test(
        sentence,
      ) && !sentence.includes(':');
    addSentence(desk, isPart ? `Also: ${sentence}` : sentence, place, parts[index] ?? sentence);
  }
  return true;
}

/** A detail without what it is: "the price". */
const NAMES_ONLY =
  /^(?:an? |the |our |your )?(?:date|day|price|time|address|phone number|telephone|name|code|email|e-mail address|place|city|deadline)$/i;

function dateIn(part: string): { date: string; isDeadline: boolean } | undefined {
  const [, kind = '', value = ''] =
    /^(?:the |a |an |our )?(?:(?:[\w-]+ )?(date|day|deadline)(?: of| is|:)?\s+)?(?:on )?(.+)$/i.exec(part) ??
    [];
  const date = unquoted(value);
  if (
    !isDate(date) &&
    !(kind !== '' && /^(?:today|tomorrow|(?:this|next) \w+)$|\d\s?(?:-|–|to|and)\s?\d/i.test(date))
  )
    return undefined;
  return {
    date: writtenDate(date),
    isDeadline: /deadline/i.test(part) || /\b(?:closing|end|final|last) (?:date|day)\b/i.test(part),
  };
}

/** In the sentence that asks people to come, else in one of its own. */
function addDate(
  desk: Desk,
  { date, isDeadline }: { date: string; isDeadline: boolean },
  place: 'start' | 'end',
  part: string,
): void {
  if (writeDocument(desk.document).includes(date)) {
    desk.done.push(`${part} is in it already`);
    return;
  }
  const call = isDeadline
    ? undefined
    : sentencesIn(desk.document).findLast(
        (sentence) =>
          CALL_TO_COME.test(sentence) &&
          !/\d|\?$|\b(?:today|tomorrow|tonight|now)\b|\p{L}day\b|\w\.\w/iu.test(sentence),
      );
  if (call !== undefined) {
    const dated = call.replace(/([.!]?)$/, ` ${onDate(date)}$1`);
    desk.document = mapSentences(desk.document, (sentence) => (sentence === call ? dated : sentence));
    desk.done.push(`added ${part}`);
    return;
  }
  const text = writeDocument(desk.document);
  const sentence = isDeadline
    ? `You have until ${date}`
    : GATHERING.test(text)
      ? `Join us ${onDate(date)}`
      : `Save the date: ${date}`;
  addSentence(desk, sentence, place, part);
}

const CALL_TO_COME =
  /^(?:please )?(?:join us|come (?:by|along|and (?:see|join|visit|meet)|in|over)|visit us|drop (?:in|by)|stop by|meet us|see you)\b/i;
const GATHERING =
  /\b(?:invit\w+|tasting|open (?:house|day|evening)|workshop|webinar|retreat|party|picnic|meet-?up|event|class(?:es)?|seats?|places are|join|doors|evenings?)\b/i;

function wordInSentence(word: string): string {
  return `There is ${word} too`;
}

/** A sentence that names a matter without pretending to know more about it. */
function sentenceAbout(instruction: string, matter: string): string {
  const subject = matter.replace(/[.]$/, '');
  if (/\b(?:saying|says|that)\s/i.test(instruction) && !/\babout\b/i.test(instruction))
    return toReader(subject.replace(/^that\s+/i, ''));
  const whom =
    /\bfor\s+((?:people|those|anybody|anyone|everybody|everyone|guests|members|readers|beginners|parents|families)\b.*)$/i.exec(
      instruction,
    )?.[1];
  if (whom !== undefined) {
    const isMoving = /\b(?:stairs?|steps?|stand|run|walk|kneel|jump|climb|floor)\b/i.test(whom);
    return isMoving
      ? `For ${whom}: walk on the level or move seated on a chair, it counts just the same`
      : `For ${whom}: you are just as welcome, and we are glad to help`;
  }
  return `Ask us about ${toReader(subject)}`;
}

function addHashtags(desk: Desk, count: number): boolean {
  const { subject, blocks } = desk.document;
  const words = [
    ...`${desk.input.requirements} ${blocks.join(' ')}`.matchAll(/(?<![#\w@.])([A-Za-z]{4,})(?![\w@.]*@)/g),
  ].map(([, word = '']) => word);
  const counts = new Map<string, number>();
  for (const word of words) {
    const [stem] = stemsOf(word);
    if (stem !== undefined && !NO_TAG.test(word))
      counts.set(word.toLowerCase(), (counts.get(word.toLowerCase()) ?? 0) + 1);
  }
  const tags = [...counts]
    .sort((left, right) => right[1] - left[1])
    .slice(0, count)
    .map(([word]) => `#${capitalised(word)}`);
  while (tags.length < count)
    tags.push(['#Wellbeing', '#Everyday', '#Health', '#Together'][tags.length % 4] ?? '#Wellbeing');
  desk.document = { subject, blocks: [...blocks, tags.join(' ')] };
  desk.done.push(`added ${tags.join(' ')}`);
  return true;
}

const NO_TAG =
  /^(?:post|about|from|with|that|this|your|have|there|write|email|mail|flyer|script|short|also|says?|said|january|february|march|april|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|words?|under|tell|want|ours?|come|what|below|look|here|free)$/i;

function addEmoji(desk: Desk, count: number): boolean {
  const text = desk.document.blocks.join(' ');
  const emoji = EMOJI.find(([pattern]) => pattern.test(text))?.[1] ?? '🌿';
  const blocks = [...desk.document.blocks];
  const at = Math.max(0, endOf(desk.document) - 1);
  blocks[at] = `${blocks[at] ?? ''} ${Array.from({ length: count }, () => emoji).join('')}`;
  desk.document = { ...desk.document, blocks };
  desk.done.push(`added ${count === 1 ? 'an emoji' : `${count} emojis`} at the end`);
  return true;
}

function addButton(desk: Desk): boolean {
  const text = `${desk.input.requirements} ${desk.document.blocks.join(' ')}`;
  const [, noun] =
    /\b(?:workouts?|entr(?:y|ies)|orders?|meals?|sessions?|notes?|appointments?|recipes?|posts?|walks?|messages?|goals?)\b/i
      .exec(text)?.[0]
      .match(/^(\w+?)s?$/) ?? [];
  const label =
    noun === undefined
      ? 'Get started'
      : `Log a ${noun.toLowerCase()}`
          .replace(/Log a (order|appointment|meal|session)/, 'Add a $1')
          .replace(/ a ([aeiou])/, ' an $1');
  desk.document = { ...desk.document, blocks: [...desk.document.blocks, `Button: "${label}"`] };
  desk.done.push(`added the button label “${label}”`);
  return true;
}

function addSummary(desk: Desk, beginning: string): boolean {
  const main = longestFact(sentencesIn(desk.document));
  return sayMore(desk, `${beginning}: ${lowerFirst(main)}`, 'a summary', 'end');
}

/** The sentence that says most: figures count double. */
function longestFact(sentences: readonly string[]): string {
  const weight = (sentence: string): number =>
    stemsOf(sentence).length +
    (/\d|\b(?:two|three|four|five|six|seven|eight|nine|ten)\b/i.test(sentence) ? 6 : 0) -
    Math.max(0, wordCount(sentence) - 22);
  return [...sentences].sort((left, right) => weight(right) - weight(left))[0] ?? '';
}

const ORDINALS = [
  'First',
  'Second',
  'Third',
  'Fourth',
  'Fifth',
  'Sixth',
  'Seventh',
  'Eighth',
  'Ninth',
  'Tenth',
];

/** A list of things that nobody has told us yet: its lines stand ready, the words are the author's to fill in. */
export function addList(desk: Desk, listed: string, at?: number): boolean {
  const { items, what } = listItems(desk, listed);
  const blocks = [...desk.document.blocks];
  blocks.splice(at ?? endOf(desk.document), 0, items.join('\n'));
  desk.document = { ...desk.document, blocks };
  desk.done.push(`added a list of ${what} whose words are yours to fill in`);
  return true;
}

export function listItems(desk: Desk, listed: string): { items: string[]; what: string } {
  const each = /^(?:what (?:happens|comes|is done)|the contents?) in each (\w+)/i.exec(listed)?.[1];
  const figured = new RegExp(`^${FIGURE}\\s+(.+)$`, 'i').exec(listed);
  const content = desk.input.content;
  const thing = each ?? (figured?.[2] ?? listed).replace(/[.]$/, '');
  const ofContent = new RegExp(`${FIGURE}\\s+${thing}s?\\b`, 'i').exec(content)?.[1];
  const count = Math.min(10, Math.max(2, figureOf(figured?.[1] ?? '') ?? figureOf(ofContent ?? '') ?? 3));
  const singular = thing.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '');
  const items = Array.from({ length: count }, (_, index) =>
    each === undefined
      ? `- ${capitalised(singular)} ${index + 1}: …`
      : `- ${ORDINALS[index] ?? index + 1} ${singular}: …`,
  );
  return { items, what: `${count} ${thing}` };
}
