/**
 * Fits an engine to its labelled data and writes its weights: `npm run train -- claims`, `intent`, `safety` or `replies`.
 * The same data gives the same file.
 */
import { writeFileSync } from 'node:fs';
import { everydayClaims, labelledClaims, readClaimSets } from '../evals/claims.ts';
import { isHeld, readIntentPosts } from '../evals/intent.ts';
import { readFittedReplies } from '../evals/replies.ts';
import { HELD_OUT_SET, readSafetyMessages } from '../evals/safety.ts';
import { claimSampleOf, trainClaims } from '../src/engines/claims/train.ts';
import { trainIntent } from '../src/engines/intent/train.ts';
import { trainReplies } from '../src/engines/replies/train.ts';
import { trainSafety } from '../src/engines/safety/train.ts';
import { writeModel } from '../src/engines/text-model/fit.ts';

const TRAINERS: Readonly<Record<string, () => Record<string, unknown>>> = {
  claims: () =>
    trainClaims([...readClaimSets().flatMap(labelledClaims), ...everydayClaims()].map(claimSampleOf)),
  intent: () => trainIntent(readIntentPosts().filter((post) => !isHeld(post))),
  replies: () => writeModel(trainReplies(readFittedReplies())),
  safety() {
    const { level, danger, subject } = trainSafety(
      readSafetyMessages().filter(({ set }) => set !== HELD_OUT_SET),
    );
    return { level: writeModel(level), danger: writeModel(danger), subject: writeModel(subject) };
  },
};

const name = process.argv[2] ?? '';
const train = TRAINERS[name];
if (!train) {
  console.error(`Name an engine: ${Object.keys(TRAINERS).join(', ')}`);
  process.exit(1);
}
const file = new URL(`../src/engines/${name}/weights.json`, import.meta.url);
writeFileSync(file, `${JSON.stringify(train(), null, 1)}\n`);
