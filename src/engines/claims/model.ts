import { bytesOf } from '#kit/base64.ts';
import type { Examined } from './examine.ts';
import { eachFeature, GRAM_SCALE, type Region, wordFeatures } from './features.ts';
import type { RulePassage } from './passages.ts';

/** Logistic regression. `weights` has a byte for each bucket of features, a weight being `step` times the byte. */
export type ClaimModel = { bias: number; step: number; weights: Int8Array };

/** The same with the bytes in base64. */
export type WrittenModel = { bias: number; step: number; weights: string };

/** Length that the features of every passage are brought to, so that long and short ones weigh alike. */
const LENGTH = 4;
/** A passage of a few words says too little to be brought to the full length. */
const SHORTEST = 8;

/** Words whose sum is kept; more are met only in a text made to be hostile. */
const MOST_KEPT = 20_000;

export function readModel({ bias, step, weights }: WrittenModel): ClaimModel {
  return { bias, step, weights: new Int8Array(bytesOf(weights).buffer) };
}

type Sum = { weights: number; squares: number };

/** What a passage adds up to: in all regions, and further in each. */
export type PassageSums = Readonly<Record<Region | 'all', Sum>>;

/** Judges passages by one model. */
export class Judge {
  private readonly model: ClaimModel;
  private readonly sums = new Map<string, Sum>();

  constructor(model: ClaimModel) {
    this.model = model;
  }

  read(examined: Examined, passage: RulePassage): PassageSums {
    const { weights } = this.model;
    const all = { weights: 0, squares: 0 };
    const sums = { all, us: { weights: 0, squares: 0 }, eu: { weights: 0, squares: 0 } };
    eachFeature(examined, passage, {
      word: (word) => {
        const sum = this.sumOf(word);
        all.weights += sum.weights;
        all.squares += sum.squares;
      },
      one: (bucket, region) => {
        const sum = region === undefined ? all : sums[region];
        sum.weights += weights[bucket] ?? 0;
        sum.squares += 1;
      },
    });
    return sums;
  }

  /** How likely a passage must be blocked in a region, from 0 to 1. */
  probabilityOf({ all, ...sums }: PassageSums, region: Region): number {
    const { bias, step } = this.model;
    const own = sums[region];
    const factor = factorOf(all.squares + own.squares);
    return 1 / (1 + Math.exp(-bias - (all.weights + own.weights) * step * factor));
  }

  /** The tokens of a passage; first those that add most, with their neighbors and classes. */
  strongestTokens(examined: Examined, passage: RulePassage, region: Region): number[] {
    const adds = new Map<number, number>();
    const add = (at: number, weight: number): void => void adds.set(at, (adds.get(at) ?? 0) + weight);
    eachFeature(examined, passage, {
      word: (word, at) => add(at, this.sumOf(word).weights),
      one: (bucket, where, at) => {
        if (at === undefined || (where !== undefined && where !== region)) return;
        add(at, this.model.weights[bucket] ?? 0);
      },
    });
    return [...adds].sort(([, one], [, other]) => other - one).map(([at]) => at);
  }

  private sumOf(word: string): Sum {
    const kept = this.sums.get(word);
    if (kept) return kept;
    const { whole, grams } = wordFeatures(word);
    const sum = { weights: 0, squares: whole.length + grams.length * GRAM_SCALE ** 2 };
    for (const bucket of whole) sum.weights += this.model.weights[bucket] ?? 0;
    for (const bucket of grams) sum.weights += GRAM_SCALE * (this.model.weights[bucket] ?? 0);
    if (this.sums.size >= MOST_KEPT) this.sums.clear();
    this.sums.set(word, sum);
    return sum;
  }
}

/** The factor that brings features with this sum of squares to one length. */
export function factorOf(squares: number): number {
  return LENGTH / Math.max(SHORTEST, Math.sqrt(squares));
}
