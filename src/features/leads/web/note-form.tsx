import { DrawerSection } from '#ui/drawer.tsx';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Textarea } from '#ui/textarea.tsx';
import type { Lead } from '../contract.ts';
import { NewNote } from '../contract-notes.ts';
import { useAddNote } from './api.ts';

/** What a colleague wants to remember of a person; it goes into the timeline below. */
export function NoteForm({ lead }: { lead: Lead }) {
  const add = useAddNote();
  const form = useSchemaForm(NewNote, { defaultValues: { text: '' } });
  return (
    <DrawerSection title="Notes">
      <Form
        form={form}
        onSubmit={async ({ text }) => {
          await add.mutateAsync({ leadId: lead.id, text });
          form.reset();
        }}
        className="space-y-2"
      >
        <FormField form={form} name="text" label={`Note about ${lead.name}`}>
          {(field) => <Textarea {...field} rows={2} maxLength={2_000} />}
        </FormField>
        <SubmitButton form={form} variant="secondary" size="row" pendingLabel="Adding…">
          Add note
        </SubmitButton>
      </Form>
    </DrawerSection>
  );
}
