import { stem } from '#kit/words.ts';
import type { Audience } from './audience.ts';
import { matchBounds } from './bounds.ts';
import { CUES, findCues } from './cue-list.ts';
import { type Span, type Token, tokensOf } from './cues.ts';
import { hashOf } from './model.ts';
import { isElsewhere, readPlaces } from './places.ts';
import type { ProfileRule } from './profile.ts';
import type { Rule } from './signal.ts';
import { matchTopic, type RootedWord, rootOf, type TopicMatch } from './topic.ts';

/** Something a post shows: names its weight and the reason it belongs to. */
export type Feature = { key: string; rule: Rule; span?: Span | undefined };

/** A post taken apart. */
export type Reading = { text: string; tokens: readonly Token[]; words: readonly RootedWord[] };

const INTENT: ReadonlySet<Rule> = new Set(['asks', 'invites', 'pays', 'compares', 'dissatisfied']);
const AGAINST: ReadonlySet<Rule> = new Set([
  'sells',
  'refuses',
  'solved',
  'past',
  'news',
  'automated',
  'professional',
  'other_matter',
  'joking',
]);
const MOST_NAMES = 3;
const OUR = new Set(
  'our my we meine unser unsere unserem unserer unseren mi nuestro nuestra nuestros'.split(' '),
);
const TRADE = new Set(
  'studio studios shop store cafe salon clinic practice clients customers guests members patients staff employees team drivers residents hotel gym spa company firm attendees students praxis kunden gaste patienten mitarbeiter clientes huespedes empleados estudio tienda clinica hotel gimnasio socios'
    .split(' ')
    .map(stem),
);

export function readPost(text: string): Reading {
  const tokens = tokensOf(text);
  const words = tokens.flatMap(({ isWord, ...token }) =>
    isWord ? [{ ...token, root: rootOf(token.text) }] : [],
  );
  return { text, tokens, words };
}

/** Beginnings of the hashes of words and of pairs. */
/** Stands for words of the topic. */
const TOPIC = '<topic>';
const WORD = hashOf('w:');
const PAIR = hashOf('b:');

/** Visits the hashes of stems and of pairs of neighboring stems and marks, in order, with their places. */
export function visitWords(
  { tokens, words }: Reading,
  spoken: readonly Span[],
  skip: (root: string) => boolean,
  visit: (hash: number, span: Span) => void,
): void {
  let before = '^';
  let start = -1;
  let at = 0;
  for (const token of tokens) {
    const stemmed = token.isWord ? withoutFigure(words[at++]?.root ?? '') : token.text;
    const isTopic = token.isWord && skip(stemmed);
    const root = isTopic ? TOPIC : stemmed;
    if (spoken.some((span) => token.start >= span.start && token.end <= span.end)) {
      start = -1;
    } else {
      if (!isTopic && (token.isWord || root === '?')) visit(hashOf(root, WORD), token);
      visit(hashOf(root, hashOf(' ', hashOf(before, PAIR))), start < 0 ? token : { start, end: token.end });
      start = token.start;
    }
    before = root;
  }
}

/** Words that a reason for intent has counted already. */
export function spokenFor(features: readonly Feature[]): Span[] {
  return features.flatMap(({ rule, span }) =>
    span && (INTENT.has(rule) || rule === 'needs' || rule === 'question') ? [span] : [],
  );
}

/** Figures count by size. */
function withoutFigure(root: string): string {
  return /^\d/.test(root) ? (root.length > 2 ? '#many' : '#') : root;
}

