import { ConditionPanel } from '#features/compliance/web/condition-panel.tsx';
import { DEFAULT_GROUP_COLOR, NewLeadGroup } from '#features/leads/contract-groups.ts';
import { useCreateLeadGroup } from '#features/leads/web/api.ts';
import { CancelButton } from '#ui/cancel-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { Textarea } from '#ui/textarea.tsx';

type Props = { open: boolean; onClose: () => void; onCreated: (id: string) => void };

/** A lead group without leaving the campaign. */
export function LeadGroupDialog({ open, onClose, onCreated }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="New lead group"
      description="People found or added later can be put in it; the campaign follows."
      size="small"
    >
      <GroupForm onClose={onClose} onCreated={onCreated} />
    </Dialog>
  );
}

function GroupForm({ onClose, onCreated }: Omit<Props, 'open'>) {
  const create = useCreateLeadGroup();
  const form = useSchemaForm(NewLeadGroup, {
    defaultValues: { name: '', description: '', color: DEFAULT_GROUP_COLOR },
  });
  return (
    <Form
      form={form}
      className="space-y-4"
      onSubmit={async (values) => {
        const group = await create.mutateAsync(values);
        onCreated(group.id);
        onClose();
      }}
      onFailure={tellFailure('Failed to create lead group.')}
    >
      <FormField form={form} name="name" label="Name" isRequired>
        {(field) => <Input {...field} maxLength={100} autoComplete="off" />}
      </FormField>
      <ConditionPanel text={form.watch('name')} {...form.register('allowsCondition')} />
      <FormField form={form} name="description" label="Description" note="optional">
        {(field) => <Textarea {...field} maxLength={500} />}
      </FormField>
      <div className="flex justify-end gap-2 pt-1">
        <CancelButton />
        <SubmitButton form={form} pendingLabel="Creating…">
          Create lead group
        </SubmitButton>
      </div>
    </Form>
  );
}
