import { useId, useState } from 'react';
import { ConditionPanel } from '#features/compliance/web/condition-panel.tsx';
import { ApiError } from '#ui/calls/call-api.ts';
import { CancelButton } from '#ui/cancel-button.tsx';
import { cn } from '#ui/class-names.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.ts';
import { DEFAULT_GROUP_COLOR, type LeadGroup, NewLeadGroup } from '../../contract-groups.ts';
import { useChangeLeadGroup, useCreateLeadGroup } from '../api.ts';

type GroupDialogProps = {
  open: boolean;
  /** One to be changed, instead of a new one. */
  group?: LeadGroup | undefined;
  onOpenChange: (open: boolean) => void;
  onSaved: (group: LeadGroup) => void;
};

export function GroupDialog({ open, group, onOpenChange, onSaved }: GroupDialogProps) {
  const formId = useId();
  // The fields reset each time the dialog opens.
  const [round, setRound] = useState(0);
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) setRound(round + 1);
        onOpenChange(isOpen);
      }}
      title={group ? 'Edit lead group' : 'New lead group'}
      description={
        group
          ? 'Messages that wait for its people follow a new name.'
          : 'Leads are discovered into a group, and campaigns are written to groups.'
      }
      size="small"
    >
      <GroupForm
        key={round}
        formId={formId}
        group={group}
        onSaved={(saved) => {
          setRound(round + 1);
          onOpenChange(false);
          onSaved(saved);
        }}
      />
    </Dialog>
  );
}

type GroupFormProps = {
  formId: string;
  group: LeadGroup | undefined;
  onSaved: (group: LeadGroup) => void;
};

function GroupForm({ formId, group, onSaved }: GroupFormProps) {
  const create = useCreateLeadGroup();
  const change = useChangeLeadGroup();
  const form = useSchemaForm(NewLeadGroup, {
    defaultValues: {
      name: group?.name ?? '',
      description: group?.description ?? '',
      color: group?.color ?? DEFAULT_GROUP_COLOR,
    },
  });
  return (
    <Form
      id={formId}
      form={form}
      onSubmit={async (values) =>
        onSaved(
          group ? await change.mutateAsync({ id: group.id, ...values }) : await create.mutateAsync(values),
        )
      }
      onFailure={(error) =>
        toast({
          title: group ? 'Group not changed' : 'Failed to Create Group',
          description:
            serverMessage(error) ??
            (group ? 'Please try again.' : 'Unable to create lead group. Please try again.'),
          variant: 'destructive',
        })
      }
      className="space-y-4"
    >
      <FormField form={form} name="name" label="Name" isRequired>
        {(field) => <Input {...field} autoComplete="off" placeholder="Evening blends" />}
      </FormField>
      <ConditionPanel text={form.watch('name')} {...form.register('allowsCondition')} />
      <FormField form={form} name="description" label="Description" note="optional">
        {(field) => <Textarea {...field} />}
      </FormField>
      <FormField form={form} name="color" label="Colour">
        {(field) => (
          <ColorChoice
            value={field.value ?? DEFAULT_GROUP_COLOR}
            onChange={field.onChange}
            labelledBy={field['aria-labelledby']}
          />
        )}
      </FormField>
      <div className="flex justify-end gap-2 pt-1">
        <CancelButton />
        <SubmitButton form={form} pendingLabel={group ? 'Saving…' : 'Creating…'}>
          {group ? 'Save group' : 'Create group'}
        </SubmitButton>
      </div>
    </Form>
  );
}

/** The words of the server, where it was our server that refused. */
function serverMessage(error: unknown): string | undefined {
  return error instanceof ApiError ? error.body?.message : undefined;
}

const COLORS = [
  { value: DEFAULT_GROUP_COLOR, name: 'Blue' },
  { value: '#A16207', name: 'Ochre' },
  { value: '#4D7C0F', name: 'Moss' },
  { value: '#7C5295', name: 'Plum' },
  { value: '#0F766E', name: 'Teal' },
  { value: '#B4532A', name: 'Rust' },
  { value: '#64748B', name: 'Slate' },
] as const;

type ColorChoiceProps = { value: string; onChange: (color: string) => void; labelledBy: string };

function ColorChoice({ value, onChange, labelledBy }: ColorChoiceProps) {
  const name = useId();
  // A colour of its own, as programs give them, stays one of the choices.
  const [own] = useState(() => (COLORS.some((color) => color.value === value) ? undefined : value));
  const colors = own === undefined ? COLORS : [{ value: own, name: 'As it is' }, ...COLORS];
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} className="flex flex-wrap gap-2">
      {colors.map((color) => (
        <label
          key={color.value}
          title={color.name}
          className={cn(
            'relative inline-flex size-7 items-center justify-center rounded-control border border-line-2 pointer-coarse:size-11',
            'has-checked:border-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
          )}
        >
          <input
            type="radio"
            name={name}
            value={color.value}
            checked={value === color.value}
            onChange={() => onChange(color.value)}
            aria-label={color.name}
            className="absolute inset-0 appearance-none opacity-0"
          />
          <span
            aria-hidden="true"
            style={{ backgroundColor: color.value }}
            className="size-3.5 rounded-bar"
          />
        </label>
      ))}
    </div>
  );
}
