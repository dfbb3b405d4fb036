import { readDocument, sentencesIn, withSentence, writeDocument } from '#engines/writing/document.ts';
import { capitalised, FIGURE, figureOf, sentencesOf, splitOutside } from '#engines/writing/sentences.ts';
import { splitSubject, wordCount } from './rules.ts';
import { questionOrder } from './rules-question.ts';
import { add, askQuestion } from './rules-refine-add.ts';
import { addSentence, type Desk, type RefinementInput } from './rules-refine-desk.ts';
import { lengthen, lengthOf, shortenEach, shortenTo } from './rules-refine-length.ts';
import { endWith, replace, startWith } from './rules-refine-order.ts';
import { remove } from './rules-refine-remove.ts';
import { firstParagraph, makeList, table, variants } from './rules-refine-shape.ts';
import { giveSubject, putInSubject, questionHeadline } from './rules-refine-titles.ts';
import { formal, toFirstPerson, toPast, warm } from './rules-refine-voice.ts';

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
    wanted: new Set(),
  };
  // What ends the text comes last: nothing is written behind it.
  const all = instructionsOf(input.request);
  // What only shall be shorter gets its tone afterwards, or the tone would be the first to be cut; a limit in words holds.
  const isTone = (instruction: string): boolean => TONE.some((tone) => tone.test(instruction));
  const toned = /\d\s*words\b/i.test(input.request) ? [] : all.filter(isTone);
  const said = all.filter((instruction) => !toned.includes(instruction));
  const isLast = (instruction: string): boolean => questionOrder(instruction)?.place === 'end';
  for (const instruction of [...said.filter((one) => !isLast(one)), ...said.filter(isLast)]) {
    const before = new Set(sentencesIn(desk.document));
    obey(desk, instruction);
    if (!ADDITION.test(instruction) && !isLast(instruction)) continue;
    for (const sentence of sentencesIn(desk.document)) if (!before.has(sentence)) desk.wanted.add(sentence);
  }
  const before = lengthOf(desk);
  if (desk.mostWords !== undefined) shortenTo(desk, desk.mostWords);
  for (const instruction of toned) obey(desk, instruction);
  if (desk.mostWords !== undefined) {
    const after = lengthOf(desk);
    desk.done.push(
      after < before ? `shortened it from ${before} to ${after} words` : `it has ${after} words`,
    );
  }
  const content = writeDocument(desk.document);
  return {
    content,
    explanation: explanationOf(desk, content !== writeDocument(readDocument(input.content))),
  };
}

/** Instructions whose sentences are there because somebody asked for them. */
const ADDITION =
  /^(?:add|append|insert|include|give|use|mention|say|state|name|point out|tell|explain|show|note|start|begin|open|end|finish|close)\b/i;

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
  '(?:add|append|remove|cut|delete|drop|lose|take (?:out|away)|leave out|mention|replace|swap|change|exchange|make|put|write|rewrite|turn|start|begin|open|end|finish|close|shorten|lengthen|expand|keep|use|say|include|give|sound|move|translate|split|have|number|list|tone|trim|state|name|insert|rephrase|convert|restructure|simplify|soften|break|set|show|explain|point out|tell|pose|ask(?= (?:(?:them|readers?|people|everybody|customers|members) )?(?:an?|one|whether|if|what|how|which|when|where|why)\\b))';

/** A request cut into single instructions; what only protects something ("keep the rest") is none. */
export function instructionsOf(request: string): string[] {
  // The full stops of a P.S. end nothing.
  const said = sentencesOf(request.replace(/\s+/g, ' ').replace(/\bp\.\s?s\.?(?=[\s,:]|$)/gi, 'PS'));
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

const COMPARATIVE =
  '(?:(?:a (?:bit|little)|much|far|even|somewhat) )?(?:(?:more|less) [\\p{L}-]+|\\p{L}{3,}er)';
/** "Make it shorter and friendlier": each of them is an instruction. */
const TOGETHER = new RegExp(
  `^(?:(?:please|now|also) )*(?:(?:make|get) (?:it|this|that|everything|the (?:text|mail|e-?mail|post|copy)) )?${COMPARATIVE}(?:(?:,? (?:and|but) |, )${COMPARATIVE})+(?=$|[,.;!?]| (?:and|but)\\b)`,
  'iu',
);

function partsOf(given: string): string[] {
  const sentence = given.replace(TOGETHER, (all) => all.replace(/,? (?:and|but) |, /gi, '\uE000'));
  const marked = sentence.replace(
    new RegExp(
      `(?:,\\s*|;\\s*|\\s+)(?:and|but|then|while)\\s+(?=(?:then |also |please |now )?(?!(?:replace|swap) (?:it|them|that)\\b)(?:${VERB}|keeping|without|nothing else)\\b)|[,;]\\s+(?=(?:then |also |please )?(?:${VERB}|keeping)\\b)`,
      'gi',
    ),
    '\uE000',
  );
  return splitOutside(marked, /[;\uE000]/);
}

const WARMER =
  /\b(?:less like a \w+|warmer|friendlier|kinder|softer|more (?:friendly|personal|human|relaxed|casual|conversational)|less (?:formal|stiff|cold|corporate|dry))\b/i;
const MORE_FORMAL =
  /\b(?:more (?:formal|professional|serious|official|factual|neutral|sober)|less (?:casual|friendly|chatty))\b/i;
/** Instructions that are about the tone and nothing else. */
const TONE = [WARMER, MORE_FORMAL].map(
  ({ source }) =>
    new RegExp(
      `^(?:make (?:it|this|that|the \\w+) )?(?:a (?:bit|little) |much |far |even )?(?:${source})$`,
      'i',
    ),
);

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
  {
    pattern: /\bquestion\b|^ask\b/i,
    apply(desk, { input }) {
      const order = questionOrder(input);
      return order !== undefined && askQuestion(desk, order, input);
    },
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
    apply: (desk, { input }) => askQuestion(desk, { words: undefined, matter: '', place: 'end' }, input),
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
    pattern: WARMER,
    apply(desk) {
      warm(desk);
      desk.done.push('made it warmer');
      return true;
    },
  },
  {
    pattern: MORE_FORMAL,
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
