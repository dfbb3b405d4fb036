import { describe, expect, it } from 'vitest';
import { checkClaims } from '#engines/claims/check.ts';
import { requiredText } from '#features/compliance/rules-required.ts';
import { textKey } from '#features/content/server/compose-page.ts';
import { STAGES } from '#features/leads/contract.ts';
import { JURISDICTIONS } from '#features/settings/contract.ts';
import { addDays, DAY_MS, dateInZone, startOfDate } from '#kit/time.ts';
import { buildDemo } from './seed.ts';

const contactPepper = 'a pepper for tests only';

type Demo = Awaited<ReturnType<typeof buildDemo>>;

/** Moments that trip over calendars, each as [what, instant, zone]. */
const MOMENTS: [string, string, string][] = [
  ['an ordinary afternoon', '2026-11-18T15:20:00Z', 'Europe/London'],
  ['the first minute of a month', '2026-12-01T00:01:00Z', 'Europe/London'],
  ['the first instant of a month', '2027-01-31T13:00:00.000Z', 'Pacific/Auckland'],
  ['the last minute of a month', '2027-01-31T23:59:00Z', 'Europe/London'],
  ['the second day of a month', '2027-02-02T06:00:00Z', 'America/New_York'],
  ['the third day of a month', '2027-03-03T22:10:00Z', 'Asia/Tokyo'],
  ['leap day', '2028-02-29T12:00:00Z', 'Europe/Berlin'],
  ['the day the clock goes forward', '2027-03-28T01:30:00Z', 'Europe/London'],
  ['the day the clock goes back', '2026-10-25T23:30:00Z', 'Europe/London'],
  ['a zone of quarters of an hour', '2026-08-14T18:16:00Z', 'Asia/Kathmandu'],
  ['the far east of the calendar', '2026-06-30T10:00:00Z', 'Pacific/Kiritimati'],
  ['the far west of the calendar', '2026-07-01T11:59:00Z', 'Pacific/Pago_Pago'],
];

const EXPECTED = {
  'Liver Health Winter': [2140, 500, 260, 100],
  'Weight Loss Q1': [1680, 360, 180, 80],
  'Immune Support Holiday': [1000, 200, 100, 40],
} as const;
const RATIO = { 7: 0.25, 30: 1, 90: 2.8, 100_000: 3.5 } as const;

/** Messages, visits, conversions and purchases of each campaign over the last `days` calendar days before `now`. */
function countPeriod(demo: Demo, days: number, now: Date, timeZone: string): Record<string, number[]> {
  const today = dateInZone(now, timeZone);
  const from = startOfDate(addDays(today, 1 - Math.min(days, 5_000)), timeZone);
  const inPeriod = demo.events.filter(({ occurredAt }) => occurredAt >= from && occurredAt <= now);
  return Object.fromEntries(
    demo.campaigns.map(({ id, name }) => [
      name,
      (['message.sent', 'landing.visited', 'landing.converted', 'purchase.made'] as const).map(
        (type) => inPeriod.filter((event) => event.campaignId === id && event.type === type).length,
      ),
    ]),
  );
}

