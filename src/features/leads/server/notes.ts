import { type Actor, accountOf } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Queryable } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { LeadNote } from '../contract-notes.ts';
import { findColleagues, findNote, insertNote, listNotes, type NoteRow, updateNote } from './notes-store.ts';
import { leadNotFound } from './refusals.ts';
import { findLead } from './store.ts';

type NoteContext = Pick<Context, 'db' | 'clock'>;
type Change = Parameters<typeof updateNote>[2];

/** Refuses with `not_found`. */
export async function listLeadNotes({ db }: Pick<Context, 'db'>, leadId: string): Promise<LeadNote[]> {
  if (!(await findLead(db, leadId))) throw leadNotFound();
  return (await listNotes(db, leadId)).map(toNote);
}

/** Refuses with `not_found`. */
export function addNote(
  { db, clock }: NoteContext,
  leadId: string,
  text: string,
  actor: Actor,
): Promise<LeadNote> {
  return inTransaction(db, async (tx) => {
    if (!(await findLead(tx, leadId))) throw leadNotFound();
    const id = newId();
    await insertNote(tx, { id, leadId, text, authorId: accountOf(actor), createdAt: clock.now() });
    await announce(tx, ['leads', 'events']);
    return getNote(tx, id);
  });
}

/** Refuses with `not_found`. */
export function changeNote(ctx: NoteContext, id: string, text: string): Promise<LeadNote> {
  return inTransaction(ctx.db, async (tx) => {
    await change(tx, id, { text, editedAt: ctx.clock.now() });
    return getNote(tx, id);
  });
}

/** Can be taken back with `restoreNote` for a day. Refuses with `not_found`. */
export function deleteNote({ db, clock }: NoteContext, id: string): Promise<void> {
  return inTransaction(db, (tx) => change(tx, id, { deletedAt: clock.now() }));
}

export function restoreNote({ db }: Pick<Context, 'db'>, id: string): Promise<LeadNote> {
  return inTransaction(db, async (tx) => {
    await change(tx, id, { deletedAt: null });
    return getNote(tx, id);
  });
}

async function change(tx: Queryable, id: string, what: Change): Promise<void> {
  if (!(await updateNote(tx, id, what))) throw noteNotFound();
  await announce(tx, ['leads', 'events']);
}

async function getNote(tx: Queryable, id: string): Promise<LeadNote> {
  const row = await findNote(tx, id);
  if (!row) throw noteNotFound();
  return toNote(row);
}

/** Throws where nobody in the workspace has this id. */
export async function assertColleague(db: Queryable, ownerId: string | null): Promise<void> {
  if (ownerId === null || (await findColleagues(db, [ownerId])).size === 1) return;
  const message = 'This colleague is not in the workspace any more. Choose somebody else.';
  throw new AppError('invalid_input', message, { fields: { ownerId: message } });
}

function noteNotFound(): AppError {
  return new AppError('not_found', 'This note does not exist any more.');
}

function toNote(row: NoteRow): LeadNote {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
  };
}
