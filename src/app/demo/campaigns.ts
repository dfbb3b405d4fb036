import type { Channel } from '#features/campaigns/contract.ts';
import { personValues } from '#features/campaigns/rules-compose.ts';
import { findTemplate } from '#features/campaigns/rules-templates.ts';
import { composeInput } from '#features/campaigns/server/composing/campaign-texts.ts';
import { judgeSteps } from '#features/campaigns/server/composing/claims-gate.ts';
import type {
  campaignSteps,
  campaigns,
  compositions,
  landingSites,
  messages,
} from '#features/campaigns/server/tables.ts';
import { hashContact } from '#features/compliance/server/hash-contact.ts';
import type { auditEntries } from '#features/compliance/server/tables.ts';
import { composeStep } from '#features/mail/server/composition.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';
import { utmSlug } from '#features/tracking/rules-utm.ts';
import type { NewEvent } from '#features/tracking/server/event-subscribers.ts';
import type { trackedLinks } from '#features/tracking/server/tables.ts';
import type { NewTouchpoint } from '#features/tracking/server/touchpoint-store.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { newId } from '#kit/id.ts';
import type { Calendar } from './calendar.ts';
import { DEMO_CAMPAIGNS, type DemoCampaign } from './funnel.ts';
import type { DemoLead } from './leads.ts';
import type { Random } from './random.ts';
import { CAMPAIGNS, GROUPS, type GroupKey, LANDING_SITES, WORKSPACE } from './story.ts';

type StepRow = typeof campaignSteps.$inferInsert & { compositionId: string };
type AuditRow = typeof auditEntries.$inferInsert;
export type MessageRow = typeof messages.$inferInsert & { sentAt: Date };

export type DemoCampaigns = {
  campaigns: (typeof campaigns.$inferInsert)[];
  steps: StepRow[];
  compositions: (typeof compositions.$inferInsert)[];
  links: (typeof trackedLinks.$inferInsert)[];
  sites: (typeof landingSites.$inferInsert)[];
  events: NewEvent[];
  audit: AuditRow[];
};

type Input = {
  groups: Record<GroupKey, { id: string }>;
  /** The assets that a campaign chose. */
  chosen: (campaign: DemoCampaign) => string[];
  jurisdictions: readonly Jurisdiction[];
  calendar: Calendar;
  random: Random;
};

/** Ids of the sample campaigns, by which messages name them. */
export function campaignIds(calendar: Calendar, random: Random): Record<DemoCampaign, string> {
  const idOf = (key: DemoCampaign): string => random.id(calendar.at(CAMPAIGNS[key].launchDay, 9));
  return {
    'liver-health-winter': idOf('liver-health-winter'),
    'weight-loss-q1': idOf('weight-loss-q1'),
    'immune-support-holiday': idOf('immune-support-holiday'),
  };
}

/** The three sample campaigns with their steps as composed, their links and what happened in their lives. */
export async function buildCampaigns(
  ids: Record<DemoCampaign, string>,
  { groups, chosen, jurisdictions, calendar, random }: Input,
): Promise<DemoCampaigns> {
  const sites = LANDING_SITES.map((site, index) => {
    const createdAt = calendar.at(-156 + index, 11);
    return { id: random.id(createdAt), ...site, createdAt, isDemo: true };
  });
  const parts = [];
  // One after the other, as each draws from the same chance.
  for (const key of DEMO_CAMPAIGNS)
    parts.push(await buildCampaign(key, ids[key], { groups, chosen, jurisdictions, calendar, random }));
  return {
    campaigns: parts.map((part) => part.campaign),
    steps: parts.flatMap((part) => part.steps),
    compositions: parts.flatMap((part) => part.compositions),
    links: parts.flatMap((part) => part.links),
    sites,
    events: parts.flatMap((part) => part.events),
    audit: parts.map((part) => part.audit),
  };
}

