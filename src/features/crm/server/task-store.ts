import { and, eq, inArray, isNull, lt } from 'drizzle-orm';
import { type Queryable, rowsOf, type SQL, sql, type Transaction } from '#platform/db.ts';
import { textPlace } from '#platform/text-places.ts';
import { MOST_TASKS } from '../contract-board.ts';
import { tasks } from './tables.ts';

export const taskTexts = textPlace({
  table: 'tasks',
  texts: ['title'],
  at: 'created_at',
  isOfOthers: (leadIds) => sql`lead_id <> all(${sql.param([...leadIds])}::uuid[])`,
});

export type TaskRow = {
  id: string;
  leadId: string;
  leadName: string;
  title: string;
  dueAt: string;
  ownerId: string;
  ownerName: string | null;
  doneAt: string | null;
  createdAt: string;
};

const select = (where: SQL, order: SQL): SQL =>
  sql`select t.id, t.lead_id as "leadId", l.name as "leadName", t.title, t.due_at as "dueAt", t.owner_id as "ownerId",
      nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') as "ownerName", t.done_at as "doneAt",
      t.created_at as "createdAt"
    from tasks t join leads l on l.id = t.lead_id and l.deleted_at is null left join users u on u.id = t.owner_id
    where t.deleted_at is null and ${where} order by ${order} limit ${MOST_TASKS}`;

export function listOfLead(db: Queryable, leadId: string): Promise<TaskRow[]> {
  return rowsOf(
    db,
    select(sql`t.lead_id = ${leadId}`, sql`t.done_at is not null, coalesce(t.done_at, t.due_at), t.id`),
  );
}

/** Open tasks, those due first first; of one person or of everybody. */
export function listOpen(db: Queryable, ownerId: string | null): Promise<TaskRow[]> {
  const isOwn = ownerId === null ? sql`true` : sql`t.owner_id = ${ownerId}`;
  return rowsOf(db, select(sql`t.done_at is null and ${isOwn}`, sql`t.due_at, t.id`));
}

export async function findTask(db: Queryable, id: string): Promise<TaskRow | undefined> {
  const [row] = await rowsOf<TaskRow>(db, select(sql`t.id = ${id}`, sql`t.id`));
  return row;
}

export async function isUser(db: Queryable, id: string): Promise<boolean> {
  const rows = await rowsOf(db, sql`select 1 from users where id = ${id}`);
  return rows.length === 1;
}

/** Of a row of `leads`. */
export const hasTask = sql`exists (select from tasks t where t.lead_id = leads.id and t.deleted_at is null)`;

export async function insertTask(tx: Transaction, row: typeof tasks.$inferInsert): Promise<void> {
  await tx.insert(tasks).values(row);
}

/** Whether there was such a task that is not deleted; one that is done already keeps the time at which it was. */
export async function updateTask(
  tx: Transaction,
  id: string,
  {
    doneAt,
    ...change
  }: Partial<Pick<typeof tasks.$inferInsert, 'title' | 'dueAt' | 'ownerId' | 'doneAt' | 'deletedAt'>>,
): Promise<boolean> {
  const done = doneAt && sql<Date>`coalesce(${tasks.doneAt}, ${sql.param(doneAt, tasks.doneAt)})`;
  const rows = await tx
    .update(tasks)
    // A change of nothing sets what holds already.
    .set({ deletedAt: null, ...change, ...(doneAt === undefined ? {} : { doneAt: done }) })
    .where(and(eq(tasks.id, id), isNull(tasks.deletedAt)))
    .returning({ id: tasks.id });
  return rows.length === 1;
}

export async function undelete(tx: Transaction, id: string): Promise<void> {
  await tx.update(tasks).set({ deletedAt: null }).where(eq(tasks.id, id));
}

export async function forgetTasks(tx: Transaction, leadIds: readonly string[]): Promise<void> {
  await tx.delete(tasks).where(inArray(tasks.leadId, [...leadIds]));
}

/** Gives the tasks of one record of a person to another; answers their ids. */
export async function moveTasks(tx: Transaction, from: string, to: string): Promise<string[]> {
  const rows = await tx
    .update(tasks)
    .set({ leadId: to })
    .where(eq(tasks.leadId, from))
    .returning({ id: tasks.id });
  return rows.map(({ id }) => id);
}

/** Those of them that `from` still has go to `to`. */
export async function moveTasksBack(
  tx: Transaction,
  ids: readonly string[],
  from: string,
  to: string,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(tasks)
    .set({ leadId: to })
    .where(and(inArray(tasks.id, [...ids]), eq(tasks.leadId, from)));
}

/** Deleted tasks are kept for Undo only. */
export async function purgeTasks(db: Queryable, before: Date): Promise<void> {
  await db.delete(tasks).where(lt(tasks.deletedAt, before));
}
