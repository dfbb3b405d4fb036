import { fitModel } from '#engines/text-model/fit.ts';
import type { Model } from '#engines/text-model/model.ts';
import { featuresOfReply } from './features.ts';

/** What the model tells apart; `other` is every other reply. */
const CLASSES = ['other', 'stop', 'not_now', 'interested'] as const;

/** The words of a labelled reply. `weight` is below 1 where its author knew the patterns. */
export type LabelledReply = { text: string; label: (typeof CLASSES)[number]; weight: number };

/** Every feature counts, unless it adds less than this to every class. */
const CUT = { fewest: 1, least: 0.03 };

/** The same replies give the same model. */
export function trainReplies(replies: readonly LabelledReply[]): Model {
  return fitModel(
    CLASSES,
    CUT,
    replies.map(({ text, label, weight }) => ({ features: featuresOfReply(text), label, cost: weight })),
  );
}