async function buildCampaign(
  key: DemoCampaign,
  id: string,
  { groups, chosen, jurisdictions, calendar, random }: Input,
) {
  const story = CAMPAIGNS[key];
  const template = findTemplate(key);
  const utm = {
    utmSource: template?.utmSource ?? 'yarrow',
    utmMedium: template?.utmMedium ?? 'email',
    utmCampaign: utmSlug(story.name, 'campaign'),
  };
  const launchedAt = calendar.at(story.launchDay, 9);
  const completedAt = story.endDay === null ? completionOf(calendar) : null;
  const links: string[] = [];
  const written = story.steps.map((step, position) => ({
    id: random.id(launchedAt),
    campaignId: id,
    position,
    channel: step.channel,
    ordinal: story.steps.slice(0, position).filter(({ channel }) => channel === step.channel).length,
    delayHours: step.delayHours,
    subject: step.subject,
    body: step.body,
    // People wrote these: whoever edits such a campaign keeps their words.
    composedBy: null,
    variants: [],
  }));
  // As at any launch: checked for claims, then composed with what the law wants to stand in them.
  const composed = [];
  for (const { variants: _none, ...step } of judgeSteps(written, [], {
    jurisdictions,
    evidence: [],
    approval: undefined,
  })) {
    const text = {
      channel: step.channel,
      subject: step.subject ?? null,
      body: step.body,
      claims: step.claims,
    };
    const composition = {
      id: random.id(launchedAt),
      campaignId: id,
      stepId: step.id,
      channel: step.channel,
      claims: step.claims,
      fromHeader: step.channel === 'email' ? `"${WORKSPACE.senderName}" <${WORKSPACE.senderEmail}>` : null,
      createdAt: launchedAt,
      ...(await composeStep({
        ...composeInput({ landingPageUrl: story.landingPageUrl, ...utm }, text, WORKSPACE),
        linkTo: (url) => {
          if (!links.includes(url)) links.push(url);
          return links.indexOf(url);
        },
      })),
    };
    composed.push({ composition, row: { ...step, compositionId: composition.id } satisfies StepRow });
  }
  return {
    campaign: {
      id,
      name: story.name,
      objective: story.objective,
      status: completedAt ? ('completed' as const) : ('active' as const),
      targetGroups: story.groups.map((group) => groups[group].id),
      landingPageUrl: story.landingPageUrl,
      selectedContentAssets: chosen(key),
      channels: story.channels,
      templateId: key,
      targetSegment: template?.targetSegment ?? '',
      ...utm,
      endsAt: story.endDay === null ? null : calendar.startOf(story.endDay),
      launchedAt,
      completedAt,
      createdAt: calendar.minutesAfter(launchedAt, -50),
      updatedAt: completedAt ?? launchedAt,
      isDemo: true,
    },
    steps: composed.map(({ row }) => row),
    compositions: composed.map(({ composition }) => composition),
    links: links.map((url, position) => ({ campaignId: id, position, url, isDemo: true })),
    events: lifeOf(key, id, { launchedAt, completedAt, calendar }),
    audit: {
      id: newId(launchedAt.getTime()),
      at: launchedAt,
      actorName: 'Yarrow',
      action: 'campaign.launched',
      subjectKind: 'campaign',
      subjectId: id,
      reason: 'Sample data: told as if it had been launched on this day.',
      details: {
        texts: composed.map(({ row }) => ({
          stepId: row.id,
          channel: row.channel,
          verdict: row.claims?.verdict ?? null,
          isOverridden: false,
        })),
      },
    } satisfies AuditRow,
  };
}

/** Yesterday evening, but within this month, so that it counts as one that ran this month. */
function completionOf(calendar: Calendar): Date {
  return calendar.firstOfMonth === 0 ? calendar.monthStart : calendar.at(-1, 20.5);
}

