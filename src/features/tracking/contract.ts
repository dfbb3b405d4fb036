import { z } from 'zod';
import { endpoint, RawAnswer } from '#kit/endpoint.ts';
import { languageOfTag } from '#kit/language.ts';

/** Everything that happens and is counted. Past tense; the left part names what it happened to. */
export const EVENT_TYPES = [
  'lead.discovered',
  'lead.added',
  'lead.stage_changed',
  'message.sent',
  'message.failed',
  'message.unconfirmed',
  'message.bounced',
  'message.complained',
  'message.opened',
  'message.preloaded',
  'letter.taken_back',
  'link.clicked',
  'link.scanned',
  'contact.unsubscribed',
  'contact.unsubscribe_undone',
  'notice.sent',
  'reply.received',
  'landing.visited',
  'landing.scanned',
  'landing.converted',
  'purchase.made',
  'purchase.refunded',
  'purchase.held',
  'purchase.struck_out',
  'refund.held',
  'refund.struck_out',
  'spend.recorded',
  'campaign.launched',
  'campaign.paused',
  'campaign.resumed',
  'campaign.completed',
  'run.scored',
  'addresses.checked',
  'campaign.composed',
  'community.joined',
  'community.left',
  'community.posted',
  'conversation.linked',
  'conversation.handed_over',
  'consent.changed',
] as const;
export const EventType = z.enum(EVENT_TYPES);
export type EventType = z.infer<typeof EventType>;

/** One thing that happened. */
export const TrackedEvent = z.object({
  id: z.uuid(),
  type: EventType,
  occurredAt: z.iso.datetime(),
  campaignId: z.uuid().nullable(),
  leadId: z.uuid().nullable(),
  messageId: z.uuid().nullable(),
  channel: z.string().nullable(),
  /**
   * US cents, for purchases, refunds (below zero) and spend. An amount in another currency is in `data` as `amountMinor`
   * and `currency`, so that sums never add different currencies.
   */
  valueCents: z.number().int().nullable(),
  data: z.record(z.string(), z.unknown()),
});
export type TrackedEvent = z.infer<typeof TrackedEvent>;

/** Which page events a site may report. */
export const PAGE_EVENTS = ['visit', 'conversion', 'purchase', 'refund'] as const;

/** As many whole words as have room: half of one may hide from every look what it says of somebody's health. */
const NAME_WITH_ROOM = /^.{0,120}(?!\S)/su;

export const PageEvent = z.object({
  type: z.enum(PAGE_EVENTS, 'One of visit, conversion, purchase, refund.'),
  url: z
    .url({ protocol: /^https?$/, error: 'An http or https address.' })
    .max(2_000, 'At most 2,000 characters.'),
  /** From the tracked link: `?yt=` ties the visit to the message, `?yc=` only to the campaign. */
  token: z.string().max(64).nullish(),
  /**
   * In whole currency units, as a number or as the page prints it ("1.299,00 €"); below zero it is a refund. What cannot
   * be read never loses the purchase: it is stored without a value, and the answer says so.
   */
  value: z.union([z.number(), z.string()]).optional().catch(''),
  /** ISO 4217; USD where neither this nor the printed amount says another one. */
  currency: z.string().trim().toUpperCase().nullish(),
  /** The shop's reference of the order, unique in the workspace: an order counts once, and its refunds at most its value. */
  order: z
    .union([z.string(), z.number()])
    .transform((order) => String(order).trim())
    .nullish(),
  /** Of the page, by which printed amounts are read. */
  lang: z.string().max(35).optional().catch(undefined),
  /**
   * What was bought. Kept with a person only where it says nothing about their health. Too long a name is cut, because
   * nobody reads what a beacon is answered and the purchase would be lost.
   */
  item: z
    .string()
    .trim()
    .transform((name) => NAME_WITH_ROOM.exec(name)?.[0].trimEnd() ?? '')
    .nullish(),
  /** Made by the sender: the same id counts once. */
  id: z.uuid().optional(),
  title: z.string().max(300).optional(),
  referrer: z.string().max(2_000).optional(),
});
export type PageEvent = z.infer<typeof PageEvent>;

/** What was wrong with a report that was taken all the same. */
export const PAGE_PROBLEMS = ['wrong_value', 'unknown_currency', 'unknown_order', 'held_for_review'] as const;
export type PageProblem = (typeof PAGE_PROBLEMS)[number];

export const TrackAnswer = z.object({
  /** False for crawlers, for what has been counted before, and for sales that wait for a review. */
  counted: z.boolean(),
  /** Whether a campaign or a contact led to it. */
  attributed: z.boolean(),
  problem: z.enum(PAGE_PROBLEMS).optional(),
});
export type TrackAnswer = z.infer<typeof TrackAnswer>;

export const trackPage = endpoint({
  method: 'POST',
  path: '/api/track',
  access: 'public',
  summary:
    "Report a visit, conversion, purchase or refund on a landing page; counted once it is answered. An order counts once. Purchases from other sites than the workspace's own, and many or large ones of one person, are held for review; the shop's server reports without limits with TRACK_KEY as its bearer token",
  body: PageEvent,
  consumes: ['text/plain'],
  response: TrackAnswer,
  status: 202,
});

export const trackerScript = endpoint({
  method: 'GET',
  path: '/t.js',
  access: 'public',
  summary: 'The script for landing pages: no cookie, honours Global Privacy Control',
  response: RawAnswer,
  produces: 'text/javascript',
});

/** Any text: one that leads nowhere is answered with a page for people, not with JSON. */
const Token = z.string();

export const followLink = endpoint({
  method: 'GET',
  path: '/r/:token',
  access: 'public',
  summary: 'Tracked link of a message: counts the click and goes on to its target',
  params: z.object({ token: Token }),
  response: RawAnswer,
  produces: 'redirect',
});

export const loadPixel = endpoint({
  method: 'GET',
  path: '/o/:token',
  access: 'public',
  summary:
    'The picture of one pixel in a mail, where the workspace counts opens: counts the mail as opened, once',
  params: z.object({ token: Token }),
  response: RawAnswer,
  produces: 'image/gif',
});

/** The language of the message that somebody came from; any other is answered in English. */
export const InLanguage = z.object({
  lang: z.string().max(35).optional().transform(languageOfTag),
});

export const showUnsubscribe = endpoint({
  method: 'GET',
  path: '/u/:token',
  access: 'public',
  summary:
    'Page with the unsubscribe button; reading it changes nothing, because link scanners read every link',
  params: z.object({ token: Token }),
  query: InLanguage,
  response: RawAnswer,
  produces: 'text/html',
});

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/u/:token',
  access: 'public',
  summary: 'Unsubscribe with one click (RFC 8058), whatever the body says; repeating it changes nothing',
  params: z.object({ token: Token }),
  query: InLanguage,
  response: RawAnswer,
  produces: 'text/html',
});
