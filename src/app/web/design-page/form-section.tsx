import { z } from 'zod';
import { ApiError } from '#ui/calls/call-api.ts';
import { FINDING_MARK } from '#ui/drawings/finding-glyph.tsx';
import { Field } from '#ui/field.tsx';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { MarkedField } from '#ui/marked-field.tsx';
import { Panel } from '#ui/panel.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.ts';

const NewGroup = z.object({
  name: z.string().trim().min(1, 'Give the group a name'),
  email: z.email('Write an address like name@example.org'),
  purpose: z.enum(['sales', 'research']),
  description: z.string().max(200, 'At most 200 characters'),
});

/** Plays the server: the name "taken" is refused at its field, "fail" as a whole. */
async function save({ name }: z.output<typeof NewGroup>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 800));
  if (name === 'taken') throw refusal(409, { name: 'A group of this name exists' });
  if (name === 'fail') throw refusal(503, {});
  toast({ title: 'Group created', description: `${name} is ready for its first leads.` });
}

function refusal(status: number, fields: Record<string, string>): ApiError {
  const body = {
    code: status === 409 ? 'conflict' : 'unavailable',
    message: 'The database does not answer.',
    fields,
  };
  return new ApiError({ status, statusText: '', text: JSON.stringify(body), path: '/api/lead-groups' });
}

export function FormSection() {
  const form = useSchemaForm(NewGroup, {
    defaultValues: { name: '', email: '', purpose: 'sales', description: '' },
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
      <Panel title="Form on a schema" note="try the names: taken, fail">
        <Form form={form} onSubmit={save} className="space-y-4">
          <FormField form={form} name="name" label="Name" isRequired>
            {(field) => <Input {...field} autoComplete="off" />}
          </FormField>
          <FormField form={form} name="email" label="Email" hint="Only used to send you the result.">
            {(field) => <Input {...field} type="email" />}
          </FormField>
          <FormField form={form} name="purpose" label="Purpose">
            {({ onChange, ...field }) => (
              <Select
                {...field}
                onValueChange={onChange}
                options={[
                  { value: 'sales', label: 'Sales' },
                  { value: 'research', label: 'Research' },
                ]}
              />
            )}
          </FormField>
          <FormField form={form} name="description" label="Description" note="optional">
            {(field) => <Textarea {...field} />}
          </FormField>
          <SubmitButton form={form} pendingLabel="Creating…">
            Create group
          </SubmitButton>
        </Form>
      </Panel>
      <Panel title="Fields" bodyClassName="space-y-4 p-5">
        <Field label="Target audience" note="20 leads per run">
          {(control) => (
            <Textarea
              {...control}
              defaultValue="People asking for caffeine-free evening tea they would pay for"
            />
          )}
        </Field>
        <Field label="Password" error="Enter the shared password">
          {(control) => <PasswordInput {...control} defaultValue="longer than eight" />}
        </Field>
        <Field label="Password, as on the gate">
          {(control) => <PasswordInput {...control} size="large" defaultValue="longer than eight" />}
        </Field>
        <Field label="API key" hint="Read only">
          {(control) => <Input {...control} readOnly defaultValue="yk_live_4f2a" className="font-mono" />}
        </Field>
        <Field label="Not now">{(control) => <Input {...control} disabled defaultValue="Disabled" />}</Field>
      </Panel>
      <Panel title="Words marked in a field">
        <Field label="Message">
          {(control) => (
            <MarkedField pieces={MARKED} className="px-2.5 py-1.5 text-mail!">
              <Textarea
                {...control}
                readOnly
                className="resize-none! bg-transparent! text-mail!"
                value={MARKED.map(({ text }) => text).join('')}
              />
            </MarkedField>
          )}
        </Field>
      </Panel>
    </div>
  );
}

const MARKED = [
  { text: 'Lemon balm ', start: 0, className: undefined },
  { text: 'supports relaxation', start: 11, className: FINDING_MARK.suggest },
  { text: '. The blend is ', start: 30, className: undefined },
  { text: 'clinically proven', start: 45, className: FINDING_MARK.warn },
  { text: ', and a cup before bed ', start: 62, className: undefined },
  { text: 'ends insomnia for good', start: 85, className: FINDING_MARK.block },
  { text: '.', start: 107, className: undefined },
];
