import { countOf, formatCount, formatPercent, percentOf } from '#kit/text.ts';
import type { TileProps } from '#ui/tile.tsx';
import type { Campaign } from '../contract.ts';
import type { MessageStatus } from '../contract-messages.ts';
import type { CampaignPreview } from '../contract-preview.ts';
import { allOf, CHANNEL_LABELS, MAIL_PAUSED, ofWhichToOutbox, responseRate } from '../rules.ts';

type Sent = Pick<Campaign, 'messages' | 'messagesSent'>;

/** What has left and what still will: nobody waits for a message that was left out or has failed for good. */
export function sendableOf({ messages, messagesSent }: Sent): number {
  return messagesSent + messages.queued + messages.held + messages.manual;
}

/** "57 of 114 sent (57 to the outbox), 3 left out", or that they are still being made. */
export function sentLine({ messages, messagesSent, isPreparing }: Sent & Pick<Campaign, 'isPreparing'>): {
  figure: string;
  rest: string;
} {
  if (allOf(messages) === 0 && isPreparing) return { figure: 'Preparing', rest: ' the messages' };
  const others = statusLine([
    [messages.unconfirmed, 'unconfirmed'],
    [messages.failed, 'failed'],
    [messages.skipped, 'left out'],
  ]);
  return {
    figure: formatCount(messagesSent),
    rest: ` of ${formatCount(sendableOf({ messages, messagesSent }))} sent${ofWhichToOutbox(messages.outbox)}${others && `, ${others}`}`,
  };
}

/** The four figures over the list, each with its base. */
export function campaignTiles(campaigns: readonly Campaign[]): TileProps[] {
  const isEmpty = campaigns.length === 0;
  const having = (status: Campaign['status']) =>
    campaigns.filter((campaign) => campaign.status === status).length;
  const sum = (pick: (campaign: Campaign) => number) =>
    campaigns.reduce((total, one) => total + pick(one), 0);
  const sent = sum(({ messagesSent }) => messagesSent);
  const outbox = sum(({ messages }) => messages.outbox);
  const emails = sum(({ emailsSent }) => emailsSent);
  const replies = sum(({ repliesCount }) => repliesCount);
  const rate = responseRate({ repliesCount: replies, emailsSent: emails });
  return [
    {
      label: 'Total campaigns',
      formula: 'Every campaign of the list, whatever its state; the archive is not counted',
      figure: formatCount(campaigns.length),
      lines: [
        isEmpty
          ? 'Fills when a campaign is saved.'
          : statusLine([
              [having('draft'), 'draft'],
              [having('paused'), 'paused'],
              [having('completed'), 'ended'],
            ]) || 'All of them active',
      ],
    },
    {
      label: 'Active',
      formula: 'Campaigns with the status active',
      figure: formatCount(having('active')),
      lines: [isEmpty ? 'Fills when a campaign is launched.' : `of ${countOf(campaigns.length, 'campaign')}`],
    },
    {
      label: 'Messages sent',
      figure: sent === 0 ? '–' : formatCount(sent),
      formula:
        'Messages sent, to a mail server, to a platform, to the outbox or by hand; those that came back included',
      lines: [
        sent === 0
          ? 'Fills with the first message sent.'
          : outbox === 0
            ? `in ${countOf(campaigns.filter(({ messagesSent }) => messagesSent > 0).length, 'campaign')}`
            : `${outbox === sent ? 'all' : `${formatCount(outbox)} of them`} to the outbox`,
      ],
    },
    {
      label: 'Response rate',
      figure: rate === null ? '–' : rate.toFixed(1),
      ...(rate === null ? {} : { unit: '%' }),
      formula: 'Replies ÷ emails sent',
      lines: [
        rate === null
          ? 'Fills with the first email sent.'
          : `${countOf(replies, 'reply', 'replies')} to ${countOf(emails, 'email')}`,
      ],
    },
  ];
}

