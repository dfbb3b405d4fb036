import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '#features/tracking/contract.ts';
import { PIPELINE_EVENTS, stagesReached, timelineWords } from './rules.ts';

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

  it('a scan carries nobody on', () => {
    expect(PIPELINE_EVENTS).not.toContain('link.scanned');
    expect(PIPELINE_EVENTS).not.toContain('landing.scanned');
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
    ['purchase.made', event, 'Bought'],
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

  it('says something in words for every event of one person', () => {
    const silent = EVENT_TYPES.filter((type) => timelineWords({ type, ...event }) === null);
    expect(silent).toEqual([
      'spend.recorded',
      'campaign.launched',
      'campaign.paused',
      'campaign.resumed',
      'campaign.completed',
      'run.scored',
      'campaign.composed',
    ]);
  });
});
