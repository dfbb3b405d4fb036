import type { AssetType } from './contract.ts';
import { splitSubject, wordCount } from './rules.ts';
import { hasWord } from './rules-brief.ts';
import { JOKES } from './rules-compose.ts';
import {
  bareLine,
  type Document,
  endOf,
  isGreeting,
  isHeading,
  isListLine,
  isSignOff,
  mapSentences,
  markOf,
  readDocument,
  sentencesIn,
  startOf,
  withSentence,
  writeDocument,
} from './rules-document.ts';
import {
  asSentence,
  capitalised,
  FIGURE,
  figureOf,
  pick,
  sentencesOf,
  splitOutside,
  stemsOf,
} from './rules-sentences.ts';

export type RefinementInput = {
  type: AssetType;
  content: string;
  request: string;
  requirements: string;
  bannedWords: readonly string[];
  seed: string;
};

type Desk = {
  input: RefinementInput;
  document: Document;
  done: string[];
  missed: string[];
  /** Words that the text may have at most; applied last. */
  mostWords: number | undefined;
};

/** What a rule of refinement does with an instruction; false: it is none of its own. */
type Rule = { pattern: RegExp; apply: (desk: Desk, match: RegExpExecArray) => boolean };

/**
 * Changes content as somebody asks, by rules: what is asked is done where it stands, and everything else stays as it
 * was. The explanation says what was done, and what could not be.
 */
export function refineText(input: RefinementInput): { content: string; explanation: string } {
  const desk: Desk = {
    input,
    document: readDocument(input.content),
    done: [],
    missed: [],
    mostWords: undefined,
  };
  for (const instruction of instructionsOf(input.request)) obey(desk, instruction);
  if (desk.mostWords !== undefined) shortenTo(desk, desk.mostWords);
  const content = writeDocument(desk.document);
  return {
    content,
    explanation: explanationOf(desk, content !== writeDocument(readDocument(input.content))),
  };
}

function obey(desk: Desk, instruction: string): void {
  for (const { pattern, apply } of RULES) {
    const match = pattern.exec(instruction);
    if (match && apply(desk, match)) return;
  }
  desk.missed.push(instruction);
}

function explanationOf({ done, missed }: Desk, isChanged: boolean): string {
  const did = done.length > 0 ? `${capitalised(done.join('; '))}.` : '';
  const not = missed.map((one) => `“${one.replace(/[.]$/, '')}”`).join(' and ');
  const cannot =
    not === ''
      ? ''
      : `The built-in engine cannot do this: ${not}. Edit the text by hand, or set LLM_PROVIDER.`;
  if (!isChanged && cannot === '') return did === '' ? 'Nothing had to change.' : did;
  return [did, cannot].filter((part) => part !== '').join(' ');
}

const VERB =
  '(?:add|append|remove|cut|delete|drop|lose|take (?:out|away)|leave out|mention|replace|swap|change|exchange|make|put|write|rewrite|turn|start|begin|open|end|finish|close|shorten|lengthen|expand|keep|use|say|include|give|sound|move|translate|split|have|number|list|tone|trim|state|name|insert|rephrase|convert|restructure|simplify|soften|break|set|show|explain|point out|tell)';

/** A request cut into single instructions; what only protects something ("keep the rest") is none. */
export function instructionsOf(request: string): string[] {
  const said = sentencesOf(request.replace(/\s+/g, ' '));
  return said
    .flatMap((sentence) => partsOf(sentence))
    .map((part) =>
      part
        .replace(/^(?:and|but|then|please|now|also|so|just)\s+/gi, '')
        .replace(/^(?:please|now|also|just)\s+/i, '')
        .replace(/[.!,;\s]+$/, '')
        .trim(),
    )
    .filter((part) => part !== '' && !PROTECTION.test(part));
}

