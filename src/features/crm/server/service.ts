import type { Stage } from '#features/leads/contract.ts';
import type { Leads } from '#features/leads/server/service.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import { SALE_TYPES } from '#features/tracking/rules-sales.ts';
import type { RecordedEvent, Tracking } from '#features/tracking/server/service.ts';
import { AppError } from '#kit/errors.ts';
import { addDays, dateInZone, startOfDate } from '#kit/time.ts';
import type { Database } from '#platform/db.ts';
import type { CategoryCount, CrmStats, StageCounts, TimelineEntry } from '../contract.ts';
import {
  isKept,
  itemOf,
  LONGEST_TIMELINE,
  MERGE_ENTRY,
  moneyOf,
  NOTE_ENTRY,
  noteDetail,
  PIPELINE_EVENTS,
  stagesReached,
  timelineWords,
} from '../rules.ts';
import { withWords } from '../rules-stories.ts';
import { createBoard } from './board-service.ts';
import { createManualMessages } from './manual-message-service.ts';
import {
  countByStage,
  countGroupsByStage,
  countMovedForward,
  isLead,
  type LeadEvent,
  listEventsAfter,
  listLeadEvents,
  listWithoutPurchase,
  sumPurchases,
} from './store.ts';
import { createTasks } from './task-service.ts';

type Dependencies = {
  db: Database;
  tracking: Tracking;
  leads: Pick<
    Leads,
    | 'getLead'
    | 'listLeads'
    | 'listMerges'
    | 'listNotes'
    | 'moveBack'
    | 'moveStage'
    | 'resetLastContact'
    | 'touchLeads'
    | 'undoMovesBecause'
  >;
  settings: Pick<SettingsService, 'getWorkspace'>;
  /** Names of campaigns, which stand to the right and so have to be handed in. */
  campaignNames: (ids: string[]) => Promise<Map<string, string>>;
  /** The clock; another one in tests. */
  now?: () => Date;
};

/** What a feature to the right knows of a lead, for the timeline. */
type Storyteller = (leadId: string) => Promise<TimelineEntry[]>;

