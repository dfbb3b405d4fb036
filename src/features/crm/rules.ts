import { STAGES, type Stage } from '#features/leads/contract.ts';
import type { LeadNote } from '#features/leads/contract-notes.ts';
import { platformLabel, STAGE_LABELS } from '#features/leads/rules.ts';
import type { EventType } from '#features/tracking/contract.ts';
import { amountText, formatMoney, formatUsd } from '#kit/money.ts';
import { countOf } from '#kit/text.ts';
import type { TimelineEntry } from './contract.ts';

/** An opened mail moves nobody: too many are opened by a glance or a program. */
const STAGE_BY_EVENT: Partial<Record<EventType, Stage>> = {
  'message.sent': 'contacted',
  'link.clicked': 'engaged',
  'landing.visited': 'engaged',
  'reply.received': 'engaged',
  'contact.unsubscribe_undone': 'engaged',
  'conversation.linked': 'engaged',
  'landing.converted': 'qualified',
  'purchase.made': 'converted',
};

/** Events that carry a lead at least to some stage. */
export const PIPELINE_EVENTS = Object.keys(STAGE_BY_EVENT).filter(isPipelineEvent);

function isPipelineEvent(type: string): type is EventType {
  return type in STAGE_BY_EVENT;
}

/** The leads that these events carry on, by the event that carries each of them furthest. */
export function stagesReached(
  events: readonly { type: EventType; leadId: string | null; data?: Record<string, unknown> }[],
): { stage: Stage; because: EventType; leadIds: string[] }[] {
  const rank = (type: EventType): number => STAGES.findIndex((stage) => stage === STAGE_BY_EVENT[type]);
  const reached = new Map<string, EventType>();
  for (const { type, leadId, data } of events) {
    if (STAGE_BY_EVENT[type] === undefined || leadId === null || !carriesOn(data)) continue;
    const before = reached.get(leadId);
    if (before === undefined || rank(type) > rank(before)) reached.set(leadId, type);
  }
  return PIPELINE_EVENTS.toSorted((one, other) => rank(one) - rank(other)).flatMap((because) => {
    const leadIds = [...reached].filter(([, type]) => type === because).map(([leadId]) => leadId);
    const stage = STAGE_BY_EVENT[because];
    return stage === undefined || leadIds.length === 0 ? [] : [{ stage, because, leadIds }];
  });
}

/** Whoever answers that they want no more goes no further, nor does whose mail has stayed here for want of a mail server. */
function carriesOn(data: Record<string, unknown> | undefined): boolean {
  return data?.['isStop'] !== true && data?.['label'] !== 'out_of_office' && !isKept(data);
}

/** Of a mail to a real address that stayed in the outbox: it has reached nobody. */
export function isKept(data: Record<string, unknown> | undefined): boolean {
  return data?.['isKept'] === true;
}

/** Why the pipeline moved somebody by itself: "they replied". */
const MOVE_REASONS: Partial<Record<EventType, string>> = {
  'message.sent': 'they were written to',
  'link.clicked': 'they clicked a link',
  'landing.visited': 'they visited a landing page',
  'reply.received': 'they replied',
  'contact.unsubscribe_undone': 'they replied',
  'conversation.linked': 'they talked with an agent',
  'landing.converted': 'they signed up',
  'purchase.made': 'they bought',
};

export function moveReason(because: unknown): string {
  return (
    (typeof because === 'string' && isPipelineEvent(because) && MOVE_REASONS[because]) || 'something happened'
  );
}

/** The timeline tells so many events of a lead, and where there are more also so many purchases. */
export const LONGEST_TIMELINE = 500;

/** A line of the timeline that a colleague wrote. */
export const NOTE_ENTRY = 'note.added';

/** A line that says that another record went into this one, and that it can be taken out again. */
export const MERGE_ENTRY = 'lead.merged';

/** Who wrote it, and whether it still stands as it was written. */
export function noteDetail({ authorName, editedAt }: Pick<LeadNote, 'authorName' | 'editedAt'>): string {
  return `Note by ${authorName ?? 'a former colleague'}${editedAt === null ? '' : ', edited'}`;
}

type TimelineEvent = {
  type: EventType;
  /** Name of the campaign; null without one. */
  campaign: string | null;
  channel: string | null;
  valueCents: number | null;
  data: Record<string, unknown>;
};

const MESSAGE_BY_CHANNEL = new Map([
  ['email', 'Email'],
  ['social_dm', 'Direct message'],
  ['whatsapp', 'WhatsApp message'],
]);

const CHANNEL_MESSAGES = new Map([
  ['social_dm', 'direct messages'],
  ['whatsapp', 'WhatsApp messages'],
]);

const ADDED_BY = new Map<unknown, string>([
  ['import', 'Imported from a file'],
  ['website', 'Left an address on the website'],
]);

