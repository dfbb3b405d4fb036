import { describe, expect, it } from 'vitest';
import { newId } from './id.ts';
import { addDays, dateInZone, startOfDate, wallInstant } from './time.ts';

describe('calendar days in a time zone', () => {
  it('belong to the zone, not to UTC', () => {
    expect(dateInZone(new Date('2026-01-01T04:59:00Z'), 'America/New_York')).toBe('2025-12-31');
    expect(dateInZone(new Date('2026-01-01T05:00:00Z'), 'America/New_York')).toBe('2026-01-01');
  });

  it.each([
    ['2026-03-29', 'Europe/London', '2026-03-29T00:00:00.000Z'],
    ['2026-03-30', 'Europe/London', '2026-03-29T23:00:00.000Z'],
    ['2026-10-25', 'Europe/London', '2026-10-24T23:00:00.000Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
    ['2026-11-21', 'Asia/Kathmandu', '2026-11-20T18:15:00.000Z'],
    // The clock jumps from 24:00 to 01:00, or from 24:00 back to 23:00.
    ['2024-10-06', 'America/Asuncion', '2024-10-06T04:00:00.000Z'],
    ['2024-03-24', 'America/Asuncion', '2024-03-24T04:00:00.000Z'],
    ['2024-11-03', 'America/Havana', '2024-11-03T04:00:00.000Z'],
  ])('%s in %s begins at %s', (date, zone, instant) => {
    expect(startOfDate(date, zone).toISOString()).toBe(instant);
  });

  it.each([
    ['an ordinary day', '2027-01-15', 540, '2027-01-15T08:00:00.000Z'],
    ['after the clocks went forward', '2027-03-28', 540, '2027-03-28T07:00:00.000Z'],
    ['in the hour that is left out', '2027-03-28', 150, '2027-03-28T01:30:00.000Z'],
    ['after the clocks went back', '2027-10-31', 540, '2027-10-31T08:00:00.000Z'],
    ['in the hour that comes twice', '2027-10-31', 150, '2027-10-31T00:30:00.000Z'],
    ['a leap day', '2028-02-29', 540, '2028-02-29T08:00:00.000Z'],
  ])('know when clocks in Berlin show a time on %s', (_what, date, minutes, instant) => {
    expect(wallInstant(date, minutes, 'Europe/Berlin').toISOString()).toBe(instant);
  });

  it('step over the end of a month and leap days', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  });
});

describe('ids', () => {
  it('are version 7 UUIDs that sort by time', () => {
    const early = newId(1_000);
    const late = newId(2_000_000_000_000);
    expect(early).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(early < late).toBe(true);
  });
});
