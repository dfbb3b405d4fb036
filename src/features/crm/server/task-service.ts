import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { DAY_MS } from '#kit/time.ts';
import { type Database, inTransaction, type Queryable } from '#platform/db.ts';
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

/** What is to be done for leads, by whom and until when. */
export function createTasks({ db, now }: { db: Database; now: () => Date }) {
  const getTask = async (tx: Queryable, id: string): Promise<Task> => {
    const row = await findTask(tx, id);
    if (!row) throw new AppError('not_found', 'This task does not exist any more.');
    return toTask(row);
  };

  const assertOwner = async (tx: Queryable, ownerId: string | undefined): Promise<void> => {
    if (ownerId === undefined || (await isUser(tx, ownerId))) return;
    const message = 'This person is not in the workspace any more. Choose somebody else.';
    throw new AppError('invalid_input', message, { fields: { ownerId: message } });
  };

  return {
    /** What is kept of a person's tasks, for the person to read and to be forgotten. */
    personalData: {
      workedOn: hasTask,
      part: 'tasks',
      texts: [{ kind: 'task', topic: 'tasks', place: taskTexts } as const],
      read: async (leadId: string): Promise<Task[]> => (await listOfLead(db, leadId)).map(toTask),
      forget: forgetTasks,
      move: moveTasks,
      moveBack: moveTasksBack,
    },

    async listLeadTasks(leadId: string): Promise<Task[]> {
      if (!(await isLead(db, leadId))) throw new AppError('not_found', 'This lead does not exist any more.');
      return (await listOfLead(db, leadId)).map(toTask);
    },

    listTasks: async (owner: 'me' | 'all', actor: Actor): Promise<Task[]> =>
      (await listOpen(db, owner === 'me' ? actor.id : null)).map(toTask),

    addTask: (leadId: string, { title, dueAt, ownerId }: NewTask, actor: Actor): Promise<Task> =>
      inTransaction(db, async (tx) => {
        if (!(await isLead(tx, leadId))) {
          throw new AppError('not_found', 'This lead does not exist any more.');
        }
        await assertOwner(tx, ownerId);
        const id = newId(now().getTime());
        await insertTask(tx, { id, leadId, title, dueAt: new Date(dueAt), ownerId: ownerId ?? actor.id });
        await announce(tx, ['tasks']);
        return getTask(tx, id);
      }),

    changeTask: (id: string, { isDone, dueAt, ...change }: TaskChange): Promise<Task> =>
      inTransaction(db, async (tx) => {
        await assertOwner(tx, change.ownerId);
        await updateTask(tx, id, {
          ...change,
          ...(dueAt === undefined ? {} : { dueAt: new Date(dueAt) }),
          ...(isDone === undefined ? {} : { doneAt: isDone ? now() : null }),
        });
        await announce(tx, ['tasks']);
        return getTask(tx, id);
      }),

    deleteTask: (id: string): Promise<void> =>
      inTransaction(db, async (tx) => {
        const isDeleted = await updateTask(tx, id, { deletedAt: now() });
        if (!isDeleted) throw new AppError('not_found', 'This task does not exist any more.');
        await purgeTasks(tx, new Date(now().getTime() - DAY_MS));
        await announce(tx, ['tasks']);
      }),

    restoreTask: (id: string): Promise<Task> =>
      inTransaction(db, async (tx) => {
        await undelete(tx, id);
        await announce(tx, ['tasks']);
        return getTask(tx, id);
      }),
  };
}

function toTask(row: TaskRow): Task {
  return {
    ...row,
    dueAt: new Date(row.dueAt).toISOString(),
    doneAt: row.doneAt === null ? null : new Date(row.doneAt).toISOString(),
    createdAt: new Date(row.createdAt).toISOString(),
  };
}
