import { isDeepStrictEqual } from 'node:util';
import { newId } from '#kit/id.ts';
import type { Channel, NewStep } from '../../contract.ts';
import { DEFAULT_TEST } from '../../rules-variants.ts';
import type { NewStepRow, NewVariantRow, StepRow, VariantRow } from '../campaign-store.ts';

/** A step as it is wanted; `composedBy` names the engine where it wrote it. */
export type WantedStep = NewStep & { composedBy: string | null };

export type StepPlan = {
  /** All rows as they are to be stored. */
  rows: NewStepRow[];
  /** Steps that are taken out now. */
  retired: string[];
  /** Steps whose variants are compared anew, or not at all any more. */
  retested: string[];
};

/**
 * Lays the wanted steps over those there are. A step is the n-th of its channel, also when it was taken out and comes
 * back: so whoever got it before an edit does not get it again after. A test begins anew when one of its texts, its
 * goal or its size changes: answers to other texts say nothing about these.
 */
export function planSteps(
  campaignId: string,
  known: readonly StepRow[],
  wanted: readonly WantedStep[],
): StepPlan {
  const ordinals = new Map<Channel, number>();
  const now = new Date();
  const retested: string[] = [];
  const rows = wanted.map((step, position): NewStepRow => {
    const ordinal = ordinals.get(step.channel) ?? 0;
    ordinals.set(step.channel, ordinal + 1);
    const before = known.find((row) => row.channel === step.channel && row.ordinal === ordinal);
    const isEmail = step.channel === 'email';
    const id = before?.id ?? newId();
    const subject = isEmail ? (step.subject ?? null) : null;
    const variants = (step.variants ?? []).map(
      (variant): NewVariantRow => ({
        stepId: id,
        letter: variant.letter,
        subject: isEmail ? (variant.subject ?? null) : null,
        body: variant.body,
        compositionId:
          before?.variants.find(({ letter }) => letter === variant.letter)?.compositionId ?? null,
        retiredAt: null,
      }),
    );
    const test = variants.length === 0 ? null : (step.test ?? before?.test ?? DEFAULT_TEST);
    const isSameTest =
      before !== undefined &&
      isDeepStrictEqual(before.test, test) &&
      isDeepStrictEqual(
        wordsOf({ subject, body: step.body, variants }),
        wordsOf({ ...before, variants: before.variants.filter(({ retiredAt }) => retiredAt === null) }),
      );
    if (!isSameTest && (test !== null || before?.test)) retested.push(id);
    const gone = (before?.variants ?? []).filter(
      (row) => row.retiredAt === null && !variants.some(({ letter }) => letter === row.letter),
    );
    return {
      id,
      campaignId,
      position,
      channel: step.channel,
      ordinal,
      delayHours: step.delayHours,
      subject,
      body: step.body,
      composedBy: step.composedBy,
      compositionId: before?.compositionId ?? null,
      test,
      testSince: isSameTest || test === null ? (before?.testSince ?? null) : now,
      verdict: isSameTest ? before.verdict : null,
      retiredAt: null,
      variants: [...variants, ...gone.map((row) => ({ ...row, retiredAt: now }))],
    };
  });
  const kept = new Set(rows.map((row) => row.id));
  const gone = known.filter((row) => row.retiredAt === null && !kept.has(row.id));
  return {
    rows: [...rows, ...gone.map((row) => ({ ...row, retiredAt: now }))],
    retired: gone.map((row) => row.id),
    retested,
  };
}

type Texts = {
  subject: string | null;
  body: string;
  variants: readonly Pick<NewVariantRow, 'letter' | 'subject' | 'body'>[];
};

function wordsOf({ subject, body, variants }: Texts) {
  return [{ letter: 'A', subject, body }, ...variants].map((text) => ({
    letter: text.letter,
    subject: text.subject ?? null,
    body: text.body,
  }));
}

/** What of a step is written and chosen by people: two that are equal send the same at the same time. */
export function wordsOfStep(
  step: Pick<NewStepRow, 'channel' | 'ordinal' | 'delayHours' | 'subject' | 'body' | 'test'> & {
    variants: readonly (Pick<NewVariantRow, 'letter' | 'subject' | 'body'> & { retiredAt?: Date | null })[];
  },
) {
  const present = step.variants.filter(({ retiredAt = null }) => retiredAt === null);
  return {
    step: [step.channel, step.ordinal, step.delayHours, step.body, step.test ?? null],
    texts: wordsOf({ subject: step.subject ?? null, body: step.body, variants: present }),
  };
}

/** One text of a step: its own as A, or a further one. */
export type StepText = Pick<
  VariantRow,
  'letter' | 'subject' | 'body' | 'claims' | 'override' | 'compositionId'
>;

/** The texts of a step by letter. */
export function textsOfStep(step: Omit<StepText, 'letter'> & { variants: readonly StepText[] }): StepText[] {
  const { subject, body, claims, override, compositionId } = step;
  return [{ letter: 'A', subject, body, claims, override, compositionId }, ...step.variants];
}

/** Hours from launch to each step: its own delay and those of the steps before it in its channel. */
export function hoursFromLaunch(
  steps: readonly Pick<StepRow, 'id' | 'channel' | 'delayHours'>[],
): Map<string, number> {
  const sums = new Map<Channel, number>();
  return new Map(
    steps.map((step) => {
      const hours = (sums.get(step.channel) ?? 0) + step.delayHours;
      sums.set(step.channel, hours);
      return [step.id, hours];
    }),
  );
}

export function compositionIdsOf(steps: readonly StepRow[]): string[] {
  return steps.flatMap(textsOfStep).flatMap(({ compositionId }) => compositionId ?? []);
}
