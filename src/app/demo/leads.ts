import { readAudience } from '#engines/intent/audience.ts';
import { scorePost } from '#engines/intent/score.ts';
import type { leadRuns } from '#features/discovery/server/tables.ts';
import type { ContactStatus, Platform } from '#features/leads/contract.ts';
import { scoreBand } from '#features/leads/rules.ts';
import { identify } from '#features/leads/server/person.ts';
import { searchTextOf } from '#features/leads/server/store.ts';
import type { leadGroups, leads } from '#features/leads/server/tables.ts';
import type { NewEvent } from '#features/tracking/server/event-subscribers.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import type { Calendar } from './calendar.ts';
import { createPeople } from './people.ts';
import type { Place, Reach } from './pipeline.ts';
import { createPosts } from './posts.ts';
import type { Random } from './random.ts';
import { GROUPS, type GroupKey } from './story.ts';

type LeadRow = typeof leads.$inferInsert & { createdAt: Date };
export type DemoLead = { place: Place; row: LeadRow };
type GroupRow = typeof leadGroups.$inferInsert;
type RunRow = typeof leadRuns.$inferInsert;

/** What customers said at the counter, for those who came from a file. */
const COUNTER_NOTES = [
  'Bought the winter sampler last year.',
  'Asked at the counter for a caffeine-free blend.',
  'Came to the first winter evening and took a flyer.',
  'Orders the big tin twice a year.',
  'Wants to know when the new blends arrive.',
];

/** The lead groups, oldest first: the one from the pictures is the newest. */
export function buildGroups(calendar: Calendar, random: Random): Record<GroupKey, GroupRow & { id: string }> {
  const [workplace, marathon, winter, evening] = GROUPS.map((group, index) => {
    const createdAt = calendar.at(-158 + index, 10);
    const { name, description, color } = group;
    return { id: random.id(createdAt), name, description, color, createdAt, isDemo: true };
  });
  if (!workplace || !marathon || !winter || !evening) throw new Error('there are four groups');
  return { workplace, marathon, winter, evening };
}

type Input = {
  places: readonly Place[];
  groups: Record<GroupKey, { id: string }>;
  calendar: Calendar;
  random: Random;
  contactPepper: string;
};

/** The people with their scores, the runs that found them, and what was recorded about both. */
export function buildLeads({ places, groups, calendar, random, contactPepper }: Input): {
  people: DemoLead[];
  runs: RunRow[];
  events: NewEvent[];
} {
  const nextPerson = createPeople(random);
  const nextPost = createPosts(random);
  const people = places.map((place, index): DemoLead => {
    const origin = originOf(place, random);
    const person = nextPerson(place.group);
    const isFound = origin.platform === 'practice';
    const createdAt = new Date(
      calendar.at(place.foundDay, place.foundHour).getTime() + (isFound ? 0 : index),
    );
    const behaviorSignal = isFound ? (person.post ?? nextPost(place.group)) : random.pick(COUNTER_NOTES);
    const signalAt = isFound ? calendar.minutesAfter(createdAt, -random.between(20, 2_400)) : null;
    const audience = audienceOf(place.group);
    const { score, reasons } = scorePost(audience, {
      text: behaviorSignal,
      postedAt: signalAt,
      now: createdAt,
    });
    const hasMail = place.reach !== 'account' && !(place.reach === 'nowhere' && index % 5 < 3);
    const contact = identify({ contactPepper }, origin.platform, {
      email: hasMail ? person.email : null,
      handle: isFound ? person.handle : null,
    });
    return {
      place,
      row: {
        id: random.id(createdAt),
        ...contact,
        name: person.name,
        platform: origin.platform,
        behaviorSignal,
        signalAt,
        aiScore: score.toFixed(1),
        scoreReasons: reasons,
        scoredBy: BUILT_IN_ENGINE,
        contactStatus: statusOf(place, hasMail, random),
        groupId: groups[place.group].id,
        stage: place.stage,
        stageChangedAt: createdAt,
        isOnboarded: false,
        lastContactAt: null,
        country: random.pick(['GB', 'GB', 'GB', 'IE', 'US']),
        legalGround: origin.legalGround,
        runId: null,
        searchText: searchTextOf({ name: person.name, ...contact, behaviorSignal }),
        createdAt,
        updatedAt: createdAt,
        isDemo: true,
      },
    };
  });
  const { runs, events } = buildRuns(people, groups, calendar, random);
  return { people, runs, events: [...events, ...people.map(arrivalOf)] };
}

const audiences = new Map(GROUPS.map(({ key, audience }) => [key, readAudience(audience)]));

