import { foldText } from '#kit/text.ts';
import type { ListedContact } from '../port.ts';
import { NAME_POOLS } from './names.ts';
import type { PracticeTopic } from './topic.ts';
import { EVENING_TEA } from './topics/evening-tea.ts';
import { EVERYDAY_SUPPLEMENTS } from './topics/everyday-supplements.ts';
import { FAMILY_FITNESS } from './topics/family-fitness.ts';
import { GUT_FRIENDLY_COOKING } from './topics/gut-friendly-cooking.ts';
import { MEAL_PREP } from './topics/meal-prep.ts';
import { MINDFUL_BREAKS } from './topics/mindful-breaks.ts';
import { MOBILITY } from './topics/mobility.ts';
import { PROTEIN } from './topics/protein.ts';
import { RUNNING_FUEL } from './topics/running-fuel.ts';
import { SKIN_CARE } from './topics/skin-care.ts';
import { SLEEP_ROUTINE } from './topics/sleep-routine.ts';
import { WORKPLACE_WELLNESS } from './topics/workplace-wellness.ts';
import { YOGA } from './topics/yoga.ts';

const TOPICS: readonly PracticeTopic[] = [
  EVENING_TEA,
  SLEEP_ROUTINE,
  YOGA,
  RUNNING_FUEL,
  MEAL_PREP,
  SKIN_CARE,
  WORKPLACE_WELLNESS,
  PROTEIN,
  GUT_FRIENDLY_COOKING,
  MOBILITY,
  MINDFUL_BREAKS,
  EVERYDAY_SUPPLEMENTS,
  FAMILY_FITNESS,
];

/** A post of an invented person. */
export type PracticePost = {
  id: string;
  topic: PracticeTopic;
  text: string;
  /** How many others have used the same phrasing before. */
  round: number;
  /** Hours before whenever somebody looks, so that the network never grows stale. */
  ageHours: number;
  author: { name: string; handle: string; country: string };
  contact: ListedContact | null;
};

const SEED = 20_270_114;

/** What several people add to much the same words, so that each says them in their own way. */
const OPENERS = [
  'Long-time reader, first post. ',
  'Second try, since nobody saw the first one. ',
  'Hope this is the right place. ',
  'Morning all. ',
  'Posting from the train. ',
  'New here. ',
];
const BUYING_CLOSERS = [
  ' Thanks in advance.',
  ' Any pointer helps.',
  ' Reading every answer.',
  ' No rush, but soon would be nice.',
  ' I trust this group more than reviews.',
  ' Bonus points if it is made nearby.',
  ' Small town here, so online works best.',
  ' My last try was a flop.',
  ' Tell me what you wish you had known.',
  ' Will report back.',
];
const WONDERING_CLOSERS = [
  ' Honest answers only.',
  ' Tell me it gets easier.',
  ' Or is it just me?',
  ' Slow afternoon here, so I may as well ask.',
  ' What worked for you?',
  ' Curious how others see it.',
  ' My guess is that nobody knows.',
  ' Go on, be nice.',
];

const STATUSES: readonly { share: number; status: ListedContact['status'] }[] = [
  { share: 0.34, status: 'verified' },
  { share: 0.28, status: 'email_verified' },
  { share: 0.12, status: 'multi_contact' },
  { share: 0.1, status: 'manual_verification' },
  { share: 0.08, status: 'enrichment_pending' },
  { share: 0.08, status: 'verification_failed' },
];
const SHARE_WITH_ADDRESS = 0.7;
/** RFC 2606: nobody's mail, ever. */
const DOMAINS = ['example.com', 'example.org', 'example.net'];
const DESKS = ['hello', 'info', 'office', 'team', 'studio', 'contact', 'bookings', 'wellbeing'];
const SHARE_OF_DESKS = 0.02;

/** Everybody on the practice network, always the same. */
export function invitePeople(): PracticePost[] {
  const random = seededRandom(SEED);
  const names = nameEverybody(random);
  const taken = { handles: new Set<string>(), addresses: new Set<string>(), texts: new Set<string>() };
  const posts: PracticePost[] = [];
  for (const topic of TOPICS) {
    for (const [index, phrasing] of inRounds(topic, random).entries()) {
      const person = names[posts.length];
      if (!person) throw new Error('the practice network has fewer names than people');
      posts.push({
        id: `practice-${posts.length + 1}`,
        topic,
        text: sayOnce(phrasing, taken.texts, random),
        round: phrasing.round,
        ageHours: ageHours(index, random),
        author: {
          name: person.name,
          country: person.country,
          handle: nameAccount(person, topic, taken.handles, random),
        },
        contact: listContact(person, taken.addresses, random),
      });
    }
  }
  return posts;
}