/** What a post shows about its author's intent. Nothing about the author's health is derived. */
export function readFeatures(
  audience: Audience,
  reading: Reading,
  profile: readonly ProfileRule[],
): Feature[] {
  const { tokens, words, text } = reading;
  const found = findCues(tokens);
  const features: Feature[] = [];
  const rules = new Set<Rule>();
  let intents = 0;
  let against = 0;
  for (const [index, { key, rule }] of CUES.entries()) {
    const span = found[index];
    if (!span) continue;
    features.push({ key, rule, span: key === 'question_mark' ? withWordBefore(tokens, span) : span });
    if (INTENT.has(rule)) intents += 1;
    if (AGAINST.has(rule)) against += 1;
    rules.add(rule);
  }
  const first = (rule: Rule): Span | undefined => features.find((one) => one.rule === rule)?.span;
  const has = (rule: Rule): boolean => rules.has(rule);
  const add = (key: string, rule: Rule, span?: Span): void => void features.push({ key, rule, span });

  const isAsking = has('question');
  const hasIntent = intents > 0;
  if (intents >= 2) add('intent_twice', strongest(features));
  if (intents >= 4) add('intent_often', strongest(features));
  if (against >= 2) add('against_twice', weakest(features));
  if (isAsking && !hasIntent) add('question_only', 'question', first('question'));
  if (isAsking && !hasIntent && !has('own') && !has('needs')) add('wonders', 'question', first('question'));
  if (has('own') && !isAsking && !hasIntent && against === 0)
    add('need_only', has('needs') ? 'needs' : 'own', first('needs') ?? first('own'));
  if (has('needs') && hasIntent) add('need_and_intent', 'needs', first('needs'));
  if (has('pays') && has('asks')) add('pays_and_asks', 'pays', first('pays'));
  if ((has('compares') || has('dissatisfied')) && isAsking) {
    const rule = has('compares') ? 'compares' : 'dissatisfied';
    add('compares_asks', rule, first(rule));
  }
  if (!has('own') && !isAsking && !hasIntent) add('nobody', 'style');
  if (has('someone_else') && !has('on_behalf')) add('someone_only', 'someone_else', first('someone_else'));

  if (words.length < 10) add('short', 'style');
  for (const many of [15, 20, 25, 30, 36]) if (words.length > many) add(`words_${many}`, 'detail');
  if (tokens.at(-1)?.text === '?') add('ends_asking', 'question', first('question'));
  if (tokens.filter(({ text: mark }) => mark === '!').length > 1) add('shouts', 'style');
  if (/[|–—][^|–—\n]*[|–—]|: \w+ —/u.test(text) && !/["“]/u.test(text)) add('headline', 'sells');
  if (/\b\p{Lu}{4,}\b/u.test(text)) add('capitals', 'style');
  if (/\.\.\.|…/u.test(text)) add('ellipsis', 'style');

  addTopic(audience, reading, profile, hasIntent, add);
  const isFull = features.some(({ key }) => key === 'need_full' || key === 'need_part');
  if (isFull && against === 0 && !has('someone_else') && has('pays') && (has('asks') || isAsking))
    add('plain_buyer', 'pays', first('pays'));
  if (has('other_matter') && !features.some(({ key }) => key === 'need_full'))
    add('other_matter_mostly', 'other_matter', first('other_matter'));
  addBounds(audience, reading, add);
  for (const rule of profile) add(`${rule}${audience.isBusiness ? '_b2b' : ''}`, rule);
  return features;
}

type Add = (key: string, rule: Rule, span?: Span) => void;

/** What of the need a post is about, in the words of the audience: "chair yoga". Empty if nothing may be shown. */
export function needNames({ need }: Audience, { words }: Reading): string {
  const hits = matchTopic(need, words, need.rarities)?.hits.toSorted((one, other) => one - other) ?? [];
  return hits
    .flatMap((idea) => need.names[idea] ?? [])
    .slice(0, MOST_NAMES)
    .join(' ');
}

/** How well post and author fit what the audience wants and is. */
function addTopic(
  { need, people, isBusiness }: Audience,
  { words }: Reading,
  profile: readonly ProfileRule[],
  hasIntent: boolean,
  add: Add,
): void {
  const wanted = matchTopic(need, words, need.rarities);
  const who = matchTopic(people, words, people.rarities);
  const isPeople = who !== undefined || profile.includes('profile_fits');
  if (need.ideas.length > 0) {
    const level = levelOf(wanted);
    if (level === 'none') add('off_topic', 'off_topic');
    else add(`need_${level}`, 'topic', wanted);
    if (hasIntent && level !== 'none') add(`need_${level}_intent`, 'topic', wanted);
    if (!hasIntent && level === 'none') add('off_topic_idle', 'off_topic');
    if (wanted && wanted.rarest > 4) add('need_rare', 'topic', wanted);
    if (wanted && wanted.hits.length > 2) add('need_many', 'topic', wanted);
    if (level === 'none' && !isPeople) add('off_people', 'off_topic');
  }
  if (who) add(who.share > 0.5 ? 'people_full' : 'people_part', 'topic', who);
  if (isPeople) add(isBusiness ? 'people_b2b' : 'people_b2c', 'topic', who);
  const trade = words.find(
    ({ root }, index) =>
      TRADE.has(root) && [1, 2, 3].some((back) => OUR.has(words[index - back]?.text ?? '')),
  );
  if (trade) add(isBusiness ? 'trade_b2b' : 'trade_b2c', isBusiness ? 'topic' : 'profile_outside', trade);
  else if (isBusiness) add(isPeople ? 'no_trade_people' : 'no_trade', isPeople ? 'topic' : 'other_stage');
}

function levelOf(match: TopicMatch | undefined): 'none' | 'weak' | 'part' | 'full' {
  if (!match) return 'none';
  if (match.share < 0.25) return 'weak';
  return match.share < 0.55 ? 'part' : 'full';
}

/** What post and author say about the bounds of the audience. */
function addBounds({ places, bounds, excluded }: Audience, { tokens, words }: Reading, add: Add): void {
  const named = places.regions.size > 0 ? readPlaces(words) : undefined;
  if (named && named.regions.size > 0) {
    if (isElsewhere(places, named)) add('elsewhere', 'elsewhere', named.first);
    else add('here', 'here', named.first);
  }
  const matches = matchBounds(bounds, tokens);
  for (const bound of ['age', 'staff', 'money', 'stage'] as const) {
    const all = matches.filter((one) => one.bound === bound);
    const missed = all.find(({ isMet }) => !isMet);
    const met = all.find(({ isMet }) => isMet);
    if (met) add(`${bound}_fits`, 'fits_bounds', met.span);
    else if (missed) add(`${bound}_misfit`, 'other_stage', missed.span);
  }
  const out = words.find(({ root }) => excluded.has(root));
  if (out) add('excluded', 'other_stage', out);
}

/** A question mark alone says nothing to a reader. */
function withWordBefore(tokens: readonly Token[], span: Span): Span {
  const before = tokens.findLast(({ isWord, end }) => isWord && end <= span.start);
  return { start: before?.start ?? span.start, end: span.end };
}

/** The reason that shows that a post is in someone's own words. */
export function voiceOf(features: readonly Feature[]): Rule {
  const rules = features.map(({ rule }) => rule);
  const other = rules.includes('question') ? 'question' : 'own';
  return rules.find((rule) => INTENT.has(rule)) ?? other;
}

function strongest(features: readonly Feature[]): Rule {
  return features.find(({ rule }) => INTENT.has(rule))?.rule ?? 'asks';
}

function weakest(features: readonly Feature[]): Rule {
  return features.find(({ rule }) => AGAINST.has(rule))?.rule ?? 'joking';
}
