import { DAY_MS } from '#kit/time.ts';
import { stem } from '#kit/words.ts';
import { readAudience } from './audience.ts';
import type { Band } from './band.ts';
import { readFeatures, readPost, spokenFor, visitWords } from './features.ts';
import { shareLeft } from './freshness.ts';
import { hashOf, rarityOf, type WrittenModel } from './model.ts';
import { profileRules } from './profile.ts';
import type { Rule } from './signal.ts';

/** A post with the band that a person gave it. */
export type LabelledPost = {
  audience: string;
  text: string;
  bio: string;
  daysAgo: number;
  band: Band;
  kind: string;
  /** Below 1 for posts that count less. */
  weight: number;
};

const SETTINGS = {
  steps: 400,
  penalty: 0.003,
  wordScale: 1,
  fewestAudiences: 3,
  highCost: 1.9,
  mostForLength: 0.9,
  mostForWord: 0.3,
};
const STALE_DAYS = 365;
const LEAST_POINTS = 0.05;
const LEAST_WORD_POINTS = 0.03;

/** Rules that only ever count for, or only ever against, so that a reader can trust the reason. */
const FOR: readonly Rule[] = [
  'asks',
  'invites',
  'pays',
  'compares',
  'dissatisfied',
  'needs',
  'question',
  'own',
  'topic',
  'detail',
  'profile_buys',
  'profile_fits',
  'here',
  'fits_bounds',
];
const AGAINST: readonly Rule[] = [
  'sells',
  'refuses',
  'solved',
  'past',
  'someone_else',
  'news',
  'automated',
  'professional',
  'other_matter',
  'joking',
  'elsewhere',
  'other_stage',
  'off_topic',
  'style',
  'profile_sells',
  'profile_reports',
  'profile_outside',
  'profile_elsewhere',
];
const MIXED = new Set(['people_b2b', 'no_trade_people']);

/** Floors of a weight: the plainest ways of asking, which say the same as others next to them, keep points. */
const AT_LEAST: Record<string, number> = {
  recommend: 0.5,
  looking: 0.4,
  pays: 0.4,
  buying_now: 0.3,
  off_topic: 0.4,
  pays_and_asks: 0.8,
  plain_buyer: 0.4,
  need_only: 0.6,
  need_part: 0.3,
  need_full: 0.6,
};

/** Words of buying never count against: posts about something else use them too, and the topic decides about those. */
const BUYING = new Set(
  'buy buying order budget ready today tonight tomorrow pay paying price cost quote cash card basket book need want recommend $ £ €'
    .split(' ')
    .flatMap((word) => ['w:', 'b:? ', 'b:. '].map((kind) => hashOf(`${kind}${stem(word)}`))),
);

/** What a weight may be: its sign (0 for either) and its size. */
type Limit = { sign: number; least: number; most: number };

type Sample = { ids: Int32Array; values: Float64Array; level: number; share: number; weight: number };

export function trainIntent(posts: readonly LabelledPost[], settings = SETTINGS): WrittenModel {
  const rarities = raritiesOf(posts);
  const rarity = (root: string): number => rarityOf(root, { rarities });
  const ruleOf = new Map<string, Rule>();
  const audiencesOf = new Map<number, Set<string>>();
  const read = posts.map((post) => {
    const audience = readAudience(post.audience, rarity);
    const reading = readPost(post.text);
    const features = readFeatures(audience, reading, profileRules(audience, post.bio));
    for (const { key, rule } of features) ruleOf.set(key, rule);
    const said = new Set<number>();
    visitWords(
      reading,
      spokenFor(features),
      (root) => audience.need.byStem.has(root) || audience.people.byStem.has(root),
      (hash) => said.add(hash),
    );
    const words = [...said];
    for (const word of words) {
      audiencesOf.set(word, (audiencesOf.get(word) ?? new Set()).add(post.audience));
    }
    return { post, keys: [...new Set(features.map(({ key }) => key))], words };
  });
  const keys = [...ruleOf.keys()].sort();
  const words = [...audiencesOf]
    .filter(([, set]) => set.size >= settings.fewestAudiences)
    .map(([word]) => word)
    .sort((one, other) => one - other);
  const indexOf = new Map<string | number, number>([...keys, ...words].map((name, index) => [name, index]));
  const samples = read.map(({ post, keys: own, words: said }): Sample => {
    const ids = [...own, ...said].flatMap((name) => indexOf.get(name) ?? []);
    // An old post is capped when it is scored; its words are those of a buyer.
    const isOldBuyer = post.daysAgo > STALE_DAYS && post.band === 'medium';
    return {
      ids: Int32Array.from(ids),
      values: Float64Array.from(ids, (id) => (id < keys.length ? 1 : settings.wordScale)),
      weight: post.weight,
      level: isOldBuyer ? 2 : ['low', 'medium', 'high'].indexOf(post.band),
      share: isOldBuyer ? 1 : shareLeft(post.daysAgo * DAY_MS),
    };
  });
  const limits = [
    ...keys.map((key): Limit => {
      const most = key.startsWith('words_') ? settings.mostForLength : Number.POSITIVE_INFINITY;
      return { sign: signOf(ruleOf.get(key) ?? 'base', key), least: AT_LEAST[key] ?? 0, most };
    }),
    ...words.map((word): Limit => ({ sign: BUYING.has(word) ? 1 : 0, least: 0, most: settings.mostForWord })),
  ];
  const { weights, low, high } = fitOrdinal(samples, limits, settings);
  const unit = 3 / (high - low);
  const points = Object.fromEntries(
    keys
      .map((key, index) => [key, Number(((weights[index] ?? 0) * unit).toFixed(2))] as const)
      .filter(([, value]) => Math.abs(value) >= LEAST_POINTS),
  );
  const fitted = words.map((word, index) => ({
    word,
    value: (weights[keys.length + index] ?? 0) * unit * settings.wordScale,
  }));
  return write(
    5 - low * unit,
    points,
    fitted.filter(({ value }) => Math.abs(value) >= LEAST_WORD_POINTS),
    rarities,
  );
}

