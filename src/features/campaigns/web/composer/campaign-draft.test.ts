import { describe, expect, it } from 'vitest';
import type { ContentAsset } from '#features/content/contract.ts';
import type { Campaign, Step } from '../../contract.ts';
import type { LandingSite } from '../../contract-landing.ts';
import {
  type CampaignDraft,
  changeOf,
  draftOfCampaign,
  emptyDraft,
  fieldsOf,
  newStep,
  previewInputOf,
  problemsOf,
  sequenceOf,
  toggleChannel,
  withStep,
  withText,
} from './campaign-draft.ts';

const SITE: LandingSite = {
  id: '0192f000-0000-7000-8000-000000000301',
  assetId: null,
  name: 'Winter sampler',
  url: 'https://example.com/winter',
  description: 'Six blends.',
};
const GROUP = '0192f000-0000-7000-8000-000000000201';
const STOCK = { sites: [SITE], assets: [] };

const LETTER: ContentAsset = {
  id: '0192f000-0000-7000-8000-000000000401',
  name: 'Letter',
  assetName: 'Letter',
  type: 'email',
  category: 'email',
  tags: '',
  content: 'Subject: Soup\n\nA pot of **leek** soup.',
  status: 'approved',
  reviewNote: '',
  version: 1,
  sessionId: null,
  media: [],
  createdAt: '2026-11-01T10:00:00.000Z',
};

const STORED_STEP: Step = {
  id: GROUP,
  channel: 'email',
  delayHours: 0,
  subject: null,
  body: '',
  composedBy: null,
  claims: null,
  override: null,
  variants: [],
  test: null,
  verdict: null,
};

const STORED: Campaign = {
  id: GROUP,
  name: 'Winter Evenings',
  objective: 'Lead Generation',
  targetGroups: [GROUP],
  landingPageUrl: SITE.url,
  selectedContentAssets: [],
  channels: ['email', 'social_dm'],
  status: 'draft',
  note: null,
  reason: null,
  details: null,
  steps: [],
  sendWindow: null,
  startsAt: null,
  skipsBusyPeople: true,
  totalLeads: 0,
  messagesSent: 0,
  emailsSent: 0,
  emailsWaiting: 0,
  isPreparing: false,
  repliesCount: 0,
  responses: 0,
  opens: 0,
  machineOpens: 0,
  clicks: 0,
  complaints: 0,
  unsubscribes: 0,
  messages: {
    queued: 0,
    sent: 0,
    outbox: 0,
    manual: 0,
    failed: 0,
    bounced: 0,
    unconfirmed: 0,
    skipped: 0,
    held: 0,
  },
  templateId: null,
  targetSegment: '',
  createdAt: '2026-11-01T10:00:00.000Z',
  launchedAt: null,
  completedAt: null,
  archivedAt: null,
  version: 1,
};

function buildDraft(draft: Partial<CampaignDraft> = {}): CampaignDraft {
  return {
    ...emptyDraft(),
    name: 'Winter Evenings',
    landingSiteId: SITE.id,
    channels: ['email'],
    targetGroups: [GROUP],
    ...draft,
  };
}

const problems = (draft: CampaignDraft, deed: 'draft' | 'launch') =>
  Object.keys(problemsOf(fieldsOf(draft, STOCK.sites), deed));

describe('what may be saved and launched', () => {
  // S3-05
  it('starts with the objective Lead Generation, and an emptied one falls back to it', () => {
    expect(emptyDraft().objective).toBe('Lead Generation');
    expect(fieldsOf(buildDraft({ objective: '  ' }), STOCK.sites).objective).toBe('Lead Generation');
  });

  // S5-16 S5-17 S5-18 S5-19 S5-20 S5-21
  it('names what is missing, and a draft needs no lead group', () => {
    expect(problems(buildDraft(), 'launch')).toEqual([]);
    expect(problems(emptyDraft(), 'launch')).toEqual(['name', 'landingPageUrl', 'channels', 'targetGroups']);
    expect(problems(emptyDraft(), 'draft')).toEqual(['name', 'landingPageUrl', 'channels']);
    expect(problems(buildDraft({ targetGroups: [] }), 'draft')).toEqual([]);
    expect(problems(buildDraft({ targetGroups: [] }), 'launch')).toEqual(['targetGroups']);
  });

  // S5-15
  it('takes a typed address in place of a stored landing page', () => {
    const custom = buildDraft({ isCustomUrl: true, customUrl: ' https://example.org/open-day ' });
    expect(fieldsOf(custom, STOCK.sites).landingPageUrl).toBe('https://example.org/open-day');
    expect(problems(buildDraft({ isCustomUrl: true, customUrl: 'open day' }), 'draft')).toEqual([
      'landingPageUrl',
    ]);
  });
});

