import { answerSubject, draftAnswer, labelOf } from '#features/inbox/rules-replies.ts';
import type { inboundMails, replyAnswers } from '#features/inbox/server/tables.ts';
import { firstNameOf } from '#features/leads/rules-names.ts';
import type { NewEvent } from '#features/tracking/server/event-subscribers.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { DAY_MS, HOUR_MS } from '#kit/time.ts';
import type { Calendar } from './calendar.ts';
import type { DemoCampaigns, MessageRow } from './campaigns.ts';
import { DEMO_CAMPAIGNS, type DemoCampaign } from './funnel.ts';
import type { DemoLead } from './leads.ts';
import type { Random } from './random.ts';
import { ABSENCES, REPLIES, type ReplyStory, STOPS } from './replies-story.ts';
import { CAMPAIGNS, WORKSPACE } from './story.ts';

type InboundRow = typeof inboundMails.$inferInsert;
type AnswerRow = typeof replyAnswers.$inferInsert;

type Input = {
  happened: readonly NewEvent[];
  messages: readonly MessageRow[];
  people: readonly DemoLead[];
  ids: Record<DemoCampaign, string>;
  steps: DemoCampaigns['steps'];
  calendar: Calendar;
  random: Random;
};

/** Younger ones still wait for somebody, and so many of the last at any rate. */
const ANSWERED_AFTER_MS = 2 * DAY_MS;
const STILL_OPEN = 9;

/** A mail to somebody who is still there, and what they did with it. */
type Mail = { message: MessageRow; lead: DemoLead; at: Date };

/**
 * What people wrote back in the last weeks, as the inbox shows it: read and labelled as the product does it, the older
 * ones answered. As many answers are counted as before: each takes the place of one of somebody who is not there any
 * more.
 */
