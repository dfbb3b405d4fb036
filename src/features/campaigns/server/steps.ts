import { newId } from '#kit/id.ts';
import type { Channel, NewStep } from '../contract.ts';
import type { NewStepRow, StepRow } from './campaign-store.ts';

/** A step as it is wanted; `composedBy` names the engine where it wrote it. */
export type WantedStep = NewStep & { composedBy: string | null };

type StepPlan = {
  /** All rows as they are to be stored. */
  rows: NewStepRow[];
  /** Steps that are taken out now. */
  retired: string[];
};

/**
 * Lays the wanted steps over those there are. A step is the n-th of its channel, also when it was taken out and comes
 * back: so whoever got it before an edit does not get it again after.
 */
export function planSteps(
  campaignId: string,
  known: readonly StepRow[],
  wanted: readonly WantedStep[],
): StepPlan {
  const ordinals = new Map<Channel, number>();
  const rows = wanted.map((step, position): NewStepRow => {
    const ordinal = ordinals.get(step.channel) ?? 0;
    ordinals.set(step.channel, ordinal + 1);
    const before = known.find((row) => row.channel === step.channel && row.ordinal === ordinal);
    return {
      id: before?.id ?? newId(),
      campaignId,
      position,
      channel: step.channel,
      ordinal,
      delayHours: step.delayHours,
      subject: step.channel === 'email' ? (step.subject ?? null) : null,
      body: step.body,
      composedBy: step.composedBy,
      compositionId: before?.compositionId ?? null,
      retiredAt: null,
    };
  });
  const kept = new Set(rows.map((row) => row.id));
  const gone = known.filter((row) => row.retiredAt === null && !kept.has(row.id));
  const retiredAt = new Date();
  return {
    rows: [...rows, ...gone.map((row) => ({ ...row, retiredAt }))],
    retired: gone.map((row) => row.id),
  };
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