describe('the sequence', () => {
  it('lets the engine compose a first message for each channel that has none', () => {
    const draft = buildDraft({ channels: ['email', 'whatsapp'] });
    expect(sequenceOf(draft, STOCK).map(({ channel, composedBy }) => [channel, composedBy])).toEqual([
      ['email', 'Built-in engine'],
      ['whatsapp', 'Built-in engine'],
    ]);
    expect(fieldsOf(draft, STOCK.sites).steps).toBeUndefined();
  });

  it("makes a composed message the author's with the first change, in its place", () => {
    const draft = buildDraft();
    const [composed] = sequenceOf(draft, STOCK);
    if (!composed) throw new Error('nothing was composed');
    const changed = withStep(draft, { ...composed, body: 'Hello', composedBy: null });
    expect(sequenceOf(changed, STOCK).map(({ key, body }) => [key, body])).toEqual([[composed.key, 'Hello']]);
    expect(fieldsOf(changed, STOCK.sites).steps).toEqual([
      { channel: 'email', delayHours: 0, body: 'Hello', subject: 'Winter sampler' },
    ]);
  });

  it('shows what the engine would write now for a stored message of its own, and whose words it takes over', () => {
    const stored = draftOfCampaign(
      {
        ...STORED,
        steps: [
          { ...STORED_STEP, body: 'What the engine wrote once.', composedBy: 'Built-in engine' },
          { ...STORED_STEP, id: SITE.id, channel: 'social_dm', body: 'What somebody wrote.' },
        ],
      },
      STOCK.sites,
    );
    const before = sequenceOf(stored, STOCK);
    expect(before.map(({ body }) => body)).toEqual([
      expect.not.stringContaining('once'),
      'What somebody wrote.',
    ]);
    const stock = { ...STOCK, assets: [LETTER] };
    const [mail] = sequenceOf({ ...stored, selectedContentAssets: [LETTER.id] }, stock);
    expect(mail).toMatchObject({ subject: 'Soup', quotedFrom: 'Letter' });
    expect(mail?.body).toContain('**leek**');
    const edited = withText(mail ?? newStep({ channel: 'email' }), 'A', { body: 'Mine' });
    expect(edited).toMatchObject({ composedBy: null, quotedFrom: null });
  });

  it('gives an emptied message back to the engine', () => {
    const emptied = buildDraft({ steps: [newStep({ channel: 'email', body: ' ' })] });
    expect(sequenceOf(emptied, STOCK)[0]?.composedBy).toBe('Built-in engine');
    expect(fieldsOf(emptied, STOCK.sites).steps).toBeUndefined();
  });

  it('keeps the messages of an unticked channel in the dialog and sends none of them', () => {
    const draft = buildDraft({ steps: [newStep({ channel: 'whatsapp', body: 'Hello' })] });
    expect(fieldsOf(draft, STOCK.sites).steps).toBeUndefined();
    const ticked = { ...draft, channels: toggleChannel(draft.channels, 'whatsapp') };
    expect(fieldsOf(ticked, STOCK.sites).steps).toEqual([
      { channel: 'whatsapp', delayHours: 0, body: 'Hello' },
    ]);
  });

  // S4-12
  it('leaves an untouched sequence out of a change', () => {
    const before = fieldsOf(
      buildDraft({ steps: [newStep({ channel: 'email', body: 'Hello' })] }),
      STOCK.sites,
    );
    expect(changeOf(before, { ...before, name: 'Other' })).not.toHaveProperty('steps');
    expect(changeOf(before, { ...before, steps: [] })).toMatchObject({ steps: [] });
  });
});

describe('what a preview is asked with', () => {
  it('leaves out what the contract would refuse', () => {
    const input = previewInputOf(fieldsOf(emptyDraft(), STOCK.sites), 2);
    expect(input).toEqual({
      objective: 'Lead Generation',
      targetGroups: [],
      selectedContentAssets: [],
      sendWindow: null,
      startsAt: null,
      skipsBusyPeople: true,
      position: 2,
    });
  });

  it('leaves out messages whose merge fields cannot be read', () => {
    const draft = buildDraft({ steps: [newStep({ channel: 'email', body: 'Hi {{firstName' })] });
    expect(previewInputOf(fieldsOf(draft, STOCK.sites), 0)).not.toHaveProperty('steps');
  });
});
