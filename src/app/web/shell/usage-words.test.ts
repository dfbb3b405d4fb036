import { describe, expect, it } from 'vitest';
import { lastActiveWord, usageHint } from './usage-words.ts';

// S2.5-04
describe('when the workspace was last active', () => {
  const now = new Date('2027-01-15T01:00:00Z');

  it.each([
    ['2027-01-15T00:59:00Z', 'UTC', 'Today'],
    ['2027-01-14T23:59:00Z', 'UTC', 'Yesterday'],
    ['2027-01-14T23:59:00Z', 'Europe/Berlin', 'Today'],
    ['2027-01-15T00:30:00Z', 'America/New_York', 'Today'],
    ['2027-01-13T23:00:00Z', 'UTC', '13 Jan'],
    ['2026-12-31T12:00:00Z', 'UTC', '31 Dec 2026'],
    [null, 'UTC', '–'],
  ])('%s in %s reads %s', (lastActive, timeZone, word) => {
    expect(lastActiveWord({ lastActive, timeZone }, now)).toBe(word);
  });
});

// S2.5-07
describe('what would fill a figure that has nothing to count', () => {
  it.each([
    [0, 0, 'Discover leads and launch a campaign: both are counted here.'],
    [0, 5, 'Launch a campaign: it is counted here.'],
    [2, 0, 'Discover leads: they are counted here.'],
    [2, 5, null],
  ])('%i campaigns and %i leads', (campaigns, leadsDiscovered, hint) => {
    expect(usageHint({ campaigns, leadsDiscovered })).toBe(hint);
  });
});
