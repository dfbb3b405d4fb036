import { useState } from 'react';
import { z } from 'zod';
import { CancelButton } from '#ui/cancel-button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormField, type SchemaForm, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast.ts';
import { type Mailbox, MailboxFields } from '../contract.ts';
import { CAREFUL_LIMITS } from '../rules.ts';
import { useMailboxDeeds } from './api.ts';

const SECURITIES = [
  { value: 'tls', label: 'TLS' },
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'none', label: 'None' },
] as const;

type FieldsIn = z.input<typeof MailboxFields>;
type FieldsForm = SchemaForm<FieldsIn, z.output<typeof MailboxFields>>;

/** Of the server's own, address and host stand in the settings of the server and not here. */
const ServerFieldsSchema = MailboxFields.extend({
  address: z.string(),
  smtpHost: z.string(),
  smtpPort: z.number(),
});

/** A mail account, new or known. The password is never shown again; left empty, it stays. */
export function MailboxDialog({ mailbox, onClose }: { mailbox: Mailbox | undefined; onClose: () => void }) {
  const deeds = useMailboxDeeds();
  const form: FieldsForm = useSchemaForm(mailbox?.isServer ? ServerFieldsSchema : MailboxFields, {
    defaultValues: valuesOf(mailbox),
  });
  const [isPaced, setIsPaced] = useState(mailbox === undefined || mailbox.limits !== null);

  async function save(values: z.output<typeof MailboxFields>): Promise<void> {
    const limits = isPaced ? (values.limits ?? CAREFUL_LIMITS) : null;
    if (mailbox?.isServer) await deeds.change.mutateAsync({ id: mailbox.id, change: { limits } });
    else if (mailbox) {
      const { password, ...rest } = values;
      const secret = password === '' ? {} : { password, isPaused: false };
      await deeds.change.mutateAsync({
        id: mailbox.id,
        change: { ...rest, limits, ...secret, version: mailbox.version },
      });
    } else await deeds.create.mutateAsync({ ...values, limits });
    onClose();
    toast({ title: mailbox ? 'Mailbox saved' : 'Mailbox added' });
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={mailbox?.isServer ? 'Limits of SMTP_URL' : mailbox ? 'Edit mailbox' : 'Add mailbox'}
      description={
        mailbox?.isServer
          ? 'Where it is and how to log in is set by SMTP_URL and IMAP_URL.'
          : 'Campaigns send from it in turn with your other mailboxes, and answers are read from its inbox.'
      }
    >
      <Form form={form} onSubmit={save}>
        {!mailbox?.isServer && <AccountFields form={form} isKnown={mailbox !== undefined} />}
        <fieldset className="mt-5 border-t border-line pt-4">
          <legend className="sr-only">Limits</legend>
          <Checkbox
            label="Send slowly"
            hint="New mailboxes that send much at once are taken for spam."
            checked={isPaced}
            onChange={() => setIsPaced(!isPaced)}
          />
          {isPaced && <LimitFields form={form} />}
        </fieldset>
        <div className="mt-5 flex justify-end gap-2">
          <CancelButton />
          <SubmitButton form={form} pendingLabel="Saving…">
            {mailbox ? 'Save mailbox' : 'Add mailbox'}
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

function AccountFields({ form, isKnown }: { form: FieldsForm; isKnown: boolean }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField form={form} name="address" label="Email address" isRequired>
        {(field) => <Input {...field} type="email" autoComplete="off" spellCheck={false} />}
      </FormField>
      <FormField form={form} name="name" label="Sender name">
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="username" label="Username">
        {(field) => <Input {...field} autoComplete="off" spellCheck={false} />}
      </FormField>
      <FormField
        form={form}
        name="password"
        label="Password"
        hint={
          isKnown
            ? 'Empty: it stays as it is.'
            : 'An app password, where the provider has them. Stored encrypted.'
        }
      >
        {(field) => <PasswordInput {...field} autoComplete="new-password" />}
      </FormField>
      <ServerFields form={form} kind="smtp" label="Sending (SMTP)" />
      <ServerFields form={form} kind="imap" label="Reading answers (IMAP)" />
    </div>
  );
}

type ServerFieldsProps = { form: FieldsForm; kind: 'smtp' | 'imap'; label: string };

function ServerFields({ form, kind, label }: ServerFieldsProps) {
  return (
    <fieldset className="grid grid-cols-[5rem_minmax(0,1fr)] gap-2 sm:grid-cols-[minmax(0,1fr)_5rem_7rem] sm:col-span-2">
      <legend className="mb-1 text-small font-medium text-ink-2">{label}</legend>
      <FormField
        form={form}
        name={`${kind}Host`}
        label="Server"
        isRequired={kind === 'smtp'}
        className="max-sm:col-span-2"
      >
        {(field) => (
          <Input {...field} autoComplete="off" spellCheck={false} placeholder={`${kind}.example.org`} />
        )}
      </FormField>
      <FormField form={form} name={`${kind}Port`} label="Port">
        {(field) => (
          <Input
            {...field}
            inputMode="numeric"
            onChange={(event) => field.onChange(numberOf(event.target.value))}
          />
        )}
      </FormField>
      <FormField form={form} name={`${kind}Security`} label="Encryption">
        {(field) => (
          <Select {...field} value={field.value} onValueChange={field.onChange} options={SECURITIES} />
        )}
      </FormField>
    </fieldset>
  );
}

const LIMIT_LABELS = {
  perDay: 'On the first day',
  growthPerDay: 'More on each further day',
  mostPerDay: 'At most a day',
  minGapSeconds: 'Seconds between two',
  perDomainPerHour: 'To one domain in an hour',
} as const;

function LimitFields({ form }: { form: FieldsForm }) {
  return (
    <div className="mt-3 grid grid-cols-2 gap-4 sm:grid-cols-3">
      {(['perDay', 'growthPerDay', 'mostPerDay', 'minGapSeconds', 'perDomainPerHour'] as const).map(
        (name) => (
          <FormField key={name} form={form} name={`limits.${name}`} label={LIMIT_LABELS[name]}>
            {(field) => (
              <Input
                {...field}
                value={String(field.value ?? '')}
                inputMode="numeric"
                onChange={(event) => field.onChange(numberOf(event.target.value))}
              />
            )}
          </FormField>
        ),
      )}
    </div>
  );
}

/** What is no number stays as typed, for the form to say so. */
function numberOf(text: string): number | string {
  return /^\d+$/.test(text.trim()) ? Number(text) : text;
}

function valuesOf(mailbox: Mailbox | undefined): FieldsIn {
  if (mailbox === undefined) {
    return {
      name: '',
      address: '',
      username: '',
      password: '',
      smtpHost: '',
      smtpPort: 587,
      smtpSecurity: 'starttls',
      imapHost: '',
      imapPort: 993,
      imapSecurity: 'tls',
      limits: CAREFUL_LIMITS,
    };
  }
  const { name, address, username, smtpHost, smtpPort, smtpSecurity, imapHost, imapPort, imapSecurity } =
    mailbox;
  return {
    ...{ name, address, username, smtpHost, smtpPort, smtpSecurity, imapHost, imapPort, imapSecurity },
    password: '',
    limits: mailbox.limits ?? CAREFUL_LIMITS,
  };
}
