import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { linkButtonClass } from '#ui/button-class.ts';
import { ApiError } from '#ui/calls/call-api.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { errorText } from '#ui/error-words.ts';
import { Form, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { PasswordReset } from '../contract.ts';
import { isCodeNeeded, passwordResetQuery, useResetPassword } from './api.ts';
import { EntranceLayout } from './entrance-layout.tsx';
import { CodeField, NewPasswordField } from './person-fields.tsx';

/** Where the link for a forgotten password leads: its token stands behind the #. */
export function PasswordResetScreen() {
  const hash = useRouterState({ select: (state) => state.location.hash });
  // Kept: setting the password uses it up, and the page must not fall apart before it is left.
  const [token] = useState(hash);
  const reset = useQuery({ ...passwordResetQuery(token), enabled: token !== '' });
  const isGone = token === '' || (reset.error instanceof ApiError && [400, 404].includes(reset.error.status));

  if (isGone) {
    return (
      <EntranceLayout
        title="This link has ended"
        text="It was used, replaced by a newer one, or is more than a day old. Ask an admin for a new link."
      >
        <Link to="/sign-in" className={linkButtonClass({ size: 'large' })}>
          Sign in instead
        </Link>
      </EntranceLayout>
    );
  }
  if (reset.isError) {
    return (
      <EntranceLayout title="A new password">
        <ErrorState isCompact title="The link could not be looked up" query={reset} />
      </EntranceLayout>
    );
  }
  if (reset.isPending) {
    return (
      <EntranceLayout title="A new password">
        <Loading label="Looking up the link" className="space-y-4">
          <Skeleton className="h-15" />
          <Skeleton className="h-11" />
        </Loading>
      </EntranceLayout>
    );
  }
  return <NewPasswordForm token={token} email={reset.data.email} />;
}

function NewPasswordForm({ token, email }: { token: string; email: string }) {
  const navigate = useNavigate();
  const reset = useResetPassword();
  const form = useSchemaForm(PasswordReset, { defaultValues: { token, password: '' } });
  const [needsCode, setNeedsCode] = useState(false);
  return (
    <EntranceLayout
      title="A new password"
      text={
        <>
          For <strong>{email}</strong>. Wherever this account is signed in, it is signed out.
        </>
      }
    >
      <Form
        form={form}
        onSubmit={async (given) => {
          await reset.mutateAsync(given);
          await navigate({ to: '/', hash: '', replace: true });
        }}
        onFailure={(error) => {
          if (isCodeNeeded(error)) setNeedsCode(true);
          else form.setError('root', { message: errorText(error) });
        }}
      >
        {/* Password managers file the password under the address. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <div className="space-y-4">
          <NewPasswordField form={form} name="password" />
          {needsCode && <CodeField form={form} name="code" size="large" isFirst />}
        </div>
        <SubmitButton form={form} size="large" className="mt-5 w-full" pendingLabel="Setting…">
          Set password and sign in
        </SubmitButton>
      </Form>
    </EntranceLayout>
  );
}
