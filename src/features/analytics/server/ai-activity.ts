import { z } from 'zod';
import { haltNote } from '#features/campaigns/rules-pause-words.ts';
import { moveReason } from '#features/crm/rules.ts';
import { Stage } from '#features/leads/contract.ts';
import { STAGE_LABELS } from '#features/leads/rules.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import { BUILT_IN_ENGINE } from '#kit/built-in-engine.ts';
import { countOf, formatCount } from '#kit/text.ts';
import { DAY_MS } from '#kit/time.ts';
import type { AiActivity } from '../contract.ts';
import { checkedWords, composedWords, scoredWords } from '../rules.ts';
import {
  type AnsweredRow,
  type JoinedRow,
  listAnswered,
  listJoined,
  listMoveGroups,
  type MoveGroup,
} from './activity-store.ts';
import type { FigureContext } from './figure-scope.ts';
import { type AiEvent, listAiEvents } from './store.ts';

/** How far back changes of leads are listed and can be undone. */
const LISTED_MS = 7 * DAY_MS;

const Count = z.number().int().min(0).default(0);
const By = z.string().default(BUILT_IN_ENGINE);

/** What the features write with their events; a field that an older event lacks counts as nothing. */
const Scored = z.object({
  found: Count,
  high: Count,
  medium: Count,
  low: Count,
  sources: z.array(z.string()).default([]),
  groupId: z.uuid().nullish(),
  by: By,
});
const Checked = z.object({ checked: Count, verified: Count, manual: Count, failed: Count, by: By });
const Composed = z.object({ steps: z.number().int().positive().optional(), by: By });

/** What was done without a person, newest first, with its undo where it changed something. */
export async function listAiActivity({ db, clock }: FigureContext, limit: number): Promise<AiActivity[]> {
  const { timeZone } = await getWorkspace(db);
  const to = clock.now();
  const from = new Date(to.getTime() - LISTED_MS);
  const [events, moves, joined, answered] = await Promise.all([
    listAiEvents(db, limit),
    listMoveGroups(db, { from, to, timeZone }),
    listJoined(db, { from, to, limit }),
    listAnswered(db, { from, to, limit }),
  ]);
  return [
    ...events.flatMap((event) => activityOf(event) ?? []),
    ...moves.map(moveOf),
    ...joined.map(joinedOf),
    ...answered.map(answeredOf),
  ]
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
    .slice(0, limit);
}

/** One line of the activity list; undefined for what cannot be read. */
function activityOf(event: AiEvent): AiActivity | undefined {
  const common = { id: event.id, at: event.occurredAt.toISOString(), undo: null };
  switch (event.type) {
    case 'run.scored': {
      const run = Scored.safeParse(event.data).data;
      if (!run) return undefined;
      const href = run.groupId ? `/leads?group=${run.groupId}` : '/leads';
      return {
        ...common,
        kind: 'scored',
        ...scoredWords({ ...run, sources: run.sources.length }),
        by: run.by,
        href,
      };
    }
    case 'addresses.checked': {
      const check = Checked.safeParse(event.data).data;
      return check && { ...common, kind: 'checked', ...checkedWords(check), by: check.by, href: '/leads' };
    }
    case 'campaign.composed': {
      const composition = Composed.safeParse(event.data).data;
      if (!composition) return undefined;
      return {
        ...common,
        kind: 'composed',
        ...composedWords({ ...composition, campaign: event.campaign }),
        by: composition.by,
        href: '/campaigns',
      };
    }
    case 'campaign.paused': {
      const note = haltNote(event.data);
      if (note === null) return undefined;
      return {
        ...common,
        kind: 'stopped',
        title: `Paused ${event.campaign ?? 'a campaign that is gone'}`,
        detail: note,
        by: 'Sending watch',
        href: '/campaigns',
      };
    }
    default:
      return undefined;
  }
}

/** What is named by `moved:2027-01-14:engaged`: a day's moves to a stage, up to the newest that was shown. */
export const MovedId = z
  .templateLiteral(['moved:', z.iso.date(), ':', Stage, ':', z.iso.datetime()])
  .transform((id) => {
    const [, day = '', stage, ...until] = id.split(':');
    return { day, stage: Stage.parse(stage), until: new Date(until.join(':')) };
  });
export const JoinedId = z
  .templateLiteral(['joined:', z.uuid()])
  .transform((id) => ({ eventId: id.slice('joined:'.length) }));

export const AnsweredId = z.templateLiteral(['answered:', z.uuid(), ':', z.uuid()]).transform((id) => {
  const [, communityId = '', postId = ''] = id.split(':');
  return { communityId, postId };
});

/** A day's moves of people to one stage, by the rules of the pipeline. */
function moveOf({ day, stage, at, count, standing, undone, reasons, lead }: MoveGroup): AiActivity {
  const who = count === 1 && lead ? lead.name : countOf(count, 'person', 'people');
  return {
    id: `moved:${day}:${stage}:${at.toISOString()}`,
    kind: 'moved',
    title: `Moved ${who} to ${STAGE_LABELS[stage]}`,
    detail: `Because ${reasons
      .map(
        ({ because, count: of }) =>
          `${moveReason(because)}${reasons.length > 1 ? ` (${formatCount(of)})` : ''}`,
      )
      .join(', ')}`,
    by: 'Pipeline rules',
    at: at.toISOString(),
    href: count === 1 && lead ? `/crm?lead=${lead.id}` : `/crm?stage=${stage}`,
    undo: standing > 0 ? 'possible' : undone > 0 ? 'done' : 'passed',
  };
}

/** A lead that an agent added: a visitor who left an address and was not known before. */
function joinedOf({ eventId, at, agent, lead, isWorkedOn }: JoinedRow): AiActivity {
  return {
    id: `joined:${eventId}`,
    kind: 'joined',
    title: lead === null ? 'Made a lead of a visitor' : `Made a lead of ${lead.name}`,
    detail: `Left an address with ${agent}`,
    by: agent,
    at: at.toISOString(),
    href: lead === null ? '/crm' : `/crm?lead=${lead.id}`,
    undo: lead === null ? 'done' : isWorkedOn ? 'passed' : 'possible',
  };
}

/** A moderator agent published an answer. */
function answeredOf({ postId, communityId, community, agent, at, ...row }: AnsweredRow): AiActivity {
  return {
    id: `answered:${communityId}:${postId}`,
    kind: 'answered',
    title: `Answered a post in ${community}`,
    detail: 'From what it has learned',
    by: agent,
    at: at.toISOString(),
    href: `/community?community=${communityId}`,
    undo: row.isDeleted ? 'done' : row.isSaidThere ? 'passed' : 'possible',
  };
}
