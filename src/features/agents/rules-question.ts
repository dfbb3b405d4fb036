import { lazy } from '#kit/lazy.ts';
import { foldText } from '#kit/text.ts';
import { isInstruction, stemsOf, termsOf } from './rules-passages.ts';
import { stemOf } from './rules-stem.ts';
import {
  COUNTRY_NAMES,
  COUNTRY_WORDS,
  EUROPEAN_UNION,
  EUROPEAN_UNION_WORDS,
  MEANINGS,
  SMALL_TALK,
} from './rules-thesaurus.ts';
import { ALIKE, KINDS } from './rules-thesaurus-english.ts';
import { closestWords } from './rules-typos.ts';

/** One thing that a question is about. */
export type Concept = {
  /** The word as it was written, folded. */
  word: string;
  /** Roots that mean it in a text, each with how surely: 1 the word itself. */
  roots: Map<string, number>;
  /** Roots that may mean it in everyday English, with how surely. Enough to find a passage by, not to hold a sentence. */
  alike: Map<string, number>;
  /** How much the question is about it, before rarity counts: a word of asking ('when') carries less. */
  weight: number;
};

export type SmallTalk = (typeof SMALL_TALK)[number]['kind'];

/** What kind of thing would answer. */
export type Asks = {
  money: boolean;
  time: boolean;
  count: boolean;
  place: boolean;
  which: boolean;
  negated: boolean;
  /** How deep, how warm: answered by a figure or not at all. */
  measure: boolean;
  /** From which amount on something holds. */
  threshold: boolean;
  /** What is to be named: 'address' of 'what is the address of'. */
  named: string | undefined;
  /** What is to be counted or measured: 'calories' of 'how many calories'. */
  counted: string | undefined;
  /** What only something of one kind can answer. */
  kind: 'phone' | 'mail' | 'person' | 'span' | 'hours' | 'place' | 'clock' | 'age' | undefined;
  /** What is asked to be there: 'meat' of 'do you sell meat'. */
  objects: ReadonlySet<string>;
  /** People and things called by name. */
  names: ReadonlySet<string>;
};

/** Asks for nothing in particular. */
export const ASKS_NOTHING: Asks = {
  money: false,
  time: false,
  count: false,
  place: false,
  which: false,
  negated: false,
  measure: false,
  threshold: false,
  named: undefined,
  counted: undefined,
  kind: undefined,
  objects: new Set(),
  names: new Set(),
};

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

const SYNONYM = 0.8;
/** Everyday words for one thing are many things in commerce. */
const LIKENESS = 0.6;
const KINSHIP = 0.45;
const OF_PHRASE = 0.7;
/** That something is not in it is said in many ways, and matters less than what. */
const OF_WITHOUT = 0.2;
const WITHOUT_IT = new Map([
  ['free', 1],
  ['no', 0.9],
  ['without', 0.9],
  ['not', 0.7],
]);
const OF_COUNTRIES = 0.7;
/** A word of any matter means so many things that its synonyms say little. */
const OF_LIGHT = 0.5;

export function isCommonWord(word: string): boolean {
  return STOP.has(word) || LIGHT.has(word) || ASKING.has(word) || meaningsByRoot().has(stemOf(word));
}

/** A word that has a meaning here is what somebody wrote, not a misspelling of another. */
export function isKnownWord(word: string): boolean {
  const root = stemOf(word);
  return isCommonWord(word) || alikeByRoot().has(root) || kinsByRoot().has(root);
}

