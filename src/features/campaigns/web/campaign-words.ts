import { countOf, formatCount, formatPercent, percentOf } from '#kit/text.ts';
import type { TileProps } from '#ui/tile.tsx';
import type { Campaign, MessageCounts } from '../contract.ts';
import type { MessageStatus } from '../contract-messages.ts';
import { CHANNEL_LABELS, responseRate } from '../rules.ts';

/** Messages that left the queue on some way: to a mail server, to the outbox, by hand. */
export function sentOf(counts: MessageCounts): number {
  return counts.sent + counts.outbox;
}

/** Every message of a campaign, whatever became of it. */
export function allOf(counts: MessageCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** The four figures over the list, each with its base. */
export function campaignTiles(campaigns: readonly Campaign[]): TileProps[] {
  const isEmpty = campaigns.length === 0;
  const having = (status: Campaign['status']) =>
    campaigns.filter((campaign) => campaign.status === status).length;
  const sum = (pick: (campaign: Campaign) => number) =>
    campaigns.reduce((total, one) => total + pick(one), 0);
  const sent = sum(({ messages }) => sentOf(messages));
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
              [having('completed'), 'completed'],
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
      formula: 'Messages that left the queue, to a mail server, to the outbox or by hand',
      lines: [
        sent === 0
          ? 'Fills with the first message sent.'
          : outbox === 0
            ? `in ${countOf(campaigns.filter(({ messages }) => sentOf(messages) > 0).length, 'campaign')}`
            : `${outbox === sent ? 'all' : `${formatCount(outbox)} of them`} kept in the outbox`,
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
export function liveCounts({ messages, clicks, unsubscribes }: Campaign): LiveCount[] {
  const sent = sentOf(messages);
  const share = (count: number) => (sent === 0 ? null : `${formatPercent(percentOf(count, sent))} of sent`);
  const always: LiveCount[] = [
    { label: 'Queued', count: messages.queued, status: 'queued', base: null },
    { label: 'Sent', count: messages.sent, status: 'sent', base: null },
    { label: 'In the outbox', count: messages.outbox, status: 'outbox', base: null },
    { label: 'Clicks', count: clicks, status: null, base: share(clicks) },
    { label: 'Unsubscribes', count: unsubscribes, status: null, base: share(unsubscribes) },
    { label: 'Failed', count: messages.failed, status: 'failed', base: null },
    { label: 'Unconfirmed', count: messages.unconfirmed, status: 'unconfirmed', base: null },
  ];
  const rare: LiveCount[] = [
    { label: 'Waits for you', count: messages.manual, status: 'manual', base: null },
    { label: 'Bounced', count: messages.bounced, status: 'bounced', base: null },
    { label: 'Wait for the test', count: messages.held, status: 'held', base: null },
    { label: 'Skipped', count: messages.skipped, status: 'skipped', base: null },
  ];
  return [...always, ...rare.filter(({ count }) => count > 0)];
}
