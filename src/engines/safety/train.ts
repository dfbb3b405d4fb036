import { featuresOf, normalize } from '#engines/text-model/features.ts';
import { fitModel } from '#engines/text-model/fit.ts';
import type { Model } from '#engines/text-model/model.ts';
import { conceptsIn } from './concepts.ts';
import { DANGERS, type Danger, type SafetyLevel } from './judgement.ts';
import { detectLanguage } from './language.ts';

/** A labelled message. `weight` is below 1 for messages that one template gave. */
export type LabelledMessage = { text: string; level: SafetyLevel; category: string; weight?: number };

/** A missed emergency is worse than a false alarm. */
const COST = { answer: 1, escalate: 1, emergency: 1.5 };
/** Features of fewer messages are noise. */
const FEWEST_MESSAGES = 2;
/** Features that add less to every class are left out of the file. */
const LEAST_WEIGHT = { level: 0.05, danger: 0.4, subject: 0.4 };

const LEVELS: readonly SafetyLevel[] = ['answer', 'escalate', 'emergency'];

/** What the emergencies of a data set are called, by the danger that decides about words and numbers. */
const DANGER_OF: Readonly<Record<string, Danger>> = {
  self_harm: 'self_harm',
  suicide: 'self_harm',
  overdose: 'overdose',
  poison: 'overdose',
  poisoning: 'overdose',
  violence: 'violence',
  pregnancy: 'pregnancy',
  pregnancy_emergency: 'pregnancy',
};

/** What messages for a person are about; other categories of a data set do not train the subject. */
const SUBJECT_OF: Readonly<Record<string, string>> = {
  medication_interaction: 'medication_interaction',
  medication: 'medication_interaction',
  prescription_change: 'medication_interaction',
  diagnosis: 'diagnosis',
  pregnancy: 'pregnancy',
  children: 'children',
  eating_disorder: 'eating_disorder',
  mental_health: 'mental_health',
  adverse_event: 'adverse_event',
  condition: 'chronic_illness',
  chronic: 'chronic_illness',
  chronic_illness: 'chronic_illness',
  surgery: 'chronic_illness',
};
const SUBJECTS = [...new Set(Object.values(SUBJECT_OF))];

const dangerOf = (category: string): Danger => DANGER_OF[category] ?? 'emergency';

/** Fits the three decisions: level, danger of an emergency, subject of an escalation. The same rows give the same weights. */
export function trainSafety(
  messages: readonly LabelledMessage[],
): Record<'level' | 'danger' | 'subject', Model> {
  const rows = messages.map((message) => ({
    ...message,
    features: featuresOf(normalize(message.text), detectLanguage(message.text).language, conceptsIn),
  }));
  const fit = (
    least: number,
    classes: readonly string[],
    labelOf: (row: LabelledMessage) => string | undefined,
  ): Model =>
    fitModel(
      classes,
      { fewest: FEWEST_MESSAGES, least },
      rows.flatMap((row) => {
        const label = labelOf(row);
        return label === undefined
          ? []
          : [{ features: row.features, label, cost: COST[row.level] * (row.weight ?? 1) }];
      }),
    );
  return {
    level: fit(LEAST_WEIGHT.level, LEVELS, ({ level }) => level),
    danger: fit(LEAST_WEIGHT.danger, DANGERS, ({ level, category }) =>
      level === 'emergency' && category !== 'none' && category !== 'mixed' ? dangerOf(category) : undefined,
    ),
    subject: fit(LEAST_WEIGHT.subject, SUBJECTS, ({ level, category }) =>
      level === 'escalate' ? SUBJECT_OF[category] : undefined,
    ),
  };
}