type Random = () => number;
type Person = { given: string; family: string; name: string; country: string };

/** mulberry32: small, fast, and the same on every machine. */
function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function pick<T>(list: readonly T[], random: Random): T {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new Error('nothing to pick from');
  return chosen;
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((value) => ({ value, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value);
}

/** Every given name with every family name of its country, each once, in one mixed order. */
function nameEverybody(random: Random): Person[] {
  const everybody = NAME_POOLS.flatMap((pool) =>
    pool.given.flatMap((given) =>
      pool.family.map((family) => ({
        given,
        family,
        name: `${given} ${family}`,
        country: pick(pool.countries, random),
      })),
    ),
  );
  return shuffled(everybody, random);
}

type Phrasing = { template: string; round: number; closers: readonly string[] | null };

const ROUNDS = 3;

/** The phrasings of a topic in rounds: one comes back only after all the others. */
function inRounds(topic: PracticeTopic, random: Random): Phrasing[] {
  const phrasings = [
    ...topic.buying.map((template) => ({ template, closers: BUYING_CLOSERS })),
    ...topic.wondering.map((template) => ({ template, closers: WONDERING_CLOSERS })),
    ...topic.passing.map((template) => ({ template, closers: null })),
  ];
  return Array.from({ length: ROUNDS }, (_empty, round) =>
    shuffled(phrasings, random)
      // A remark in passing is made once, or as often as it has choices.
      .filter(({ template, closers }) => closers !== null || round < choicesOf(template))
      .map((phrasing) => ({ ...phrasing, round })),
  ).flat();
}

function choicesOf(template: string): number {
  return Math.max(
    1,
    ...Array.from(template.matchAll(/\{([^{}]+)\}/g), ([, list = '']) => list.split('|').length),
  );
}

const MOST_TRIES = 60;

/** Words that nobody has said yet. */
function sayOnce({ template, closers }: Phrasing, said: Set<string>, random: Random): string {
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const core = template.replace(/\{([^{}]+)\}/g, (_match, choices: string) =>
      pick(choices.split('|'), random),
    );
    const text = said.has(core) && closers ? dress(core, closers, random) : core;
    if (said.has(text)) continue;
    said.add(text);
    return text;
  }
  throw new Error(`nothing new to say: ${template}`);
}

function dress(core: string, closers: readonly string[], random: Random): string {
  const isCasual = /^\p{Ll}/u.test(core);
  if (!isCasual && random() < 0.4) return `${pick(OPENERS, random)}${core}`;
  const closer = pick(closers, random);
  return `${core}${isCasual ? closer.toLowerCase() : closer}`;
}

/** Most are days old, the oldest some two months; a few were written long before. */
function ageHours(index: number, random: Random): number {
  const usual = 0.4 * (index + 1) ** 1.82 * (0.7 + 0.6 * random());
  return random() < 0.03 ? 24 * (75 + Math.floor(random() * 400)) : usual;
}

function nameAccount(
  { given, family }: Person,
  topic: PracticeTopic,
  taken: Set<string>,
  random: Random,
): string {
  const first = plain(given);
  const last = plain(family);
  const word = pick(topic.handles, random);
  const styles =
    topic === WORKPLACE_WELLNESS
      ? [`in/${first}-${last}`]
      : [`u/${first}_${word}`, `@${first.slice(0, 1)}${last}`, `@${first}_${word}`, `u/${word}_${last}`];
  const style = pick(styles, random);
  for (let number = 0; ; number += 1) {
    const handle = number === 0 ? style : `${style}${number + 1}`;
    if (taken.has(handle)) continue;
    taken.add(handle);
    return handle;
  }
}

function listContact({ given, family }: Person, taken: Set<string>, random: Random): ListedContact | null {
  if (random() >= SHARE_WITH_ADDRESS) return null;
  const desk = `${pick(DESKS, random)}@${pick(DOMAINS, random)}`;
  if (random() < SHARE_OF_DESKS && !taken.has(desk)) {
    taken.add(desk);
    return { email: desk, status: 'manual_verification' };
  }
  const email = `${plain(given)}.${plain(family)}@${pick(DOMAINS, random)}`;
  taken.add(email);
  let rest = random();
  const listed = STATUSES.find(({ share }) => (rest -= share) < 0);
  return { email, status: listed?.status ?? 'verified' };
}

function plain(name: string): string {
  return foldText(name).replace(/[^a-z]/g, '');
}
