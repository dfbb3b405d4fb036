import { hasHealthWord } from '#features/compliance/rules-conditions.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import type { EventType, PageEvent, TrackAnswer } from '../contract.ts';
import { pageAddress } from '../rules.ts';
import { createBatcher } from './batcher.ts';
import { recordEvents } from './record-events.ts';
import type { UncheckedSale } from './sale-check.ts';
import { isSale, type ReportedSale, type SettledSale, settleSales } from './sales.ts';
import { claimPageEventIds } from './store.ts';
import { idsInToken } from './token-source.ts';
import { findLinkedCampaigns, findTouchpoints, type Touchpoint } from './touchpoint-store.ts';

type Report = {
  event: PageEvent;
  isBot: boolean;
  /** Asked not to be followed: only counted. */
  isPrivate: boolean;
  /** The shop's own server, known by its key; otherwise where a page reports from. */
  from: 'server' | { network: string; origin: string | undefined };
  receivedAt: Date;
};

const EVENT_OF: Record<PageEvent['type'], EventType> = {
  visit: 'landing.visited',
  conversion: 'landing.converted',
  purchase: 'purchase.made',
  refund: 'purchase.refunded',
};

const LARGEST_BATCH = 500;
const MOST_WAITING = 20_000;

/** Stores what landing pages report, in batches of what arrives together. */
export function createIngest(ctx: Context) {
  const { db } = ctx;
  const batcher = createBatcher({ write, maxItems: LARGEST_BATCH, maxWaiting: MOST_WAITING });

  async function write(reports: Report[]): Promise<TrackAnswer[]> {
    const sources = await findSources(reports);
    const { answers, hasLeads } = await inTransaction(db, async (tx) => {
      const ids = reports.flatMap(({ event }) => (event.id ? [event.id] : []));
      const unclaimed = await claimPageEventIds(tx, ids);
      // An id that comes twice in one batch counts the first time.
      const fresh = reports.filter(({ event }) => event.id === undefined || unclaimed.delete(event.id));
      const events = new Map(fresh.map((report) => [report, toEvent(report, sources(report))]));
      const sales = await settle(tx, events, sources);
      const counted = fresh.flatMap((report) => {
        const sale = sales.get(report);
        const event = sale ? sale.event : events.get(report);
        return event ? [{ report, event }] : [];
      });
      await recordEvents(
        ctx,
        tx,
        counted.map(({ event }) => event),
      );
      await ctx.countPages(
        tx,
        counted
          .filter(({ report }) => !isScanned(report) && !isSale(report.event))
          .map(({ report: { event }, event: { campaignId = null } }) => ({
            type: event.type,
            url: event.url,
            campaignId,
          })),
      );
      const ofReport = new Map(counted.map(({ report, event }) => [report, event]));
      return {
        answers: reports.map((report): TrackAnswer => {
          const problem = sales.get(report)?.problem;
          return {
            counted: ofReport.has(report) && !isScanned(report) && problem !== 'held_for_review',
            attributed:
              (ofReport.get(report)?.campaignId ?? null) !== null || sources(report).kind !== 'unknown',
            ...(problem ? { problem } : {}),
          };
        }),
        hasLeads: counted.some(({ event }) => event.leadId),
      };
    });
    if (answers.some(({ counted, problem }) => counted || problem === 'held_for_review'))
      ctx.live.announceSoon(hasLeads ? ['events', 'usage', 'leads'] : ['events', 'usage']);
    return answers;
  }

  async function settle(
    tx: Transaction,
    events: ReadonlyMap<Report, ReportedSale['event']>,
    sources: (report: Report) => Source,
  ): Promise<Map<Report, SettledSale>> {
    const sales = [...events].filter(([{ event }]) => isSale(event));
    const settled = await settleSales(
      ctx,
      tx,
      sales.map(([report, event]) => ({
        report: report.event,
        event,
        by: report.from === 'server' ? 'server' : reporterOf(report.from, sources(report)),
      })),
    );
    return new Map(
      sales.flatMap(([report], index) => {
        const sale = settled[index];
        return sale ? [[report, sale]] : [];
      }),
    );
  }

  async function findSources(reports: Report[]): Promise<(report: Report) => Source> {
    const tokens = new Set(reports.flatMap(({ event }) => event.token ?? []));
    const idsOf = new Map([...tokens].map((token) => [token, idsInToken(ctx, token)]));
    const ids = [...idsOf.values()];
    const contacts = await findTouchpoints(
      db,
      ids.flatMap(({ contactId }) => contactId ?? []),
    );
    const touchpoints = new Map(contacts.map((row) => [row.id, row]));
    const campaigns = await findLinkedCampaigns(
      db,
      ids.flatMap(({ contactId, campaignId }) =>
        touchpoints.has(contactId ?? '') ? [] : (campaignId ?? []),
      ),
    );
    return ({ event }) => {
      const { contactId = '', campaignId = '' } = idsOf.get(event.token ?? '') ?? {};
      const touchpoint = touchpoints.get(contactId);
      if (touchpoint) return { kind: 'contact', touchpoint };
      return campaigns.has(campaignId) ? { kind: 'campaign', campaignId } : { kind: 'unknown' };
    };
  }

  return {
    /** Resolves once the event is durable: whether it was counted as a person's, for the first time. */
    report: (report: Report): Promise<TrackAnswer> => batcher.add(report),
  };
}

/** What a token leads to. */
type Source =
  | { kind: 'contact'; touchpoint: Touchpoint }
  | { kind: 'campaign'; campaignId: string }
  | { kind: 'unknown' };

/** The person whose link led to the page, also where they asked not to be followed; without one the network. */
function reporterOf(
  { network, origin }: Exclude<Report['from'], 'server'>,
  source: Source,
): Pick<UncheckedSale, 'origin' | 'reporter'> {
  const person = source.kind === 'contact' && (source.touchpoint.leadId ?? source.touchpoint.id);
  return { origin, reporter: person ? `person ${person}` : `network ${network}` };
}

/** Crawlers load pages; what they do not do is order or sign up, which sites may also report from their server. */
function isScanned({ event, isBot }: Report): boolean {
  return isBot && event.type === 'visit';
}

function toEvent(report: Report, source: Source): ReportedSale['event'] {
  const { event, receivedAt, isPrivate } = report;
  const touchpoint = source.kind === 'contact' ? source.touchpoint : null;
  const person = isPrivate ? null : touchpoint;
  return {
    id: event.id ?? newId(receivedAt.getTime()),
    type: isScanned(report) ? 'landing.scanned' : EVENT_OF[event.type],
    occurredAt: receivedAt,
    campaignId: source.kind === 'campaign' ? source.campaignId : (touchpoint?.campaignId ?? null),
    leadId: person?.leadId ?? null,
    messageId: person?.messageId ?? null,
    channel: person?.channel ?? null,
    // Which page somebody read is kept only where nobody can be told from it: pages are named after conditions.
    data: isPrivate ? {} : person ? boughtData(event) : { ...pageData(event), ...itemData(event) },
    isDemo: touchpoint?.isDemo ?? false,
  };
}

function itemData({ type, item }: PageEvent): Record<string, string> {
  return isSale({ type }) && item ? { item } : {};
}

/** Of what a person bought the name is left out where it would tell what they suffer from. */
function boughtData(event: PageEvent): Record<string, string> {
  return hasHealthWord(event.item ?? '') ? {} : itemData(event);
}

function pageData({ url, referrer }: PageEvent): Record<string, string> {
  const page = pageAddress(url);
  return referrer && URL.canParse(referrer) ? { page, referrer: new URL(referrer).host } : { page };
}
