import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.ts';
import { type LeadNote, NewNote } from '../contract-notes.ts';
import { useChangeNote, useDeleteNote, useRestoreNote } from './api.ts';

type Note = Pick<LeadNote, 'id' | 'text'>;

/** A note where it stands, to be changed or deleted. */
export function NotePanel({ note }: { note: Note }) {
  const [isEditing, setIsEditing] = useState(false);
  const deleteWithUndo = useDeleteNoteWithUndo();
  if (isEditing) return <EditNote note={note} onDone={() => setIsEditing(false)} />;
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

function EditNote({ note, onDone }: { note: Note; onDone: () => void }) {
  const change = useChangeNote();
  // What others write meanwhile is not what this undo puts back.
  const [before] = useState(note.text);
  const form = useSchemaForm(NewNote, { defaultValues: { text: note.text } });
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
        onDone();
      }}
      className="space-y-2"
    >
      <FormField form={form} name="text" label="Note">
        {(field) => <Textarea {...field} rows={3} maxLength={2_000} />}
      </FormField>
      <div className="flex gap-2">
        <SubmitButton form={form} variant="secondary" size="row" pendingLabel="Saving…">
          Save note
        </SubmitButton>
        <Button size="row" variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
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
