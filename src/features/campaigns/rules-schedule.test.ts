import { describe, expect, it } from 'vitest';
import { CAREFUL_LIMITS } from '#features/mailboxes/rules.ts';
import { nextOpening, OFFICE_HOURS, planSchedule, reputationPause, zoneOf } from './rules-schedule.ts';

const at = (text: string) => new Date(text);

describe('a send window', () => {
  it('counts in the recipient’s zone and passes over the weekend', () => {
    const friday = at('2026-11-20T16:30:00Z');
    expect(nextOpening(friday, OFFICE_HOURS, 'Europe/London')).toEqual(friday);
    expect(nextOpening(friday, OFFICE_HOURS, 'Europe/Berlin')).toEqual(at('2026-11-23T08:00:00Z'));
    expect(nextOpening(friday, OFFICE_HOURS, 'America/Chicago')).toEqual(friday);
    expect(nextOpening(friday, null, 'Europe/Berlin')).toEqual(friday);
    expect([zoneOf('DE', 'UTC'), zoneOf('??', 'Europe/Paris'), zoneOf(null, 'UTC')]).toEqual([
      'Europe/Berlin',
      'Europe/Paris',
      'UTC',
    ]);
  });
});

// R8
describe('a send window', () => {
  const sundays = { days: [7], from: '09:00', until: '17:00' };
  it.each([
    ['clocks go forward', '2027-03-28', '07:00'],
    ['clocks go back', '2027-10-31', '08:00'],
  ])('opens at nine by the clock on the day on which %s, and once', (_what, date, opening) => {
    const opens = at(`${date}T${opening}:00Z`);
    for (const early of [at(`${date}T00:10:00Z`), new Date(opens.getTime() - 1)])
      expect(nextOpening(early, sundays, 'Europe/Berlin')).toEqual(opens);
    expect(nextOpening(opens, sundays, 'Europe/Berlin')).toEqual(opens);
    const closed = new Date(opens.getTime() + 8 * 3_600_000);
    expect(nextOpening(closed, sundays, 'Europe/Berlin').getTime()).toBeGreaterThan(
      closed.getTime() + 6 * 86_400_000,
    );
  });

  it('opens on a leap day', () => {
    const tuesdays = { ...sundays, days: [2] };
    expect(nextOpening(at('2028-02-28T20:00:00Z'), tuesdays, 'UTC')).toEqual(at('2028-02-29T09:00:00Z'));
  });
});

describe('a schedule', () => {
  const plan = {
    recipients: 70,
    delaysHours: [0, 72],
    byHand: [],
    overApi: [],
    mailboxes: [{ limits: CAREFUL_LIMITS, sendingDays: 0 }],
    window: OFFICE_HOURS,
    startsAt: at('2026-11-19T12:00:00Z'),
    timeZone: 'UTC',
  };

  it('spreads people over the days that the caps allow, follow-ups among them', () => {
    const days = planSchedule(plan);
    // Thursday 30, Friday 32, Monday the last 8 and the first follow-ups, 34 in all.
    expect(days.slice(0, 3)).toEqual([
      { date: '2026-11-19', emails: 30, byHand: 0, overApi: 0 },
      { date: '2026-11-20', emails: 32, byHand: 0, overApi: 0 },
      { date: '2026-11-23', emails: 34, byHand: 0, overApi: 0 },
    ]);
    expect(days.reduce((sum, { emails }) => sum + emails, 0)).toBe(140);
  });

  it('lets those wait for the winner of a test who are not in it', () => {
    const tested = { ...plan, mailboxes: [], window: null, delaysHours: [0] };
    expect(planSchedule({ ...tested, tests: [{ percent: 40, waitHours: 24 }] })).toEqual([
      { date: '2026-11-19', emails: 28, byHand: 0, overApi: 0 },
      { date: '2026-11-20', emails: 42, byHand: 0, overApi: 0 },
    ]);
    expect(planSchedule({ ...tested, tests: [{ percent: 100, waitHours: 24 }] })).toHaveLength(1);
  });

  it('sends everything on its day where there is no limit', () => {
    const byHand = [{ people: 5, hours: 24 }];
    expect(planSchedule({ ...plan, mailboxes: [], window: null, byHand })).toEqual([
      { date: '2026-11-19', emails: 70, byHand: 0, overApi: 0 },
      { date: '2026-11-20', emails: 0, byHand: 5, overApi: 0 },
      { date: '2026-11-22', emails: 70, byHand: 0, overApi: 0 },
    ]);
  });
});

it('shows what is sent by hand before the window of the mails opens, and what a platform carries within it', () => {
  const plan = {
    recipients: 3,
    delaysHours: [0],
    byHand: [{ people: 5, hours: 0 }],
    overApi: [{ people: 2, hours: 0 }],
    mailboxes: [],
    window: OFFICE_HOURS,
    startsAt: at('2026-11-21T12:00:00Z'),
    timeZone: 'UTC',
  };
  expect(planSchedule(plan)).toEqual([
    { date: '2026-11-21', emails: 0, byHand: 5, overApi: 0 },
    { date: '2026-11-23', emails: 3, byHand: 0, overApi: 2 },
  ]);
});

describe('the reputation of a campaign', () => {
  it('pauses it above 2 % of bounces or 0.1 % of complaints, after 50 mails', () => {
    expect(reputationPause({ left: 49, bounced: 20, complained: 5 })).toBeUndefined();
    expect(reputationPause({ left: 100, bounced: 2, complained: 0 })).toBeUndefined();
    expect(reputationPause({ left: 100, bounced: 3, complained: 0 })).toEqual({
      reason: 'bounces',
      details: { count: 3, left: 100 },
    });
    expect(reputationPause({ left: 1_000, bounced: 0, complained: 1 })).toBeUndefined();
    expect(reputationPause({ left: 1_000, bounced: 0, complained: 2 })?.reason).toBe('complaints');
  });
});
