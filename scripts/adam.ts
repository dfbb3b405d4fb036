/**
 * Steps down a slope, each weight at its own pace (Adam; D. P. Kingma and J. Ba, 2015). What the fits of this folder share:
 * the same slopes give the same weights, to the last bit.
 */
const OF_MEAN = 0.9;
const OF_SQUARE = 0.999;
const LEAST_SCALE = 1e-8;

/** Moves these weights one step, given the slope at each of them. */
export type Descend = (slopeAt: (index: number) => number, pace: number) => void;

export function descent(
  weights: Float64Array,
  /** What a weight may be, where that is limited. */
  bounded: (weight: number, index: number) => number = (weight) => weight,
): Descend {
  const mean = new Float64Array(weights.length);
  const square = new Float64Array(weights.length);
  let step = 0;
  return (slopeAt, pace) => {
    step += 1;
    for (let index = 0; index < weights.length; index += 1) {
      const slope = slopeAt(index);
      mean[index] = OF_MEAN * (mean[index] ?? 0) + 0.1 * slope;
      square[index] = OF_SQUARE * (square[index] ?? 0) + 0.001 * slope * slope;
      const move = (mean[index] ?? 0) / (1 - OF_MEAN ** step);
      const scale = Math.sqrt((square[index] ?? 0) / (1 - OF_SQUARE ** step)) + LEAST_SCALE;
      weights[index] = bounded((weights[index] ?? 0) - (pace * move) / scale, index);
    }
  };
}
