import { FIGURE, figureOf } from '#engines/writing/sentences.ts';
import type { Tone } from './contract.ts';

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

/** What a text shall be or have, as a brief asks for it. */
export type BriefForm = {
  maxWords: number | undefined;
  sentences: number | undefined;
  bullets: number | undefined;
  numbered: number | undefined;
  headlineWords: number | undefined;
  seconds: number | undefined;
  isFirstPerson: boolean;
  hasJoke: boolean;
  hasHeadings: boolean;
  noLinks: boolean;
  opensWithQuestion: boolean;
  isShort: boolean;
  /** How it shall sound, where the brief says so. */
  tone: Tone | undefined;
  noExclamation: boolean;
  /** What the text shall have rather than say: "one question at the end", "two emojis", "a joke". */
  form: string[];
};

const QUESTION_ORDER =
  /^(?:(?:please|also|then|only|and|with)\s+)*(?:(?:end|finish|close|conclude)(?:s|ing)?(?: it| (?:the|this) \w+)? (?:with|on)\s+|(?:ask|add|include|use|put(?: in)?)\s+)?(?:exactly |only |just )?(?:an?|one|1|a single)\s+(?:(?!your|have)\w+ ){0,2}?question(?: (?:at|to|in|as|about) [^,;]+)?$/i;
const SIGNS_ORDER =
  /^(?:(?:please|also|and|with|include|add|use)\s+)*(?:an?|one|two|three|four|five|some|a few|\d)\s+(?:\w+ )?(?:emojis?|hash ?tags?)(?: at the end)?$/i;
const THING_ORDER =
  /^(?:(?:please|also|and)\s+)*(?:(?:include|add|insert|put in)|(?:end|finish|close|start|open|begin)(?:s|ing)? (?:with|on))\s+(.+)$/i;
const TONE_ORDER =
  /^(?:(?:keep|make) (?:it|the tone|the text)\s+|(?:the )?(?:tone|voice|style)\s*(?:is|should be|:)?\s*|be\s+|sound\s+)?(?:(?:in|an?|very|rather|quite|slightly|and|but)\s+)*([a-z]+)(?: (?:in )?(?:tone|voice|style))?$/i;
const TONE_SAID = /\b(?:tone|voice|style|sound)\b|^(?:keep|make) it\b/i;

const TONES: readonly [RegExp, Tone][] = [
  [/^(?:warm|friendly|kind|gentle|personal|heartfelt)(?:ly)?$/i, 'friendly'],
  [/^(?:formal|professional|official|serious)$/i, 'professional'],
  [/^(?:casual|relaxed|conversational|chatty|informal)$/i, 'conversational'],
  [/^urgent$/i, 'urgent'],
];
/** Ways to sound that need somebody who can write so. */
const BEYOND =
  /^(?:funny|humorous|witty|playful|poetic|dramatic|inspiring|inspirational|luxurious|sassy|quirky|edgy|ironic|nostalgic|passionate)$/i;

