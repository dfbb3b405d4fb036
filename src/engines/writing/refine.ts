import { type CompositionInput, composeContent, hashtagsFor, otherSubject, timed } from './compose.ts';
import {
  bareLine,
  type Document,
  isGreeting,
  isHeading,
  isListLine,
  isSignOff,
  mapSentences,
  markOf,
  readDocument,
  sentencesIn,
  withDisclaimer,
  withSentence,
  writeDocument,
} from './document.ts';
import type { Tone } from './limits.ts';
import type { UnchangedReason } from './reasons.ts';
import { asSentence, capitalised, figureOf, sentencesOf } from './sentences.ts';
import { isClause, wordsIn } from './words.ts';

export type RefinementInput = Omit<CompositionInput, 'facts'> & {
  facts?: readonly string[];
  content: string;
  request: string;
};

export type Refinement =
  | { outcome: 'changed'; content: string }
  | { outcome: 'unchanged'; reason: UnchangedReason };

type Desk = { input: RefinementInput; document: Document };
type Result = Document | UnchangedReason;
type Order = { pattern: RegExp; apply: (desk: Desk, match: RegExpExecArray) => Result };

const QUOTED = '["“„]([^"“”„]{1,600})["”“]';
const VERB = '(?:make|keep|cut|get|bring|trim|turn|write|change|set|use)';

/** Changes content as asked if every part of the request is one that needs no judgement; otherwise changes nothing. */
export function refineContent(input: RefinementInput): Refinement {
  let document = readDocument(input.content);
  for (const order of ordersIn(input.request)) {
    const found = ORDERS.flatMap(({ pattern, apply }) => {
      const match = pattern.exec(order);
      return match ? [apply({ input, document }, match)] : [];
    })[0];
    if (found === undefined) return { outcome: 'unchanged', reason: 'needs_model' };
    if (typeof found === 'string') return { outcome: 'unchanged', reason: found };
    document = found;
  }
  const content = writeDocument(document);
  if (content.trim() === '') return { outcome: 'unchanged', reason: 'needs_model' };
  return content === input.content.trim()
    ? { outcome: 'unchanged', reason: 'already_so' }
    : { outcome: 'changed', content };
}

