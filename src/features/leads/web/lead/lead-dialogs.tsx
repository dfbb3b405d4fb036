import { type ChangeEvent, useEffect, useState } from 'react';
import type { z } from 'zod';
import { LegalGround } from '#features/compliance/contract.ts';
import { LEGAL_GROUND_LABELS } from '#features/compliance/rules-consent.ts';
import { ConsentChannelsPicker } from '#features/compliance/web/consent-channels-picker.tsx';
import { CancelButton } from '#ui/cancel-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormField, type SchemaForm, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { PartialNotice } from '#ui/partial-notice.tsx';
import { Select } from '#ui/select.tsx';
import { Swatch } from '#ui/swatch.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.ts';
import { CONTACT_STATUSES, type Lead, LeadChange, NewLead } from '../../contract.ts';
import { type LeadGroup } from '../../contract-groups.ts';
import { CONTACT_STATUS_LABELS } from '../../rules.ts';
import { channelsByAddress } from '../../rules-consent.ts';
import { useCreateLead, useUpdateLead } from '../api.ts';

const GROUND_OPTIONS = LegalGround.options.map((value) => ({ value, label: LEGAL_GROUND_LABELS[value] }));
const STATUS_OPTIONS = CONTACT_STATUSES.map((value) => ({ value, label: CONTACT_STATUS_LABELS[value] }));

type AddLeadDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  groups: readonly LeadGroup[];
  groupId: string | null;
  onAdded: (lead: Lead) => void;
};

/** A person somebody knows of, added by hand. */
export function AddLeadDialog({ open, onOpenChange, groups, groupId, onAdded }: AddLeadDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add lead"
      description="It is scored by its words, and its address is checked."
    >
      <AddLeadForm
        groups={groups}
        groupId={groupId}
        onAdded={(lead) => {
          onOpenChange(false);
          onAdded(lead);
        }}
      />
    </Dialog>
  );
}

type AddLeadFormProps = Pick<AddLeadDialogProps, 'groups' | 'groupId' | 'onAdded'>;

function AddLeadForm({ groups, groupId, onAdded }: AddLeadFormProps) {
  const create = useCreateLead();
  const form = useSchemaForm(NewLead, {
    defaultValues: {
      name: '',
      groupId: groupId ?? '',
      behaviorSignal: '',
      legalGround: 'legitimate_interest',
      consentWording: '',
    },
  });
  const [ground, chosen, email, handle, phone] = form.watch([
    'legalGround',
    'consentChannels',
    'email',
    'handle',
    'phone',
  ]);
  // Until somebody says more, what they agreed to follows from the addresses that are given.
  const channels = chosen ?? channelsByAddress({ email, handle, phone });
  // The groups may arrive after the dialog was opened; what somebody has chosen meanwhile stays.
  useEffect(() => {
    if (groupId !== null && form.getValues('groupId') === '') form.setValue('groupId', groupId);
  }, [form, groupId]);
  return (
    <Form
      form={form}
      onSubmit={async ({ consentChannels: _chosen, ...values }) => {
        if (ground !== 'consent') return onAdded(await create.mutateAsync(values));
        if (channels.length === 0) {
          return form.setError('consentChannels', { message: 'Choose what they agreed to.' });
        }
        return onAdded(await create.mutateAsync({ ...values, consentChannels: [...channels] }));
      }}
      className="grid gap-4 sm:grid-cols-2"
    >
      <FormField form={form} name="name" label="Name" isRequired>
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="groupId" label="Lead group" isRequired>
        {({ onChange, ...field }) => (
          <Select
            {...field}
            value={field.value === '' ? null : field.value}
            onValueChange={onChange}
            placeholder="Choose a lead group"
            options={groups.map(({ id, name, color }) => ({
              value: id,
              label: name,
              mark: <Swatch color={color} />,
            }))}
          />
        )}
      </FormField>
      <FormField form={form} name="email" label="Email" note="optional">
        {(field) => <Input {...optional(field, undefined)} type="email" />}
      </FormField>
      <FormField form={form} name="handle" label="Handle" note="optional">
        {(field) => <Input {...optional(field, undefined)} />}
      </FormField>
      <FormField
        form={form}
        name="phone"
        label="Telephone"
        note="optional"
        hint="With its country code, for example +44 7700 900123."
      >
        {(field) => <Input {...optional(field, undefined)} type="tel" />}
      </FormField>
      <FormField
        form={form}
        name="country"
        label="Country"
        note="optional"
        hint="Two letters, for example GB."
      >
        {(field) => <Input {...optional(field, undefined)} maxLength={2} />}
      </FormField>
      <FormField
        form={form}
        name="behaviorSignal"
        label="Signal"
        note="optional"
        hint="Their own words, with what they ask for. Write no health details about the person."
        className="sm:col-span-2"
      >
        {(field) => <Textarea {...field} rows={3} />}
      </FormField>
      <FormField form={form} name="legalGround" label="Legal ground" hint="Why you may write to this person.">
        {({ onChange, ...field }) => <Select {...field} onValueChange={onChange} options={GROUND_OPTIONS} />}
      </FormField>
      {ground === 'consent' && (
        <FormField
          form={form}
          name="consentWording"
          label="Wording"
          note="optional"
          hint="What they read when they agreed. You stand for it with your name."
        >
          {(field) => <Input {...field} value={field.value ?? ''} autoComplete="off" />}
        </FormField>
      )}
      {ground === 'consent' && (
        <div className="sm:col-span-2">
          <ConsentChannelsPicker
            legend="They agreed to"
            hint="Only what they were asked about: agreeing to e-mail is no yes to WhatsApp or SMS."
            channels={channels}
            onChange={(next) =>
              form.setValue('consentChannels', next, { shouldValidate: form.formState.isSubmitted })
            }
          />
          {form.formState.errors.consentChannels && (
            <p role="alert" className="mt-1 text-small text-red-ink">
              {form.formState.errors.consentChannels.message}
            </p>
          )}
        </div>
      )}
      <FormButtons form={form} label="Add lead" pendingLabel="Adding…" />
    </Form>
  );
}

