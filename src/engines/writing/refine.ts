import { otherSubject } from './compose.ts';
import {
  type Document,
  isGreeting,
  isHeading,
  isSignOff,
  readDocument,
  withDisclaimer,
  withSentence,
  writeDocument,
} from './document.ts';
import type { UnchangedReason } from './reasons.ts';
import {
  changedText,
  inTone,
  listed,
  type RefinementInput,
  type Result,
  replaced,
  shortened,
  unlisted,
  withAction,
  withField,
  withGreeting,
  withHashtags,
  withoutField,
  withoutMention,
  withSignOff,
} from './refine-steps.ts';
import { asSentence, figureOf, sentencesOf } from './sentences.ts';
import { isClause } from './words.ts';

export type Refinement =
  | { outcome: 'changed'; content: string }
  | { outcome: 'unchanged'; reason: UnchangedReason };

type Desk = { input: RefinementInput; document: Document };
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
    pattern:
      /^(?:remove|drop|delete|cut|leave out|take out|no|without)(?: the)? (price|date|time|place|link|contact)$/i,
    apply: ({ document }, [, field = '']) => withoutField(document, field.toLowerCase()),
  },
  {
    pattern:
      /^(?:add|set|insert|fill in|put in)(?: the)? (price|date|time|place|link|contact|name|deadline|business)(?: to| as| is|:)? ["“]?([^"“”]{1,100})["”]?$/i,
    apply: ({ document }, [, field = '', value = '']) =>
      withField(document, field.toLowerCase(), value.trim()),
  },
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
