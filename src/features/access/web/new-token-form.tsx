import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { ROLES, Role } from '#kit/actor.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { NewToken, type Scope, TokenKind } from '../contract-tokens.ts';
import { ROLE_WORDS } from './role-words.ts';
import { AREA_LABELS, actionOf, SCOPE_GROUPS } from './scope-words.ts';
import { useTokenCalls } from './token-api.ts';

const EXPIRIES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'never', label: 'Never' },
] as const;
const KINDS = [
  { value: 'personal', label: 'Personal', hint: 'Acts as you, with your role' },
  { value: 'workspace', label: 'Workspace', hint: 'Keeps working without you' },
] as const;
const ROLE_OPTIONS = ROLES.map((value) => ({ value, ...ROLE_WORDS[value] }));

const TokenForm = z.object({
  name: NewToken.shape.name,
  scopes: NewToken.shape.scopes,
  expiry: z.enum(['30', '90', '365', 'never']),
  kind: TokenKind,
  role: Role,
});

type NewTokenFormProps = {
  isAdmin: boolean;
  /** With the new token, or with nothing if it was cancelled. */
  onDone: (token?: string) => void;
};

/** Names a token, limits it and creates it. */
export function NewTokenForm({ isAdmin, onDone }: NewTokenFormProps) {
  const { create } = useTokenCalls();
  const form = useSchemaForm(TokenForm, {
    defaultValues: { name: '', scopes: [], expiry: '90', kind: 'personal', role: 'member' },
  });
  const isWorkspace = form.watch('kind') === 'workspace';
  return (
    <Form
      form={form}
      onSubmit={async ({ name, scopes, expiry, kind, role }) => {
        const made = await create.mutateAsync({
          name,
          scopes,
          kind,
          ...(expiry === 'never' ? {} : { expiresInDays: Number(expiry) }),
          ...(kind === 'workspace' ? { role } : {}),
        });
        onDone(made.token);
      }}
      className="grid max-w-[36rem] gap-4"
    >
      <div className="flex flex-wrap items-start gap-3">
        <FormField form={form} name="name" label="Name" isRequired className="flex-1 basis-56">
          {(field) => <Input {...field} autoComplete="off" placeholder="CRM sync" />}
        </FormField>
        <FormField form={form} name="expiry" label="Expires" className="w-36">
          {({ onChange, ...field }) => <Select {...field} onValueChange={onChange} options={EXPIRIES} />}
        </FormField>
      </div>
      {isAdmin && (
        <div className="flex flex-wrap items-start gap-3">
          <FormField form={form} name="kind" label="Kind" className="w-48">
            {({ onChange, ...field }) => <Select {...field} onValueChange={onChange} options={KINDS} />}
          </FormField>
          {isWorkspace && (
            <FormField form={form} name="role" label="Role" className="w-48">
              {({ onChange, ...field }) => (
                <Select {...field} onValueChange={onChange} options={ROLE_OPTIONS} />
              )}
            </FormField>
          )}
        </div>
      )}
      <Controller
        control={form.control}
        name="scopes"
        render={({ field, fieldState }) => (
          <fieldset className="min-w-0">
            <legend className="mb-2 font-medium">Scopes</legend>
            <ScopeChoice chosen={field.value} onChoose={field.onChange} />
            {fieldState.error && (
              <p role="alert" className="mt-2 text-small text-red-ink">
                {fieldState.error.message}
              </p>
            )}
          </fieldset>
        )}
      />
      <div className="flex gap-2">
        <SubmitButton form={form} pendingLabel="Creating…">
          Create token
        </SubmitButton>
        <Button variant="ghost" onClick={() => onDone()}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

type ScopeChoiceProps = { chosen: readonly Scope[]; onChoose: (scopes: Scope[]) => void };

function ScopeChoice({ chosen, onChoose }: ScopeChoiceProps) {
  return (
    <div className="grid">
      {SCOPE_GROUPS.map(({ area, scopes }) => (
        <fieldset key={area} className="flex items-center gap-4 border-b border-line py-1.5">
          <legend className="sr-only">{AREA_LABELS[area]}</legend>
          <span aria-hidden className="min-w-0 flex-1 text-small">
            {AREA_LABELS[area]}
          </span>
          {scopes.map((scope) => (
            <Checkbox
              key={scope}
              label={actionOf(scope) === 'read' ? 'Read' : 'Write'}
              checked={chosen.includes(scope)}
              onChange={({ target }) =>
                onChoose(target.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
              }
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}
