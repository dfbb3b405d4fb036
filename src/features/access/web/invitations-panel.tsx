import { useQuery } from '@tanstack/react-query';
import { ROLES, type Role } from '#kit/actor.ts';
import { Button } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { shortDate } from '#ui/relative-time-words.ts';
import { Select } from '#ui/select.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import { type Invitation, NewInvitation } from '../contract.ts';
import { invitationsQuery, useInvite, useWithdrawInvitation } from './api.ts';
import { ROLE_WORDS } from './role-words.ts';
import { SecretLink } from './secret-link.tsx';

const ROLE_OPTIONS = ROLES.map((value) => ({ value, ...ROLE_WORDS[value] }));

/** Makes invitations and lists the open ones. */
export function InvitationsPanel() {
  const invite = useInvite();
  const role: Role = 'member';
  const form = useSchemaForm(NewInvitation, { defaultValues: { email: '', role } });
  return (
    <>
      <Form
        form={form}
        onSubmit={async (given) => {
          await invite.mutateAsync(given);
          form.reset({ email: '', role: given.role });
        }}
      >
        <div className="flex max-w-[40rem] flex-wrap items-start gap-3">
          <FormField form={form} name="email" label="Email" isRequired className="flex-1 basis-56">
            {(field) => <Input {...field} type="email" autoComplete="off" spellCheck={false} />}
          </FormField>
          <FormField form={form} name="role" label="Role" className="w-32">
            {({ onChange, ...field }) => (
              <Select {...field} onValueChange={onChange} options={ROLE_OPTIONS} />
            )}
          </FormField>
          <SubmitButton form={form} variant="secondary" className="mt-5" pendingLabel="Inviting…">
            Create link
          </SubmitButton>
        </div>
      </Form>
      <SecretLink link={invite.data?.link}>
        Hand this link to {invite.data?.email}. It is shown only now. They also need the testing password,
        which the page asks for first.
      </SecretLink>
      <OpenInvitations />
    </>
  );
}

function OpenInvitations() {
  const invitations = useQuery(invitationsQuery());
  if (invitations.isError) {
    return <ErrorState isCompact title="The open invitations could not be loaded" query={invitations} />;
  }
  if (invitations.isPending) {
    return (
      <Loading label="Loading the open invitations" className="mt-5">
        <Skeleton className="h-10" />
      </Loading>
    );
  }
  if (invitations.data.length === 0)
    return <p className="mt-5 text-small text-ink-3">No open invitations.</p>;
  return (
    <ul aria-label="Open invitations" className="mt-5 border-t border-line">
      {invitations.data.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} />
      ))}
    </ul>
  );
}

function InvitationRow({
  invitation: { id, email, role, expiresAt, refusedAt },
}: {
  invitation: Invitation;
}) {
  const withdraw = useWithdrawInvitation();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2">
      <p className="min-w-0 flex-1 basis-48">
        <span className="block truncate">{email}</span>
        <span className="text-small text-ink-3">
          {ROLE_WORDS[role].label}, until {shortDate(new Date(expiresAt), new Date())}
        </span>
        {refusedAt && (
          <span className="block text-small text-ink-2">
            Could not sign in on {shortDate(new Date(refusedAt), new Date())}: the identity provider does not
            confirm this address. If you trust it, set OIDC_TRUST_EMAIL=true, or hand over the link.
          </span>
        )}
      </p>
      <Button
        size="row"
        variant="ghost"
        isPending={withdraw.isPending}
        aria-label={`Withdraw the invitation of ${email}`}
        onClick={() =>
          withdraw
            .mutateAsync(id)
            .then(
              () => void toast({ title: `The invitation of ${email} was withdrawn` }),
              tellFailure('The invitation was not withdrawn'),
            )
        }
      >
        Withdraw
      </Button>
    </li>
  );
}
