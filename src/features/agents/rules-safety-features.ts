import { CLASSES } from './rules-safety-classes.ts';
import type { Reading } from './rules-safety-reading.ts';
import { stemOf } from './rules-stem.ts';

const NAMES = Object.keys(CLASSES);

/** Pairs of these with others say more than each alone. */
const UNPAIRED = new Set(['ihave', 'canitake']);

/** Words that say how somebody writes rather than of what: alone they tell nothing about safety. */
const PLAIN = new Set(
  'a an the and or but if so then than that this these those there of at by for from in into on onto to with as up # § der die das den dem ein eine und oder el la lo un una y o de en con por'.split(
    ' ',
  ),
);

const DANGERS = new Set(
  'die selfharm hopeless method chest stroke breath swelling collapse bleed ingest toomuch poison violence movement resolve threat aid heavy vitals bluish farewell confusion hurtsomebody harmfulthing trauma'
    .split(' ')
    .map((name) => `c:${name}`),
);
const MATTERS_OF_HEALTH = new Set(
  'pregnant drug condition symptom lab reaction eating mood child minorage sore bodypart lownumber'
    .split(' ')
    .map((name) => `c:${name}`),
);

/** Whether a message with these features holds a word of danger, in whatever sense. */
export function speaksOfDanger(features: readonly string[]): boolean {
  return features.some((name) => DANGERS.has(name));
}

/** Whether it holds a word of health, body or danger. */
export function speaksOfHealth(features: readonly string[]): boolean {
  return features.some((name) => DANGERS.has(name) || MATTERS_OF_HEALTH.has(name));
}

const CHILDREN = new Set(['c:child', 'c:minorage', 'c:newborn']);
/** What children join, and what it costs. */
const OUTINGS = new Set(['c:fitness', 'c:venue', 'c:logistics', 'c:price']);
/** What anybody could swallow or use, and what is done about bodies. */
const OF_BODIES = new Set(
  'item supplement dose ingest toomuch cure food body whatisit shouldi drowsy'
    .split(' ')
    .map((name) => `c:${name}`),
);

/** Whether children are all that it has of health, beside a class, a ticket or the price: a guest, not a patient. */
export function speaksOfYoungGuests(features: readonly string[], text: string): boolean {
  const isOuting =
    /\b(?:pays?|join|climb|celebrat\w*|party)\b/.test(text) || features.some((name) => OUTINGS.has(name));
  const hasChild = features.some((name) => CHILDREN.has(name));
  const hasMore = features.some(
    (name) => DANGERS.has(name) || (MATTERS_OF_HEALTH.has(name) && !CHILDREN.has(name)),
  );
  const isOfBodies = features.some((name) => OF_BODIES.has(name));
  return isOuting && hasChild && !hasMore && !isOfBodies;
}

const CURES =
  /\b(?:do|does|did|will|would|can|could|may|might)\b[^.!?]*\b(?:cure|heal|(?:fix|end|get rid of|rid me of)\b[^.!?]*\b(?:for good|for ever|forever|once and for all))\b/;
/** Who or what makes time to think short, or could: with these it stays as plain as any other word of health. */
const NOT_TO_WAIT = new Set(
  'pregnant child minorage newborn drug serotonin reaction mood eating lab vitals sudden'
    .split(' ')
    .map((name) => `c:${name}`),
);
const GRAVE =
  /\b(?:fever\w*|vomit\w*|throw\w* up|threw up|puk\w*|palpitat\w*|numb\w*|tingl\w*|jaundice|yellow|urine|pee|stools?|coffee grounds|lumps?|attacks?|infect\w*|appendi\w*|sepsis|rash|discharge|dizz\w*|stiff neck|worst|dehydrat\w*)\b/;

/** Whether all it asks is if something would cure a complaint, in words of nothing that cannot wait. */
export function asksForCure(features: readonly string[], text: string): boolean {
  return CURES.test(text) && !GRAVE.test(text) && !features.some((name) => NOT_TO_WAIT.has(name));
}

/** What a message shows: its words, pairs of neighbours, the classes it speaks of and their pairs. */
export function safetyFeatures({ literal, figures }: Reading): string[] {
  const features = new Set<string>(['base']);
  if (figures > 0) features.add('c:figure');
  const present = NAMES.filter((name) => CLASSES[name]?.test(literal));
  for (const name of present) features.add(`c:${name}`);
  const paired = figures > 0 ? [...present, 'figure'] : present;
  for (const [index, one] of paired.entries()) {
    for (const other of paired.slice(index + 1)) {
      if (!UNPAIRED.has(one) || !UNPAIRED.has(other)) features.add(`c:${one}+${other}`);
    }
  }
  if (present.length === 0) features.add('c:none');
  const now = [...features];
  if (!speaksOfDanger(now)) features.add('c:nodanger');
  if (!speaksOfHealth(now)) features.add('c:nohealth');
  // Of nobody in particular: a question in general.
  if (!['selfref', 'others', 'somebody'].some((name) => present.includes(name))) {
    for (const name of ['', ...present]) features.add(`c:impersonal+${name}`);
  }
  const words = (literal.match(/[\p{L}']+|\d+|§/gu) ?? []).map((word) =>
    /^\d+$/.test(word) ? '#' : word === '§' ? word : stemOf(word.replaceAll("'", '')),
  );
  for (const [index, word] of words.entries()) {
    const isPlain = PLAIN.has(word);
    if (!isPlain) features.add(`w:${word}`);
    const next = words[index + 1];
    if (next !== undefined && !(isPlain && PLAIN.has(next))) features.add(`b:${word} ${next}`);
    // Beginnings stand for words that nobody wrote before.
    if (word.length > 6) features.add(`g:${word.slice(0, 5)}`);
  }
  // Four letters in a row are left of a word that is misspelt, or put together in another way.
  for (const word of literal.match(/[\p{L}']{4,}/gu) ?? []) {
    if (PLAIN.has(word)) continue;
    const framed = `^${word.replaceAll("'", '')}$`;
    for (let at = 0; at + 4 <= framed.length; at += 1) features.add(`k:${framed.slice(at, at + 4)}`);
  }
  return [...features];
}