/** What happened to a lead, in words; null for what is not about one person. */
export function timelineWords(event: TimelineEvent): { title: string; detail: string | null } | null {
  const { type, campaign, channel, data } = event;
  const message = MESSAGE_BY_CHANNEL.get(channel ?? '') ?? 'Message';
  const about = (title: string, preposition: string) =>
    campaign === null ? title : `${title} ${preposition} ${campaign}`;
  const line = (title: string, detail: string | null = null) => ({ title, detail });
  switch (type) {
    case 'lead.discovered':
      return line(`Discovered on ${placeName(data['platform']) ?? 'the web'}`);
    case 'lead.added':
      return line(ADDED_BY.get(data['platform']) ?? 'Added by hand');
    case 'lead.stage_changed':
      if (data['undoes'] !== undefined) {
        return line(stageMove(data['from'], data['to']), 'A move that the pipeline had made was undone.');
      }
      return line(
        stageMove(data['from'], data['to']),
        data['because'] === undefined ? null : `By itself, because ${moveReason(data['because'])}.`,
      );
    case 'message.sent':
      if (typeof data['byHand'] === 'string')
        return line(`${message} sent`, byHandWords(data['byHand'], data));
      return data['transport'] === 'outbox'
        ? line(about(`${message} sent to the outbox`, 'in'), 'No mail server was given it.')
        : line(about(`${message} sent`, 'in'));
    case 'letter.taken_back':
      return line(`${message} was not sent`, takenBackWords(data['by']));
    case 'message.failed':
      return line(about(`${message} could not be sent`, 'in'));
    case 'message.bounced':
      return line(about(`${message} came back`, 'from'), 'The address does not take mail.');
    case 'message.complained':
      return line(about('Reported as spam', 'from'), 'Gets no more messages from any campaign.');
    case 'message.unconfirmed':
      return line(
        about(`${message} may not have arrived`, 'in'),
        'The connection broke while it was handed over. It is not sent again automatically.',
      );
    case 'message.opened':
      return line(about('Opened the email', 'in'));
    case 'message.preloaded':
      return line(
        about('A mail program loaded the email', 'in'),
        'Not counted as opened: it does so by itself.',
      );
    case 'link.clicked':
      return line(about('Clicked the link', 'in'));
    case 'link.scanned':
      return line(about('A mail filter opened the link', 'in'), 'Not counted as a click.');
    case 'contact.unsubscribed':
      return line(
        about('Unsubscribed', 'from'),
        data['isOfChannel'] === true
          ? `Gets no more ${CHANNEL_MESSAGES.get(channel ?? '') ?? 'messages'} from any campaign; other channels stay open.`
          : 'Gets no more messages from any campaign.',
      );
    case 'contact.unsubscribe_undone':
      return line('Unsubscribe undone', 'Their reply was misread and has another label now.');
    case 'notice.sent':
      return line('Told where we have their data from', 'Source notice by e-mail.');
    case 'reply.received':
      return line(about('Replied', 'to'));
    case 'landing.visited':
      return line(about('Visited the landing page', 'of'));
    case 'landing.scanned':
      return line(about('A crawler opened the landing page', 'of'), 'Not counted as a visit.');
    case 'landing.converted':
      return line(about('Signed up on the landing page', 'of'));
    case 'purchase.made':
      return line(
        ['Bought', quoted(itemOf(data)), ...paidWords(moneyOf(event), 'for')].filter(Boolean).join(' '),
        campaign,
      );
    case 'purchase.refunded':
      return line(
        ['Refunded', ...paidWords(moneyOf(event), ''), quoted(itemOf(data))].filter(Boolean).join(' '),
        campaign,
      );
    case 'purchase.held':
    case 'refund.held':
      return line(
        [type === 'purchase.held' ? 'Purchase held for review' : 'Refund held for review', amountNote(event)]
          .filter(Boolean)
          .join(': '),
        'Not counted until someone reviews it on the Analytics screen.',
      );
    case 'purchase.struck_out':
    case 'refund.struck_out':
      return line(
        [type === 'purchase.struck_out' ? 'Purchase struck out' : 'Refund struck out', amountNote(event)]
          .filter(Boolean)
          .join(': '),
        'In no figure.',
      );
    case 'conversation.linked':
      return line(
        typeof data['agent'] === 'string' ? `Talked with ${data['agent']}` : 'Talked with an agent',
        'Left an address to be answered.',
      );
    case 'addresses.checked':
      return line(`Address checked: ${checkWords(data)}`);
    case 'community.joined':
      return line('Joined the community');
    case 'community.left':
      return line('Left the community');
    case 'community.posted':
      return line(data['isComment'] === true ? 'Answered in the community' : 'Posted in the community');
    case 'campaign.completed':
    case 'campaign.composed':
    case 'campaign.launched':
    case 'campaign.paused':
    case 'campaign.resumed':
    case 'consent.changed':
    case 'conversation.handed_over':
    case 'run.scored':
    case 'spend.recorded':
      return null;
  }
}