/** A request at its sentences, and at "and" before another order. */
function ordersIn(request: string): string[] {
  return sentencesOf(request.slice(0, 2_000).replaceAll(/\s+/g, ' '))
    .flatMap((sentence) =>
      /["“„]/.test(sentence)
        ? [sentence]
        : sentence.split(
            /(?:,\s*|\s+)(?:and|then|and then|und)\s+(?=(?:make|cut|keep|add|remove|drop|delete|change|replace|swap|mention|use|no|turn|take|sign|shorten|write)\b)/i,
          ),
    )
    .map((order) =>
      order
        .trim()
        .replace(/^(?:please|also|now|then|bitte)\s+/i, '')
        .replace(/(?<!["”])[.!]+$/, '')
        .replace(/,?\s+please$/i, ''),
    )
    .filter((order) => order !== '');
}

const ORDERS: readonly Order[] = [
  {
    pattern: new RegExp(
      `^(?:${VERB} (?:it|this|the text) )?(?:a (?:bit|little) |much |slightly )?(?:shorter|more concise|briefer|kürzer)$|^(?:shorten|tighten|kürzen|kürzer machen)(?: (?:it|this|the text))?$`,
      'i',
    ),
    apply: ({ input, document }) => shortened(input, document, undefined),
  },
  {
    pattern: new RegExp(
      `^(?:shorter[:,] )?(?:(?:${VERB}|shorten) (?:it|this|the text) )?(?:down )?(?:to |in |with )?(?:under|below|at most|max(?:imum)?\\.?|within|no more than|not more than|fewer than|less than|up to|to|in) (\\d{1,4}) words(?: (?:or less|or fewer|at most|max))?$`,
      'i',
    ),
    apply: ({ input, document }, [, words]) => shortened(input, document, Number(words)),
  },
  {
    pattern: new RegExp(
      `^(?:(?:${VERB}) )?(?:the |a new )?subject(?: line)?(?: to| should be| should read|:)+ ?(?:${QUOTED}|([^"“]{2,120}))$`,
      'i',
    ),
    apply: ({ document }, [, quoted, plain]) =>
      document.subject === undefined
        ? 'needs_model'
        : { ...document, subject: (quoted ?? plain ?? '').trim() },
  },
  {
    pattern: /^(?:write |use |suggest |try )?(?:another|a different|a new) subject(?: line)?$/i,
    apply: ({ input, document }) => {
      if (document.subject === undefined) return 'needs_model';
      const subject = otherSubject({ ...input, facts: [] }, document.subject);
      return subject === undefined ? 'needs_model' : { ...document, subject };
    },
  },
  {
    pattern: new RegExp(
      `^(?:change|replace|make|set|use)(?: the)? call to action(?: to| with| as|:)+ ?(?:${QUOTED}|([^"“]{2,200}))$`,
      'i',
    ),
    apply: ({ input, document }, [, quoted, plain]) => withAction(input, document, quoted ?? plain ?? ''),
  },
  {
    pattern: new RegExp(
      `^(?:change|replace|make|set|use)(?: the)? (?:greeting|salutation)(?: to| with| as|:)+ ?(?:${QUOTED}|([^"“]{2,80}))$|^(?:greet(?: them| the reader)? with|start with the greeting) (?:${QUOTED})$`,
      'i',
    ),
    apply: ({ document }, [, quoted, plain, third]) => withGreeting(document, quoted ?? plain ?? third ?? ''),
  },
  {
    pattern: /^(?:remove|drop|cut|delete|no|without|leave out)(?: the)? (?:greeting|salutation)$/i,
    apply: ({ document }) => ({ ...document, blocks: document.blocks.filter((block) => !isGreeting(block)) }),
  },
  {
    pattern: new RegExp(
      `^(?:(?:change|replace|make|set|use)(?: the)? (?:sign-?off|closing|signature)(?: to| with| as|:)+|sign (?:it |off )?(?:with|as|by)?|end with the sign-?off) ?(?:${QUOTED}|([^"“]{2,80}))$`,
      'i',
    ),
    apply: ({ document }, [, quoted, plain]) => withSignOff(document, quoted ?? plain ?? ''),
  },
  {
    pattern: /^(?:remove|drop|cut|delete|no|without|leave out)(?: the)? (?:sign-?off|signature)$/i,
    apply: ({ document }) => ({ ...document, blocks: document.blocks.filter((block) => !isSignOff(block)) }),
  },
  {
    pattern:
      /^(?:(?:make|rewrite|write) (?:it|this|the text) (?:in )?(?:sound )?|sound |use |in )?(?:a (?:bit |little )?|an |much )?(?:more )?(friendlier|friendly|warmer|warm|formal|professional|urgent|conversational|casual|relaxed|educational|authoritative)(?: tone| way)?$/i,
    apply: ({ input, document }, [, word = '']) => inTone(input, document, word.toLowerCase()),
  },
  {
    pattern: /^(?:add|include|append)(?: an?| the)? disclaimer$/i,
    apply: ({ document }) =>
      document.blocks.some((block) => /not (?:a substitute|medical advice)/i.test(block))
        ? 'already_so'
        : withDisclaimer(document),
  },
  {
    pattern: new RegExp(
      `^(?:add|include|append|insert|say|mention)(?: (?:the|this|a) (?:sentence|line|words))?:? ?${QUOTED}(?: (?:at|to|in) the (start|beginning|end))?[.]?$`,
      'i',
    ),
    apply: ({ document }, [, sentence = '', place]) =>
      withSentence(document, sentence, place === undefined || place === 'end' ? 'end' : 'start'),
  },
  {
    pattern: /^(?:also )?(?:add|mention|say|state|note|include)(?: the fact)? that (.{5,300})$/i,
    apply: ({ document }, [, clause = '']) =>
      isClause(clause) && !/\b(?:they|them|their|it|he|she)\b/i.test(clause)
        ? withSentence(document, asSentence(clause))
        : 'needs_model',
  },
  {
    pattern: new RegExp(
      `^(?:remove|delete|drop|cut|take out|leave out|omit) (?:the |any |every |all )?(?:sentences?|lines?|bullets?|part|mention)(?: that)? (?:mention(?:s|ing)?|about|of|on|with|says?|containing) (?:the )?(?:${QUOTED}|([^"“]{2,60}))$`,
      'i',
    ),
    apply: ({ document }, [, quoted, plain]) => withoutMention(document, quoted ?? plain ?? ''),
  },
  {
    pattern: new RegExp(`^(?:replace|swap|change) ${QUOTED} (?:with|for|by|to|into) ${QUOTED}$`, 'i'),
    apply: ({ document }, [, from = '', to = '']) => replaced(document, from, to),
  },
  {
    pattern:
      /^(?:replace|swap|change) (?:the )?([$€£]?\d[\w.,:%-]*(?: [\w%]+)?) (?:with|for|by|to|into) ([$€£]?\d[\w.,:%-]*(?: [\w%]+)?)$/i,
    apply: ({ document }, [, from = '', to = '']) => replaced(document, from, to),
  },
  {
    pattern: /^(?:remove|drop|delete|no|without|cut|leave out)(?: the| all| any)? hash ?tags$/i,
    apply: ({ document }) =>
      changedText(document, (text) => text.replaceAll(/\s*(?<![\w/])#\p{L}[\w]*/gu, '')),
  },
  {
    pattern:
      /^(?:add|use|with|include)(?: exactly)? (an?|one|two|three|four|five|\d) (?:\w+ )?hash ?tags?(?: at the end)?$/i,
    apply: ({ input, document }, [, count = '']) => withHashtags(input, document, figureOf(count) ?? 1),
  },
  {
    pattern: /^(?:remove|no|without|drop)(?: the| all| any)? exclamation marks?$/i,
    apply: ({ document }) => changedText(document, (text) => text.replaceAll(/!+/g, '.')),
  },
  {
    pattern: /^(?:remove|drop|delete|no|without|cut)(?: the| all| any)? (?:headings?|headlines?|titles?)$/i,
    apply: ({ document }) => ({ ...document, blocks: document.blocks.filter((block) => !isHeading(block)) }),
  },
  {
    pattern:
      /^(?:turn|make|change|put|convert)(?: (?:it|this|the (?:text|list|details|lines|points|bullets|rules|steps)))? (?:into|to|in|as)? ?(?:an? )?(bullets?|bullet(?:ed)? (?:list|points)|bullet points|numbered list|numbers|list)$|^(?:use |as |with )(bullets|bullet points|a bullet list|a numbered list|numbers)$/i,
    apply: ({ document }, [, one, other]) => listed(document, /numb/i.test(one ?? other ?? '')),
  },
  {
    pattern:
      /^(?:turn|make|change|put|convert) (?:it|this|the (?:list|bullets|points|lines)) (?:into|to|in|back (?:in)?to) (?:an? |plain |running )?(?:paragraphs?|sentences|text|running text|plain text)$|^(?:remove|no|without|drop)(?: the)? (?:bullets|bullet points|list|numbers)$/i,
    apply: ({ document }) => unlisted(document),
  },
];

/** Without optional sentences: as few as the limit needs, or all of them. */
function shortened(input: RefinementInput, given: Document, mostWords: number | undefined): Result {
  const count = (document: Document): number => wordsIn(document.blocks.join('\n')).length;
  if (mostWords !== undefined && count(given) <= mostWords) return 'already_so';
  const composition = composeContent({ ...input, facts: [] });
  const optional = composition.outcome === 'written' ? composition.optional.flatMap(sentencesOf) : [];
  let document = given;
  for (const sentence of optional) {
    if (mostWords !== undefined && count(document) <= mostWords) break;
    const without = mapSentences(document, (one) => (one === sentence ? '' : one));
    if (sentencesIn(without).length === 0 || writeDocument(without) === writeDocument(document)) continue;
    document = without;
    if (mostWords === undefined) break;
  }
  if (mostWords !== undefined && count(document) > mostWords) return 'needs_model';
  if (writeDocument(document) === writeDocument(given)) return 'needs_model';
  return input.type === 'video' ? retimed(document, given) : document;
}

/** A script whose lines have changed, with times for as many seconds as before. */
function retimed(document: Document, given: Document): Document {
  const [, minutes = '0', seconds = '30'] = /(\d+):(\d\d)\]\s[^[\]]*$/.exec(given.blocks.join('\n')) ?? [];
  const lines = document.blocks.map((block) => block.split('\n').map(bareLine).join('\n')).join('\n');
  return { ...document, blocks: [timed(lines, Number(minutes) * 60 + Number(seconds))] };
}

function withAction(input: RefinementInput, document: Document, words: string): Result {
  const action = asSentence(words);
  const isBlank = (text: string): boolean => /\[(?:call to action|nächster Schritt)\]/i.test(text);
  const composition = composeContent({ ...input, facts: [] });
  const known = composition.outcome === 'written' ? composition.actions : [];
  let isPlaced = false;
  const changed = mapSentences(document, (sentence) => {
    if (!isBlank(sentence) && !known.includes(sentence)) return sentence;
    if (isPlaced) return '';
    isPlaced = true;
    return action;
  });
  return isPlaced ? changed : withSentence(document, action);
}

function withGreeting(document: Document, words: string): Result {
  const greeting = capitalised(words.trim().replace(/[.,]*$/, ','));
  const at = document.blocks.findIndex(isGreeting);
  return {
    ...document,
    blocks: at < 0 ? [greeting, ...document.blocks] : document.blocks.with(at, greeting),
  };
}

function withSignOff(document: Document, words: string): Result {
  const at = document.blocks.findIndex(isSignOff);
  const [, ...name] = (document.blocks[at] ?? '').split('\n');
  const signOff = [...capitalised(words.trim()).split(/\s*\n\s*/), ...name].join('\n');
  return { ...document, blocks: at < 0 ? [...document.blocks, signOff] : document.blocks.with(at, signOff) };
}

const TONES: Record<string, Tone> = {
  friendlier: 'friendly',
  friendly: 'friendly',
  warmer: 'friendly',
  warm: 'friendly',
  formal: 'professional',
  professional: 'professional',
  urgent: 'urgent',
  conversational: 'conversational',
  casual: 'conversational',
  relaxed: 'conversational',
  educational: 'educational',
  authoritative: 'authoritative',
};

/** Rendered again in another tone, if the text is what the template made of the brief. */
function inTone(input: RefinementInput, document: Document, word: string): Result {
  const tone = TONES[word];
  if (tone === undefined) return 'needs_model';
  const rendered = (one: Tone): string | undefined => {
    const composition = composeContent({ ...input, facts: input.facts ?? [], tone: one, keepsTone: true });
    return composition.outcome === 'written' ? composition.content : undefined;
  };
  const isOwn = [...new Set(Object.values(TONES))].some((one) => rendered(one) === writeDocument(document));
  if (!isOwn) return 'edited_text';
  const other = rendered(tone);
  return other === undefined ? 'needs_model' : readDocument(other);
}

function withoutMention(document: Document, words: string): Result {
  const wanted = words.trim().toLowerCase().replace(/[.]$/, '');
  const changed = mapSentences(document, (sentence) =>
    sentence.toLowerCase().includes(wanted) ? '' : sentence,
  );
  return writeDocument(changed) === writeDocument(document) ? 'already_so' : changed;
}

function replaced(document: Document, from: string, to: string): Result {
  const isIn = [document.subject ?? '', ...document.blocks].some((text) => text.includes(from));
  return isIn ? changedText(document, (text) => text.replaceAll(from, () => to)) : 'needs_model';
}

function changedText(document: Document, change: (text: string) => string): Document {
  return {
    subject: document.subject === undefined ? undefined : change(document.subject),
    blocks: document.blocks.map(change).filter((block) => block.trim() !== ''),
  };
}

function withHashtags(input: RefinementInput, document: Document, count: number): Result {
  const tags = hashtagsFor({ ...input, facts: [] }).slice(0, count);
  if (tags.length < count) return 'needs_model';
  const bare = changedText(document, (text) => text.replaceAll(/\s*(?<![\w/])#\p{L}[\w]*/gu, ''));
  return { ...bare, blocks: [...bare.blocks, tags.join(' ')] };
}

/** The list as bullets or numbered; without one, the sentences between greeting and sign-off. */
function listed(document: Document, isNumbered: boolean): Result {
  const mark = (index: number): string => (isNumbered ? `${index + 1}. ` : '- ');
  const hasList = document.blocks.some((block) => block.split('\n').some(isListLine));
  if (hasList) {
    const blocks = document.blocks.map((block) => {
      let index = -1;
      return block
        .split('\n')
        .map((line) => {
          if (!isListLine(line)) return line;
          index += 1;
          return `${mark(index)}${bareLine(line)}`;
        })
        .join('\n');
    });
    return { ...document, blocks };
  }
  const isText = (block: string): boolean =>
    !isHeading(block) && !isGreeting(block) && !isSignOff(block) && markOf(block) === '';
  const sentences = document.blocks.filter(isText).flatMap((block) => block.split('\n').flatMap(sentencesOf));
  if (sentences.length < 2) return 'needs_model';
  const first = document.blocks.findIndex(isText);
  const blocks = document.blocks.filter((block) => !isText(block));
  return {
    ...document,
    blocks: blocks.toSpliced(first, 0, sentences.map((sentence, index) => mark(index) + sentence).join('\n')),
  };
}

/** Each line of a list as a sentence of one paragraph. */
function unlisted(document: Document): Result {
  if (!document.blocks.some((block) => block.split('\n').some(isListLine))) return 'already_so';
  return {
    ...document,
    blocks: document.blocks.map((block) =>
      block.split('\n').every(isListLine)
        ? block
            .split('\n')
            .map((line) => asSentence(bareLine(line)))
            .join(' ')
        : block,
    ),
  };
}
