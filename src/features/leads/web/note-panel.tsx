import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useOwnWork } from '#features/access/web/api.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { forgetWork, readWork, useKeptText } from '#ui/kept/kept-work.ts';
import { tellFailure } from '#ui/tell-failure.ts';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.ts';
import { type LeadNote, NewNote } from '../contract-notes.ts';
import { draftNameOf, isNoteDraft, subjectOfDraft } from '../rules-drafts.ts';
import { useChangeNote, useDeleteNote, useRestoreNote } from './api.ts';
import { useLeadDrafts } from './lead-drafts.ts';

type Note = Pick<LeadNote, 'id' | 'text'>;

type NotePanelProps = { leadId: string; note: Note };

/** A note where it stands, to be changed or deleted. */
export function NotePanel({ leadId, note }: NotePanelProps) {
  const own = useOwnWork(draftNameOf(leadId, 'note', note.id));
  const [isEditing, setIsEditing] = useState(() => readWork(own) !== undefined);
  const deleteWithUndo = useDeleteNoteWithUndo();
  if (isEditing) return <EditNote own={own} note={note} onDone={() => setIsEditing(false)} />;
  return (
    <div className="flex items-start gap-1">
      <p className="flex-1 wrap-anywhere whitespace-pre-line">{note.text}</p>
      <IconButton icon={Pencil} label="Edit note" onClick={() => setIsEditing(true)} className="-my-1" />
      <IconButton
        icon={Trash2}
        label="Delete note"
        onClick={() => deleteWithUndo(note.id)}
        className="-my-1"
      />
    </div>
  );
}

/** `own` names what is written so far, in this browser. */
function EditNote({ own, note, onDone }: { own: string; note: Note; onDone: () => void }) {
  const change = useChangeNote();
  // What others write meanwhile is not what this undo puts back.
  const [before] = useState(note.text);
  const [begun, keep] = useKeptText(own, before);
  const form = useSchemaForm(NewNote, { defaultValues: { text: begun } });
  const end = (): void => {
    forgetWork(own);
    onDone();
  };
  return (
    <Form
      form={form}
      onSubmit={async ({ text }) => {
        if (text !== before) {
          await change.mutateAsync({ id: note.id, text });
          toast({
            title: 'Note changed',
            undo: () => {
              change.mutateAsync({ id: note.id, text: before }).catch(tellFailure('The note stays as it is'));
            },
          });
        }
        end();
      }}
      className="space-y-2"
    >
      <FormField form={form} name="text" label="Note">
        {({ onChange, ...field }) => (
          <Textarea
            {...field}
            rows={3}
            maxLength={2_000}
            onChange={(event) => {
              onChange(event);
              keep(event.target.value);
            }}
          />
        )}
      </FormField>
      <div className="flex gap-2">
        <SubmitButton form={form} variant="secondary" size="row" pendingLabel="Saving…">
          Save note
        </SubmitButton>
        <Button size="row" variant="ghost" onClick={end}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

type LostNotesProps = { leadId: string; shownIds: readonly string[] };

/** What somebody was writing in a note that a colleague has deleted meanwhile. */
export function LostNotesPanel({ leadId, shownIds }: LostNotesProps) {
  const lost = useLeadDrafts(leadId).filter(({ name }) => {
    const noteId = isNoteDraft(name) ? subjectOfDraft(name) : undefined;
    return noteId !== undefined && !shownIds.includes(noteId);
  });
  return (
    <ul aria-label="Notes that are gone" className="mb-3 space-y-3 empty:hidden">
      {lost.map(({ name, text }) => (
        <li key={name} role="status" className="space-y-2">
          <p className="text-amber-ink">The note that you were changing was deleted. You were writing:</p>
          <p className="border-l-2 border-line-2 pl-3 wrap-anywhere whitespace-pre-line">{text}</p>
          <div className="flex gap-2">
            <CopyButton text={text} label="Copy text" />
            <Button size="row" variant="ghost" onClick={() => forgetWork(name)}>
              Discard text
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function useDeleteNoteWithUndo(): (id: string) => void {
  const remove = useDeleteNote();
  const restore = useRestoreNote();
  return (id) => {
    doWithUndo({
      deed: remove.mutateAsync(id),
      done: { title: 'Note deleted' },
      onFailure: tellFailure('The note was not deleted'),
      undo: () => restore.mutateAsync(id),
      onUndoFailure: tellFailure('The note did not come back'),
    });
  };
}
