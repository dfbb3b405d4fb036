import { foldText, withoutEndlessWords } from '#kit/text.ts';
import { type Asks, asksOf } from './asks.ts';
import { type Concept, conceptsOf, isCommonWord, weighed } from './concepts.ts';
import { openingHoursAsked } from './opening-hours.ts';
import { isInstruction } from './passages.ts';
import { SMALL_TALK } from './thesaurus.ts';

export type SmallTalk = (typeof SMALL_TALK)[number]['kind'];

/** One of several things that are asked at once. */
export type Part = { text: string; words: ReadonlySet<string>; asks: Asks };

export type Question =
  | { kind: 'small_talk'; talk: SmallTalk }
  /** It asks for instructions, secrets or for being obeyed, and nothing else. */
  | { kind: 'manipulation' }
  | {
      kind: 'question';
      text: string;
      /** What was asked before, where this question only points to it. */
      isAbout: string | undefined;
      concepts: Concept[];
      asks: Asks;
      /** None where it asks for one thing. */
      parts: Part[];
    };

const WANTS_SECRETS =
  /\b(?:system prompt|your (?:instructions?|prompt|rules|guidelines|configuration)|hidden (?:text|instructions?|prompt)|(?:api|secret|access|private) keys?|passwords? (?:for|of|to) the (?:system|admin|database)|everything above|text above|words? above|developer mode|debug mode|jailbreak|another (?:customer|visitor|user|client)|other (?:customers?|visitors?|users?|clients?)['’]?s? (?:data|phone|address|name|order|email|chat)|(?:list|names?) of (?:your |all )?(?:customers|clients|leads))\b/i;
const WANTS_OBEDIENCE =
  /\b(?:ignore|disregard|forget|override|bypass) (?:\w+ ){0,4}(?:instructions?|rules|guidelines|prompts?|training|policy|policies|restrictions?)\b|\bfrom now on\b|\b(?:pretend|act|behave|roleplay|role-play) (?:to be|as|like|that you)\b|\byou are now\b|\b(?:repeat|print|output|reveal|show|display|translate|summari[sz]e) (?:\w+ ){0,4}(?:above|prompt|instructions?|verbatim|word for word)\b|\brespond (?:only )?(?:with|in)\b|\bnote to (?:the )?(?:assistant|ai|bot)\b|\b(?:assistant|ai|bot|model)s? (?:must|should|shall|has to)\b|\bi(?:'|’)?a?m the (?:owner|admin|developer|ceo)\b|\bnew instructions?\b|\b(?:confirm|promise) (?:that|the customer)\b/i;

/** Reads what somebody asks. `before` is what the same person asked last, for questions like 'and how much is it?'. */
export function readQuestion(asked: string, before?: string): Question {
  const text = withoutEndlessWords(asked);
  const honest = inFull(withoutOrders(text));
  const folded = withoutHearsay(foldText(honest).replace(/[’]/g, "'"));
  if (WANTS_SECRETS.test(honest)) return { kind: 'manipulation' };
  // Whoever gives orders and also asks something is answered that; whoever only gives orders is not.
  if (honest.trim() === '') return { kind: 'manipulation' };
  if (withoutOrders(text) !== text && !honest.includes('?')) return { kind: 'manipulation' };

  const hours = openingHoursAsked(folded);
  if (hours) return hoursQuestion(hours);
  const concepts = weighed(folded);
  const talk = SMALL_TALK.find(({ pattern }) => pattern.test(folded));
  const rest = talk ? conceptsOf(folded.replace(talk.pattern, ' ')) : concepts;
  if (talk && (talk.kind === 'joke' || rest.length <= (talk.kind === 'greeting' ? 0 : 1))) {
    return { kind: 'small_talk', talk: talk.kind };
  }
  if (talk?.kind === 'thanks' && !honest.includes('?') && rest.length <= 3)
    return { kind: 'small_talk', talk: talk.kind };
  const points =
    /\b(?:it|that|this|they|them|those|one|there|same)\b/.test(folded) ||
    /^(?:and|und|y|what about)\b/.test(folded);
  const isAbout =
    before !== undefined && (concepts.length === 0 || (points && concepts.length <= 2)) ? before : undefined;
  if (isAbout !== undefined) {
    const known = new Set(concepts.map(({ word }) => word));
    for (const concept of conceptsOf(foldText(withoutOrders(withoutEndlessWords(isAbout))))) {
      if (!known.has(concept.word)) concepts.push({ ...concept, weight: concept.weight * 0.7 });
    }
  }
  const names = namesIn(honest);
  const asks = { ...asksOf(folded), names };
  return { kind: 'question', text: honest, isAbout, concepts, asks, parts: partsOf(folded, names) };
}

const OPENING_HOURS = 'Opening hours?';

/** However it was asked, in the words by which the matter of a text is told. */
function hoursQuestion(concepts: Concept[]): Question {
  const asks = asksOf(foldText(OPENING_HOURS));
  return { kind: 'question', text: OPENING_HOURS, isAbout: undefined, concepts, asks, parts: [] };
}

const GREETED = String.raw`^\W*(?:(?:hi|hello|hey|please)\W+)?`;
/** Questions of a word or two, with what everybody understands by them. */
const IN_FULL: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      String.raw`${GREETED}(?:(?:(?:what are )?(?:your|the) )?hours(?: please)?|when are you (?:guys |usually )?open)\W*$`,
      'i',
    ),
    OPENING_HOURS,
  ],
  [
    new RegExp(
      String.raw`${GREETED}(?:so )?(?:where (?:are you|is it)(?: guys)?(?: located| based| exactly)?|(?:your |the )?(?:address|location))\W*$`,
      'i',
    ),
    'What is your address?',
  ],
];

