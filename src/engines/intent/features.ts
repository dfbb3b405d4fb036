import { compileCues, type Span, type Token, tokensOf } from './cues.ts';
import { type Bounds, findMisfit, readBounds } from './fit.ts';
import { isElsewhere, type Places, readPlaces } from './places.ts';
import type { Rule } from './signal.ts';
import { CUES } from './signal-cues.ts';
import { matchTopic, readTopic, type Topic } from './topic.ts';

export type Audience = { topic: Topic; places: Places; bounds: Bounds; isBusiness: boolean };

/** Something a post shows: names its weight and the reason it belongs to. */
export type Feature = {
  key: string;
  rule: Rule;
  span?: Span | undefined;
};

/** Prepares an audience in plain words, so that many texts can be scored against it. */
export function readAudience(audience: string): Audience {
  const tokens = tokensOf(audience);
  return {
    topic: readTopic(audience),
    places: readPlaces(tokens),
    bounds: readBounds(audience, tokens),
    isBusiness: /\b(?:owners?|managers?|leaders?|directors?|founders?|companies)\b/i.test(audience),
  };
}

const findCues = compileCues(CUES.map(({ phrases }) => phrases));

/** Trades in what people say of themselves, each a reason of its own: nothing but the reason is kept. */
const BIO = [
  {
    key: 'bio_seller',
    rule: 'profile_sells',
    phrases: `coach|mentor|trainer|speaker|growth|sales|partnerships|wholesale|brewer|hypnotherapist|therapist|instructor|nutritionist|physiotherapist|brand|edtech|platform|blogger|influencer`,
  },
  {
    key: 'bio_reporter',
    rule: 'profile_reports',
    phrases: `researcher|scientist|professor|journalist|reporter|analyst|psychologist|endocrinologist|editor|phd|economist`,
  },
  {
    key: 'bio_outsider',
    rule: 'profile_outside',
    phrases: `developer|engineer|designer|student|recruiter|copywriter|planner|consultant|dba|treasurer|secretary|retired`,
  },
  {
    key: 'bio_buyer',
    rule: 'profile_buys',
    phrases: `owner|director|founder|manager|head|principal|hr|lead|hotelier|inhaber|inhaberin|propietaria|propietario|duena|dueno`,
  },
] as const satisfies readonly { key: string; rule: Rule; phrases: string }[];
const findBio = compileCues(BIO.map(({ phrases }) => phrases));

/** What a profile shows; all that stays of it. */
export type ProfileRule = (typeof BIO)[number]['rule'];

export function readProfile(bio: string): ProfileRule[] {
  const found = findBio(tokensOf(bio));
  return BIO.flatMap(({ rule }, index) => (found[index] ? [rule] : []));
}

/** What an earlier scoring saw in a profile, out of its reasons. */
export function profileOf(reasons: readonly { rule: string }[]): ProfileRule[] {
  return BIO.flatMap(({ rule }) => (reasons.some((reason) => reason.rule === rule) ? [rule] : []));
}

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

/** What a post shows about its writer's intent. Nothing about the writer's health is derived. */
export function readFeatures(
  audience: Audience,
  tokens: readonly Token[],
  text: string,
  profile: readonly ProfileRule[],
): Feature[] {
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

  const isAsking = has('question');
  const hasIntent = intents > 0;
  if (intents >= 2) features.push({ key: 'intent_twice', rule: strongest(features), span: undefined });
  if (intents >= 4) features.push({ key: 'intent_often', rule: strongest(features), span: undefined });
  if (against >= 2) features.push({ key: 'against_twice', rule: weakest(features), span: undefined });
  if (isAsking && !hasIntent)
    features.push({ key: 'question_only', rule: 'question', span: first('question') });
  if (has('own') && !isAsking && !hasIntent && against === 0) {
    features.push({
      key: 'need_only',
      rule: has('needs') ? 'needs' : 'own',
      span: first('needs') ?? first('own'),
    });
  }
  if (has('needs') && hasIntent)
    features.push({ key: 'need_and_intent', rule: 'needs', span: first('needs') });
  if (has('pays') && has('asks')) features.push({ key: 'pays_and_asks', rule: 'pays', span: first('pays') });
  if ((has('compares') || has('dissatisfied')) && isAsking) {
    const rule = has('compares') ? 'compares' : 'dissatisfied';
    features.push({ key: 'compares_asks', rule, span: first(rule) });
  }
  if (!has('own') && !isAsking && !hasIntent) features.push({ key: 'nobody', rule: 'style' });
  if (has('someone_else') && !has('on_behalf')) {
    features.push({ key: 'someone_only', rule: 'someone_else', span: first('someone_else') });
  }

  const words = tokens.filter(({ isWord }) => isWord);
  if (words.length < 10) features.push({ key: 'short', rule: 'style' });
  if (words.length > 30) features.push({ key: 'long', rule: 'detail' });
  if (tokens.at(-1)?.text === '?')
    features.push({ key: 'ends_asking', rule: 'question', span: first('question') });
  if (tokens.filter(({ text: mark }) => mark === '!').length > 1)
    features.push({ key: 'shouts', rule: 'style' });
  if (/[|–—][^|–—\n]*[|–—]|: \w+ —/u.test(text) && !/["“]/u.test(text))
    features.push({ key: 'headline', rule: 'sells' });
  if (/\b\p{Lu}{4,}\b/u.test(text)) features.push({ key: 'capitals', rule: 'style' });
  if (/\.\.\.|…/u.test(text)) features.push({ key: 'ellipsis', rule: 'style' });

  if (audience.topic.ideas.length > 0) {
    const match = matchTopic(audience.topic, words);
    if (!match) features.push({ key: 'off_topic', rule: 'off_topic' });
    else features.push({ key: match.hits > 1 ? 'topic_full' : 'topic_part', rule: 'topic', span: match });
    if (!match && !hasIntent && !has('needs')) features.push({ key: 'off_topic_idle', rule: 'off_topic' });
    if (has('other_matter') && (!match || match.hits < 3)) {
      features.push({ key: 'other_matter_mostly', rule: 'other_matter', span: first('other_matter') });
    }
  }
  for (const { key, rule } of BIO) {
    // A founder is who a supplier looks for and who sells to everybody else.
    if (profile.includes(rule)) features.push({ key: `${key}${audience.isBusiness ? '_b2b' : ''}`, rule });
  }
  const places = audience.places.regions.size > 0 ? readPlaces(tokens) : undefined;
  if (places && isElsewhere(audience.places, places))
    features.push({ key: 'elsewhere', rule: 'elsewhere', span: places.first });
  const misfit = findMisfit(audience.bounds, tokens);
  if (misfit)
    features.push({
      key: 'other_stage',
      rule: 'other_stage',
      span: { start: misfit.start, end: misfit.end },
    });
  return features;
}

/** A question mark alone says nothing to a reader. */
function withWordBefore(tokens: readonly Token[], span: Span): Span {
  const before = tokens.findLast(({ isWord, end }) => isWord && end <= span.start);
  return { start: before?.start ?? span.start, end: span.end };
}

/** The reason for which somebody's own words are heard in a post. */
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
