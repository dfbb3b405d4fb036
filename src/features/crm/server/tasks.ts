import { type Actor, accountOf } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { NewTask, Task, TaskChange } from '../contract-board.ts';
import { isLead } from './store.ts';
import {
  findTask,
  forgetTasks,
  hasTask,
  insertTask,
  isUser,
  listOfLead,
  listOpen,
  moveTasks,
  moveTasksBack,
  purgeTasks,
  type TaskRow,
  taskTexts,
  undelete,
  updateTask,
} from './task-store.ts';

type TaskContext = Pick<Context, 'db' | 'clock'>;

/** The tasks that name a person: to be read by that person, merged and erased. */
export const taskData = {
  workedOn: hasTask,
  part: 'tasks',
  texts: [{ kind: 'task', topic: 'tasks', place: taskTexts } as const],
  read: async ({ db }: Pick<Context, 'db'>, leadId: string): Promise<Task[]> =>
    (await listOfLead(db, leadId)).map(toTask),
  forget: forgetTasks,
  move: moveTasks,
  moveBack: moveTasksBack,
};

export async function listLeadTasks({ db }: TaskContext, leadId: string): Promise<Task[]> {
  await assertLead(db, leadId);
  return (await listOfLead(db, leadId)).map(toTask);
}

export async function listTasks({ db }: TaskContext, owner: 'me' | 'all', actor: Actor): Promise<Task[]> {
  return (await listOpen(db, owner === 'me' ? actor.id : null)).map(toTask);
}

export function addTask(
  { db, clock }: TaskContext,
  leadId: string,
  { title, dueAt, ownerId }: NewTask,
  actor: Actor,
): Promise<Task> {
  return inTransaction(db, async (tx) => {
    await assertLead(tx, leadId);
    await assertOwner(tx, ownerId);
    const owner = ownerId ?? accountOf(actor);
    if (owner === null) {
      const message = 'Choose who the task is for.';
      throw new AppError('invalid_input', message, { fields: { ownerId: message } });
    }
    const id = newId(clock.now().getTime());
    await insertTask(tx, { id, leadId, title, dueAt: new Date(dueAt), ownerId: owner });
    await announce(tx, ['tasks']);
    return getTask(tx, id);
  });
}

export function changeTask(
  { db, clock }: TaskContext,
  id: string,
  { isDone, dueAt, ...change }: TaskChange,
): Promise<Task> {
  return inTransaction(db, async (tx) => {
    await assertOwner(tx, change.ownerId);
    await updateTask(tx, id, {
      ...change,
      ...(dueAt === undefined ? {} : { dueAt: new Date(dueAt) }),
      ...(isDone === undefined ? {} : { doneAt: isDone ? clock.now() : null }),
    });
    await announce(tx, ['tasks']);
    return getTask(tx, id);
  });
}

/** Can be taken back with `restoreTask` for a day. */
export function deleteTask({ db, clock }: TaskContext, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const isDeleted = await updateTask(tx, id, { deletedAt: now });
    if (!isDeleted) throw new AppError('not_found', 'This task does not exist any more.');
    await purgeTasks(tx, new Date(now.getTime() - DAY_MS));
    await announce(tx, ['tasks']);
  });
}

export function restoreTask({ db }: TaskContext, id: string): Promise<Task> {
  return inTransaction(db, async (tx) => {
    await undelete(tx, id);
    await announce(tx, ['tasks']);
    return getTask(tx, id);
  });
}

async function getTask(tx: Queryable, id: string): Promise<Task> {
  const row = await findTask(tx, id);
  if (!row) throw new AppError('not_found', 'This task does not exist any more.');
  return toTask(row);
}

async function assertLead(tx: Queryable, leadId: string): Promise<void> {
  if (!(await isLead(tx, leadId))) throw new AppError('not_found', 'This lead does not exist any more.');
}

async function assertOwner(tx: Queryable, ownerId: string | undefined): Promise<void> {
  if (ownerId === undefined || (await isUser(tx, ownerId))) return;
  const message = 'This person is not in the workspace any more. Choose someone else.';
  throw new AppError('invalid_input', message, { fields: { ownerId: message } });
}

function toTask(row: TaskRow): Task {
  return {
    ...row,
    dueAt: new Date(row.dueAt).toISOString(),
    doneAt: row.doneAt === null ? null : new Date(row.doneAt).toISOString(),
    createdAt: new Date(row.createdAt).toISOString(),
  };
}
