import { describe, expect, it } from 'vitest';
import { CHANNELS, type Channel } from './contract.ts';
import {
  campaignProblems,
  estimatedCostCents,
  estimatedMessages,
  GROUPS_HINT,
  isReadyTo,
  responseRate,
  statusLabel,
} from './rules.ts';

const form = {
  name: 'Winter evenings',
  landingPageUrl: 'https://landing.test/',
  channels: ['email'] as Channel[],
  targetGroups: ['01a1fda0-0000-7000-8000-000000000001'],
};

describe('what a campaign needs', () => {
  // S5-16 S5-17 S5-18 S5-19
  it('launch and update need a name, a landing page, a channel and a lead group', () => {
    expect(isReadyTo('launch', form)).toBe(true);
    expect(campaignProblems({ ...form, name: '  ' }, 'launch')).toHaveProperty('name');
    expect(campaignProblems({ ...form, landingPageUrl: '' }, 'launch')).toHaveProperty('landingPageUrl');
    expect(campaignProblems({ ...form, channels: [] }, 'launch')).toHaveProperty('channels');
    expect(campaignProblems({ ...form, targetGroups: [] }, 'launch')).toHaveProperty('targetGroups');
  });

  // S5-20 S5-21
  it('a draft needs a name, a landing page and a channel, and no lead group', () => {
    expect(isReadyTo('draft', { ...form, targetGroups: [] })).toBe(true);
    for (const lack of [{ name: '' }, { landingPageUrl: '' }, { channels: [] }]) {
      expect(isReadyTo('draft', { ...form, ...lack })).toBe(false);
    }
  });

  // S5-22
  it('the hint says that a lead group is required', () => {
    expect(GROUPS_HINT).toMatch(/at least one lead group is required/i);
  });

  it.each(['javascript:alert(1)', 'ftp://landing.test/', 'landing'])(
    'refuses %s as a landing page',
    (landingPageUrl) => {
      expect(campaignProblems({ ...form, landingPageUrl }, 'draft')).toHaveProperty('landingPageUrl');
    },
  );

  it('names the step whose text cannot be read, or whose channel is not chosen', () => {
    const steps = [
      { channel: 'email' as const, subject: 'Hi {{firstName', body: 'x' },
      { channel: 'social_dm' as const, body: ' ' },
    ];
    expect(Object.keys(campaignProblems({ ...form, steps }, 'draft')).sort()).toEqual([
      'steps.0.subject',
      'steps.1.body',
      'steps.1.channel',
    ]);
  });
});

describe('figures', () => {
  // S9-25
  it('has three channels', () => expect(CHANNELS).toEqual(['email', 'social_dm', 'whatsapp']));

  // S9-26 S9-27
  it('estimates leads times channels, 0.05 USD each', () => {
    expect(estimatedMessages(20, ['email', 'whatsapp'])).toBe(40);
    expect(estimatedCostCents(40)).toBe(200);
  });

  // S9-28
  it('the response rate is replies per e-mail to one decimal, and nothing before the first e-mail', () => {
    expect(responseRate({ repliesCount: 1, emailsSent: 3 })).toBe(33.3);
    expect(responseRate({ repliesCount: 0, emailsSent: 0 })).toBeNull();
  });

  // S4-11
  it('labels what does not run as Draft, one that has run as ended too, and a paused campaign as Paused', () => {
    expect([statusLabel('draft'), statusLabel('completed'), statusLabel('paused')]).toEqual([
      'Draft',
      'Draft · ended',
      'Paused',
    ]);
  });
});