function lifeOf(
  key: DemoCampaign,
  campaignId: string,
  { launchedAt, completedAt, calendar }: { launchedAt: Date; completedAt: Date | null; calendar: Calendar },
): NewEvent[] {
  const { name, steps } = CAMPAIGNS[key];
  const composed = { by: BUILT_IN_ENGINE };
  const isPausedLastWeek = key !== 'liver-health-winter';
  return [
    {
      type: 'campaign.composed',
      campaignId,
      occurredAt: calendar.minutesAfter(launchedAt, -40),
      data: { ...composed, steps: steps.length },
    },
    { type: 'campaign.launched', campaignId, occurredAt: launchedAt, data: { campaign: name } },
    ...(isPausedLastWeek
      ? ([
          { type: 'campaign.paused', campaignId, occurredAt: calendar.at(-7, 19), data: { campaign: name } },
          {
            type: 'campaign.resumed',
            campaignId,
            occurredAt: calendar.at(-5, 7.5),
            data: { campaign: name },
          },
          // While it stood still its follow-up was written anew.
          {
            type: 'campaign.composed',
            campaignId,
            occurredAt: calendar.at(-6, 16),
            data: { ...composed, steps: 1 },
          },
        ] satisfies NewEvent[])
      : [
          {
            type: 'campaign.composed' as const,
            campaignId,
            occurredAt: calendar.at(0, 19),
            data: { ...composed, steps: 1 },
          },
        ]),
    ...(completedAt
      ? ([
          { type: 'campaign.completed', campaignId, occurredAt: completedAt, data: { campaign: name } },
        ] satisfies NewEvent[])
      : []),
  ];
}

type Recipient = {
  lead: DemoLead;
  channel: Channel;
  campaignId: string;
  step: StepRow;
  sentAt: Date;
  random: Random;
  contactPepper: string;
};

/** A message to somebody who is still there, with the links in it. */
export function messageTo(recipient: Recipient): { message: MessageRow; touchpoint: NewTouchpoint } {
  const { lead, channel, campaignId, step, sentAt, random, contactPepper } = recipient;
  const { row, place } = lead;
  const isMail = channel === 'email';
  const address = (isMail ? row.email : row.handle) ?? null;
  const contactHash = isMail
    ? row.contactHash
    : hashContact({ contactPepper }, 'handle', row.handleKey ?? '');
  if (address === null || !contactHash) throw new Error('somebody in the story cannot be written to');
  const messageId = random.id(sentAt);
  // Not from the seed: whoever knows it must not be able to guess the links.
  const touchpointId = newId(sentAt.getTime());
  const groupName = GROUPS.find(({ key }) => key === place.group)?.name ?? null;
  return {
    message: {
      id: messageId,
      campaignId,
      stepId: step.id,
      leadId: row.id,
      channel,
      compositionId: step.compositionId,
      address,
      contactHash,
      isPractice: true,
      legalGround: row.legalGround ?? null,
      vars: personValues({
        name: row.name,
        platform: row.platform,
        signalAt: row.signalAt ?? null,
        legalGround: row.legalGround,
        groupName,
        createdAt: row.createdAt,
      }),
      touchpointId,
      status: 'sent',
      reason: null,
      details: null,
      dueAt: sentAt,
      attempts: 1,
      sentAt,
      createdAt: sentAt,
      isDemo: true,
    },
    touchpoint: {
      id: touchpointId,
      campaignId,
      leadId: row.id,
      messageId,
      channel,
      contactHash,
      createdAt: sentAt,
      isDemo: true,
    },
  };
}

/** A message to somebody whose data has been removed since: that it left is all that is known. */
export function messageToErased({
  campaignId,
  step,
  sentAt,
  random,
}: Pick<Recipient, 'campaignId' | 'step' | 'sentAt' | 'random'>): MessageRow {
  return {
    id: random.id(sentAt),
    campaignId,
    stepId: step.id,
    leadId: null,
    channel: step.channel,
    compositionId: step.compositionId,
    address: null,
    contactHash: null,
    isPractice: true,
    vars: {},
    touchpointId: null,
    status: 'sent',
    reason: null,
    details: null,
    dueAt: sentAt,
    attempts: 1,
    sentAt,
    createdAt: sentAt,
    isDemo: true,
  };
}