/** Words that say nothing of what a question is about. */
const STOP = new Set(
  `a an the and or but if then than that this these those there here it its i me my mine we us our you your yours u ur he she they
  them his her their is are was were be been being am do does did done doing have has had having can could will would shall should
  may might must ok okay so too very just only also even still again already ever of at by for from in into on onto off over under
  to with without about as because while up down out how what which whom whose why where please tell know think want like need wanna
  gonna let lets got give say says said mean means really actually maybe perhaps some any each every both all own same such more
  much many few lot lots thing things stuff something anything yes no not now today right correct true hi hello hey thanks thank
  one ones get gets getting go goes going went come comes make makes made try tried happen happens kind sort way bit else able
  per via etc re im ive id ill dont doesnt didnt cant couldnt wont wouldnt isnt arent wasnt theres whats whos hows
  n y r wat wot plz pls hav dis der die das den dem des ein eine einen einem einer ist sind war wird werden ich mir mich du dir dich sie
  er es wir uns ihr euch euer eure euren eurem mein meine dein und oder aber auch noch nur schon ja nein nicht kein keine bei mit
  von vom zu zum zur auf aus an ab im in fur gibt hat haben habt hast habe seid bist wurde werde kann kannst konnt konnen darf muss was wie wo wer welche welcher welches bitte
  el la los las un una unos unas y o pero si de del al en con por para que se me mi te tu su sus es son esta estan hay puedo puede
  pueden ser le lo les nos como donde cual cuales soy tengo tiene tienen ustedes vosotros mas muy este esto yo usted`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Words that tell what is asked rather than about what. */
const ASKING = new Set(
  'when time date day who name called price cost costs fee usd long much where people person new found see tell take use get open first last start end people week'.split(
    ' ',
  ),
);

/** Verbs and measures that go with any matter. */
const LIGHT = new Set(
  `put turn click watch attend reach join miss own order stand offer buy work need add ask answer believe bring call care cause
  choose count decide expect explain feel fill fit follow hear help hope hurt include keep last learn leave let like live look lose love
  mind move offer own pass place plan play point prefer read remain remember run seem set show sit spend stay stop suggest suppose
  swap talk thank touch understand wait walk watch wonder write idea option question reason case part side total amount value
  dollar dollars euro euros usd pounds bucks cash friend customer customers client clients daily total policy rule rules
  possible allowed please morning today tomorrow yesterday next year years month months days hour hours minute minutes`.split(
    /\s+/,
  ),
);
const OF_VERB = 0.4;
/** What somebody tells before asking. */
const OF_STORY = 0.4;
/** Figures of a question are often what somebody half remembers. */
const OF_FIGURE = 0.25;

type Meaning = { roots: string[]; words: Set<string>; phrases: string[] };

// Made with the first question: a process in which nobody asks does without.
const meanings = lazy(() => MEANINGS.map(readMeaning));
const alike = lazy(() => ALIKE.map(readMeaning));
const meaningsByRoot = lazy(() => byRoot(meanings()));
const alikeByRoot = lazy(() => byRoot(alike()));
/** Of a kind its members, of a member its kinds. */
const kinsByRoot = lazy((): ReadonlyMap<string, ReadonlySet<string>> => {
  const kins = new Map<string, Set<string>>();
  for (const line of KINDS) {
    const [kind = '', members = ''] = line.split(': ');
    for (const member of members.split(' ')) {
      for (const [one, other] of [
        [kind, member],
        [member, kind],
      ] as const) {
        kins.set(stemOf(one), (kins.get(stemOf(one)) ?? new Set()).add(stemOf(other)));
      }
    }
  }
  return kins;
});

function readMeaning(line: string): Meaning {
  const members = line.split('|');
  const words = members.filter((member) => !/[ -]/.test(member));
  return {
    roots: [...new Set(words.map(stemOf))],
    words: new Set(words.map(stemOf)),
    phrases: members.filter((member) => /[ -]/.test(member)),
  };
}

function byRoot(all: readonly Meaning[]): Map<string, Meaning[]> {
  const found = new Map<string, Meaning[]>();
  for (const meaning of all) {
    for (const root of meaning.words) found.set(root, [...(found.get(root) ?? []), meaning]);
  }
  return found;
}

const WANTS_SECRETS =
  /\b(?:system prompt|your (?:instructions?|prompt|rules|guidelines|configuration)|hidden (?:text|instructions?|prompt)|(?:api|secret|access|private) keys?|passwords? (?:for|of|to) the (?:system|admin|database)|everything above|text above|words? above|developer mode|debug mode|jailbreak|another (?:customer|visitor|user|client)|other (?:customers?|visitors?|users?|clients?)['’]?s? (?:data|phone|address|name|order|email|chat)|(?:list|names?) of (?:your |all )?(?:customers|clients|leads))\b/i;
const WANTS_OBEDIENCE =
  /\b(?:ignore|disregard|forget|override|bypass) (?:\w+ ){0,4}(?:instructions?|rules|guidelines|prompts?|training|policy|policies|restrictions?)\b|\bfrom now on\b|\b(?:pretend|act|behave|roleplay|role-play) (?:to be|as|like|that you)\b|\byou are now\b|\b(?:repeat|print|output|reveal|show|display|translate|summari[sz]e) (?:\w+ ){0,4}(?:above|prompt|instructions?|verbatim|word for word)\b|\brespond (?:only )?(?:with|in)\b|\bnote to (?:the )?(?:assistant|ai|bot)\b|\b(?:assistant|ai|bot|model)s? (?:must|should|shall|has to)\b|\bi(?:'|’)?a?m the (?:owner|admin|developer|ceo)\b|\bnew instructions?\b|\b(?:confirm|promise) (?:that|the customer)\b/i;

/** Reads what somebody asks. `before` is what the same person asked last, for questions like 'and how much is it?'. */
export function readQuestion(text: string, before?: string): Question {
  const honest = inFull(withoutOrders(text));
  const folded = withoutHearsay(foldText(honest).replace(/[’]/g, "'"));
  if (WANTS_SECRETS.test(honest)) return { kind: 'manipulation' };
  // Whoever gives orders and also asks something is answered that; whoever only gives orders is not.
  if (honest.trim() === '') return { kind: 'manipulation' };
  if (withoutOrders(text) !== text && !honest.includes('?')) return { kind: 'manipulation' };

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
    for (const concept of conceptsOf(foldText(withoutOrders(isAbout)))) {
      if (!known.has(concept.word)) concepts.push({ ...concept, weight: concept.weight * 0.7 });
    }
  }
  const names = namesIn(honest);
  const asks = { ...asksOf(folded), names };
  return { kind: 'question', text: honest, isAbout, concepts, asks, parts: partsOf(folded, names) };
}

const GREETED = String.raw`^\W*(?:(?:hi|hello|hey|please)\W+)?`;
/** Questions of a word or two, with what everybody understands by them. */
const IN_FULL: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      String.raw`${GREETED}(?:(?:(?:what are )?(?:your|the) )?hours(?: please)?|when are you (?:guys |usually )?open)\W*$`,
      'i',
    ),
    'Opening hours?',
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
    .replace(/^-{3,}\s*$[\s\S]*?^-{3,}\s*$/gm, ' ')
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/["“][^"”]*["”]/g, (quote) =>
      WANTS_OBEDIENCE.test(quote) || isInstruction(quote) ? ' ' : quote,
    );
  return outside
    .split(/(?<=[.!?:])\s+|\n+/)
    .filter((sentence) => !WANTS_OBEDIENCE.test(sentence) && !isInstruction(sentence))
    .join(' ');
}

/** What the sentence that asks speaks of counts in full, what tells how it came to that counts less. */
function weighed(folded: string): Concept[] {
  const sentences = folded.split(/(?<=[.!?])\s+/);
  const asking = sentences.filter((sentence) => sentence.includes('?'));
  if (asking.length === 0 || asking.length === sentences.length) return conceptsOf(folded);
  const asked = conceptsOf(asking.join(' '));
  if (asked.length === 0) return conceptsOf(folded);
  const known = new Set(asked.map(({ word }) => word));
  return conceptsOf(folded).map((concept) =>
    known.has(concept.word) ? concept : { ...concept, weight: concept.weight * OF_STORY },
  );
}

const OF_SO_MUCH =
  /\b(?:for|on|with|if|when) (?:(?:an?|my|the|our) )?(?:order|purchase|basket|cart|bill)s? (?:(?:is|are|comes to|worth|of|for|over|under|above|below|from) )+(?:[$€£]\s?\d[\d.,]*|\d[\d.,]* ?(?:dollars?|euros?|pounds?|usd|eur|gbp)\b)/g;

function conceptsOf(folded: string): Concept[] {
  const concepts: Concept[] = [];
  const taken = new Set<string>();
  let rest = ` ${folded
    // 'Caffeine-free' speaks of caffeine, and of nothing that costs nothing.
    .replace(/(\p{L}{3,})-free\b/gu, '$1 withoutit')
    .replace(/\bfree (?:of|from) (?!charge)/g, ' withoutit ')
    // 'How much protein' asks for an amount, 'how much is it' for a price.
    .replace(/\bhow much (?!is|are|do|does|did|for|will|would|to|a|the|it|i|can|each)(?=\w)/g, ' ')
    // 'For an order of 45 pounds' is a circumstance: it is not what is asked about.
    .replace(OF_SO_MUCH, ' ')
    .replace(/[^\p{L}\p{N}'.,:]+/gu, ' ')} `;
  for (const meaning of meanings()) {
    const phrase = meaning.phrases.find((candidate) => rest.includes(` ${candidate.replace('-', ' ')} `));
    if (phrase === undefined) continue;
    rest = rest.replace(` ${phrase.replace('-', ' ')} `, ' ');
    add({
      word: phrase,
      roots: new Map([...wordsOf(phrase), ...meaning.roots].map((root) => [root, SYNONYM])),
      alike: new Map(),
      weight: weightOf(meaning.roots[0] ?? ''),
    });
  }
  const phrases = alike().flatMap((meaning) => {
    const phrase = meaning.phrases.find((candidate) => rest.includes(` ${candidate.replaceAll('-', ' ')} `));
    return phrase === undefined ? [] : [{ meaning, phrase, roots: stemsOf(phrase) }];
  });
  const carried = new Set<(typeof phrases)[number]>();
  for (const term of termsOf(rest)) {
    if (term === 'withoutit') {
      add({ word: term, roots: WITHOUT_IT, alike: new Map(), weight: OF_WITHOUT });
      continue;
    }
    if (STOP.has(term) || (term.length < 2 && !/\d/.test(term))) continue;
    const root = stemOf(term);
    const roots = new Map<string, number>();
    const likely = new Map<string, number>();
    for (const other of kinsByRoot().get(root) ?? []) likely.set(other, KINSHIP);
    for (const meaning of alikeByRoot().get(root) ?? [])
      for (const other of meaning.roots) likely.set(other, LIKENESS);
    for (const one of phrases) {
      if (!one.roots.has(root)) continue;
      carried.add(one);
      for (const other of one.meaning.roots) likely.set(other, LIKENESS);
    }
    for (const meaning of meaningsByRoot().get(root) ?? [])
      for (const other of meaning.roots) roots.set(other, weightOf(term) < 1 ? OF_LIGHT : SYNONYM);
    if (EUROPEAN_UNION.has(term)) for (const other of EUROPEAN_UNION_WORDS) roots.set(stemOf(other), SYNONYM);
    if (COUNTRY_NAMES.has(term)) for (const other of COUNTRY_WORDS) roots.set(stemOf(other), OF_COUNTRIES);
    roots.set(root, 1);
    add({ word: term, roots, alike: likely, weight: weightOf(term) });
  }
  // 'It never turned up' says nothing word by word.
  for (const one of phrases) {
    if (carried.has(one)) continue;
    const likely = new Map(one.meaning.roots.map((root) => [root, LIKENESS]));
    add({ word: one.phrase, roots: new Map(), alike: likely, weight: OF_PHRASE });
  }
  return concepts;

  function add(concept: Concept): void {
    // 'free delivery' and 'free shipping' in one sentence are one concept.
    const key = [...(concept.roots.size > 0 ? concept.roots : concept.alike).keys()].sort().join(' ');
    if (taken.has(key)) return;
    taken.add(key);
    concepts.push(concept);
  }
}

/** Roots of what a phrase itself says: 'money' of 'money back'. */
function wordsOf(phrase: string): string[] {
  return termsOf(phrase)
    .filter((term) => weightOf(term) === 1 && !STOP.has(term) && !ADVERBS.has(term))
    .map(stemOf);
}
const ADVERBS = new Set([
  'back',
  'off',
  'out',
  'again',
  'there',
  'many',
  'much',
  'least',
  'most',
  'too',
  'end',
]);

const EVERYDAY = [
  ...new Set([
    ...MEANINGS.flatMap((line) => line.split('|').filter((member) => !/[ -]/.test(member))),
    ...STOP,
    ...LIGHT,
    ...ASKING,
  ]),
].filter((word) => word.length > 3);

/** A misspelt word read as an everyday one: with what that means, or with little weight where it says nothing itself. */
export function respelt(concept: Concept): Concept | undefined {
  const { word } = concept;
  const near = closestWords(
    word,
    EVERYDAY.filter((known) => Math.abs(known.length - word.length) <= 1 && known[0] === word[0]),
  ).filter(({ surely }) => surely >= 0.9);
  const [first] = near;
  if (!first) return undefined;
  if (STOP.has(first.word)) return { ...concept, weight: 0.1 };
  const roots = new Map(concept.roots);
  for (const { word: meant } of near) {
    roots.set(stemOf(meant), 0.9);
    for (const meaning of meaningsByRoot().get(stemOf(meant)) ?? [])
      for (const other of meaning.roots) if (!roots.has(other)) roots.set(other, SYNONYM * 0.9);
  }
  return { ...concept, roots, weight: weightOf(first.word) };
}

function weightOf(word: string): number {
  // The number of an order is what it is about, not a half-remembered figure.
  if (/^\d{5,}$/.test(word)) return 1;
  if (/^[\d.,:]+$/.test(word)) return OF_FIGURE;
  if (LIGHT.has(word)) return OF_VERB;
  return ASKING.has(word) ? 0.5 : 1;
}

function asksOf(folded: string): Asks {
  return {
    counted: /\bhow (?:many|much) (\p{L}{4,})/u.exec(folded)?.[1],
    money:
      /\b(?:how much(?! (?!is|are|do|does|did|for|will|would|to|a|the|it|more|i|can|per|off|each)\w)|price|prices|cost|costs|fee|charge|pay|bill|total|kostet|preis|cuesta|cuanto|precio|\$|dollars?|expensive)\b|\$/.test(
        folded,
      ),
    time: /\b(?:when|what time|what day|which day|weekday|until|hours|how long|how far ahead|wann|wie lange|cuando|hora|date)\b/.test(
      folded,
    ),
    count:
      /\b(?:how many|how much (?!is|are|do|does|did|for|will|would|to|a|the|it|i|can|each)\w+|how often|number of|maximum|minimum|amount|wie viele|cuantos|cuantas)\b/.test(
        folded,
      ),
    place: /\b(?:where|address|location|wo|donde)\b/.test(folded),
    which:
      /\b(?:which|what (?:products?|herbs|can(?:'t|not)?|do|are)|welche|was|cuales|any product|who should)\b/.test(
        folded,
      ),
    measure:
      /\bhow (?:deep|tall|high|heavy|big|wide|warm|hot|cold|large|far|thick|loud|strong|steep|fast)\b/.test(
        folded,
      ),
    threshold:
      /[$€£]\s?\d|\d ?(?:dollars?|euros?|pounds?)\b/.test(folded) &&
      /\b(?:free|gratis|kostenlos|minimum|starts?|from|over|above|below|under|ab|desde|limit|threshold)\b/.test(
        folded,
      ),
    named:
      /\b(?:what(?:'s| is| are| was)|tell me|give me|know) (?:the|your|their|its) ((?:\p{L}+ ){0,2}?\p{L}{4,}) (?:of|for|to|on|in|from)\b/u
        .exec(folded)?.[1]
        ?.split(' ')
        .at(-1) ??
      /\b(?:what|which) (\p{L}{4,}) (?:is|are|does|do|did|has|have|can|should)\b/u.exec(folded)?.[1],
    kind: KINDS_ASKED.find(([, pattern]) => pattern.test(folded))?.[0],
    objects: objectsIn(folded),
    names: new Set(),
    negated:
      /\b(?:not|no|never|without|except|cannot|can't|don't|doesn't|isn't|excluded|nicht|kein\w*|sin)\b/.test(
        folded,
      ),
  };
}

const KINDS_ASKED: readonly (readonly [NonNullable<Asks['kind']>, RegExp])[] = [
  [
    'phone',
    /\b(?:phone|telephone|mobile|cell|cellphone) ?numbers?\b|\bnumber (?:to|do|can|should) .{0,12}\b(?:call|ring|dial)\b/,
  ],
  ['mail', /\b(?:e-?mail|mail) address\b|\bwhat(?:'s| is) .{0,20}\be-?mail\b/],
  ['age', /\bhow old\b|\bwhat age\b/],
  [
    'person',
    /\bwho(?:'s| is| are| was| runs?| leads?| teach\w*| gives?| owns?| found\w*| start\w*| made| makes| treats?| will| does)\b/,
  ],
  [
    'place',
    /\bwhere are you(?: located| based)?\W*$|\bwhat(?:'s| is) (?:the|your) (?:street |postal )?address\W*$/,
  ],
  [
    'hours',
    /\b(?:opening|business|office|shop|store|desk|visiting) (?:hours|times?)\b|\bhours of (?:opening|business)\b/,
  ],
  [
    'clock',
    /\bwhat time\b|\bhow (?:late|early)\b|\b(?:until|till|from) when\b|\bwhen .{0,30}\b(?:open|close|shut)\b/,
  ],
  [
    'span',
    /\bhow long\b|\bhow much time\b|\bhow many (?:minutes|hours|days|weeks|months|years|nights|evenings)\b/,
  ],
];

const EXISTS =
  /\b(?:do|does|did|have|has|is|are|can|could|may|will|would)\b[^?.!]{0,24}?\b(?:sell|have|got|offer|stock|make|give|run|serve|provide|carry|accept|take|there|any|another|buy|get|rent|hire|treat|speak|with)\b(?! to\b)([^?.!,;]+)/;
const MOST_OBJECTS = 4;

/** What somebody asks to have, to buy or to find. */
function objectsIn(folded: string): Set<string> {
  const said = EXISTS.exec(folded)?.[1];
  if (said === undefined) return new Set();
  return new Set(
    termsOf(said)
      .filter((term) => !STOP.has(term) && !LIGHT.has(term) && /^\p{L}{3,}/u.test(term))
      .slice(0, MOST_OBJECTS),
  );
}
