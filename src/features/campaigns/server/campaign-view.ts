import { AppError } from '#kit/errors.ts';
import type { Queryable, Transaction } from '#platform/db.ts';
import type { Campaign, MessageCounts } from '../contract.ts';
import { campaignNote } from '../rules-pause-words.ts';
import {
  type CampaignAnswers,
  type CampaignCount,
  type CampaignRow,
  countAnswers,
  countGroupLeads,
  countMessages,
  findCampaignRow,
  isMeetingPeople,
  listSteps,
  lockCampaignRow,
  type StepRow,
} from './campaign-store.ts';

/** Campaigns with everything that is counted about them. */
export async function readCampaigns(db: Queryable, rows: readonly CampaignRow[]): Promise<Campaign[]> {
  const ids = rows.map((row) => row.id);
  const steps = await listSteps(db, ids);
  const counts = await countMessages(db, ids);
  const answers = await countAnswers(db, ids);
  const groupSizes = await countGroupLeads(db, [...new Set(rows.flatMap((row) => row.targetGroups))]);
  return rows.map((row) =>
    toCampaign(row, {
      steps: steps.filter((step) => step.campaignId === row.id),
      counts: counts.filter((count) => count.campaignId === row.id),
      answers: answers.find((answer) => answer.campaignId === row.id),
      totalLeads: row.targetGroups.reduce((sum, group) => sum + (groupSizes.get(group) ?? 0), 0),
    }),
  );
}

type Counted = {
  steps: StepRow[];
  counts: CampaignCount[];
  answers: CampaignAnswers | undefined;
  totalLeads: number;
};

function toCampaign(row: CampaignRow, { steps, counts, answers, totalLeads }: Counted): Campaign {
  const sumOf = (isCounted: (count: CampaignCount) => boolean): number =>
    counts.filter(isCounted).reduce((sum, { count }) => sum + count, 0);
  const leftOf = (of: readonly CampaignCount[]): number => of.reduce((sum, { left }) => sum + left, 0);
  const withStatus = (...statuses: string[]): number => sumOf(({ status }) => statuses.includes(status));
  const messages: MessageCounts = {
    queued: withStatus('queued', 'sending'),
    sent: withStatus('sent'),
    outbox: withStatus('outbox'),
    manual: withStatus('manual'),
    failed: withStatus('failed'),
    bounced: withStatus('bounced'),
    unconfirmed: withStatus('unconfirmed'),
    skipped: withStatus('skipped'),
    held: withStatus('held'),
  };
  return {
    id: row.id,
    name: row.name,
    objective: row.objective,
    targetGroups: row.targetGroups,
    landingPageUrl: row.landingPageUrl,
    selectedContentAssets: row.selectedContentAssets,
    channels: row.channels,
    status: row.status,
    note: campaignNote(row),
    reason: row.reason,
    details: row.details,
    steps: steps.map((step) => ({
      id: step.id,
      channel: step.channel,
      delayHours: step.delayHours,
      subject: step.subject,
      body: step.body,
      composedBy: step.composedBy,
      claims: step.claims,
      override: step.override,
      variants: step.variants.map(({ letter, subject, body, claims, override }) => ({
        letter,
        subject,
        body,
        claims,
        override,
      })),
      test: step.test,
      verdict: step.verdict,
    })),
    sendWindow: row.sendWindow,
    startsAt: row.startsAt?.toISOString() ?? null,
    skipsBusyPeople: row.skipsBusyPeople,
    totalLeads,
    messagesSent: leftOf(counts),
    emailsWaiting: sumOf(
      ({ channel, status }) => channel === 'email' && (status === 'queued' || status === 'held'),
    ),
    emailsSent: leftOf(counts.filter(({ channel }) => channel === 'email')),
    isPreparing: isMeetingPeople(row) && row.status === 'active',
    repliesCount: answers?.emailReplies ?? 0,
    responses: answers?.replies ?? 0,
    opens: answers?.opens ?? 0,
    machineOpens: answers?.machineOpens ?? 0,
    clicks: answers?.clicks ?? 0,
    complaints: answers?.complaints ?? 0,
    unsubscribes: answers?.unsubscribes ?? 0,
    messages,
    templateId: row.templateId,
    targetSegment: row.targetSegment,
    createdAt: row.createdAt.toISOString(),
    launchedAt: row.launchedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
    archivedAt: row.archivedAt?.toISOString() ?? null,
    version: row.version,
  };
}

/** What of a campaign's screens a change of it makes old. */
export const CAMPAIGN_TOPICS = ['campaigns', 'messages', 'events', 'activity', 'usage'] as const;

/** A campaign as people see it; throws where it is gone. */
export async function getCampaign(from: Queryable, id: string): Promise<Campaign> {
  const row = await findCampaignRow(from, id);
  if (!row || row.deletedAt !== null) throw campaignNotFound();
  const [campaign] = await readCampaigns(from, [row]);
  if (!campaign) throw campaignNotFound();
  return campaign;
}

/** Holds it until the transaction ends; throws where it is gone. */
export async function lockCampaign(tx: Transaction, id: string): Promise<CampaignRow> {
  const row = await lockCampaignRow(tx, id);
  if (!row || row.deletedAt !== null) throw campaignNotFound();
  return row;
}

export function assertNotArchived({ archivedAt }: CampaignRow): void {
  if (archivedAt !== null)
    throw new AppError('refused', 'It is in the archive. Take it out first.', { reason: 'archived' });
}

export function campaignNotFound(): AppError {
  return new AppError('not_found', 'This campaign does not exist any more.');
}
