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

/** Judges passages by one model. */
export class Judge {
  private readonly model: ClaimModel;
  private readonly sums = new Map<string, Sum>();

  constructor(model: ClaimModel) {
    this.model = model;
  }

  /** How likely a passage must be blocked, from 0 to 1. */
  probabilityOf(examined: Examined, passage: RulePassage, region: Region): number {
    let weights = 0;
    let squares = 0;
    eachFeature(examined, passage, region, {
      word: (word) => {
        const sum = this.sumOf(word);
        weights += sum.weights;
        squares += sum.squares;
      },
      one: (bucket) => {
        weights += this.model.weights[bucket] ?? 0;
        squares += 1;
      },
    });
    const { bias, step } = this.model;
    return 1 / (1 + Math.exp(-bias - weights * step * factorOf(squares)));
  }

  /** What each word adds, with its neighbours and classes, by the place of its token; the most first. */
  strongestTokens(examined: Examined, passage: RulePassage, region: Region): number[] {
    const adds = new Map<number, number>();
    const add = (at: number, weight: number): void => void adds.set(at, (adds.get(at) ?? 0) + weight);
    eachFeature(examined, passage, region, {
      word: (word, at) => add(at, this.sumOf(word).weights),
      one: (bucket, at) => {
        if (at !== undefined) add(at, this.model.weights[bucket] ?? 0);
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
