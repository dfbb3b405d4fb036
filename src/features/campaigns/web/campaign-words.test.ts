import { describe, expect, it } from 'vitest';
import type { Campaign } from '../contract.ts';
import type { CampaignPreview } from '../contract-preview.ts';
import {
  campaignTiles,
  idleNote,
  launchedWords,
  liveCounts,
  sentLine,
  updatedWords,
  waitingMailNote,
} from './campaign-words.ts';

const NONE: Campaign['messages'] = {
  queued: 0,
  sent: 0,
  outbox: 0,
  manual: 0,
  failed: 0,
  bounced: 0,
  unconfirmed: 0,
  skipped: 0,
  held: 0,
};

function buildCampaign(change: Partial<Campaign>): Campaign {
  return {
    id: '019a0000-0000-7000-8000-000000000001',
    name: 'Evening blends',
    objective: 'Lead Generation',
    targetGroups: [],
    landingPageUrl: 'https://landing.test/',
    selectedContentAssets: [],
    channels: ['email'],
    status: 'active',
    note: null,
    reason: null,
    details: null,
    steps: [],
    sendWindow: null,
    startsAt: null,
    skipsBusyPeople: true,
    totalLeads: 57,
    messagesSent: 0,
    emailsSent: 0,
    emailsWaiting: 0,
    repliesCount: 0,
    responses: 0,
    opens: 0,
    machineOpens: 0,
    clicks: 0,
    complaints: 0,
    unsubscribes: 0,
    isPreparing: false,
    messages: NONE,
    templateId: null,
    targetSegment: '',
    createdAt: '2026-11-01T10:00:00.000Z',
    launchedAt: '2026-11-01T10:00:00.000Z',
    completedAt: null,
    archivedAt: null,
    version: 1,
    ...change,
  };
}

const wordsOf = (campaign: Campaign): string => {
  const { figure, rest } = sentLine(campaign);
  return figure + rest;
};

describe('what a campaign has sent', () => {
  const kept = buildCampaign({ messagesSent: 57, messages: { ...NONE, queued: 57, outbox: 57 } });

  it('says at once how much of it went to the outbox, on the card, opened and above the list', () => {
    expect(wordsOf(kept)).toBe('57 of 114 sent (57 to the outbox)');
    expect(liveCounts(kept).find(({ label }) => label === 'Sent')).toEqual({
      label: 'Sent',
      count: 57,
      status: 'outbox',
      base: '57 to the outbox',
    });
    expect(campaignTiles([kept]).find(({ label }) => label === 'Messages sent')).toMatchObject({
      figure: '57',
      lines: ['all to the outbox'],
    });
  });

  it('counts messages that came back later, as the dashboard does', () => {
    const bounced = buildCampaign({ messagesSent: 40, messages: { ...NONE, sent: 38, bounced: 2 } });
    expect(wordsOf(bounced)).toBe('40 of 40 sent');
    expect(liveCounts(bounced).find(({ label }) => label === 'Sent')).toMatchObject({ count: 40 });
  });

  it('counts what has left and what still will: nobody waits for who was left out, failed or was erased', () => {
    const running = buildCampaign({ messagesSent: 4, messages: { ...NONE, sent: 4, skipped: 4 } });
    expect(wordsOf(running)).toBe('4 of 4 sent, 4 left out');
    const mixed = { ...NONE, sent: 5, bounced: 2, queued: 1, manual: 1, held: 1, failed: 1, unconfirmed: 1 };
    expect(wordsOf(buildCampaign({ messagesSent: 7, messages: mixed }))).toBe(
      '7 of 10 sent, 1 unconfirmed, 1 failed',
    );
    expect(wordsOf(buildCampaign({ messages: { ...NONE, skipped: 2 } }))).toBe('0 of 0 sent, 2 left out');
  });

  it('counts one that has run to its end apart from the drafts', () => {
    const [total] = campaignTiles([
      buildCampaign({ status: 'completed' }),
      buildCampaign({ status: 'draft' }),
    ]);
    expect(total?.lines).toEqual(['1 draft, 1 ended']);
  });

  it('says that messages are being prepared while there are none', () => {
    expect(wordsOf(buildCampaign({ isPreparing: true }))).toBe('Preparing the messages');
    expect(wordsOf(buildCampaign({}))).toBe('0 of 0 sent');
  });
});

describe('a campaign while every mailbox is paused', () => {
  it('says that mails wait only where some do, whatever waits on other channels', () => {
    const messages = { ...NONE, sent: 3, queued: 2 };
    const paused = { status: 'active', messages } as const;
    expect(waitingMailNote(buildCampaign({ ...paused, emailsWaiting: 0 }))).toBeNull();
    expect(waitingMailNote(buildCampaign({ ...paused, emailsWaiting: 2 }))).toContain('mails wait');
  });
});

describe('what a launch and an update are answered with', () => {
  const preview: CampaignPreview = {
    recipients: 57,
    reach: [],
    totalLeads: 84,
    excluded: [],
    affected: 0,
    hasMailServer: false,
    isMailPaused: false,
    estimatedMessages: 84,
    estimatedCostCents: 420,
    schedule: [{ date: '2026-11-23', emails: 114, byHand: 0, overApi: 0 }],
    withoutZone: { count: 0, timeZone: 'UTC', people: [] },
    sample: null,
  };

  it('says how many messages there are and that they stay in the outbox without a mail server', () => {
    expect(launchedWords('Hearth', preview)).toBe(
      'Hearth: up to 114 messages. Mails stay in the outbox: no mail server is set.',
    );
    expect(launchedWords('Hearth', { ...preview, hasMailServer: true })).toBe('Hearth: up to 114 messages.');
    expect(launchedWords('Hearth', { ...preview, hasMailServer: true, isMailPaused: true })).toBe(
      'Hearth: up to 114 messages. Every mailbox is paused: mails wait until one is resumed under Settings.',
    );
    expect(launchedWords('Hearth', undefined)).toBe('Hearth');
  });

  it('says of a launch that reaches nobody what becomes of it', () => {
    const nobody = { ...preview, recipients: 0, schedule: [] };
    expect(launchedWords('Hearth', { ...nobody, totalLeads: 3 })).toBe(
      'Hearth: All 3 people are left out, so nothing leaves and the campaign ends by itself.',
    );
    expect(launchedWords('Hearth', { ...nobody, totalLeads: 1 })).toContain('The one person is left out');
    expect(launchedWords('Hearth', { ...nobody, totalLeads: 0 })).toBe(
      'Hearth: There is nobody in its groups yet, so nothing leaves.',
    );
  });

  it('says of a campaign that runs with nothing to do what would give it something', () => {
    expect(idleNote(buildCampaign({ totalLeads: 0 }))).toContain('Discover leads');
    expect(idleNote(buildCampaign({ totalLeads: 5 }))).toContain('before anybody was in its groups');
    expect(idleNote(buildCampaign({ totalLeads: 0, isPreparing: true }))).toBeNull();
    expect(idleNote(buildCampaign({ totalLeads: 0, status: 'paused' }))).toBeNull();
    expect(idleNote(buildCampaign({ messages: { ...NONE, queued: 5 } }))).toBeNull();
  });

  it('says how many people still get what was changed', () => {
    expect(updatedWords('Hearth', preview)).toBe('Hearth: 0 people are affected.');
    expect(updatedWords('Hearth', { ...preview, affected: 1 })).toBe('Hearth: 1 person is affected.');
  });
});