type Money = Parameters<typeof amountText>[0];

/** What an event says of money: US cents, or an amount in another currency. */
export function moneyOf({ valueCents, data }: Pick<TimelineEvent, 'valueCents' | 'data'>): Money {
  const { amountMinor, currency } = data;
  return {
    valueCents,
    amountMinor: typeof amountMinor === 'number' ? amountMinor : null,
    currency: typeof currency === 'string' ? currency : null,
  };
}

/** "for $49.50"; of what was refunded the amount without its sign. */
function paidWords(money: Money, preposition: string): string[] {
  const amount = amountText(money)?.replace('−', '');
  return amount === undefined ? [] : [preposition, amount];
}

function amountNote(event: TimelineEvent): string | undefined {
  return amountText(moneyOf(event))?.replace('−', '');
}

/** What was bought, where the shop said so; '' otherwise. */
export function itemOf({ item }: Record<string, unknown>): string {
  return typeof item === 'string' ? item : '';
}

/** The shop's own words. */
function quoted(item: string): string {
  return item === '' ? '' : `“${item}”`;
}

type Purchase = NonNullable<TimelineEntry['purchase']> & { at: string };

/**
 * "Bought 3 times for $142.00, last “Evening blend” on 3 Nov, through Winter Evenings."; null for who has not bought. Of
 * what was refunded the rest is told; currencies are never added to each other: "for $142.00 and €20.00".
 */
export function boughtWords(entries: readonly TimelineEntry[], day: (at: string) => string): string | null {
  const sales = entries.flatMap(({ purchase, at, type }): (Purchase & { isRefund: boolean })[] =>
    purchase ? [{ ...purchase, at, isRefund: type === 'purchase.refunded' }] : [],
  );
  const all = sales.filter(({ isRefund }) => !isRefund);
  const [last] = all;
  if (!last) return null;
  const sums = sumsOf(sales);
  const isKnown = all.every((sale) => amountText(sale) !== null);
  // Who bought that often may have bought before what the timeline tells.
  const often = all.length < LONGEST_TIMELINE ? '' : 'at least ';
  const least = isKnown ? often : 'at least ';
  const amount = sums.length === 0 ? '' : ` for ${least}${sums.join(' and ')}`;
  const refunded = sales.length > all.length && amount !== '' ? ' after refunds' : '';
  const from = last.campaign === null ? '' : `, through ${last.campaign}`;
  return all.length === 1
    ? `Bought${last.item === null ? '' : ` ${quoted(last.item)}`}${amount}${refunded} on ${day(last.at)}${from}.`
    : `Bought ${often}${countOf(all.length, 'time')}${amount}${refunded}, last${last.item === null ? '' : ` ${quoted(last.item)}`} on ${day(last.at)}${from}.`;
}

/** The sum of each currency, US dollars first. */
function sumsOf(sales: readonly Purchase[]): string[] {
  const sums = new Map<string, number>();
  for (const { valueCents, amountMinor, currency } of sales) {
    const code = valueCents === null ? currency : '';
    if (code !== null) sums.set(code, (sums.get(code) ?? 0) + (valueCents ?? amountMinor ?? 0));
  }
  return [...sums]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([code, sum]) => (code === '' ? formatUsd(sum) : formatMoney(sum, code)));
}

function byHandWords(name: string, { saysSource }: Record<string, unknown>): string {
  const marked = `Written by hand, marked as sent${name === '' ? '' : ` by ${name}`}.`;
  return saysSource === true ? `${marked} Begun with the source notice.` : marked;
}

function takenBackWords(name: unknown): string {
  return `The mark was taken back${typeof name === 'string' && name !== '' ? ` by ${name}` : ''}.`;
}

function stageMove(from: unknown, to: unknown): string {
  const [before, after] = [STAGES.find((stage) => stage === from), STAGES.find((stage) => stage === to)];
  if (after === undefined) return 'Stage changed';
  return before === undefined
    ? `Moved to ${STAGE_LABELS[after]}`
    : `Moved from ${STAGE_LABELS[before]} to ${STAGE_LABELS[after]}`;
}

function placeName(platform: unknown): string | undefined {
  return typeof platform === 'string' ? platformLabel(platform) : undefined;
}

/** What the check of one address found. */
function checkWords({ verified, failed }: Record<string, unknown>): string {
  if (verified === 1) return 'accepts mail';
  return failed === 1 ? 'takes no mail' : 'somebody should look at it';
}