function raritiesOf(posts: readonly LabelledPost[]): Map<number, number> {
  const counts = new Map<string, number>();
  for (const { text } of posts) {
    for (const root of new Set(readPost(text).words.map((word) => word.root)))
      counts.set(root, (counts.get(root) ?? 0) + 1);
  }
  return new Map([...counts].map(([root, count]) => [hashOf(root), Math.log(posts.length / count)]));
}

function signOf(rule: Rule, key: string): number {
  if (MIXED.has(key)) return 0;
  return FOR.includes(rule) ? 1 : AGAINST.includes(rule) ? -1 : 0;
}

/** Ordinal logistic regression, all-threshold loss, ridge penalty, by Adam (Kingma and Ba, 2015). */
function fitOrdinal(
  samples: readonly Sample[],
  limits: readonly Limit[],
  settings: typeof SETTINGS,
): { weights: Float64Array; low: number; high: number } {
  const { steps, penalty } = settings;
  const size = limits.length;
  const weights = new Float64Array(size + 2);
  weights[size + 1] = 2;
  const gradient = new Float64Array(size + 2);
  const mean = new Float64Array(size + 2);
  const square = new Float64Array(size + 2);
  for (let step = 1; step <= steps; step += 1) {
    gradient.fill(0);
    const [low, high] = [at(weights, size), at(weights, size + 1)];
    for (const { ids, values, level, share, weight } of samples) {
      let sum = 0;
      for (const [index, id] of ids.entries()) sum += at(weights, id) * at(values, index);
      // As in scoring: above medium, age takes its share.
      const cooling = sum > low ? share : 1;
      sum = low + (sum - low) * cooling;
      const first = (sigmoid(sum - low) - (level > 0 ? 1 : 0)) * weight;
      const second =
        (sigmoid(sum - high) - (level > 1 ? 1 : 0)) * weight * (level > 1 ? settings.highCost : 1);
      const slope = (first + second) * cooling;
      for (const [index, id] of ids.entries()) gradient[id] = at(gradient, id) + slope * at(values, index);
      gradient[size] = at(gradient, size) + second - slope;
      gradient[size + 1] = at(gradient, size + 1) - second;
    }
    const rate = step < steps * 0.66 ? 0.05 : 0.01;
    for (let index = 0; index < size + 2; index += 1) {
      const ridge = index < size ? penalty * at(weights, index) : 0;
      const slope = at(gradient, index) / samples.length + ridge;
      mean[index] = 0.9 * at(mean, index) + 0.1 * slope;
      square[index] = 0.999 * at(square, index) + 0.001 * slope * slope;
      const move = at(mean, index) / (1 - 0.9 ** step);
      const scale = Math.sqrt(at(square, index) / (1 - 0.999 ** step)) + 1e-8;
      weights[index] = bounded(at(weights, index) - (rate * move) / scale, limits[index]);
    }
  }
  return { weights, low: at(weights, size), high: at(weights, size + 1) };
}

function bounded(value: number, limit: Limit | undefined): number {
  if (!limit) return value;
  if (limit.sign === 0) return Math.max(-limit.most, Math.min(limit.most, value));
  return limit.sign * Math.min(limit.most, Math.max(limit.least, limit.sign * value));
}

function at(values: Float64Array | Int32Array, index: number): number {
  return values[index] ?? 0;
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

type FittedWord = { word: number; value: number };

function write(
  base: number,
  points: Record<string, number>,
  words: readonly FittedWord[],
  rarities: ReadonlyMap<number, number>,
): WrittenModel {
  const wordStep = stepOf(
    words.map(({ value }) => Math.abs(value)),
    127,
  );
  const rare = [...rarities].sort(([one], [other]) => one - other);
  const rarityStep = stepOf(
    rare.map(([, value]) => value),
    255,
  );
  return {
    base: Number(base.toFixed(2)),
    points,
    wordStep,
    wordHashes: base64Of(Uint32Array.from(words, ({ word }) => word)),
    wordPoints: base64Of(Int8Array.from(words, ({ value }) => Math.round(value / wordStep))),
    rarityStep,
    rarityHashes: base64Of(Uint32Array.from(rare, ([hash]) => hash)),
    rarities: base64Of(Uint8Array.from(rare, ([, value]) => Math.round(value / rarityStep))),
  };
}

function stepOf(values: readonly number[], most: number): number {
  return Number((Math.max(...values, 0) / most || 1).toPrecision(4));
}

function base64Of(numbers: Uint32Array | Int8Array | Uint8Array): string {
  return Buffer.from(numbers.buffer).toString('base64');
}
