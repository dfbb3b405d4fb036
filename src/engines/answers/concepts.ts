import { lazy } from '#kit/lazy.ts';
import { stemsOf, termsOf } from './passages.ts';
import { stemOf } from './stem.ts';
import { COUNTRY_NAMES, COUNTRY_WORDS, EUROPEAN_UNION, EUROPEAN_UNION_WORDS, MEANINGS } from './thesaurus.ts';
import { ALIKE, KINDS } from './thesaurus-english.ts';
import { closestWords } from './typos.ts';

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

/** What is no thing that somebody could ask to have. */
export function isOfAnyMatter(word: string): boolean {
  return STOP.has(word) || LIGHT.has(word);
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
  ve ll ca wo
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

/** What the sentence that asks speaks of counts in full, what tells how it came to that counts less. */
export function weighed(folded: string): Concept[] {
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

export function conceptsOf(folded: string): Concept[] {
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
