import { describe, expect, it } from 'vitest';
import { daysInStage, isStageAlone, isStuck } from './rules-stage.ts';

const now = new Date('2027-01-14T15:00:00Z');
const since = (day: string) => ({ stageSince: `${day}T09:00:00.000Z`, isOnboarded: false });

describe('time in a stage', () => {
  it('counts whole days, and none of a stage that begins a moment from now', () => {
    expect(daysInStage(since('2027-01-03'), now)).toBe(11);
    expect(daysInStage(since('2027-01-14'), now)).toBe(0);
    expect(daysInStage(since('2027-01-15'), now)).toBe(0);
  });

  it('knows a move from a change of who somebody is', () => {
    expect(isStageAlone({ stage: 'engaged', isUndo: true, version: 3 })).toBe(true);
    expect(isStageAlone({ stage: 'engaged', ownerId: null })).toBe(false);
    expect(isStageAlone({ isOnboarded: true, version: 3 })).toBe(false);
  });

  it('warns of who stands still, but not of who has been shown around', () => {
    expect(isStuck({ stage: 'engaged', ...since('2027-01-03') }, now)).toBe(true);
    expect(isStuck({ stage: 'new', ...since('2027-01-03') }, now)).toBe(false);
    expect(isStuck({ stage: 'converted', ...since('2026-01-01'), isOnboarded: true }, now)).toBe(false);
  });
});
