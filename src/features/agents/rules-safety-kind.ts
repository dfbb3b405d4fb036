import { lazy } from '#kit/lazy.ts';
import type { EscalationCategory } from './contract-chat.ts';
import { KIND_WEIGHTS } from './rules-safety-kind-weights.ts';
import { readWeights, sharesOf, type Weights } from './rules-safety-weighing.ts';

/** What an emergency can be, of those that are answered in different words and with different numbers. */
export const DANGER_KINDS = [
  'self_harm',
  'overdose',
  'violence',
  'pregnancy',
  'emergency',
] as const satisfies readonly EscalationCategory[];
export type DangerKind = (typeof DANGER_KINDS)[number];

/**
 * Where it is less likely than that to be about a life that somebody wants to end, crisis lines are not named, and from the
 * other on they come first. Of 94 such messages that no fit has seen 90 are answered so at once and 4 with the lines named
 * beside; of 211 emergencies of other kinds 6 are taken for it, and 44 have the lines named beside (`npm run eval:safety`
 * says nothing of this, `scripts/fit-safety.ts --check` does).
 */
const COULD_BE = 0.05;
const LIKELY = 0.7;

const fitted = lazy(() => readWeights(KIND_WEIGHTS));

/** What is in danger in an emergency with these features, and whether somebody may want to die where that is not sure. */
export function dangerKindOf(
  features: readonly string[],
  weights: Weights = fitted(),
): { kind: DangerKind; couldBeSelfHarm: boolean } {
  const shares = sharesOf(weights, features, DANGER_KINDS.length);
  const [ofLife = 0] = shares;
  if (ofLife >= LIKELY) return { kind: 'self_harm', couldBeSelfHarm: false };
  const most = shares.indexOf(Math.max(...shares.slice(1)), 1);
  return { kind: DANGER_KINDS[most] ?? 'emergency', couldBeSelfHarm: ofLife >= COULD_BE };
}