/** Takes out what the text shall be or have; what remains is what it shall say. */
export function takeForm(brief: BriefForm, given: string, isFirst: boolean): string {
  const end = /[.!]+$/.exec(given)?.[0] ?? '';
  const text = given
    .slice(0, given.length - end.length)
    .replace(
      /(?:^|[,;]?\s+)(?:and |but |with )?(?:no|without|avoid|skip)\s+(?:any\s+)?exclamation (?:marks?|points?)\b/gi,
      () => {
        brief.noExclamation = true;
        return '';
      },
    );
  if (
    /\b(?:warm|friendly) (?:e-?mail|mail|letter|note|message|post|newsletter|text|tone|voice|way|words)\b/i.test(
      text,
    )
  )
    brief.tone ??= 'friendly';
  // Parts and, between them, what joins them.
  const pieces = text.split(
    /(,\s*(?:and\s+|but\s+)?|;\s*|(?<!\b(?:end|finish|close|conclude|start|open|begin)(?:s|ing|es)?)\s+with\s+|\s+(?:and|but)\s+)/i,
  );
  const parts = pieces.filter((_piece, index) => index % 2 === 0);
  const isOrder = (part: string, index: number): boolean =>
    (QUESTION_ORDER.test(part) &&
      (index === 0 || !/^ask\b(?!.*\b(?:one|at the end|to close)\b)/i.test(part)) &&
      !(isFirst && index === 0 && /\babout\b/i.test(part) && !/\bend\b/i.test(part))) ||
    SIGNS_ORDER.test(part) ||
    isThingOfForm(THING_ORDER.exec(part)?.[1] ?? '');
  const toneIn = (part: string): string => {
    const word = TONE_ORDER.exec(part)?.[1] ?? '';
    return BEYOND.test(word) || TONES.some(([pattern]) => pattern.test(word)) ? word : '';
  };
  const isAbout = parts.some(isOrder) || TONE_SAID.test(text) || parts.every((part) => toneIn(part) !== '');
  let kept = '';
  for (const [index, part] of parts.entries()) {
    const tone = isAbout ? toneIn(part.trim()) : '';
    if (tone !== '') {
      if (BEYOND.test(tone)) brief.form.push(`${tone.toLowerCase()} in tone`);
      else brief.tone = TONES.find(([pattern]) => pattern.test(tone))?.[1];
    } else if (isOrder(part.trim(), index)) brief.form.push(part.trim());
    else kept += `${kept === '' ? '' : (pieces[index * 2 - 1] ?? '')}${part}`;
  }
  return kept.trim() === '' ? '' : `${kept}${end}`;
}

/** Takes out numbers and manners of writing: how many words, sentences, seconds; with headings, with a joke. */
export function takeFormat(brief: BriefForm, given: string, mayBeSpoken: boolean): string {
  let text = given;
  const take = (pattern: RegExp, read: (match: RegExpExecArray) => void): void => {
    const match = pattern.exec(text);
    if (!match) return;
    read(match);
    text = text.slice(0, match.index) + text.slice(match.index + match[0].length);
  };
  take(
    /,?\s*\b(?:in|under|below|within|max\.?|maximum|at most|up to|about|around|roughly|of)?\s*(\d{1,4})\s+words(?:\s+(?:max(?:imum)?|at most|or (?:less|fewer)))?\b/i,
    ([, words]) => {
      brief.maxWords = Number(words);
    },
  );
  take(
    new RegExp(
      `,?\\s*\\b(?:say (what is known) )?(?:in|use)?\\s*\\b${FIGURE} (?:short |plain )?sentences?\\b`,
      'i',
    ),
    ([, , count]) => {
      brief.sentences = figureOf(count ?? '');
    },
  );
  take(
    new RegExp(`,?\\s*\\b(?:a )?headline (?:of|with) (?:at most )?${FIGURE} words?(?: at most)?`, 'i'),
    ([, count]) => {
      brief.headlineWords = figureOf(count ?? '');
    },
  );
  take(new RegExp(`,?\\s*\\b${FIGURE} bullets?(?: points)?\\b`, 'i'), ([, count]) => {
    brief.bullets = figureOf(count ?? '');
  });
  take(/,?\s*\bheadings? for (?:each|every)(?: \w+)?/i, () => {
    brief.hasHeadings = true;
  });
  take(/,?\s*\b(?:in )?(?:the )?first person\b/i, () => {
    brief.isFirstPerson = true;
  });
  take(/,?\s*\b(?:include|with|add)? ?a (?:tiny|small|little|light) joke\b/i, () => {
    brief.hasJoke = true;
  });
  if (mayBeSpoken) {
    take(/,?\s*\b(?:of|for|in|about)?\s*(?:about )?(\d{1,3})[- ]?(?:seconds?|secs?)\b/i, ([, seconds]) => {
      brief.seconds = Number(seconds);
    });
  }
  text = text.replace(
    /,?\s*\b(?:in a (?:friendly|calm|light|warm|serious|plain) (?:way|voice|tone)|(?:spoken|plain) style|(?:warm|calm|friendly|plain) (?:voice|words|tone)|\(?describe carefully,?\s*|short paragraphs?)\b/gi,
    (match) => (match.trimStart().startsWith('(') ? ' (' : ''),
  );
  return text;
}