export function buildReplies(input: Input): {
  inbound: InboundRow[];
  answers: AnswerRow[];
  events: NewEvent[];
} {
  const { happened, messages, people, ids, steps, calendar, random } = input;
  const leadOf = new Map<string | null | undefined, DemoLead>(people.map((lead) => [lead.row.id, lead]));
  const mails = new Map(
    messages.flatMap((message): [string, Omit<Mail, 'at'>][] => {
      const lead = leadOf.get(message.leadId);
      return lead && message.channel === 'email' && lead.row.email ? [[message.id, { message, lead }]] : [];
    }),
  );
  const inbound: InboundRow[] = [];
  const answers: AnswerRow[] = [];
  const events = [...happened];

  const take = (
    { message, lead, at: receivedAt }: Mail,
    kind: 'reply' | 'auto_reply',
    { text, answer }: ReplyStory,
  ) => {
    const step = steps.find(({ id }) => id === message.stepId);
    const label = kind === 'auto_reply' ? ('out_of_office' as const) : (labelOf(text) ?? null);
    const isOver = label === 'out_of_office' || label === 'stop';
    const isOld = calendar.now.getTime() - receivedAt.getTime() > ANSWERED_AFTER_MS;
    const isAnswered = !isOver && isOld && inbound.length >= STILL_OPEN;
    const answeredAt = new Date(receivedAt.getTime() + random.between(1, 20) * HOUR_MS);
    const firstName = firstNameOf(lead.row.name);
    const row = {
      id: random.id(receivedAt),
      kind,
      leadId: lead.row.id ?? '',
      campaignId: message.campaignId,
      messageId: message.id,
      fromAddress: lead.row.email ?? '',
      subject: answerSubject(step?.subject ?? ''),
      text: kind === 'reply' && firstName !== '' && label !== 'stop' ? `${text}\n\n${firstName}` : text,
      label,
      labelledBy: label === null ? null : BUILT_IN_ENGINE,
      doneAt: isOver ? receivedAt : isAnswered ? answeredAt : null,
      receivedAt,
    };
    inbound.push({ ...row, sourceKey: `demo ${row.id}`, rfcMessageId: `<${row.id}@mail.example.org>` });
    if (!isAnswered) return row;
    const key = DEMO_CAMPAIGNS.find((one) => ids[one] === message.campaignId);
    answers.push({
      id: random.id(answeredAt),
      inboundId: row.id,
      leadId: row.leadId,
      subject: row.subject,
      text:
        answer ??
        draftAnswer({
          label,
          reply: text,
          message: null,
          firstName,
          landingPageUrl: key === undefined ? null : CAMPAIGNS[key].landingPageUrl,
          senderName: WORKSPACE.senderName,
        }) ??
        '',
      status: 'sent',
      sentBy: WORKSPACE.senderName,
      createdAt: answeredAt,
    });
    return row;
  };

  const wrote = new Map<string | null | undefined, NewEvent>();
  /** Where the answers stand that came by mail from people who are not there any more. */
  const replaceable = new Set<number>();
  for (const [position, event] of happened.entries()) {
    if (event.type !== 'reply.received') continue;
    wrote.set(event.messageId, event);
    if (event.channel === 'email' && !leadOf.has(event.leadId)) replaceable.add(position);
  }

  /** Somebody who is there wrote this, instead of somebody who is not, as near in time as can be. */
  const swap = ({ message, lead }: Mail, receivedAt: Date): void => {
    const apartMs = (position: number): number =>
      Math.abs((events[position]?.occurredAt?.getTime() ?? 0) - receivedAt.getTime());
    const [nearest] = [...replaceable]
      .filter((position) => events[position]?.campaignId === message.campaignId)
      .toSorted((one, other) => apartMs(one) - apartMs(other));
    if (nearest === undefined) return;
    replaceable.delete(nearest);
    events[nearest] = {
      type: 'reply.received',
      occurredAt: receivedAt,
      campaignId: message.campaignId,
      leadId: lead.row.id ?? null,
      messageId: message.id,
      channel: 'email',
      data: {},
    };
  };

  /** So many minutes later, or between then and now. */
  const later = (at: Date, minutes: number): Date => {
    const wanted = calendar.minutesAfter(at, minutes);
    return wanted < calendar.now ? wanted : new Date((at.getTime() + calendar.now.getTime()) / 2);
  };

  const stories = new Map(DEMO_CAMPAIGNS.map((key) => [ids[key], [...REPLIES[key]]]));
  for (const mail of newest(happened, 'landing.visited', mails)) {
    const story = stories.get(mail.message.campaignId)?.shift();
    if (!story) continue;
    const known = wrote.get(mail.message.id);
    const at = known?.occurredAt ?? later(mail.at, random.between(20, 300));
    const row = take({ ...mail, at }, 'reply', story);
    if (!known) swap(mail, row.receivedAt);
  }
  for (const [index, mail] of newest(happened, 'contact.unsubscribed', mails).entries()) {
    const text = STOPS[index];
    if (text === undefined) break;
    const { receivedAt } = take(mail, 'reply', { text });
    swap(mail, receivedAt);
  }
  const unread = newest(happened, 'message.sent', mails).filter(
    ({ lead, message }) => lead.place.stage === 'contacted' && message.status === 'sent',
  );
  for (const [index, mail] of unread.entries()) {
    const text = ABSENCES[index];
    if (text === undefined) break;
    take({ ...mail, at: later(mail.at, 1) }, 'auto_reply', { text });
  }
  return { inbound, answers, events };
}

/** The mails to which this happened, the last one first, each person once. */
function newest(
  happened: readonly NewEvent[],
  type: NewEvent['type'],
  mails: ReadonlyMap<string, Omit<Mail, 'at'>>,
): Mail[] {
  const seen = new Set<string>();
  return happened
    .flatMap((event): Mail[] => {
      const mail = event.type === type ? mails.get(event.messageId ?? '') : undefined;
      return mail && event.occurredAt ? [{ ...mail, at: event.occurredAt }] : [];
    })
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .filter(({ lead }) => {
      const isNew = !seen.has(lead.row.id ?? '');
      seen.add(lead.row.id ?? '');
      return isNew;
    });
}