const PROTECTION =
  /^(?:(?:but |and |while )?(?:keep(?:ing)?|leave|leaving|without|nothing else|don['’]t|do not|never|no other|as (?:it|they) (?:is|are))\b(?!.*\b\d+ (?:words|characters)).*|for (?:each|all) of (?:it|them))$/i;

function partsOf(sentence: string): string[] {
  const marked = sentence.replace(
    new RegExp(
      `(?:,\\s*|;\\s*|\\s+)(?:and|but|then|while)\\s+(?=(?:then |also |please |now )?(?!(?:replace|swap) (?:it|them|that)\\b)(?:${VERB}|keeping|without|nothing else)\\b)|[,;]\\s+(?=(?:then |also |please )?(?:${VERB}|keeping)\\b)`,
      'gi',
    ),
    '\uE000',
  );
  return splitOutside(marked, /[;\uE000]/);
}

const RULES: readonly Rule[] = [
  // How long.
  {
    pattern: new RegExp(
      `\\b(?:shorten|cut|trim|keep|limit) (?:each|every) (\\w+) (?:to|at|under|below) (?:at most |max(?:imum)? )?${FIGURE} words`,
      'i',
    ),
    apply: (desk, [, thing, figure]) => shortenEach(desk, thing ?? '', figureOf(figure ?? '') ?? 10),
  },
  {
    pattern:
      /\b(?:subject)\b.*?\b(?:below|under|at most|max(?:imum)?|within|less than)\s*(\d+)\s*(?:characters|chars|letters)/i,
    apply: (desk, match) => {
      giveSubject(desk, match[0], Number(match[1]));
      return true;
    },
  },
  {
    pattern:
      /\b(?:max(?:imum)?(?: of)?|under|below|at most|less than|no more than|fewer than|to|in|within|stay under)\s*(?:about |around )?(\d+)\s*words\b/i,
    apply(desk, match) {
      desk.mostWords = Math.max(5, Number(match[1]) - (/under|below|less|fewer/i.test(match[0]) ? 1 : 0));
      const rest = match.input
        .replace(match[0], '')
        .replace(
          /^\s*(?:(?:now )?(?:make|cut|keep|get|bring|trim|shorten|hold)(?: (?:it|this|the text|everything))?(?: down)?|(?:a bit |much )?shorter)\b/i,
          '',
        )
        .replace(/[:,]?\s*for (?:people on )?(?:a |the )?(?:phone|mobile|small screen)s?[:,]?/i, '')
        .replace(/^[\s,:;]+|[\s,:;]+$/g, '');
      if (rest !== '' && new RegExp(`^${VERB}\\b`, 'i').test(rest)) obey(desk, rest);
      return true;
    },
  },
  {
    pattern:
      /^(?:make (?:it|this|the (?:text|mail|email|post|copy)) )?(?:a (?:bit|little) |much |far |even )?(?:shorter|tighter|more concise|briefer|snappier)\b|^(?:shorten|condense|trim|tighten)(?: (?:it|this|the (?:text|mail|email|post|copy)))?$/i,
    apply(desk) {
      desk.mostWords ??= Math.max(8, Math.round(wordCount(splitSubject(desk.input.content).body) * 0.6));
      return true;
    },
  },
  {
    pattern:
      /^(?:make (?:it|this|the text) )?(?:a (?:bit|little) |much )?(?:longer|more detailed)\b|^(?:lengthen|expand|elaborate)\b/i,
    apply: (desk) => lengthen(desk),
  },
  // Subject and headline.
  {
    pattern:
      /\b(?:put|move|place|bring|use|get)\s+(.+?)\s+(?:in|into|to|as|up in)\s+(?:the |a |an )?subject(?: line)?\b/i,
    apply: (desk, [, what = '']) => putInSubject(desk, what),
  },
  {
    pattern:
      /\b(?:another|other|new|different|better|fresh|alternative|shorter)\b.*\bsubject(?: line)?\b|^(?:change|rewrite|replace|swap) the subject(?: line)?$/i,
    apply(desk) {
      giveSubject(desk, '', 60);
      return true;
    },
  },
  {
    pattern: /\bheadline\b.*\b(?:question mark|question)\b|\b(?:question)\b.*\bheadline\b/i,
    apply: (desk) => questionHeadline(desk),
  },
  // Shape.
  {
    pattern: new RegExp(
      `${FIGURE} (?:different )?(?:variants|versions|variations|alternatives|options)\\b`,
      'i',
    ),
    apply: (desk, [, figure]) => variants(desk, figureOf(figure ?? '') ?? 3),
  },
  { pattern: /\b(?:two[- ]column |2-column )?table\b/i, apply: (desk) => table(desk) },
  {
    pattern: /\b(?:numbered|ordered) (?:list|steps)\b|\bnumber (?:the|them|each)\b/i,
    apply: (desk, match) => makeList(desk, 'numbered', match.input),
  },
  {
    pattern: /\bfirst paragraph\b.*\b(?:one|a single) sentence\b/i,
    apply: (desk) => firstParagraph(desk),
  },
  {
    pattern: /\bpast tense\b/i,
    apply(desk, match) {
      toPast(desk);
      if (/thank/i.test(match.input)) addSentence(desk, 'Thank you for your patience', 'end', 'a thank you');
      return true;
    },
  },
  { pattern: /\bfirst person\b/i, apply: (desk) => toFirstPerson(desk) },
  {
    pattern:
      /\b(?:sound|read|look)s? (?:like|as if) (?:a |an |the |some)?(?:person|somebody|someone|one|human)?\s*(?:of us )?(?:from|in|at|of) (the [\w -]+?|our [\w -]+?)(?:\s+(?:wrote|had written|writes|was writing)\b.*|$)/i,
    apply(desk, [, place = '']) {
      warm(desk);
      addSentence(desk, `Greetings from all of us at ${place}`, 'end', `signed from ${place}`);
      return true;
    },
  },
  {
    pattern:
      /^(?:turn|make|change|convert|rewrite)\s+(?:it|this|that|the (?:post|text|line))\s+(?:in)?to a question|^(?:end|finish|close) (?:with|on) a question|\bas a question\b|\bquestion for the comments\b/i,
    apply(desk) {
      desk.document = withQuestion(desk);
      desk.done.push('ended with a question');
      return true;
    },
  },
  {
    pattern:
      /^(?:turn|make|change|convert|rewrite|restructure|break|use|list|put|split)\b.*\b(?:bullets?|bullet(?:ed)? (?:list|points)|a list)\b(?! of\b)/i,
    apply: (desk, match) => makeList(desk, 'bullets', match.input),
  },
  // Taking out and putting in.
  {
    pattern:
      /^(?:cut|remove|drop|delete|take out)\s+(.+?)\s+and (?:replace|swap) (?:it|them|that) (?:with|by|for)\s+(.+)$/i,
    apply: (desk, [, what = '', by = '']) => replace(desk, what, by),
  },
  {
    pattern:
      /^(?:swap|replace|change|exchange|substitute|turn|convert)\s+(?:out )?(.+?)\s+(?:for|with|by|to|into|in)\s+(.+)$/i,
    apply: (desk, [, what = '', by = '']) => replace(desk, what, by),
  },
  {
    pattern: /^(?:it|them|that)\s+(?:with|by|for)\s+(.+)$/i,
    apply: (desk, [, by = '']) => add(desk, by),
  },
  {
    pattern:
      /^(?:remove|cut|delete|drop|lose|take out|take away|leave out|get rid of|strip|omit)\s+(?:out )?(.+)$/i,
    apply: (desk, [, what = '']) => remove(desk, what),
  },
  {
    pattern: /^(?:start|begin|open)(?: the \w+| it)? (?:with|by)\s+(.+)$/i,
    apply: (desk, [, what = '']) => startWith(desk, what),
  },
  {
    pattern: /^(?:move|put|bring)\s+(.+?)\s+(?:to|at|up to) the (?:top|start|beginning|front)$/i,
    apply: (desk, [, what = '']) => startWith(desk, what),
  },
  {
    pattern: /^(?:end|finish|close)(?: the \w+| it)? (?:with|on|by)\s+(.+)$/i,
    apply: (desk, [, what = '']) => endWith(desk, what),
  },
  {
    pattern: /^(?:add|append|insert|include|give(?: it)?|use)\s+(?:in )?(.+)$/i,
    apply: (desk, [, what = '']) => add(desk, what),
  },
  {
    pattern: /^(?:mention|say|state|name|point out|tell \w+|explain|show|note)\s+(.+)$/i,
    apply: (desk, [, what = '']) => add(desk, what),
  },
  // Voice.
  {
    pattern:
      /\b(?:less like a \w+|warmer|friendlier|kinder|softer|more (?:friendly|personal|human|relaxed|casual|conversational)|less (?:formal|stiff|cold|corporate|dry))\b/i,
    apply(desk) {
      warm(desk);
      desk.done.push('made it warmer');
      return true;
    },
  },
  {
    pattern:
      /\b(?:more (?:formal|professional|serious|official|factual|neutral|sober)|less (?:casual|friendly|chatty))\b/i,
    apply(desk) {
      formal(desk);
      desk.done.push('made it more formal');
      return true;
    },
  },
  {
    pattern:
      /\bfor (?:the )?(health enthusiasts|fitness beginners|beginners|healthcare professionals|doctors|wellness coaches|coaches|everybody|a general audience)\b/i,
    apply(desk, [, whom = '']) {
      desk.document = withSentence(desk.document, `For ${whom}`, 'start');
      desk.done.push(`addressed it to ${whom}`);
      return true;
    },
  },
  // News about the matter itself: "The line is back."
  {
    pattern:
      /^(?:the|our|we|it|there|this|that|he|she|they)\s+.+\b(?:is|are|was|were|has|have|will|starts?|begins?|opens?|closes?)\b.*$/i,
    apply(desk, [news = '']) {
      addSentence(desk, news, 'start', `began with “${news}”`);
      return true;
    },
  },
];

function addSentence(desk: Desk, sentence: string, place: 'start' | 'end', note: string): void {
  desk.document = withSentence(desk.document, sentence, place);
  desk.done.push(note.startsWith('began') || note.startsWith('signed') ? note : `added ${note}`);
}

/** What is quoted in an instruction. */
function quotedIn(text: string): string | undefined {
  return /["“]([^"”]+)["”]|(?<![\p{L}])['‘]([^'’]+)['’](?![\p{L}])/u
    .exec(text)
    ?.slice(1)
    .find((part) => part !== undefined);
}

function unquoted(text: string): string {
  return text.replace(/^["“'‘]|["”'’]$/g, '');
}

// --- Adding ---------------------------------------------------------------------------------------------------------

const DISCLAIMER =
  'This text is for information and is not medical advice. Ask your doctor or pharmacist if you are unsure';
const EMOJI: readonly [RegExp, string][] = [
  [/\b(?:tea|herb|leaf|plant|balm|mint)/i, '🍃'],
  [/\b(?:run|walk|stretch|move|train|workout|stairs|break)/i, '🌞'],
  [/\b(?:sleep|night|evening|bed|pyjama)/i, '🌙'],
  [/\b(?:event|open house|talk|invitation|party)/i, '🎈'],
];

function add(desk: Desk, given: string): boolean {
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
  if (/\bdisclaimer\b/i.test(what)) return sayMore(desk, DISCLAIMER, 'a disclaimer');
  if (/\b(?:call to action|cta)\b/i.test(what)) return sayMore(desk, callToAction(desk), 'a call to action');
  if (/\b(?:button|link) (?:label|text)\b|\blabel\b.*\bbutton\b/i.test(what)) return addButton(desk);
  if (/\bsummary\b/i.test(what)) return addSummary(desk, quotedIn(what) ?? 'In short');
  if (/\bsubject(?: line)?\b/i.test(what)) {
    giveSubject(desk, quotedIn(what) ?? '', 60);
    return true;
  }
  if (/\bheadline\b/i.test(what) && quotedIn(what) === undefined) return giveHeadline(desk);
  if (/\b(?:quote|quotation)\b/i.test(what) && quotedIn(what) === undefined) {
    desk.missed.push(`add ${what}`);
    return true;
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
    /^(?:an? |one |another )?(?:short |single |brief |one-line )?(?:sentence|line|word|note|remark|paragraph|bullet|point|hint|reminder|warning|example)s?\s+(?:about|on|for|saying|that says|that|of|from|to)\s+(.+)$/i.exec(
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
  return addThings(desk, what, place);
}

function sayMore(desk: Desk, sentence: string, note: string, place: 'start' | 'end' = 'end'): boolean {
  addSentence(desk, sentence, place, note);
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
  const sentences = parts.map((part) => {
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
    if (/date|day/i.test(kind)) return `The date: ${unquoted(value)}`;
    if (/word|phrase/i.test(kind)) return wordInSentence(unquoted(value));
    return `${kind}: ${unquoted(value)}`;
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

const CALLS: Record<AssetType, readonly string[]> = {
  email: [
    'Answer this mail and we will take it from there',
    'Reply today and we will help you with the rest',
  ],
  flyer: ['Come by or call us', 'Ask at the desk'],
  video: ['Come and see us', 'Write to us and we will answer'],
  social_post: ['Write to us or comment below', 'Send us a message to find out more'],
  ad_copy: ['See the details and choose yours', 'Visit us to find out more'],
  newsletter: ['Answer this letter and tell us what you think', 'Reply and let us know'],
  text: ['Write to us to find out more', 'Call or write, we are glad to help'],
};

function callToAction({ input, document }: Desk): string {
  const address = /\b[\w-]+(?:\.[\w-]+)+(?:\/[\w\-./]*)?|\S+@\S+\.\w+|\b\d{3}-\d{4}\b/.exec(
    document.blocks.join(' '),
  )?.[0];
  if (address !== undefined)
    return /@/.test(address)
      ? `Write to ${address} today`
      : /^\d/.test(address)
        ? `Call ${address} today`
        : `Visit ${address} today`;
  return pick(CALLS[input.type], `${input.seed} ${input.content}`, 'call to action');
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

function lowerFirst(text: string): string {
  return /^(?:The|A|An|This|These|Our|Your|We|You|It|Spacing|Take|Use|Please|There)\b/.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}

/** A title as part of a sentence: with a small letter where the brief writes it with one. */
function inSentence(title: string, { input }: Desk): string {
  const [first = ''] = title.split(/\s+/);
  const isPlain = new RegExp(
    `(?<![\\p{L}])${first.toLowerCase().replace(/[^\p{L}\p{N}-]/gu, '')}(?![\\p{L}])`,
    'u',
  ).test(input.requirements);
  return isPlain ? title.charAt(0).toLowerCase() + title.slice(1) : title;
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
function addList(desk: Desk, listed: string, at?: number): boolean {
  const { items, what } = listItems(desk, listed);
  const blocks = [...desk.document.blocks];
  blocks.splice(at ?? endOf(desk.document), 0, items.join('\n'));
  desk.document = { ...desk.document, blocks };
  desk.done.push(`added a list of ${what} whose words are yours to fill in`);
  return true;
}

function listItems(desk: Desk, listed: string): { items: string[]; what: string } {
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

// --- Taking out -----------------------------------------------------------------------------------------------------

function remove(desk: Desk, given: string): boolean {
  const what = given
    .replace(
      /\s+(?:if (?:it|they)(?:['’]s| is| are)? (?:there|in it|present)|entirely|altogether|completely|please)$/i,
      '',
    )
    .replace(/,?\s+if it['’]s there.*$/i, '')
    .trim();
  const word = quotedIn(what);
  const scope = /\bfrom the (headline|title|subject(?: line)?|first (?:line|sentence|paragraph))\b/i
    .exec(what)?.[1]
    ?.toLowerCase();
  const before = writeDocument(desk.document);
  const thing = what
    .replace(/^(?:the|all|any|every|its|our|that|this)\s+(?:of the\s+)?/i, '')
    .replace(/^(?:number|amount|count) of (?:the )?/i, '');
  if (word !== undefined) removeWord(desk, word, scope);
  else if (/^prices?\b|^costs?\b/i.test(thing)) removePrices(desk);
  else if (/^jokes?\b/i.test(thing))
    desk.document = mapSentences(desk.document, (sentence) =>
      JOKES.some((joke) => joke.includes(sentence)) || /joke|just kidding|😄|ha!/i.test(sentence)
        ? ''
        : sentence,
    );
  else if (/^(?:greeting|salutation|hello)\b/i.test(thing)) removeGreeting(desk);
  else if (/^(?:emojis?)\b/i.test(thing))
    mapText(desk, (text) => text.replace(/\s*\p{Extended_Pictographic}\uFE0F?/gu, ''));
  else if (/^hash ?tags?\b/i.test(thing)) mapText(desk, (text) => text.replace(/\s*#\w+/g, ''));
  else if (/^(?:links?|web addresse?s?|urls?)\b/i.test(thing))
    mapText(desk, (text) =>
      text.replace(/\s*(?:at |on |via )?(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+\/?[\w\-./]*/g, ''),
    );
  else if (/^subject(?: line)?$/i.test(thing)) desk.document = { ...desk.document, subject: undefined };
  else if (/^(?:headline|title)$/i.test(thing))
    desk.document = {
      ...desk.document,
      blocks: desk.document.blocks.filter((block, index) => index > 0 || !isHeading(block)),
    };
  else if (/^(?:exclamation marks?)/i.test(thing)) mapText(desk, (text) => text.replace(/!+/g, '.'));
  else if (!removeNth(desk, thing)) removeAbout(desk, thing);
  const isGone = writeDocument(desk.document) !== before;
  desk.done.push(isGone ? `removed ${what}` : `${what} is not in it`);
  return true;
}

function mapText(desk: Desk, change: (text: string) => string): void {
  const { subject, blocks } = desk.document;
  desk.document = {
    subject: subject === undefined ? undefined : change(subject).trim(),
    blocks: blocks
      .map((block) =>
        change(block)
          .replace(/ +([.,;!?])/g, '$1')
          .trim(),
      )
      .filter((block) => block.replace(/[^\p{L}\p{N}]/gu, '') !== ''),
  };
}

function removeWord(desk: Desk, word: string, scope: string | undefined): void {
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])\\s?`,
    'giu',
  );
  const without = (text: string): string =>
    capitalised(text.replace(pattern, '').replace(/ {2,}/g, ' ').trim());
  const { subject, blocks } = desk.document;
  if (scope === undefined) {
    mapText(desk, (text) => text.replace(pattern, ''));
    return;
  }
  if (/subject/.test(scope)) {
    desk.document = { subject: subject === undefined ? undefined : without(subject), blocks };
    return;
  }
  const [first = '', ...rest] = blocks;
  const [line = '', ...lines] = first.split('\n');
  const mark = markOf(line);
  const cleaned = without(bareLine(line)).replace(/[\s,;:-]+$/, '');
  desk.document = { subject, blocks: [[`${mark}${cleaned}`, ...lines].join('\n'), ...rest] };
}

function removePrices(desk: Desk): void {
  const amount =
    '(?:[$€£]\\s?\\d[\\d.,]*\\d|[$€£]\\s?\\d|\\d[\\d.,]*\\s?(?:dollars|euros|pounds|USD|EUR|GBP))';
  desk.document = mapSentences(desk.document, (sentence) => {
    if (!new RegExp(amount, 'i').test(sentence)) return sentence;
    const cleaned = sentence
      .replace(
        new RegExp(
          `,?\\s*(?:for|at|from|only|costs?|costing|price[d]?(?: at)?:?|just)?\\s*(?:only )?${amount}(?:\\s+(?:a|per|each|the)\\b(?:\\s\\w+)?)?`,
          'gi',
        ),
        '',
      )
      .replace(/^\W+/, '')
      .trim();
    return stemsOf(cleaned).length === 0 ? '' : asSentence(cleaned);
  });
}

function removeGreeting(desk: Desk): void {
  const blocks = desk.document.blocks.filter((block) => !isGreeting(block));
  const opened = { ...desk.document, blocks };
  let isFirst = true;
  desk.document = mapSentences(opened, (sentence) => {
    if (!isFirst) return sentence;
    isFirst = false;
    return /^(?:hello|hi|hey|welcome|good (?:day|morning|evening|afternoon)|you have reached|thank you for calling)\b/i.test(
      sentence,
    )
      ? ''
      : sentence;
  });
}

const NTH: Record<string, number> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  last: -1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
};

/** "tip two", "the second paragraph", "the last bullet". */
function removeNth(desk: Desk, thing: string): boolean {
  const unit =
    '(tips?|points?|bullets?|items?|paragraphs?|sentences?|lines?|rules?|steps?|sections?|slides?|ideas?)';
  const match = new RegExp(
    `^(?:${unit}\\s+(?:number\\s+|no\\.?\\s*)?(\\d+|one|two|three|four|five|six)|(first|second|third|fourth|fifth|sixth|last)\\s+${unit})$`,
    'i',
  ).exec(thing);
  if (!match) return false;
  const nth = NTH[(match[2] ?? match[3] ?? '').toLowerCase()] ?? Number(match[2]);
  const kind = (match[1] ?? match[4] ?? '').toLowerCase();
  const { blocks } = desk.document;
  const lines = blocks.flatMap((block, blockIndex) =>
    block.split('\n').map((line, lineIndex) => ({ line, blockIndex, lineIndex })),
  );
  const listed = lines.filter(({ line }) => isListLine(line));
  const takeLine = (chosen: { blockIndex: number; lineIndex: number } | undefined): boolean => {
    if (!chosen) return false;
    desk.document = {
      ...desk.document,
      blocks: blocks
        .map((block, index) =>
          index === chosen.blockIndex
            ? renumbered(
                block
                  .split('\n')
                  .filter((_, at) => at !== chosen.lineIndex)
                  .join('\n'),
              )
            : block,
        )
        .filter((block) => block !== ''),
    };
    return true;
  };
  if (!/paragraph|sentence|section/.test(kind) && listed.length >= Math.abs(nth))
    return takeLine(listed.at(nth < 0 ? nth : nth - 1));
  if (/sentence/.test(kind)) {
    const all = sentencesIn(desk.document);
    const chosen = all.at(nth < 0 ? nth : nth - 1);
    desk.document = mapSentences(desk.document, (sentence) => (sentence === chosen ? '' : sentence));
    return true;
  }
  const paragraphs = blocks.flatMap((block, index) =>
    isGreeting(block) || isSignOff(block) || isHeading(block) ? [] : [index],
  );
  const chosen = paragraphs.at(nth < 0 ? nth : nth - 1);
  if (paragraphs.length > Math.abs(nth) && chosen !== undefined) {
    desk.document = { ...desk.document, blocks: blocks.filter((_, index) => index !== chosen) };
    return true;
  }
  const sentence = sentencesIn(desk.document).at(nth < 0 ? nth : nth - 1);
  desk.document = mapSentences(desk.document, (one) => (one === sentence ? '' : one));
  return true;
}

function renumbered(block: string): string {
  let number = 0;
  return block
    .split('\n')
    .map((line) => {
      if (!/^\s*\d+[.)]\s/.test(line)) return line;
      number += 1;
      return line.replace(/\d+/, String(number));
    })
    .join('\n');
}

/** Takes out the section under a heading that names the thing, and every sentence that speaks of it. */
function removeAbout(desk: Desk, thing: string): void {
  const wanted = stemsOf(
    thing.replace(
      /^(?:sentence|line|part|bit|paragraph|section|mention|reference|word|passage)s?\s+(?:about|on|of|with|to)\s+(?:the\s+)?/i,
      '',
    ),
  );
  if (wanted.length === 0) return;
  const speaksOf = (text: string): boolean => {
    const stems = new Set(stemsOf(text));
    return wanted.filter((stem) => stems.has(stem)).length >= Math.max(1, Math.ceil(wanted.length * 0.6));
  };
  const blocks: string[] = [];
  let isInside = false;
  for (const block of desk.document.blocks) {
    if (isHeading(block)) isInside = speaksOf(block);
    if (!isInside) blocks.push(block);
  }
  desk.document = mapSentences({ ...desk.document, blocks }, (sentence) =>
    speaksOf(sentence) ? '' : sentence,
  );
  const { subject } = desk.document;
  if (subject !== undefined && speaksOf(subject)) giveSubject(desk, '', 60);
}

// --- Exchanging -----------------------------------------------------------------------------------------------------

function replace(desk: Desk, givenWhat: string, givenBy: string): boolean {
  const what = givenWhat.replace(/^(?:out )?/i, '').trim();
  const by = givenBy
    .replace(/,?\s+(?:and|but)\s+keep\b.*$/i, '')
    .replace(/,\s*keep(?:ing)?\b.*$/i, '')
    .trim();
  const literal = quotedIn(what) ?? what.replace(/^the\s+(?:words?\s+)?/i, '');
  const words = quotedIn(by) ?? by.replace(/^(?:the word\s+)/i, '');
  const listed = /^(?:a |the )?(?:short |numbered |bulleted )?list of (?:the )?(.+)$/i.exec(by)?.[1];
  if (/^(?:the )?headline$/i.test(what))
    return /question/i.test(by) ? questionHeadline(desk) : setHeadline(desk, words);
  if (/^(?:the )?subject(?: line)?$/i.test(what)) {
    desk.document = { ...desk.document, subject: words };
    desk.done.push('changed the subject line');
    return true;
  }
  if (/\bpast tense\b|\bquestion\b|\bbullets?\b|\bnumbered\b|\btable\b|\bperson\b/i.test(by)) return false;
  if (/^(?:it|this|that|everything|the text|the (?:mail|email|post|script))$/i.test(what)) return false;
  if (/\b(?:spanish|german|french|english|italian|dutch|portuguese|polish)\b/i.test(by)) return false;
  if (listed !== undefined) {
    const sections = desk.document.blocks.findIndex((block) => hasWord(block, literal));
    const before = desk.document.blocks.length;
    if (quotedIn(what) === undefined) removeAbout(desk, literal);
    const at =
      sections < 0 || desk.document.blocks.length === before
        ? undefined
        : Math.min(sections, endOf(desk.document));
    const items = listItems(desk, listed);
    if (quotedIn(what) === undefined) {
      const named = capitalised(listed.replace(new RegExp(`^${FIGURE}\\s+`, 'i'), ''));
      const heading = desk.document.blocks.some((block) => block.startsWith('## ')) ? `## ${named}` : '';
      const blocks = [...desk.document.blocks];
      blocks.splice(
        at ?? endOf(desk.document),
        0,
        ...(heading === '' ? [] : [heading]),
        items.items.join('\n'),
      );
      desk.document = { ...desk.document, blocks };
      desk.done.push(`replaced ${what} by a list of ${items.what} whose words are yours to fill in`);
      return true;
    }
    return addList(desk, listed);
  }
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')}(?![\\p{L}\\p{N}])`,
    'giu',
  );
  if (pattern.test(writeDocument(desk.document))) {
    mapText(desk, (text) => text.replace(pattern, words));
    desk.done.push(`replaced ${what} by ${by}`);
    return true;
  }
  const before = writeDocument(desk.document);
  removeAbout(desk, literal);
  desk.document = withSentence(desk.document, words);
  desk.done.push(writeDocument(desk.document) === before ? `added ${by}` : `replaced ${what} by ${by}`);
  return true;
}

// --- Order ----------------------------------------------------------------------------------------------------------

function startWith(desk: Desk, given: string): boolean {
  const [what = ''] = given.split(/\s+(?:instead of|rather than|not)\s+/i);
  if (/\bquestion\b/i.test(what)) {
    desk.document = withSentence(desk.document, questionAbout(desk), 'start');
    desk.done.push('began with a question');
    return true;
  }
  const words = quotedIn(what);
  if (words !== undefined) return sayMore(desk, words, `“${words}” at the beginning`, 'start');
  const answer = /^(.+?)\s*\(([^)]+)\)$/.exec(what);
  if (answer)
    return sayMore(
      desk,
      `${toReader(answer[1] ?? '')}: ${answer[2]}`,
      `${answer[1]} at the beginning`,
      'start',
    );
  const wanted = stemsOf(what);
  const best = sentencesIn(desk.document)
    .map((sentence) => ({
      sentence,
      shared: wanted.filter((stem) => stemsOf(sentence).some((one) => one === stem || one.startsWith(stem)))
        .length,
    }))
    .sort((left, right) => right.shared - left.shared)[0];
  if (!best || best.shared === 0) return sayMore(desk, what, `${what} at the beginning`, 'start');
  moveToStart(desk, best.sentence, what);
  desk.done.push(`moved ${what} to the beginning`);
  return true;
}

/** The lines of a script keep their times, only their words change places. */
function moveToStart(desk: Desk, sentence: string, what: string): void {
  const { blocks } = desk.document;
  const at = blocks.findIndex((block) => block.includes(sentence));
  const lines = (blocks[at] ?? '').split('\n');
  if (lines.length > 1 && lines.every((line) => markOf(line) !== '')) {
    const said = lines.map(bareLine);
    const index = said.findIndex((line) => line.includes(sentence));
    const [moved = ''] = said.splice(index, 1);
    const ordered = [moved, ...said];
    const changed = lines.map((line, position) => `${markOf(line)}${ordered[position] ?? ''}`).join('\n');
    const rest = blocks.filter((_, position) => position !== at);
    const start = startOf({ ...desk.document, blocks: rest });
    desk.document = { ...desk.document, blocks: [...blocks.slice(0, at), changed, ...blocks.slice(at + 1)] };
    void start;
    return;
  }
  // A sentence that names the thing late is turned so that it comes first.
  const [, before, after] = new RegExp(
    `^(.+?),\\s*(the\\s+)?(${what.replace(/^the\s+/i, '').replace(/[^\w ]/g, '')}.*)$`,
    'i',
  ).exec(sentence)
    ? [undefined, '', '']
    : [undefined, undefined, undefined];
  void before;
  void after;
  const without = mapSentences(desk.document, (one) => (one === sentence ? '' : one));
  desk.document = withSentence(without, sentence, 'start');
}

function endWith(desk: Desk, given: string): boolean {
  const what = given.replace(/[.]$/, '');
  const words = quotedIn(what);
  if (words !== undefined) return sayMore(desk, words, `“${words}” at the end`);
  if (/\bfact\b/i.test(what)) {
    const fact = sentencesIn(desk.document).findLast((sentence) => /\d/.test(sentence));
    if (fact !== undefined) {
      desk.document = withSentence(
        mapSentences(desk.document, (one) => (one === fact ? '' : one)),
        fact,
      );
    }
    desk.done.push('ended with a fact');
    return true;
  }
  const example = /\bexample\b[^(]*(?:\(([^)]+)\))?/i.exec(what);
  if (example?.[1] !== undefined)
    return sayMore(desk, `Think of ${example[1]}`, `an example (${example[1]})`);
  const answer = /^(.+?)\s*\(([^)]+)\)$/.exec(what);
  if (answer) return sayMore(desk, `${toReader(answer[1] ?? '')}: ${answer[2]}`, `${answer[1]} at the end`);
  return add(desk, `${what.replace(/^an? /i, (article) => article)} at the end`);
}

// --- Shape ----------------------------------------------------------------------------------------------------------

function makeList(desk: Desk, kind: 'bullets' | 'numbered', instruction: string): boolean {
  const wanted =
    figureOf(
      new RegExp(`\\b${FIGURE}\\s+(?:steps|points|items|bullets|parts|tips|ideas|things)`, 'i').exec(
        instruction,
      )?.[1] ?? '',
    ) ?? 0;
  const start = startOf(desk.document);
  const end = endOf(desk.document);
  const { blocks } = desk.document;
  const inside = blocks.slice(start, end);
  let items = inside.flatMap((block) =>
    block
      .split('\n')
      .flatMap((line) =>
        isHeading(line) ? [] : isListLine(line) ? [bareLine(line)] : sentencesOf(bareLine(line)),
      ),
  );
  if (items.length < wanted)
    items = items.flatMap((item) => (wordCount(item) > 6 ? splitClause(item) : [item]));
  while (items.length < wanted)
    items.push(pick(CALLS[desk.input.type], desk.input.seed, `item ${items.length}`));
  const lines = items.map(
    (item, index) => `${kind === 'bullets' ? '-' : `${index + 1}.`} ${capitalised(item.trim())}`,
  );
  desk.document = {
    ...desk.document,
    blocks: [...blocks.slice(0, start), lines.join('\n'), ...blocks.slice(end)],
  };
  desk.done.push(kind === 'bullets' ? 'made it a bullet list' : 'made it a numbered list');
  return true;
}

function splitClause(item: string): string[] {
  const [, left, right] = /^(.{8,}?)(?:;|,?\s+and)\s+(.{8,})$/.exec(item) ?? [];
  return left === undefined || right === undefined ? [item] : [asSentence(left), asSentence(right)];
}

function variants(desk: Desk, count: number): boolean {
  const start = isHeading(desk.document.blocks[0] ?? '') ? 1 : 0;
  const title = start === 1 ? bareLine(desk.document.blocks[0] ?? '').replace(/\*\*/g, '') : '';
  const sentences = sentencesIn(desk.document);
  const made = Array.from({ length: count }, (_, index) => {
    const turned = [
      ...sentences.slice(index % Math.max(1, sentences.length)),
      ...sentences.slice(0, index % Math.max(1, sentences.length)),
    ];
    const lead =
      title === '' ? '' : `${index % 2 === 0 ? `${title}.` : `Looking for ${inSentence(title, desk)}?`} `;
    return `${index + 1}. ${lead}${turned.join(' ')}`;
  });
  desk.document = { ...desk.document, blocks: [made.join('\n\n')] };
  desk.done.push(`wrote ${count} variants`);
  return true;
}

function table(desk: Desk): boolean {
  const text = `${desk.input.requirements} ${desk.document.blocks.join(' ')}`;
  const [, left, right] =
    /\b(?:difference between|compare|between|comparing) (?:an? |the )?([\w -]+?) (?:and|with|to|or) (?:an? |the )?([\w -]+?)(?= to\b| for\b|[.,;:]| in\b|$)/i.exec(
      text,
    ) ?? [];
  const items = sentencesIn(desk.document);
  const rows =
    left !== undefined && right !== undefined
      ? [
          `| ${capitalised(left)} | ${capitalised(right)} |`,
          '| --- | --- |',
          ...pairs(items, left, right).map(([one, other]) => `| ${one} | ${other} |`),
        ]
      : [
          '| What | In short |',
          '| --- | --- |',
          ...items.slice(0, 6).map((item, index) => `| ${index + 1} | ${item.replaceAll('|', '/')} |`),
        ];
  const blocks = [...desk.document.blocks];
  blocks.splice(endOf(desk.document), 0, rows.join('\n'));
  desk.document = { ...desk.document, blocks };
  desk.done.push('added a table');
  return true;
}

function pairs(items: readonly string[], left: string, right: string): [string, string][] {
  const ofLeft = items.filter((item) => hasWord(item, left) && !hasWord(item, right));
  const ofRight = items.filter((item) => hasWord(item, right) && !hasWord(item, left));
  const rows = Array.from(
    { length: Math.max(ofLeft.length, ofRight.length, 1) },
    (_, index): [string, string] => [
      (ofLeft[index] ?? '…').replaceAll('|', '/'),
      (ofRight[index] ?? '…').replaceAll('|', '/'),
    ],
  );
  return rows;
}

function firstParagraph(desk: Desk): boolean {
  const at = startOf(desk.document);
  const blocks = [...desk.document.blocks];
  const [first = '', ...rest] = sentencesOf(blocks[at] ?? '');
  blocks.splice(at, 1, first, ...(rest.length > 0 ? [rest.join(' ')] : []));
  desk.document = { ...desk.document, blocks };
  desk.done.push('made the first paragraph one sentence');
  return true;
}

function questionHeadline(desk: Desk): boolean {
  const [first = '', ...rest] = desk.document.blocks;
  const isHead = isHeading(first);
  const title = isHead ? bareLine(first).replace(/\*\*/g, '') : (sentencesIn(desk.document)[0] ?? '');
  const question = `${pick(['Coming to', 'Ready for', 'Curious about'], desk.input.seed, 'headline')} ${inSentence(title.replace(/[.!?]+$/, ''), desk)}?`;
  const mark = isHead ? (first.startsWith('**') ? '**' : markOf(first)) : '# ';
  const line = mark === '**' ? `**${question}**` : `${mark}${question}`;
  desk.document = { ...desk.document, blocks: isHead ? [line, ...rest] : [line, first, ...rest] };
  desk.done.push('made the headline a question');
  return true;
}

function setHeadline(desk: Desk, words: string): boolean {
  const [first = '', ...rest] = desk.document.blocks;
  desk.document = {
    ...desk.document,
    blocks: isHeading(first) ? [`# ${words}`, ...rest] : [`# ${words}`, first, ...rest],
  };
  desk.done.push('changed the headline');
  return true;
}

function giveHeadline(desk: Desk): boolean {
  return setHeadline(desk, shortTitle(sentencesIn(desk.document)[0] ?? '', 40));
}

function shortTitle(text: string, mostCharacters: number): string {
  const words = text.replace(/[.!?]+$/, '').split(/\s+/);
  let title = '';
  for (const word of words) {
    const longer = title === '' ? word : `${title} ${word}`;
    if (longer.length > mostCharacters) break;
    title = longer;
  }
  return capitalised(
    title
      .replace(/\s+(?:a|an|the|of|for|to|in|on|at|by|with|and|or|that|is|are|our|your)$/i, '')
      .replace(/[,;:]+$/, ''),
  );
}

function giveSubject(desk: Desk, about: string, mostCharacters: number): void {
  const wanted = stemsOf(
    about.replace(/\b(?:put|into|subject|line|below|under|characters|correction)\b|\d+/gi, ''),
  );
  const sentences = sentencesIn(desk.document);
  const old = desk.document.subject ?? '';
  const best = [...sentences]
    .map((sentence) => ({
      sentence,
      score:
        wanted.filter((stem) => stemsOf(sentence).includes(stem)).length * 10 +
        Math.min(6, stemsOf(sentence).length),
    }))
    .sort((left, right) => right.score - left.score)
    .map(({ sentence }) => sentence);
  const isCorrection = /correct/i.test(about);
  const lead = isCorrection ? 'Correction: ' : '';
  const candidates = best
    .map((sentence) => `${lead}${shortTitle(sentence, mostCharacters - lead.length)}`)
    .filter((candidate) => candidate !== old && candidate.length >= 8);
  desk.document = { ...desk.document, subject: candidates[0] ?? shortTitle(old, mostCharacters) };
  desk.done.push(`wrote the subject line “${desk.document.subject}”`);
}

function putInSubject(desk: Desk, what: string): boolean {
  const limit = 60;
  const noun = what.replace(/^(?:the|our|a|an)\s+/i, '').replace(/\s+(?:number|no\.?|code)$/i, '');
  const text = `${desk.document.blocks.join(' ')} ${desk.input.requirements}`;
  const value =
    quotedIn(what) ??
    new RegExp(
      `\\b${noun.replace(/[^\w ]/g, '')}s?\\s+(?:number\\s+|no\\.?\\s+|is\\s+|of\\s+)?(\\S*\\d[\\w-]*)`,
      'i',
    ).exec(text)?.[0] ??
    (/\bdate|day\b/i.test(noun)
      ? /\b\d{1,2} \p{Lu}\p{L}+|\b\p{Lu}\p{L}+day\b/u.exec(text)?.[0]
      : undefined) ??
    (/\bprice|cost\b/i.test(noun) ? /[$€£]\s?\d[\d.,]*\d?/.exec(text)?.[0] : undefined) ??
    (/\btime|hours?\b/i.test(noun) ? /\b\d{1,2}[:.]\d\d\b/.exec(text)?.[0] : undefined);
  if (value === undefined) {
    giveSubject(desk, what, limit);
    return true;
  }
  const old = desk.document.subject ?? '';
  const subject = hasWord(old, value)
    ? old
    : old === ''
      ? capitalised(value)
      : `${shortTitle(old, limit - value.length - 2)}, ${value}`;
  desk.document = { ...desk.document, subject };
  desk.done.push(`put ${what} in the subject line`);
  return true;
}

// --- Voice ----------------------------------------------------------------------------------------------------------

const CONTRACTIONS: readonly [RegExp, string][] = [
  [/\bdo not\b/g, 'don’t'],
  [/\bdoes not\b/g, 'doesn’t'],
  [/\bit is\b/g, 'it’s'],
  [/\bwe are\b/g, 'we’re'],
  [/\byou are\b/g, 'you’re'],
  [/\bwe will\b/g, 'we’ll'],
];

function warm(desk: Desk): void {
  mapText(desk, (text) =>
    CONTRACTIONS.reduce((warmer, [pattern, words]) => warmer.replace(pattern, words), text),
  );
  const blocks = desk.document.blocks.map((block) => {
    if (isGreeting(block)) return 'Hi there,';
    if (isSignOff(block)) return block.replace(/^[^\n]+/, 'Warmly,');
    return block;
  });
  desk.document = { ...desk.document, blocks };
  const thanks = /\bglad\b|\blovely\b/i.test(blocks.join(' ')) ? '' : 'We are glad to have you with us';
  if (thanks !== '') desk.document = withSentence(desk.document, thanks);
}

function formal(desk: Desk): void {
  mapText(desk, (text) =>
    text
      .replace(/\b(\w+)n['’]t\b/g, (_all, verb: string) =>
        verb === 'ca' ? 'cannot' : verb === 'wo' ? 'will not' : `${verb} not`,
      )
      .replace(/\b(we|you|they)['’]re\b/gi, '$1 are')
      .replace(/\b(it|that|there)['’]s\b/gi, '$1 is')
      .replace(/\b(\w+)['’]ll\b/g, '$1 will')
      .replace(/!+/g, '.')
      .replace(/\s*\p{Extended_Pictographic}\uFE0F?/gu, ''),
  );
  desk.document = {
    ...desk.document,
    blocks: desk.document.blocks.map((block) =>
      isGreeting(block) ? 'Good day,' : isSignOff(block) ? block.replace(/^[^\n]+/, 'Kind regards,') : block,
    ),
  };
}

const PAST: readonly [RegExp, string][] = [
  [/\bis\b/g, 'was'],
  [/\bare\b/g, 'were'],
  [/\bhas\b/g, 'had'],
  [/\bhave\b/g, 'had'],
  [/\bcan\b/g, 'could'],
  [/\bwill\b/g, 'would'],
  [/\bdo not\b/g, 'did not'],
  [/\bdoes not\b/g, 'did not'],
  [/\bPlease use\b/g, 'Meanwhile we answered at'],
  [/^Use\b/g, 'Meanwhile you reached us at'],
  [/\buse\b/g, 'used'],
  [/\bstarts\b/g, 'started'],
  [/\bholds?\b/g, 'held'],
];

function toPast(desk: Desk): void {
  const news = new Set(
    desk.done.flatMap((note) => /^began with “(.+)”$/.exec(note)?.[1] ?? []).map(asSentence),
  );
  desk.document = mapSentences(desk.document, (sentence) =>
    news.has(sentence)
      ? sentence
      : PAST.reduce((past, [pattern, words]) => past.replace(pattern, words), sentence),
  );
  const { subject } = desk.document;
  if (subject !== undefined)
    desk.document = {
      ...desk.document,
      subject: PAST.reduce((past, [pattern, words]) => past.replace(pattern, words), subject),
    };
  desk.done.push('put it in the past tense');
}

function toFirstPerson(desk: Desk): boolean {
  mapText(desk, (text) =>
    text
      .replace(/\bWe are\b/g, 'I am')
      .replace(/\bwe are\b/g, 'I am')
      .replace(/\b[Ww]e\b/g, 'I')
      .replace(/\bOur\b/g, 'My')
      .replace(/\bour\b/g, 'my'),
  );
  const [first = ''] = desk.document.blocks;
  const isHead = isHeading(first);
  const name = isHead ? bareLine(first).replace(/\*\*/g, '') : '';
  if (isHead) desk.document = { ...desk.document, blocks: desk.document.blocks.slice(1) };
  const lead =
    name === ''
      ? 'Here is what I would like to tell you'
      : `I would like to tell you about ${inSentence(name, desk)}`;
  return sayMore(desk, lead, 'a first-person opening', 'start');
}

function withQuestion(desk: Desk): Document {
  const { blocks } = desk.document;
  const last = blocks.at(-1) ?? '';
  // A question of ours that is there already is not asked twice.
  const kept = last.endsWith('?') && sentencesOf(last).length === 1 ? blocks.slice(0, -1) : blocks;
  return { ...desk.document, blocks: [...kept, questionAbout(desk)] };
}

function questionAbout(desk: Desk): string {
  return pick(
    ['What is your experience with this?', 'How do you handle it?', 'What would you like to know about it?'],
    `${desk.input.seed} ${desk.input.request}`,
    'question',
  );
}

// --- Length ---------------------------------------------------------------------------------------------------------

/** How much a sentence tells: figures, names and addresses are what a short text must keep. */
function worth(sentence: string, desk: Desk): number {
  const stems = stemsOf(sentence);
  const brief = new Set(stemsOf(desk.input.requirements));
  const figures = sentence.match(/[$€£]?\d[\w:.,/-]*|\S+@\S+|\w+\.\w+\/\S*/g)?.length ?? 0;
  const asked = desk.done.some(
    (note) => stemsOf(note).filter((stem) => stems.includes(stem)).length >= Math.max(2, stems.length * 0.5),
  );
  const own = stems.filter((stem) => brief.has(stem)).length / Math.max(1, stems.length);
  return figures * 3 + own * 4 + (asked ? 10 : 0) + (/#\w/.test(sentence) ? 10 : 0);
}

function shortenTo(desk: Desk, most: number): void {
  const before = wordCount(writeDocument({ ...desk.document, subject: undefined }));
  const length = (): number => wordCount(writeDocument({ ...desk.document, subject: undefined }));
  const drop = (isSpare: (block: string) => boolean): void => {
    if (length() > most)
      desk.document = { ...desk.document, blocks: desk.document.blocks.filter((block) => !isSpare(block)) };
  };
  for (let guard = 0; guard < 200 && length() > most; guard += 1) {
    const sentences = sentencesIn(desk.document);
    if (sentences.length <= 1) break;
    const least = [...sentences].sort((left, right) => worth(left, desk) - worth(right, desk))[0];
    if (least === undefined) break;
    // What the brief asked for goes only after what merely frames it.
    if (worth(least, desk) >= 4) {
      const words = length();
      drop(isSignOff);
      drop(isGreeting);
      drop((block) => isHeading(block) && desk.document.blocks.length > 2);
      if (length() < words) continue;
    }
    let isOut = false;
    desk.document = mapSentences(desk.document, (sentence) => {
      if (isOut || sentence !== least) return sentence;
      isOut = true;
      return '';
    });
  }
  drop(isSignOff);
  drop(isGreeting);
  if (length() > most) clip(desk, most);
  desk.document = {
    ...desk.document,
    blocks: desk.document.blocks.filter(
      (block, index, all) =>
        !(
          isHeading(block) &&
          (index === all.length - 1 || isHeading(all[index + 1] ?? '')) &&
          all.length > 1
        ),
    ),
  };
  const after = length();
  desk.done.push(after < before ? `shortened it from ${before} to ${after} words` : `it has ${after} words`);
}

/** One sentence that is still too long ends at a comma, or else at the last word that fits. */
function clip(desk: Desk, most: number): void {
  desk.document = mapSentences(desk.document, (sentence) => {
    const over = wordCount(writeDocument({ ...desk.document, subject: undefined })) - most;
    if (over <= 0) return sentence;
    const words = sentence.split(/\s+/);
    const kept = words.slice(0, Math.max(4, words.length - over)).join(' ');
    const comma = kept.lastIndexOf(',');
    return asSentence(comma > kept.length * 0.5 ? kept.slice(0, comma) : kept);
  });
}

function shortenEach(desk: Desk, thing: string, most: number): boolean {
  desk.document = {
    ...desk.document,
    blocks: desk.document.blocks.map((block) =>
      block
        .split('\n')
        .map((line) => {
          if (!isListLine(line)) return line;
          const words = bareLine(line).split(/\s+/);
          if (words.length <= most) return line;
          const short = shortTitle(words.slice(0, most).join(' '), 400);
          return `${markOf(line)}${asSentence(short)}`;
        })
        .join('\n'),
    ),
  };
  desk.done.push(`shortened each ${thing} to at most ${most} words`);
  return true;
}

const LONGER: Record<AssetType, readonly string[]> = {
  email: [
    'Take your time to read it, and keep this mail for later.',
    'If something is unclear, ask: a person reads every answer.',
  ],
  flyer: ['Take one along for a friend.', 'Ask at the desk if anything is unclear.'],
  video: ['Take a moment with it.', 'And if you have a question, write it to us.'],
  social_post: ['Tell us what you think.', 'Save this post for later.'],
  ad_copy: ['Have a look and ask us anything.', 'We are glad to answer your questions.'],
  newsletter: [
    'Tell us what you would like to read about next.',
    'Pass this letter on to somebody who may like it.',
  ],
  text: ['Ask us if you would like to know more.', 'We are glad to explain the details.'],
};

/** Says first what the brief holds and the text does not; then rounds it off. It knows nothing more. */
function lengthen(desk: Desk): boolean {
  const have = new Set(stemsOf(writeDocument(desk.document)));
  const missing = sentencesOf(desk.input.requirements).filter((sentence) => {
    const stems = stemsOf(sentence);
    return (
      stems.filter((stem) => !have.has(stem)).length > stems.length * 0.4 &&
      !/\b(?:words|headline|tone|write|script|post|mail)\b/i.test(sentence)
    );
  });
  for (const sentence of [...missing.slice(0, 2), ...LONGER[desk.input.type]].slice(0, 3))
    desk.document = withSentence(desk.document, sentence);
  desk.done.push('made it longer');
  return true;
}

function toReader(text: string): string {
  return text
    .replace(/\bthey have\b/gi, 'you have')
    .replace(/\bthey are\b/gi, 'you are')
    .replace(/\bthey\b/gi, 'you')
    .replace(/\bthem\b/gi, 'you')
    .replace(/\btheir\b/gi, 'your');
}
