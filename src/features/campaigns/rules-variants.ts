import { formatCount } from '#kit/text.ts';
import type { StepTest, TestGoal, VariantLetter, VariantVerdict } from './contract.ts';

/** What a step is tested with where its author chose nothing else. */
export const DEFAULT_TEST: StepTest = { goal: 'clicked', percent: 40, waitHours: 24 };

export const GOAL_LABELS: Record<TestGoal, string> = {
  clicked: 'Clicked',
  replied: 'Replied',
  converted: 'Signed up or bought',
};

/** Chance of calling a winner where the variants do not differ, over all comparisons of one step together. */
const SIGNIFICANCE_LEVEL = 0.05;

/** Where a person stands in a test: which text they get, and whether it waits until the test is over. */
export type VariantAssignment = { letter: VariantLetter; isInTest: boolean; isHeld: boolean };

type AssignmentInput = {
  stepId: string;
  leadId: string;
  /** Of all variants there are, A included. */
  letters: readonly VariantLetter[];
  test: StepTest | null;
  verdict: VariantVerdict | null;
  /** When the test began: for each one the people are drawn anew, because those of the last one have been written to. */
  since: Date | null;
  /** Whether messages of this channel can wait by themselves. */
  canWait: boolean;
};

/**
 * Always the same for the same person, step and test, so that whoever asks again, in another process too, gets the same
 * answer. Without a verdict `percent` of all people are in the test and the others wait for it.
 */
export function assignVariant(input: AssignmentInput): VariantAssignment {
  const { stepId, leadId, letters, test, verdict, since, canWait } = input;
  if (letters.length < 2 || test === null) return { letter: 'A', isInTest: false, isHeld: false };
  const index = Math.floor(share(`variant ${stepId} ${leadId}`) * letters.length);
  const letter = letters[index] ?? 'A';
  if (verdict?.winner) return { letter: verdict.winner, isInTest: false, isHeld: false };
  const draw = share(`test ${stepId} ${since?.toISOString()} ${leadId}`) * 100;
  const isInTest = verdict === null && (!canWait || draw < test.percent);
  return { letter, isInTest, isHeld: verdict === null && !isInTest };
}

