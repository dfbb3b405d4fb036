import { DAY_MS } from '#kit/time.ts';
import type { Lead, LeadChange, Stage } from './contract.ts';

/** Days in a stage after which nothing seems to move any more. */
export const STUCK_AFTER_DAYS: Record<Stage, number> = {
  new: 14,
  contacted: 10,
  engaged: 7,
  qualified: 7,
  converted: 14,
};

type InStage = Pick<Lead, 'stage' | 'stageSince' | 'isOnboarded'>;

/** Whole days in the present stage. */
export function daysInStage({ stageSince }: Pick<Lead, 'stageSince'>, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - new Date(stageSince).getTime()) / DAY_MS));
}

/** Whether a change moves somebody and nothing else: it makes nothing of who they are another. */
export function isStageAlone({ stage, isUndo: _isUndo, version: _version, ...others }: LeadChange): boolean {
  return stage !== undefined && Object.values(others).every((value) => value === undefined);
}

/** Whether somebody stands in a stage for longer than is usual; who has been shown around is where they belong. */
export function isStuck(lead: InStage, now: Date): boolean {
  if (lead.stage === 'converted' && lead.isOnboarded) return false;
  return daysInStage(lead, now) >= STUCK_AFTER_DAYS[lead.stage];
}