/** The pipeline: leads move through it by what they do. */
export function createCrm({
  db,
  tracking,
  leads,
  settings,
  campaignNames,
  now = () => new Date(),
}: Dependencies) {
  tracking.subscribe([...PIPELINE_EVENTS, 'notice.sent'], async (tx, events) => {
    const contacts = contactsOf(events);
    const contacted = new Set(contacts.leadIds);
    for (const { stage, because, leadIds } of stagesReached(events)) {
      const contactedAt = because === 'message.sent' ? contacts.at : undefined;
      const moved = await leads.moveStage(tx, leadIds, stage, { onlyForward: true, because, contactedAt });
      if (contactedAt) for (const id of moved) contacted.delete(id);
    }
    if (contacted.size > 0) await leads.touchLeads(tx, [...contacted], contacts.at);
  });

  // Whoever became a customer by a purchase that does not count goes back to where they were, and on by what came after.
  tracking.subscribe([SALE_TYPES.purchase.held, SALE_TYPES.purchase.struck_out], async (tx, events) => {
    const leadIds = [...new Set(events.flatMap(({ leadId }) => leadId ?? []))];
    if (leadIds.length === 0) return;
    const left = await listWithoutPurchase(tx, leadIds);
    const undone = await leads.undoMovesBecause(tx, left, SALE_TYPES.purchase.counted);
    if (undone.length === 0) return;
    for (const { stage, because, leadIds: ids } of stagesReached(
      await listEventsAfter(tx, undone, PIPELINE_EVENTS),
    ))
      await leads.moveStage(tx, ids, stage, { onlyForward: true, because });
  });

  const storytellers: Storyteller[] = [];

  return {
    ...createBoard({ db, leads }),
    ...createTasks({ db, now }),
    ...createManualMessages({ db, tracking, leads, now }),

    async getStats(): Promise<CrmStats> {
      const { timeZone } = await settings.getWorkspace();
      const today = dateInZone(now(), timeZone);
      const [thisWeek, lastWeek, end] = [-6, -13, 1].map((days) =>
        startOfDate(addDays(today, days), timeZone),
      );
      if (!thisWeek || !lastWeek || !end) throw new Error('the week has no days');
      const [counts, movedForward, bought] = await Promise.all([
        countByStage(db),
        countMovedForward(db, { since: lastWeek, middle: thisWeek, end }),
        sumPurchases(db),
      ]);
      return {
        totalLeads: counts.reduce((sum, { count }) => sum + count, 0),
        stages: stageCounts(counts),
        movedForwardThisWeek: movedForward.after,
        movedForwardLastWeek: movedForward.before,
        ...bought,
      };
    },

    async listCategoryCounts(): Promise<CategoryCount[]> {
      const rows = await countGroupsByStage(db);
      const groups = Map.groupBy(rows, (row) => row.id);
      return [...groups].map(([id, stages]) => ({
        id,
        name: stages[0]?.name ?? '',
        color: stages[0]?.color ?? '',
        totalLeads: stages.reduce((sum, row) => sum + row.total, 0),
        leadsWithContact: stages.reduce((sum, row) => sum + row.reachable, 0),
        stageBreakdown: stageCounts(
          stages.flatMap(({ stage, total }) => (stage === null ? [] : [{ stage, count: total }])),
        ),
      }));
    },

    async getTimeline(leadId: string): Promise<TimelineEntry[]> {
      if (!(await isLead(db, leadId))) throw new AppError('not_found', 'This lead does not exist any more.');
      const events = await listTold(db, leadId);
      const campaignIds = [...new Set(events.flatMap((event) => event.campaignId ?? []))];
      const names = campaignIds.length === 0 ? new Map<string, string>() : await campaignNames(campaignIds);
      const notes = (await leads.listNotes(leadId)).map((note) => ({
        id: note.id,
        type: NOTE_ENTRY,
        title: note.text,
        detail: noteDetail(note),
        at: note.createdAt,
      }));
      const merges = (await leads.listMerges(leadId)).map(({ id, otherName, at }) => ({
        id,
        type: MERGE_ENTRY,
        title: `Merged with ${otherName}`,
        detail: null,
        at,
      }));
      const told = (await Promise.all(storytellers.map((tell) => tell(leadId)))).flat();
      const happened = events.flatMap((event) => timelineEntry(event, names) ?? []);
      return [...merges, ...withWords(happened, told), ...notes].toSorted((one, other) =>
        one.at < other.at ? 1 : one.at > other.at ? -1 : 0,
      );
    },

    /** Lets a feature to the right tell what it knows of a lead. Wired once, at the start. */
    tellsOfLeads: (tell: Storyteller): void => void storytellers.push(tell),
  };
}
export type Crm = ReturnType<typeof createCrm>;

/** The newest events of a lead, and what they bought however long ago: that is summed up beside their name. */
async function listTold(db: Database, leadId: string): Promise<LeadEvent[]> {
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

function stageCounts(counts: readonly { stage: string; count: number }[]): StageCounts {
  const of = (stage: Stage): number => counts.find((row) => row.stage === stage)?.count ?? 0;
  return {
    new: of('new'),
    contacted: of('contacted'),
    engaged: of('engaged'),
    qualified: of('qualified'),
    converted: of('converted'),
  };
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

/** Who was written to by these events, and when last. */
function contactsOf(events: readonly RecordedEvent[]): { leadIds: string[]; at: Date } {
  const sent = events.filter(
    ({ type, data }) => (type === 'message.sent' && !isKept(data)) || type === 'notice.sent',
  );
  return {
    leadIds: sent.flatMap(({ leadId }) => leadId ?? []),
    at: new Date(Math.max(0, ...sent.map(({ occurredAt }) => occurredAt.getTime()))),
  };
}
