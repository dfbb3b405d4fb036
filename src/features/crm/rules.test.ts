import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '#features/tracking/contract.ts';
import { boughtWords, PIPELINE_EVENTS, stagesReached, timelineWords } from './rules.ts';

describe('stagesReached', () => {
  it('takes each lead as far as its furthest event, whatever the order', () => {
    expect(
      stagesReached([
        { type: 'purchase.made', leadId: 'a' },
        { type: 'message.sent', leadId: 'a' },
        { type: 'link.clicked', leadId: 'b' },
        { type: 'reply.received', leadId: 'c' },
        { type: 'landing.converted', leadId: 'd' },
        { type: 'landing.visited', leadId: null },
        { type: 'lead.discovered', leadId: 'e' },
      ]),
    ).toEqual([
      { stage: 'engaged', because: 'link.clicked', leadIds: ['b'] },
      { stage: 'engaged', because: 'reply.received', leadIds: ['c'] },
      { stage: 'qualified', because: 'landing.converted', leadIds: ['d'] },
      { stage: 'converted', because: 'purchase.made', leadIds: ['a'] },
    ]);
  });

  it('is not held back by what came before', () => {
    expect(
      stagesReached([
        { type: 'message.sent', leadId: 'a' },
        { type: 'purchase.made', leadId: 'a' },
        { type: 'link.clicked', leadId: 'a' },
      ]),
    ).toEqual([{ stage: 'converted', because: 'purchase.made', leadIds: ['a'] }]);
  });

  it('carries nobody on who answers that they want no more', () => {
    expect(
      stagesReached([
        { type: 'reply.received', leadId: 'a', data: { isStop: true } },
        { type: 'reply.received', leadId: 'b', data: {} },
      ]),
    ).toEqual([{ stage: 'engaged', because: 'reply.received', leadIds: ['b'] }]);
  });

  it('carries nobody on whose mail has stayed in the outbox', () => {
    expect(
      stagesReached([
        { type: 'message.sent', leadId: 'a', data: { transport: 'outbox', isKept: true } },
        { type: 'message.sent', leadId: 'b', data: { transport: 'outbox' } },
      ]),
    ).toEqual([{ stage: 'contacted', because: 'message.sent', leadIds: ['b'] }]);
  });

  it('a scan, and a mail that was opened, carries nobody on', () => {
    expect(PIPELINE_EVENTS).not.toContain('link.scanned');
    expect(PIPELINE_EVENTS).not.toContain('landing.scanned');
    expect(PIPELINE_EVENTS).not.toContain('message.opened');
  });
});

describe('timelineWords', () => {
  const event = { campaign: 'Winter Evenings', channel: 'email', valueCents: null, data: {} };

  it.each([
    ['link.clicked', event, 'Clicked the link in Winter Evenings'],
    ['link.clicked', { ...event, campaign: null }, 'Clicked the link'],
    ['message.sent', { ...event, channel: 'social_dm' }, 'Direct message sent in Winter Evenings'],
    [
      'message.sent',
      { ...event, data: { transport: 'outbox' } },
      'Email sent to the outbox in Winter Evenings',
    ],
    ['purchase.made', { ...event, valueCents: 8600 }, 'Bought for $86.00'],
    ['purchase.made', { ...event, data: { amountMinor: 1299, currency: 'JPY' } }, 'Bought for ¥1,299'],
    ['purchase.refunded', { ...event, valueCents: -2000 }, 'Refunded $20.00'],
    ['purchase.made', event, 'Bought'],
    [
      'purchase.made',
      { ...event, valueCents: 8600, data: { item: 'Evening blend' } },
      'Bought “Evening blend” for $86.00',
    ],
    [
      'lead.stage_changed',
      { ...event, data: { from: 'new', to: 'contacted' } },
      'Moved from New to Contacted',
    ],
    ['lead.stage_changed', { ...event, data: {} }, 'Stage changed'],
    ['lead.discovered', { ...event, data: { platform: 'reddit' } }, 'Discovered on Reddit'],
    ['lead.discovered', event, 'Discovered on the web'],
    ['addresses.checked', { ...event, data: { checked: 1, verified: 1 } }, 'Address checked: accepts mail'],
  ] as const)('S1-09 says what %s was', (type, given, title) => {
    expect(timelineWords({ type, ...given })?.title).toBe(title);
  });

  it('says something in words for every event of one person, save what the ledger and the chat show', () => {
    const silent = EVENT_TYPES.filter((type) => timelineWords({ type, ...event }) === null);
    expect(silent).toEqual([
      'spend.recorded',
      'campaign.launched',
      'campaign.paused',
      'campaign.resumed',
      'campaign.completed',
      'run.scored',
      'campaign.composed',
      'conversation.handed_over',
      'consent.changed',
    ]);
  });
});

const NO_OTHER = { amountMinor: null, currency: null };

describe('boughtWords', () => {
  const bought = (valueCents: number | null, more: { item?: string; campaign?: string } = {}) => ({
    id: 'a',
    type: 'purchase.made',
    title: 'Bought',
    detail: null,
    at: '2026-11-03T10:00:00Z',
    purchase: { valueCents, ...NO_OTHER, item: more.item ?? null, campaign: more.campaign ?? null },
  });
  const clicked = {
    id: 'b',
    type: 'link.clicked',
    title: 'Clicked',
    detail: null,
    at: '2026-11-02T10:00:00Z',
  };
  const words = (...entries: Parameters<typeof boughtWords>[0]) => boughtWords(entries, () => '3 Nov');

  it('says what somebody bought, for how much, when and through which campaign', () => {
    expect(words(clicked)).toBeNull();
    expect(words(bought(8_600, { item: 'Evening blend', campaign: 'Winter Evenings' }), clicked)).toBe(
      'Bought “Evening blend” for $86.00 on 3 Nov, through Winter Evenings.',
    );
    expect(words(bought(8_600, { item: 'Evening blend' }), clicked, bought(1_400))).toBe(
      'Bought 2 times for $100.00, last “Evening blend” on 3 Nov.',
    );
  });

  it('takes off what was refunded and adds no currencies to each other', () => {
    const refund = { ...bought(-2_000), type: 'purchase.refunded' };
    const inEuros = (amountMinor: number) => {
      const sale = bought(null);
      return { ...sale, purchase: { ...sale.purchase, amountMinor, currency: 'EUR' } };
    };
    expect(words(refund, bought(8_600))).toBe('Bought for $66.00 after refunds on 3 Nov.');
    expect(words(refund)).toBeNull();
    expect(words(inEuros(4_950), bought(1_000), inEuros(50))).toBe(
      'Bought 3 times for $10.00 and €50.00, last on 3 Nov.',
    );
  });

  it('claims no sum where a shop told none', () => {
    expect(words(bought(null))).toBe('Bought on 3 Nov.');
    expect(words(bought(null), bought(1_400))).toBe('Bought 2 times for at least $14.00, last on 3 Nov.');
  });

  it('claims no whole number of those who bought more often than the timeline tells', () => {
    const often = (times: number) => words(...Array.from({ length: times }, () => bought(1_00)));
    expect(often(499)).toBe('Bought 499 times for $499.00, last on 3 Nov.');
    expect(often(500)).toBe('Bought at least 500 times for at least $500.00, last on 3 Nov.');
  });
});
