import type { NewEvent } from '#features/tracking/server/event-subscribers.ts';
import type { Calendar } from './calendar.ts';
import type { Random } from './random.ts';
import { AGENTS } from './story.ts';

/** Of 247 conversations: 84.2 percent. */
const RESOLVED = 208;
const MEAN_RESPONSE_MS = 1_400;

/** Of those who look at a page, so many talk with an agent there and leave their address. */
const TALKED = 0.14;
/** The others stay strangers. */
const LINKED = 150;

/** The agents and what they talked, most of it settled without a person. */
export function buildAgents(calendar: Calendar, random: Random) {
  const rows = AGENTS.map(({ day, conversations: _conversations, specializations, ...expert }) => {
    const createdAt = calendar.at(day, 14);
    const id = random.id(createdAt);
    return {
      ...expert,
      specializations: [...specializations],
      id,
      createdAt,
      updatedAt: createdAt,
      isDemo: true,
    };
  });
  const agentIds = AGENTS.flatMap(({ conversations }, index) =>
    Array<string>(conversations).fill(rows[index]?.id ?? ''),
  );
  const isResolved = random.shuffled(agentIds.map((_, index) => index < RESOLVED));
  let owed = 0;
  const talks = agentIds.map((agentId, index) => {
    const startedAt = calendar.at(-random.between(1, 58), 7 + random.next() * 14);
    // Every second answer makes up for the one before it, so that the mean is met.
    owed = index % 2 === 0 ? random.between(-700, 900) : -owed;
    const isLast = index === agentIds.length - 1;
    return {
      id: random.id(startedAt),
      agentId,
      startedAt,
      resolvedAt: isResolved[index] ? calendar.minutesAfter(startedAt, random.between(1, 14)) : null,
      responseMs: MEAN_RESPONSE_MS + (isLast ? 0 : owed),
      isDemo: true,
    };
  });
  return { agents: rows, conversations: talks };
}

type Agents = ReturnType<typeof buildAgents>;
type Conversation = Agents['conversations'][number] & { leadId?: string };

/** Ties some of the conversations to people who talked on a landing page; answers what is recorded of them. */
export function linkTalks(
  { agents, conversations: talks }: Agents,
  happened: readonly NewEvent[],
  calendar: Calendar,
  random: Random,
): { conversations: Conversation[]; events: NewEvent[] } {
  const since = calendar.at(-58, 0);
  const visits = new Map(
    happened.flatMap(({ type, leadId, occurredAt }) =>
      type === 'landing.visited' && leadId != null && occurredAt && occurredAt >= since
        ? [[leadId, occurredAt] as const]
        : [],
    ),
  );
  const events: NewEvent[] = [];
  const free = random.shuffled(talks);
  const linked = new Map<string, Conversation>();
  // From all the weeks, the last ones too.
  for (const [leadId, visitedAt] of random.shuffled([...visits])) {
    const talk = linked.size < LINKED && random.next() < TALKED ? free.pop() : undefined;
    if (!talk) continue;
    const after = (ms: number): Date => new Date(Math.min(visitedAt.getTime() + ms, calendar.now.getTime()));
    const startedAt = after(20_000);
    const lasted = talk.resolvedAt === null ? null : talk.resolvedAt.getTime() - talk.startedAt.getTime();
    linked.set(talk.id, {
      ...talk,
      startedAt,
      resolvedAt: lasted === null ? null : after(20_000 + lasted),
      leadId,
    });
    const agent = agents.find(({ id }) => id === talk.agentId);
    events.push({
      type: 'conversation.linked',
      leadId,
      occurredAt: after(50_000),
      data: { agent: agent?.name ?? '', agentId: talk.agentId },
    });
  }
  return { conversations: talks.map((talk) => linked.get(talk.id) ?? talk), events };
}
