import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { type Database, inTransaction, type Queryable } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { LeadNote } from '../contract-notes.ts';
import {
  findColleagues,
  findNote,
  insertNote,
  listNotes,
  listTagNames,
  type NoteRow,
  purgeNotes,
  purgeTags,
  updateNote,
} from './notes-store.ts';
import { leadNotFound } from './refusals.ts';
import { findLead } from './store.ts';

type Dependencies = { db: Database; now: () => Date };

/** What colleagues write down about people, and the tags they use. */
export function createNotes({ db, now }: Dependencies) {
  const getNote = async (id: string, on: Queryable = db): Promise<LeadNote> => {
    const row = await findNote(on, id);
    if (!row) throw noteNotFound();
    return toNote(row);
  };

  const change = (id: string, what: Parameters<typeof updateNote>[2]): Promise<LeadNote | undefined> =>
    inTransaction(db, async (tx) => {
      if (!(await updateNote(tx, id, what))) throw noteNotFound();
      await announce(tx, ['leads', 'events']);
      return what.deletedAt ? undefined : getNote(id, tx);
    });

  const changed = async (id: string, what: Parameters<typeof updateNote>[2]): Promise<LeadNote> => {
    const note = await change(id, what);
    if (!note) throw noteNotFound();
    return note;
  };

  return {
    listNotes: async (leadId: string): Promise<LeadNote[]> => {
      if (!(await findLead(db, leadId))) throw leadNotFound();
      return (await listNotes(db, leadId)).map(toNote);
    },

    addNote: (leadId: string, text: string, actor: Actor): Promise<LeadNote> =>
      inTransaction(db, async (tx) => {
        if (!(await findLead(tx, leadId))) throw leadNotFound();
        const id = newId();
        await insertNote(tx, { id, leadId, text, authorId: actor.id, createdAt: now() });
        await announce(tx, ['leads', 'events']);
        return getNote(id, tx);
      }),

    changeNote: (id: string, text: string): Promise<LeadNote> => changed(id, { text, editedAt: now() }),

    deleteNote: async (id: string): Promise<void> => void (await change(id, { deletedAt: now() })),

    /** Undo of `deleteNote`. */
    restoreNote: (id: string): Promise<LeadNote> => changed(id, { deletedAt: null }),

    listTags: (): Promise<string[]> => listTagNames(db),

    tidyNotes: async (before: Date): Promise<void> => {
      await purgeNotes(db, before);
      await purgeTags(db, before);
    },
  };
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