type OptionalField<Empty> = {
  value?: string | null | undefined;
  onChange: (value: string | Empty) => void;
};

/** What an input of a field that may stay empty takes; `empty` is what the contract has for that. */
function optional<Empty, Field extends OptionalField<Empty>>(field: Field, empty: Empty) {
  return {
    ...field,
    autoComplete: 'off',
    value: field.value ?? '',
    onChange: (event: ChangeEvent<HTMLInputElement>) => field.onChange(event.target.value || empty),
  };
}

type EditLeadDialogProps = { lead: Lead; open: boolean; onOpenChange: (open: boolean) => void };

export function EditLeadDialog({ lead, open, onOpenChange }: EditLeadDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Edit ${lead.name}`}>
      <EditLeadForm lead={lead} onSaved={() => onOpenChange(false)} />
    </Dialog>
  );
}

const EditedFields = LeadChange.pick({
  name: true,
  email: true,
  handle: true,
  phone: true,
  country: true,
  contactStatus: true,
  legalGround: true,
});

function EditLeadForm({ lead, onSaved }: { lead: Lead; onSaved: () => void }) {
  const update = useUpdateLead();
  const [opened] = useState(lead);
  // What others change meanwhile is taken over where nobody has typed here.
  const form = useSchemaForm(EditedFields, { defaultValues: editedOf(opened), values: editedOf(lead) });
  const overtaken = overtakenBy({ opened, lead, typed: form.watch() });
  const { clearErrors } = form;
  useEffect(() => clearErrors('root'), [clearErrors, lead.version]);
  return (
    <Form
      form={form}
      onSubmit={async (change) => {
        const what = changed(lead, change);
        if (Object.keys(what).length > 0) {
          const saved = await update.mutateAsync({ lead, change: what });
          toast({
            title: `Details of ${saved.name} saved`,
            undo: () => {
              update
                .mutateAsync({ lead: saved, change: asItWas(lead, what) })
                .catch(tellFailure(`The details of ${saved.name} stay`));
            },
          });
        }
        onSaved();
      }}
      className="grid gap-4 sm:grid-cols-2"
    >
      {overtaken.length > 0 && (
        <PartialNotice
          isBoxed
          className="sm:col-span-2"
          title="Somebody else changed this while you had it open."
        >
          {overtaken.join('. ')}. Saving puts yours in its place.
        </PartialNotice>
      )}
      <FormField form={form} name="name" label="Name" isRequired>
        {(field) => <Input {...field} value={field.value ?? ''} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="handle" label="Handle" note="optional">
        {(field) => <Input {...optional(field, null)} />}
      </FormField>
      <FormField form={form} name="email" label="Email" note="optional">
        {(field) => <Input {...optional(field, null)} type="email" />}
      </FormField>
      <FormField
        form={form}
        name="phone"
        label="Telephone"
        note="optional"
        hint="With its country code, for example +44 7700 900123."
      >
        {(field) => <Input {...optional(field, null)} type="tel" />}
      </FormField>
      <FormField form={form} name="contactStatus" label="Contact status">
        {({ onChange, ...field }) => (
          <Select {...field} value={field.value ?? null} onValueChange={onChange} options={STATUS_OPTIONS} />
        )}
      </FormField>
      <FormField form={form} name="legalGround" label="Legal ground">
        {({ onChange, ...field }) => (
          <Select {...field} value={field.value ?? null} onValueChange={onChange} options={GROUND_OPTIONS} />
        )}
      </FormField>
      <FormField
        form={form}
        name="country"
        label="Country"
        note="optional"
        hint="Two letters, for example GB."
      >
        {(field) => <Input {...optional(field, null)} maxLength={2} />}
      </FormField>
      <FormButtons form={form} label="Save changes" pendingLabel="Saving…" />
    </Form>
  );
}

type EditedValues = z.input<typeof EditedFields>;

function editedOf({ name, email, handle, phone, country, contactStatus, legalGround }: Lead) {
  return { name, email, handle, phone, country, contactStatus, legalGround };
}

const FIELD_WORDS = {
  name: 'Name',
  email: 'Email',
  handle: 'Handle',
  phone: 'Telephone',
  country: 'Country',
  contactStatus: 'Contact status',
  legalGround: 'Legal ground',
} as const satisfies Record<keyof ReturnType<typeof editedOf>, string>;

/** What somebody else has changed since, where something else is typed here. */
function overtakenBy({ opened, lead, typed }: { opened: Lead; lead: Lead; typed: EditedValues }): string[] {
  return EditedFields.keyof().options.flatMap((field) => {
    const now = lead[field];
    if (now === opened[field] || now === typed[field] || opened[field] === typed[field]) return [];
    const words =
      field === 'contactStatus'
        ? CONTACT_STATUS_LABELS[lead.contactStatus]
        : field === 'legalGround'
          ? LEGAL_GROUND_LABELS[lead.legalGround]
          : now;
    return words === null
      ? [`${FIELD_WORDS[field]} was emptied`]
      : [`${FIELD_WORDS[field]} is now “${words}”`];
  });
}

/** Only what differs: an untouched address is not checked again. */
function changed<Fields extends object>(before: Lead, after: Fields): Partial<Fields> {
  const known: Record<string, unknown> = before;
  const result: Partial<Fields> = { ...after };
  for (const [name, value] of Object.entries(after)) {
    if (known[name] === value) Reflect.deleteProperty(result, name);
  }
  return result;
}

/** The fields of a change as the lead had them; a former address is worth what was found out about it. */
function asItWas(lead: Lead, change: Partial<z.output<typeof EditedFields>>): EditedValues {
  const before = editedOf(lead);
  const names = new Set([...Object.keys(change), ...('email' in change ? ['contactStatus'] : [])]);
  return Object.fromEntries(Object.entries(before).filter(([field]) => names.has(field)));
}

type FormButtonsProps<Input extends object, Output> = {
  form: SchemaForm<Input, Output>;
  label: string;
  pendingLabel: string;
};

function FormButtons<Input extends object, Output>({
  form,
  label,
  pendingLabel,
}: FormButtonsProps<Input, Output>) {
  return (
    <div className="flex justify-end gap-2 sm:col-span-2">
      <CancelButton />
      <SubmitButton form={form} pendingLabel={pendingLabel}>
        {label}
      </SubmitButton>
    </div>
  );
}
