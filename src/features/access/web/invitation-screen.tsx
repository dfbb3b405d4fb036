import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import type { Role } from '#kit/actor.ts';
import { linkButtonClass } from '#ui/button-class.ts';
import { ApiError } from '#ui/calls/call-api.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Form, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { AcceptInvitation } from '../contract.ts';
import { invitationQuery, useAcceptInvitation } from './api.ts';
import { EntranceLayout } from './entrance-layout.tsx';
import { NameFields, NewPasswordField } from './person-fields.tsx';
import { ROLE_WORDS } from './role-words.ts';

/** Where the link of an invitation leads: its token stands behind the #. */
export function InvitationScreen() {
  const hash = useRouterState({ select: (state) => state.location.hash });
  // Kept: accepting uses it up, and the page must not fall apart before it is left.
  const [token] = useState(hash);
  const invitation = useQuery({ ...invitationQuery(token), enabled: token !== '' });
  const isGone =
    token === '' || (invitation.error instanceof ApiError && [400, 404].includes(invitation.error.status));

  if (isGone) {
    return (
      <EntranceLayout
        title="This invitation has ended"
        text="It was used, withdrawn, or is more than 7 days old. Ask whoever invited you for a new link."
      >
        <Link to="/sign-in" className={linkButtonClass({ size: 'large' })}>
          Sign in instead
        </Link>
      </EntranceLayout>
    );
  }
  if (invitation.isError) {
    return (
      <EntranceLayout title="Your invitation">
        <ErrorState isCompact title="It could not be looked up" query={invitation} />
      </EntranceLayout>
    );
  }
  if (invitation.isPending) {
    return (
      <EntranceLayout title="Your invitation">
        <Loading label="Looking up the invitation" className="space-y-4">
          <Skeleton className="h-15" />
          <Skeleton className="h-15" />
          <Skeleton className="h-11" />
        </Loading>
      </EntranceLayout>
    );
  }
  return <AcceptForm token={token} {...invitation.data} />;
}

function AcceptForm({ token, email, role }: { token: string; email: string; role: Role }) {
  const navigate = useNavigate();
  const accept = useAcceptInvitation();
  const form = useSchemaForm(AcceptInvitation, {
    defaultValues: { token, firstName: '', lastName: '', password: '' },
  });
  const { label, hint } = ROLE_WORDS[role];
  return (
    <EntranceLayout
      title="You are invited"
      text={
        <>
          As <strong>{email}</strong>, in the role {label.toLowerCase()}: {hint.toLowerCase()}.
        </>
      }
    >
      <Form
        form={form}
        onSubmit={async (given) => {
          await accept.mutateAsync(given);
          await navigate({ to: '/', hash: '', replace: true });
        }}
      >
        {/* Password managers file the password under the address. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <div className="space-y-4">
          <NameFields form={form} firstName="firstName" lastName="lastName" />
          <NewPasswordField form={form} name="password" />
        </div>
        <SubmitButton form={form} size="large" className="mt-5 w-full" pendingLabel="Creating…">
          Accept and sign in
        </SubmitButton>
      </Form>
    </EntranceLayout>
  );
}
