import type { conversations, experts } from '#features/agents/server/tables.ts';
import type { Calendar } from './calendar.ts';
import type { Random } from './random.ts';
import { EXPERTS } from './story.ts';

/** Of 247 conversations: 84.2 percent. */
const RESOLVED = 208;
const MEAN_RESPONSE_MS = 1_400;

/** The agents and what they talked, most of it settled without a person. */
export function buildAgents(
  calendar: Calendar,
  random: Random,
): { experts: (typeof experts.$inferInsert)[]; conversations: (typeof conversations.$inferInsert)[] } {
  const rows = EXPERTS.map(({ day, conversations: _conversations, specializations, ...expert }) => {
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
  const expertIds = EXPERTS.flatMap(({ conversations }, index) =>
    Array<string>(conversations).fill(rows[index]?.id ?? ''),
  );
  const isResolved = random.shuffled(expertIds.map((_, index) => index < RESOLVED));
  let owed = 0;
  const talks = expertIds.map((expertId, index) => {
    const startedAt = calendar.at(-random.between(1, 58), 7 + random.next() * 14);
    // Every second answer makes up for the one before it, so that the mean is met.
    owed = index % 2 === 0 ? random.between(-700, 900) : -owed;
    const isLast = index === expertIds.length - 1;
    return {
      id: random.id(startedAt),
      expertId,
      startedAt,
      resolvedAt: isResolved[index] ? calendar.minutesAfter(startedAt, random.between(1, 14)) : null,
      responseMs: MEAN_RESPONSE_MS + (isLast ? 0 : owed),
      isDemo: true,
    };
  });
  return { experts: rows, conversations: talks };
}