function audienceOf(group: GroupKey) {
  const audience = audiences.get(group);
  if (!audience) throw new Error(`no group ${group}`);
  return audience;
}

type Origin = { platform: Platform; legalGround: LeadRow['legalGround'] };

/** Most were found on the practice network; some of the earlier ones came with a file or were added by hand. */
function originOf({ stage, reach, foundDay }: Place, random: Random): Origin {
  const chance = random.next();
  const isOld = stage !== 'new' && foundDay < -31 && reach !== 'account';
  if (isOld && chance < 0.16) return { platform: 'import', legalGround: 'customer' };
  if (isOld && chance < 0.22) return { platform: 'manual', legalGround: 'consent' };
  return { platform: 'practice', legalGround: 'legitimate_interest' };
}

const STATUS_OF_REACHED: readonly ContactStatus[] = [
  'email_verified',
  'email_verified',
  'email_verified',
  'verified',
  'verified',
  'multi_contact',
  'phone_verified',
  'manual_verification',
];

function statusOf({ stage, reach, foundDay }: Place, hasMail: boolean, random: Random): ContactStatus {
  const byReach: Record<Reach, () => ContactStatus> = {
    mail: () =>
      stage === 'new' && foundDay === 0 && random.next() < 0.4
        ? 'enrichment_pending'
        : random.pick(STATUS_OF_REACHED),
    nowhere: () => (hasMail ? 'verification_failed' : 'manual_verification'),
    account: () => 'manual_verification',
    bounced: () => 'verification_failed',
    unsubscribed: () => 'email_verified',
  };
  return byReach[reach]();
}

/** People found by one search, at one time. */
function buildRuns(
  people: readonly DemoLead[],
  groups: Record<GroupKey, { id: string }>,
  calendar: Calendar,
  random: Random,
): { runs: RunRow[]; events: NewEvent[] } {
  const found = people.filter(({ row }) => row.platform === 'practice');
  const searches = Map.groupBy(found, ({ place }) => `${place.group} ${place.foundDay} ${place.foundHour}`);
  const runs: RunRow[] = [];
  const events: NewEvent[] = [];
  for (const leadsOfRun of searches.values()) {
    const [first] = leadsOfRun;
    if (!first) continue;
    const startedAt = first.row.createdAt;
    const kept = leadsOfRun.length;
    const spare = random.between(0, 4);
    const id = random.id(startedAt);
    const groupId = groups[first.place.group].id;
    for (const { row } of leadsOfRun) row.runId = id;
    runs.push({
      id,
      groupId,
      searchQuery: GROUPS.find(({ key }) => key === first.place.group)?.audience ?? '',
      requested: 20,
      state: 'done',
      sources: [
        {
          platform: 'practice',
          state: 'done',
          read: kept * 3 + spare * 2,
          total: kept * 3 + spare * 2,
          found: kept + spare,
          duplicates: spare,
          kept,
          reason: null,
          details: null,
        },
      ],
      startedAt,
      finishedAt: startedAt,
      isDemo: true,
    });
    const bands = leadsOfRun.map(({ row }) => scoreBand(Number(row.aiScore)));
    const count = <T>(items: readonly T[], item: T): number => items.filter((other) => other === item).length;
    events.push({
      type: 'run.scored',
      occurredAt: startedAt,
      data: {
        runId: id,
        groupId,
        found: kept,
        high: count(bands, 'high'),
        medium: count(bands, 'medium'),
        low: count(bands, 'low'),
        sources: ['practice'],
        by: BUILT_IN_ENGINE,
      },
    });
    const checks = leadsOfRun.filter(({ row }) => row.email !== null).map(({ row }) => row.contactStatus);
    const [failed, manual] = [count(checks, 'verification_failed'), count(checks, 'manual_verification')];
    const pending = count(checks, 'enrichment_pending');
    if (checks.length === pending) continue;
    events.push({
      type: 'addresses.checked',
      // A minute later, but before now.
      occurredAt: new Date(
        startedAt.getTime() +
          Math.min(60_000, Math.floor((calendar.now.getTime() - startedAt.getTime()) / 2)),
      ),
      data: {
        checked: checks.length - pending,
        verified: checks.length - pending - failed - manual,
        manual,
        failed,
        by: BUILT_IN_ENGINE,
      },
    });
  }
  return { runs, events };
}

function arrivalOf({ row }: DemoLead): NewEvent {
  return {
    type: row.platform === 'practice' ? 'lead.discovered' : 'lead.added',
    leadId: row.id ?? null,
    occurredAt: row.createdAt,
    data: { platform: row.platform, ...(row.runId ? { runId: row.runId } : {}) },
  };
}