describe.each(MOMENTS)('the demo made on %s (%s, %s)', async (_what, instant, timeZone) => {
  const now = new Date(instant);
  const demo = await buildDemo({ now, timeZone, contactPepper, jurisdictions: JURISDICTIONS });

  // S9-09
  it.each([0, 1])('stands as 0.25 : 1 : 2.8 : 3.5, also %i day(s) later', (daysLater) => {
    const later = new Date(now.getTime() + daysLater * DAY_MS);
    for (const [days, ratio] of Object.entries(RATIO)) {
      const expected = Object.fromEntries(
        Object.entries(EXPECTED).map(([name, figures]) => [
          name,
          figures.map((figure) => Math.round(figure * ratio)),
        ]),
      );
      expect(countPeriod(demo, Number(days), later, timeZone)).toEqual(expected);
    }
  });

  // S2.5-06
  it('found 127 people this month, some of them today, and let 3 campaigns run in it', () => {
    const today = dateInZone(now, timeZone);
    const monthStart = startOfDate(`${today.slice(0, 8)}01`, timeZone);
    const found = demo.events.filter(({ type }) => type === 'lead.discovered');
    expect(found.filter(({ occurredAt }) => occurredAt >= monthStart)).toHaveLength(127);
    expect(found.some(({ occurredAt }) => occurredAt >= startOfDate(today, timeZone))).toBe(true);
    const ran = demo.campaigns.filter(
      ({ launchedAt, completedAt }) => (launchedAt ?? now) <= now && (completedAt ?? now) >= monthStart,
    );
    expect(ran).toHaveLength(3);
  });

  it('tells nothing of the future', () => {
    const instants = [
      ...demo.events.map(({ occurredAt }) => occurredAt),
      ...demo.leads.map(({ createdAt }) => createdAt),
      ...demo.messages.map(({ sentAt }) => sentAt),
    ];
    expect(instants.filter((at) => at > now)).toEqual([]);
  });

  // S9-31
  it('has 89, 156, 98, 43 and 27 people, each where their own events put them', () => {
    const furthest = new Map<string, number>();
    const last = new Map<string, number>();
    const reach = { 'message.sent': 1, 'landing.visited': 2, 'landing.converted': 3, 'purchase.made': 4 };
    for (const { type, leadId, occurredAt } of demo.events) {
      if (!leadId) continue;
      const stage = new Map(Object.entries(reach)).get(type) ?? 0;
      furthest.set(leadId, Math.max(stage, furthest.get(leadId) ?? 0));
      if (stage > 0) last.set(leadId, Math.max(occurredAt.getTime(), last.get(leadId) ?? 0));
    }
    for (const { id = '', stage = 'new', createdAt } of demo.leads) {
      expect(STAGES[furthest.get(id) ?? 0]).toBe(stage);
      if (stage !== 'new') expect(createdAt.getTime()).toBeLessThanOrEqual(last.get(id) ?? 0);
    }
    const count = (stage: string): number => demo.leads.filter((lead) => lead.stage === stage).length;
    expect(STAGES.map(count)).toEqual([89, 156, 98, 43, 27]);
  });

  it('nobody is written to before they are found, and each event follows the one before it', () => {
    const order = ['message.sent', 'link.clicked', 'landing.visited', 'landing.converted', 'purchase.made'];
    const created = new Map(demo.leads.map(({ id, createdAt }) => [id ?? '', createdAt.getTime()]));
    const byMessage = Map.groupBy(
      demo.events.filter(({ type }) => order.includes(type)),
      ({ messageId }) => messageId,
    );
    const isOutOfOrder = (ofMessage: Demo['events']): boolean => {
      const times = order.flatMap((type) => {
        const event = ofMessage.find((candidate) => candidate.type === type);
        return event ? [event.occurredAt.getTime()] : [];
      });
      const found = created.get(ofMessage[0]?.leadId ?? '') ?? 0;
      return [found, ...times].some((time, index, all) => time > (all[index + 1] ?? time));
    };
    expect([...byMessage.values()].filter(isOutOfOrder)).toEqual([]);
  });
});

describe('the people of the demo', async () => {
  const demo = await buildDemo({
    now: new Date('2026-11-18T15:20:00Z'),
    timeZone: 'Europe/London',
    contactPepper,
    jurisdictions: JURISDICTIONS,
  });

  it('are made up, one of a kind, and have addresses that belong to nobody', () => {
    expect(new Set(demo.leads.map(({ name }) => name)).size).toBe(413);
    for (const key of ['emailKey', 'handleKey'] as const) {
      const keys = demo.leads.flatMap((lead) => lead[key] ?? []);
      expect(new Set(keys).size).toBe(keys.length);
    }
    for (const { email, platform } of demo.leads) {
      expect(email ?? 'x@example.com').toMatch(/^[a-z.]+@example\.(com|org|net)$/);
      // An account name on a real network could be somebody's.
      expect(['practice', 'import', 'manual']).toContain(platform);
    }
  });

  it('the same instant makes the same demo, but for what is in links', async () => {
    const again = await buildDemo({
      now: new Date('2026-11-18T15:20:00Z'),
      timeZone: 'Europe/London',
      contactPepper,
      jurisdictions: JURISDICTIONS,
    });
    expect(again.events).toEqual(demo.events);
    expect(again.leads).toEqual(demo.leads);
    expect(again.touchpoints.map(({ id }) => id)).not.toEqual(demo.touchpoints.map(({ id }) => id));
  });

  it('scores are spread over the bands', () => {
    const scores = demo.leads.map(({ aiScore }) => Number(aiScore));
    for (const [from, to] of [
      [0, 5],
      [5, 8],
      [8, 10.1],
    ] as const) {
      const share = scores.filter((score) => score >= from && score < to).length / scores.length;
      expect(share).toBeGreaterThan(0.1);
    }
  });

  it('the landing page says what its asset says, and nothing that would keep it from being published', () => {
    const [page] = demo.pages;
    const asset = demo.assets.find(({ id }) => id === page?.assetId);
    expect(page?.published.textKey).toBe(textKey({ content: asset?.content ?? '' }, []));
    expect(page?.published.html).toContain('with no tea leaf, coffee or cocoa');
    const { findings } = checkClaims(page?.published.words ?? '', {
      jurisdictions: JURISDICTIONS,
      kind: 'landing_page',
    });
    expect(findings.filter(({ severity }) => severity === 'block')).toEqual([]);
    expect(requiredText(findings)).toBeUndefined();
  });
});
