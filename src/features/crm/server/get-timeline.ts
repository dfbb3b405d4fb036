import { listLeadNotes } from '#features/leads/server/notes.ts';
import { listMerges } from '#features/leads/server/service.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/db.ts';
import type { TimelineEntry } from '../contract.ts';
import {
  itemOf,
  LONGEST_TIMELINE,
  MERGE_ENTRY,
  moneyOf,
  NOTE_ENTRY,
  noteDetail,
  timelineWords,
} from '../rules.ts';
import { withWords } from '../rules-stories.ts';
import { isLead, type LeadEvent, listLeadEvents } from './store.ts';

/** What a feature to the right adds to the timeline of a lead. */
type TimelineSource = (leadId: string) => Promise<TimelineEntry[]>;

declare module '#platform/context.ts' {
  interface Context {
    readonly timelineSources: readonly TimelineSource[];
    /** Names of campaigns by id; campaigns stand to the right of the pipeline. */
    readonly campaignNames: (ids: string[]) => Promise<Map<string, string>>;
  }
}

/** Everything that happened with a lead, newest first. Refuses with `not_found`. */
export async function getTimeline(
  ctx: Pick<Context, 'db' | 'clock' | 'campaignNames' | 'timelineSources'>,
  leadId: string,
): Promise<TimelineEntry[]> {
  const { db } = ctx;
  if (!(await isLead(db, leadId))) throw new AppError('not_found', 'This lead does not exist any more.');
  const events = await listShownEvents(db, leadId);
  const campaignIds = [...new Set(events.flatMap((event) => event.campaignId ?? []))];
  const names = campaignIds.length === 0 ? new Map<string, string>() : await ctx.campaignNames(campaignIds);
  const notes = (await listLeadNotes(ctx, leadId)).map((note) => ({
    id: note.id,
    type: NOTE_ENTRY,
    title: note.text,
    detail: noteDetail(note),
    at: note.createdAt,
  }));
  const merges = (await listMerges(ctx, leadId)).map(({ id, otherName, at }) => ({
    id,
    type: MERGE_ENTRY,
    title: `Merged with ${otherName}`,
    detail: null,
    at,
  }));
  const added = (await Promise.all(ctx.timelineSources.map((source) => source(leadId)))).flat();
  const happened = events.flatMap((event) => timelineEntry(event, names) ?? []);
  return [...merges, ...withWords(happened, added), ...notes].toSorted((one, other) =>
    one.at < other.at ? 1 : one.at > other.at ? -1 : 0,
  );
}

/** The newest events of a lead, and every purchase however old: the total is shown beside the name. */
async function listShownEvents(db: Database, leadId: string): Promise<LeadEvent[]> {
  const newest = await listLeadEvents(db, { leadId, limit: LONGEST_TIMELINE });
  if (newest.length < LONGEST_TIMELINE) return newest;
  const known = new Set(newest.map(({ id }) => id));
  const bought = await listLeadEvents(db, {
    leadId,
    types: ['purchase.made', 'purchase.refunded'],
    limit: LONGEST_TIMELINE,
  });
  return [...newest, ...bought.filter(({ id }) => !known.has(id))];
}

function timelineEntry(event: LeadEvent, names: ReadonlyMap<string, string>): TimelineEntry | undefined {
  const campaign = event.campaignId === null ? null : (names.get(event.campaignId) ?? null);
  const words = timelineWords({ ...event, campaign });
  if (!words) return undefined;
  const { id, type, occurredAt, data } = event;
  const entry = { id, type, ...words, at: occurredAt.toISOString() };
  return type === 'purchase.made' || type === 'purchase.refunded'
    ? { ...entry, purchase: { ...moneyOf(event), item: itemOf(data) || null, campaign } }
    : entry;
}