/** A number from 0 up to 1 that looks drawn at random and is always the same for the same key (FNV-1a, mixed). */
function share(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Of `sent` people `reached` did what is wanted. */
export type Tally = { letter: VariantLetter; sent: number; reached: number };

/**
 * Reads a test that is over, once: the best variant, if it beats every other one by Fisher's exact test, two-sided,
 * with the level divided by the number of pairs (Bonferroni), because the best is only known afterwards. `p` is the
 * corrected one of the closest rival.
 */
export function judgeTest(tallies: readonly Tally[]): { winner: VariantLetter | null; p: number } {
  const ranked = tallies.toSorted((left, right) => rateOf(right) - rateOf(left));
  const [best, ...others] = ranked;
  if (!best || others.length === 0) return { winner: null, p: 1 };
  const pairs = (ranked.length * (ranked.length - 1)) / 2;
  const p = Math.min(1, Math.max(...others.map((other) => fisherP(best, other))) * pairs);
  return { winner: p < SIGNIFICANCE_LEVEL ? best.letter : null, p };
}

function rateOf({ sent, reached }: Pick<Tally, 'sent' | 'reached'>): number {
  return sent === 0 ? 0 : reached / sent;
}

/**
 * Fisher's exact test, two-sided: the chance of a table at least as unlikely as this one where both rates are the
 * same. Valid for any number of people, unlike the chi-square test.
 */
export function fisherP(
  one: Pick<Tally, 'sent' | 'reached'>,
  other: Pick<Tally, 'sent' | 'reached'>,
): number {
  const reached = one.reached + other.reached;
  const all = one.sent + other.sent;
  const logFactorial = logFactorials(all);
  const choose = (n: number, k: number): number =>
    (logFactorial[n] ?? 0) - (logFactorial[k] ?? 0) - (logFactorial[n - k] ?? 0);
  const logChance = (count: number): number =>
    choose(one.sent, count) + choose(other.sent, reached - count) - choose(all, reached);
  const seen = logChance(one.reached);
  let p = 0;
  const last = Math.min(one.sent, reached);
  for (let count = Math.max(0, reached - other.sent); count <= last; count += 1) {
    const chance = logChance(count);
    // As much as rounding can be off: a table as likely as this one belongs to it.
    if (chance <= seen + 1e-7) p += Math.exp(chance);
  }
  return Math.min(1, p);
}

function logFactorials(upTo: number): Float64Array {
  const sums = new Float64Array(upTo + 1);
  for (let n = 2; n <= upTo; n += 1) sums[n] = (sums[n - 1] ?? 0) + Math.log(n);
  return sums;
}

/** Where the true rate lies, in percent, with 95 % confidence (Wilson); null without anybody. */
export function rateInterval(reached: number, sent: number): { low: number; high: number } | null {
  if (sent === 0) return null;
  const z = 1.959964;
  const rate = reached / sent;
  const centre = (rate + z ** 2 / (2 * sent)) / (1 + z ** 2 / sent);
  const half = (z / (1 + z ** 2 / sent)) * Math.sqrt((rate * (1 - rate)) / sent + z ** 2 / (4 * sent ** 2));
  // Exactly there, whatever is lost in rounding.
  return {
    low: reached === 0 ? 0 : (centre - half) * 100,
    high: reached === sent ? 100 : (centre + half) * 100,
  };
}

/** A message of a test that somebody has to send is waited for this long: it may lie for ever. */
export const HAND_DAYS = 7;

/** How far a test is. */
export type TestState = 'not_started' | 'not_enough_data' | 'no_difference' | 'won' | 'chosen';

export function testStateOf(verdict: VariantVerdict | null, tested: number): TestState {
  if (verdict === null) return tested === 0 ? 'not_started' : 'not_enough_data';
  if (verdict.winner === null) return 'no_difference';
  return verdict.by === null ? 'won' : 'chosen';
}

type WordsInput = {
  state: TestState;
  test: StepTest;
  verdict: VariantVerdict | null;
  /** People of the test, and to how many of them the message has left or never will. */
  tested: number;
  settled: number;
  /** Of these, how many wait for somebody to send them. */
  byHand: number;
  /** For people; null until the last message of the test has left. */
  looksAt: string | null;
  waiting: number;
};

/** What the screen says about a test, in one or two sentences. */
export function testWords({
  state,
  test,
  verdict,
  tested,
  settled,
  byHand,
  looksAt,
  waiting,
}: WordsInput): string {
  const rest =
    waiting > 0
      ? ` ${formatCount(waiting)} ${waiting === 1 ? 'person waits' : 'people wait'} for the outcome.`
      : '';
  const hands = byHand > 0 ? ` What nobody sends by hand within ${HAND_DAYS} days is left out.` : '';
  const p =
    verdict?.p == null ? '' : ` (p ${verdict.p < 0.001 ? 'below 0.001' : `= ${verdict.p.toFixed(3)}`})`;
  switch (state) {
    case 'not_started':
      return 'Not enough data: nobody has been written to yet.';
    case 'not_enough_data':
      return looksAt === null
        ? `Not enough data: ${formatCount(settled)} of ${formatCount(tested)} messages of the test have left. The variants are compared once, ${test.waitHours} hours after the last.${hands}${rest}`
        : `Not enough data until ${looksAt}: each answer within ${test.waitHours} hours counts, and the variants are compared once.${rest}`;
    case 'no_difference':
      return `No variant is clearly better${p}. The others get them in equal parts.`;
    case 'won':
      return `${verdict?.winner} is clearly better${p}. Everybody else gets it.`;
    case 'chosen':
      return `${verdict?.by} chose ${verdict?.winner}. Everybody else gets it.`;
  }
}
