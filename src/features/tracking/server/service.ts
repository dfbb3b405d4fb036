import { isbot } from 'isbot';
import type { Queryable, Transaction } from '#platform/db.ts';
import type { EventType, PageEvent } from '../contract.ts';
import { isOnHostOf, readToken, type TokenPurpose, touchpointToken } from '../rules.ts';
import type { SaleState } from '../rules-sales.ts';
import { createContactTokens } from './contact-tokens.ts';
import { decideSale, type SaleRef } from './sale-review.ts';
import {
  claimOpen,
  claimPageEventIds,
  ensureTrackedLink,
  findLinkedCampaigns,
  findTouchpoint,
  forgetPeople,
  insertEvents,
  insertTouchpoints,
  movePerson,
  movePersonBack,
  type NewEvent,
  type NewTouchpoint,
  type RecordedEvent,
  renewTouchpoints,
  type Touchpoint,
} from './store.ts';

export type { NewEvent, NewTouchpoint, RecordedEvent } from './store.ts';

type Subscriber = (tx: Transaction, events: RecordedEvent[]) => Promise<void>;

/** What people did on a page, without who they are: that is never kept with the page. */
export type PageReport = Pick<PageEvent, 'type' | 'url'> & { campaignId: string | null };
/** The addresses of a campaign's own pages: those that it or the workspace leads to on purpose. Without one, of all. */
type OwnPages = (db: Queryable, campaignId?: string) => Promise<string[]>;
type PageCounter = (tx: Transaction, reports: PageReport[]) => Promise<void>;

/** Whom or what a token on a page's address stands for. */
export type TokenSource = {
  campaignId: string | null;
  leadId: string | null;
  messageId: string | null;
  channel: string | null;
  isDemo: boolean;
};

/**
 * The log of what happened. Whoever changes state records the event in the same transaction; features further
 * right subscribe and write their share in that transaction too, so that the parts can never disagree.
 */