/** 'Hours?' and 'where are you?' have no word of substance to go by. */
function inFull(text: string): string {
  return IN_FULL.find(([short]) => short.test(text))?.[1] ?? text;
}

const MOST_PARTS = 3;

/** 'What does it cost and who runs it?' asks for two things, and so does 'Is there parking? When do you open?' */
function partsOf(folded: string, names: ReadonlySet<string>): Part[] {
  const parts = folded
    .split(
      /[?!;]+|\.\s|,? and (?!(?:a |the )?half\b)|,? or (?=(?:do|does|is|are|can|when|what|how|where|who)\b)/,
    )
    .map((text) => ({ text, words: new Set(conceptsOf(text).map(({ word }) => word)) }))
    .filter(({ words }) => words.size > 0);
  if (parts.length < 2 || parts.length > MOST_PARTS) return [];
  return parts.map(({ text, words }) => ({
    text,
    words,
    asks: { ...asksOf(text), names: new Set([...names].filter((name) => words.has(name))) },
  }));
}

/** Words written large inside a sentence that are no everyday words. */
function namesIn(text: string): Set<string> {
  const large = text.match(/(?<=[\p{Ll}\d,;:'’] )\p{Lu}\p{Ll}+/gu) ?? [];
  return new Set(large.map((word) => foldText(word)).filter((word) => !isCommonWord(word)));
}

const HEARSAY =
  /(?:^|[.,;!?]\s*)(?:but |so |and |well |hi |hello )*(?:(?:a|an|my|the|our|one of my|some) )?(?:friend|colleague|neighbou?r|sister|brother|mother|mum|dad|boss|partner|wife|husband|coworker|cousin|aunt|uncle|somebody|someone|people|they|guy|woman|man|lady)s?(?: of mine| at work| here)? (?:(?:just|once|also|has|have|had) )?(?:told me|tells me|said|says|say|claims?|claimed|thinks?|thought|mentioned|mentions|swears?)(?: to me)?(?: that)?\b|\b(?:i|we) (?:(?:just|once|also|have|had|already) )?(?:read|heard|thought|was told|were told|saw|think|believe|assume|remember|understand|gather)(?: (?:somewhere|online|it said|once))?(?: that)?\b/g;
const CHECKS =
  /[,;.]?\s*(?:(?:is|was) (?:that|this|it) )?(?:still |really |actually )?(?:correct|right|true|so|the case|up to date|accurate|valid|wrong)(?: (?:now|today|still))?\s*\?+\s*$/;

/** Without what only says where somebody has it from: 'a friend told me that …, is that true?' */
function withoutHearsay(folded: string): string {
  const rest = folded.replace(HEARSAY, ' ').replace(CHECKS, ' ?');
  return /[a-z]{3}/.test(rest) ? rest : folded;
}

/** The text without quoted passages that give orders and without sentences that try to direct the agent. */
function withoutOrders(text: string): string {
  const isLoud = WANTS_OBEDIENCE.test(text) || isInstruction(text);
  if (!isLoud) return text;
  const outside = text
    .replace(/^-{3,}[ \t]*$[\s\S]*?^-{3,}[ \t]*$/gm, ' ')
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/["“][^"”]*["”]/g, (quote) =>
      WANTS_OBEDIENCE.test(quote) || isInstruction(quote) ? ' ' : quote,
    );
  return outside
    .split(/(?<=[.!?:])\s+|\n+/)
    .filter((sentence) => !WANTS_OBEDIENCE.test(sentence) && !isInstruction(sentence))
    .join(' ');
}