function statusLine(parts: [number, string][]): string {
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatCount(count)} ${word}`)
    .join(', ');
}

/** "4.2%" with its base, or what would fill it. */
export function responseLine(campaign: Campaign): { figure: string; base: string } {
  const rate = responseRate(campaign);
  return {
    figure: formatPercent(rate),
    base:
      rate === null
        ? 'fills with the first email'
        : `${countOf(campaign.repliesCount, 'reply', 'replies')} to ${countOf(campaign.emailsSent, 'email')}`,
  };
}

/** "Email, WhatsApp" */
export function channelsLine(campaign: Pick<Campaign, 'channels'>): string {
  return campaign.channels.map((channel) => CHANNEL_LABELS[channel]).join(', ');
}

/** "yarrow.example/winter": the address without what every address has. */
export function shortUrl(url: string): string {
  return url
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '');
}

export type LiveCount = {
  label: string;
  count: number;
  /** The messages behind it; null where it counts something else. */
  status: MessageStatus | null;
  /** "12.0% of 166 sent", or null where there is nothing to compare with. */
  base: string | null;
};

/** What became of a campaign's messages, for its open card. Rare outcomes show only once there are some. */
export function liveCounts(campaign: Campaign): LiveCount[] {
  const { messages, messagesSent: sent, clicks, unsubscribes, opens, machineOpens, complaints } = campaign;
  const share = (count: number) => (sent === 0 ? null : `${formatPercent(percentOf(count, sent))} of sent`);
  const always: LiveCount[] = [
    { label: 'Queued', count: messages.queued, status: 'queued', base: null },
    {
      label: 'Sent',
      count: sent,
      // A list shows one state; where several are counted each has its own figure beside this one.
      status: sent === messages.sent ? 'sent' : sent === messages.outbox ? 'outbox' : null,
      base: messages.outbox === 0 ? null : `${formatCount(messages.outbox)} to the outbox`,
    },
    { label: 'In the outbox', count: messages.outbox, status: 'outbox', base: null },
    { label: 'Clicks', count: clicks, status: null, base: share(clicks) },
    { label: 'Unsubscribes', count: unsubscribes, status: null, base: share(unsubscribes) },
    { label: 'Failed', count: messages.failed, status: 'failed', base: null },
    { label: 'Unconfirmed', count: messages.unconfirmed, status: 'unconfirmed', base: null },
  ];
  const rare: LiveCount[] = [
    { label: 'Opened', count: opens, status: null, base: shareOfEmails(opens, campaign) },
    { label: 'Loaded by machines', count: machineOpens, status: null, base: 'not counted as opened' },
    { label: 'Waits for you', count: messages.manual, status: 'manual', base: null },
    { label: 'Bounced', count: messages.bounced, status: 'bounced', base: null },
    { label: 'Complaints', count: complaints, status: null, base: share(complaints) },
    { label: 'Wait for the test', count: messages.held, status: 'held', base: null },
    { label: 'Skipped', count: messages.skipped, status: 'skipped', base: null },
  ];
  return [...always, ...rare.filter(({ count }) => count > 0)];
}

function shareOfEmails(count: number, { emailsSent }: Campaign): string | null {
  return emailsSent === 0 ? null : `${formatPercent(percentOf(count, emailsSent))} of emails`;
}

/** Whether mails of a campaign that is launched now go nowhere else. */
export function isKeptInOutbox({ hasMailServer, schedule }: CampaignPreview): boolean {
  return !hasMailServer && schedule.some(({ emails }) => emails > 0);
}

/** Whether mails of a campaign that is launched now wait for somebody to resume a mailbox. */
export function isHeldBack({ isMailPaused, schedule }: CampaignPreview): boolean {
  return isMailPaused && schedule.some(({ emails }) => emails > 0);
}

/** Of a campaign that runs: who still gets what is changed. Whoever has had it is not among them. */
export function affectedWords({ affected }: Pick<CampaignPreview, 'affected'>): string {
  return affected === 1 ? '1 person is affected.' : `${formatCount(affected ?? 0)} people are affected.`;
}

/** What becomes of a launch that reaches nobody; undefined where it reaches somebody. */
export function nobodyWords({
  recipients,
  totalLeads,
}: Pick<CampaignPreview, 'recipients' | 'totalLeads'>): string | undefined {
  if (recipients > 0) return undefined;
  if (totalLeads === 0) return 'There is nobody in its groups yet, so nothing leaves.';
  const all = totalLeads === 1 ? 'The one person is' : `All ${formatCount(totalLeads)} people are`;
  return `${all} left out, so nothing leaves and the campaign ends by itself.`;
}

/** Why a campaign that runs has nothing to do: its groups were empty when it was launched. */
export function idleNote(campaign: Campaign): string | null {
  const isIdle = campaign.status === 'active' && !campaign.isPreparing && allOf(campaign.messages) === 0;
  if (!isIdle || campaign.messagesSent > 0) return null;
  return campaign.totalLeads === 0
    ? 'Nobody is in its groups, so nothing leaves. Discover leads, then open it with Edit and update it.'
    : 'It was launched before anybody was in its groups. Open it with Edit and update it to write to them.';
}

/** Of a campaign whose mails wait for somebody to resume a mailbox. */
export function waitingMailNote({
  status,
  emailsWaiting,
}: Pick<Campaign, 'status' | 'emailsWaiting'>): string | null {
  return status === 'active' && emailsWaiting > 0 ? MAIL_PAUSED : null;
}

/** What a launch sets going, under "Campaign launched". */
export function launchedWords(name: string, preview: CampaignPreview | undefined): string {
  if (!preview) return name;
  const nobody = nobodyWords(preview);
  if (nobody !== undefined) return `${name}: ${nobody}`;
  const count = preview.schedule.reduce((sum, day) => sum + day.emails + day.byHand + day.overApi, 0);
  const outbox = isKeptInOutbox(preview)
    ? ' Mails stay in the outbox: no mail server is set.'
    : isHeldBack(preview)
      ? ` ${MAIL_PAUSED}`
      : '';
  return `${name}: ${count > preview.recipients ? 'up to ' : ''}${countOf(count, 'message')}.${outbox}`;
}

/** What has become meanwhile of a launch that was asked for again; undefined where it goes on. */
export function sinceWords({ name, status }: Pick<Campaign, 'name' | 'status'>): string | undefined {
  if (status === 'paused') return `${name} has been paused since; it sends nothing until it is resumed.`;
  return status === 'completed' ? `${name} has ended since.` : undefined;
}

/** What a change of a launched campaign comes to, under "Campaign updated". */
export function updatedWords(name: string, preview: CampaignPreview | undefined): string {
  return preview ? `${name}: ${affectedWords(preview)}` : name;
}
