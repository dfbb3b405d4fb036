import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ErrorState } from '#ui/error-state.tsx';
import { Form, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { FirstAdmin } from '../contract.ts';
import { signInOptionsQuery, useCreateFirstAdmin } from './api.ts';
import { EntranceLayout } from './entrance-layout.tsx';
import { EmailField, NameFields, NewPasswordField } from './person-fields.tsx';

/** The very first account of a new installation. */
export function FirstAdminScreen() {
  const navigate = useNavigate();
  const options = useQuery(signInOptionsQuery());
  const create = useCreateFirstAdmin();
  const form = useSchemaForm(FirstAdmin, {
    defaultValues: { firstName: '', lastName: '', email: '', password: '' },
  });
  const isTooLate = options.data?.needsFirstAdmin === false && !create.isPending;
  useEffect(() => {
    if (isTooLate) void navigate({ to: '/sign-in', replace: true });
  }, [isTooLate, navigate]);

  return (
    <EntranceLayout
      title="Create the first account"
      text="Nobody has one yet. Yours will be the admin, who invites the others and looks after the settings."
    >
      {options.isError ? (
        <ErrorState isCompact title="It could not be checked whether there is an account" query={options} />
      ) : (
        <Form
          form={form}
          onSubmit={async (admin) => {
            await create.mutateAsync(admin);
            await navigate({ to: '/', replace: true });
          }}
        >
          <div className="space-y-4">
            <NameFields form={form} firstName="firstName" lastName="lastName" />
            <EmailField form={form} name="email" />
            <NewPasswordField form={form} name="password" />
          </div>
          <SubmitButton form={form} size="large" className="mt-5 w-full" pendingLabel="Creating…">
            Create account
          </SubmitButton>
        </Form>
      )}
    </EntranceLayout>
  );
}
