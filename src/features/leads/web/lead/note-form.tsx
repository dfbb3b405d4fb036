import { useOwnWork } from '#features/access/web/api.ts';
import { DrawerSection } from '#ui/drawer.tsx';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { useKeptText } from '#ui/kept/kept-work.ts';
import { Textarea } from '#ui/textarea.tsx';
import type { Lead } from '../../contract.ts';
import { NewNote } from '../../contract-notes.ts';
import { draftNameOf } from '../../rules-drafts.ts';
import { useAddNote } from '../api.ts';

/** What a colleague wants to remember of a person; it goes into the timeline below. */
export function NoteForm({ lead }: { lead: Lead }) {
  const add = useAddNote();
  const [begun, keep] = useKeptText(useOwnWork(draftNameOf(lead.id, 'note')));
  const form = useSchemaForm(NewNote, { defaultValues: { text: begun } });
  return (
    <DrawerSection title="Notes">
      <Form
        form={form}
        onSubmit={async ({ text }) => {
          await add.mutateAsync({ leadId: lead.id, text });
          keep('');
          form.reset({ text: '' });
        }}
        className="space-y-2"
      >
        <FormField form={form} name="text" label={`Note about ${lead.name}`}>
          {({ onChange, ...field }) => (
            <Textarea
              {...field}
              rows={2}
              maxLength={2_000}
              onChange={(event) => {
                onChange(event);
                keep(event.target.value);
              }}
            />
          )}
        </FormField>
        <SubmitButton form={form} variant="secondary" size="row" pendingLabel="Adding…">
          Add note
        </SubmitButton>
      </Form>
    </DrawerSection>
  );
}