export function createTracking({ tokenSecret }: { tokenSecret: string }) {
  const tokens = createContactTokens(tokenSecret);
  const subscribers: { types: ReadonlySet<EventType>; handle: Subscriber }[] = [];
  const pageCounters: PageCounter[] = [];
  const ownPages: OwnPages[] = [];

  const tell = async (tx: Transaction, events: readonly RecordedEvent[]): Promise<void> => {
    for (const { types, handle } of subscribers) {
      const ofInterest = events.filter((event) => types.has(event.type));
      if (ofInterest.length > 0) await handle(tx, ofInterest);
    }
  };

  const recordEvents = async (tx: Transaction, events: readonly NewEvent[]): Promise<RecordedEvent[]> => {
    const recorded = await insertEvents(tx, events);
    await tell(tx, recorded);
    return recorded;
  };

  return {
    /** Calls `handle` inside the transaction that records events of these types. Wired once, at the start. */
    subscribe(types: readonly EventType[], handle: Subscriber): void {
      subscribers.push({ types: new Set(types), handle });
    },

    /** Appends events; answers those that were new. Throws when a subscriber does, undoing all of it. */
    recordEvents,

    /** A reviewer decides whether a sale counts; subscribers hear of it as of a new event. */
    decideSale: (
      tx: Transaction,
      sale: SaleRef,
      decision: { state: SaleState; by: string },
    ): Promise<SaleState | undefined> => decideSale(tx, sale, decision, tell),

    /**
     * A mail that was opened, or loaded by a machine: each counts once per mail. False where it has counted, or nothing
     * is counted.
     */
    async noteOpen(
      tx: Transaction,
      touchpointId: string,
      { isMachine }: { isMachine: boolean },
    ): Promise<boolean> {
      const touchpoint = await claimOpen(tx, touchpointId, { isMachine });
      if (!touchpoint) return false;
      const { campaignId, leadId, messageId, channel, isDemo } = touchpoint;
      await recordEvents(tx, [
        {
          type: isMachine ? 'message.preloaded' : 'message.opened',
          campaignId,
          leadId,
          messageId,
          channel,
          isDemo,
        },
      ]);
      return true;
    },

    /** Calls `count` inside the transaction that stores what pages report, scans apart. Wired once, at the start. */
    countsPages(count: PageCounter): void {
      pageCounters.push(count);
    },

    async countPages(tx: Transaction, reports: PageReport[]): Promise<void> {
      if (reports.length > 0) for (const count of pageCounters) await count(tx, reports);
    },

    /** Who knows the pages that may learn whom a link was sent to. Wired once, at the start. */
    namesOwnPages(list: OwnPages): void {
      ownPages.push(list);
    },

    listOwnPages: async (db: Queryable): Promise<string[]> =>
      (await Promise.all(ownPages.map((list) => list(db)))).flat(),

    /** Whether a page may learn whom a campaign's link was sent to: never one of somebody else. */
    async isOwnPage(db: Queryable, campaignId: string, url: string): Promise<boolean> {
      for (const list of ownPages) if (isOnHostOf(url, await list(db, campaignId))) return true;
      return false;
    },

    /** What a token stands for; undefined for one that we did not make. */
    async readToken(db: Queryable, token: string): Promise<TokenSource | undefined> {
      const contactId = tokens.read('page visit', token);
      const touchpoint = contactId && (await findTouchpoint(db, contactId));
      if (touchpoint) return touchpoint;
      const id = readToken(token)?.touchpointId;
      if (id === undefined) return undefined;
      const isCampaign = (await findLinkedCampaigns(db, [id])).has(id);
      return isCampaign
        ? { campaignId: id, leadId: null, messageId: null, channel: null, isDemo: false }
        : undefined;
    },

    /** What a page learns of a contact or a campaign that led to it. */
    pageToken: (touchpointId: string): string => tokens.write('page visit', touchpointId),
    campaignToken: (campaignId: string): string => touchpointToken(campaignId),

    /** The ids that a token of a page may stand for: of a contact, or of a campaign. */
    idsInToken: (token: string): { contactId: string | undefined; campaignId: string | undefined } => ({
      contactId: tokens.read('page visit', token),
      campaignId: readToken(token)?.touchpointId,
    }),

    tokenFor: (purpose: TokenPurpose, touchpointId: string): string => tokens.write(purpose, touchpointId),

    /** The contact of a link in a message, for one purpose; undefined for a token that we did not make. */
    async findContact(
      db: Queryable,
      purpose: TokenPurpose,
      token: string,
    ): Promise<{ touchpoint: Touchpoint; link: number } | undefined> {
      const read = readToken(token);
      if (!read) return undefined;
      const id = tokens.read(purpose, token.slice(0, 22));
      const touchpoint =
        (id && (await findTouchpoint(db, id))) ||
        // Mail sent before each purpose had its own tokens carries the id itself, which no newer link shows.
        (await findTouchpoint(db, read.touchpointId));
      return touchpoint && { touchpoint, link: read.link };
    },

    /** True the first time that this id is reported. */
    claimReport: async (tx: Queryable, id: string): Promise<boolean> =>
      (await claimPageEventIds(tx, [id])).has(id),

    /** Opens the contacts that links and unsubscribes of these messages will refer to. */
    openTouchpoints: (tx: Transaction, rows: NewTouchpoint[]): Promise<void> => insertTouchpoints(tx, rows),

    /** The contacts of messages that have not left follow another address of their person. */
    renewTouchpoints,

    /** The number under which a campaign's link stands in its tokens. */
    trackLink: ensureTrackedLink,

    forgetPeople,
    movePerson,
    movePersonBack,
  };
}
export type Tracking = ReturnType<typeof createTracking>;

/**
 * Crawlers, link checkers, libraries and callers without a name. A browser that only says it is headless is taken
 * for a person: companies open links from mail in browsers that run on a server.
 */
export function looksLikeMachine(userAgent = ''): boolean {
  return userAgent.trim() === '' || isbot(userAgent.replace('HeadlessChrome', 'Chrome'));
}
