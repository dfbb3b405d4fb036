import { and, eq } from 'drizzle-orm';
import { tasks } from '#features/crm/server/tables.ts';
import { leads, type leadTags, type leadViews } from '#features/leads/server/tables.ts';
import { foldText } from '#kit/text.ts';
import { HOUR_MS } from '#kit/time.ts';
import { sql, type Transaction } from '#platform/db.ts';
import type { Calendar } from './calendar.ts';
import type { DemoLead } from './leads.ts';
import type { Random } from './random.ts';
import { TAGS, TASKS, VIEWS } from './work-story.ts';

/** Stands for the first admin until there is one. */
const NOBODY_YET = 'demo';
/** Whoever is called by it is looked after by the first admin. */
const OWNED = 'call back';

export type DemoWork = {
  tags: (typeof leadTags.$inferInsert)[];
  views: (typeof leadViews.$inferInsert)[];
  tasks: (typeof tasks.$inferInsert)[];
};

/** What colleagues do with the people of the demo: tags (put on `people` themselves), views for all, and tasks. */
export function buildWork(people: readonly DemoLead[], calendar: Calendar, random: Random): DemoWork {
  for (const { row, place } of people) {
    const fitting = TAGS.filter(
      ({ groups, stages }) => groups.includes(place.group) && stages.includes(place.stage),
    );
    row.tags = fitting.filter(() => random.next() < 0.4).map(({ name }) => name);
  }
  const createdAt = calendar.at(-40, 15);
  const free = random.shuffled(people);
  return {
    tags: TAGS.map(({ name }) => ({ key: foldText(name), name, usedAt: calendar.now })),
    views: VIEWS.map(({ name, query }) => ({
      id: random.id(createdAt),
      name,
      query,
      isShared: true,
      createdAt,
      isDemo: true,
    })),
    tasks: TASKS.flatMap(({ title, stage, group, day, isDone = false }) => {
      const index = free.findIndex(({ place }) => place.stage === stage && place.group === group);
      const [lead] = index < 0 ? [] : free.splice(index, 1);
      if (!lead?.row.id) return [];
      const made = calendar.at(Math.min(day, 0) - 2, 10);
      const dueAt = new Date(calendar.startOf(day).getTime() + 16 * HOUR_MS);
      return [
        {
          id: random.id(made),
          leadId: lead.row.id,
          title,
          dueAt,
          ownerId: NOBODY_YET,
          createdAt: made,
          doneAt: isDone ? calendar.at(day, 16) : null,
          isDemo: true,
        },
      ];
    }),
  };
}

/** Gives the first admin the work that waits in the demo, so that the own list shows what it is for. */
export async function adoptDemoWork(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(tasks)
    .set({ ownerId: userId })
    .where(and(eq(tasks.isDemo, true), eq(tasks.ownerId, NOBODY_YET)));
  await tx
    .update(leads)
    .set({ ownerId: userId })
    .where(and(eq(leads.isDemo, true), sql`${leads.tags} @> array[${OWNED}]`, sql`${leads.ownerId} is null`));
}
