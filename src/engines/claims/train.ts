import { fitModel } from '#engines/text-model/fit.ts';
import type { Model } from '#engines/text-model/model.ts';
import { examine } from './examine.ts';
import { CLASSES, featuresOf, regionOf } from './features.ts';
import type { Jurisdiction } from './finding.ts';
import { rulePassagesOf } from './passages.ts';

/** A labelled text. `weight` is below 1 where its author knew the rules, or the rules were written for it. */
export type LabelledClaim = { text: string; jurisdiction: Jurisdiction; isBlocked: boolean; weight: number };

/** Features of fewer texts are noise; what adds less than this to both classes is left out. */
const CUT = { fewest: 2, least: 0.04 };

/** The same texts give the same model. */
export function trainClaims(claims: readonly LabelledClaim[]): Model {
  return fitModel(
    CLASSES,
    CUT,
    claims.map(({ text, jurisdiction, isBlocked, weight }) => {
      const examined = examine(text, { jurisdictions: [jurisdiction] });
      const [whole] = rulePassagesOf(examined, Number.POSITIVE_INFINITY);
      return {
        features: whole ? featuresOf(examined, whole, regionOf(jurisdiction)) : [],
        label: isBlocked ? 'block' : 'pass',
        cost: weight,
      };
    }),
  );
}
