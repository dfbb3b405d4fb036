import { useQuery } from '@tanstack/react-query';
import { Button } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import { type OwnSession, PasswordChange } from '../contract.ts';
import {
  currentUserQuery,
  ownAccountQuery,
  useCanChange,
  useChangeOwnPassword,
  useEndOtherSessions,
} from './api.ts';
import { CodeField, NewPasswordField } from './person-fields.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';

/** Who only reads changes nothing here either (S6-08). */
const ASK_ADMIN = 'For another password ask an admin: the link they give you also logs you out everywhere.';

/** One's own password, and the browsers one is signed in with. */
export function OwnAccountPanel() {
  const account = useQuery(ownAccountQuery());
  const canChange = useCanChange();
  if (account.isLoadingError) {
    return <ErrorState isCompact title="Your account could not be loaded" query={account} />;
  }
  if (account.isPending) {
    return (
      <Loading label="Loading your account" className="grid max-w-[36rem] gap-4 sm:grid-cols-2">
        <Skeleton className="h-17" />
        <Skeleton className="h-17" />
        <Skeleton className="h-12 sm:col-span-2" />
      </Loading>
    );
  }
  const { hasPassword, secondFactor, sessions } = account.data;
  if (!canChange) {
    const note = secondFactor ? `${ASK_ADMIN} They can take off your two-factor sign-in too.` : ASK_ADMIN;
    return <SignedInAt sessions={sessions} note={note} />;
  }
  return (
    <>
      {hasPassword ? (
        <>
          <PasswordForm key={String(secondFactor !== null)} hasSecondFactor={secondFactor !== null} />
          <SecondFactorSection factor={secondFactor} />
        </>
      ) : (
        <p className="max-w-[36rem] text-body text-ink-2">
          You sign in at your organisation’s sign-in service. Your password is changed there.
        </p>
      )}
      <SignedInAt sessions={sessions} />
    </>
  );
}

function PasswordForm({ hasSecondFactor }: { hasSecondFactor: boolean }) {
  const user = useQuery(currentUserQuery());
  const change = useChangeOwnPassword();
  const form = useSchemaForm(PasswordChange, {
    defaultValues: { current: '', password: '', ...(hasSecondFactor && { code: '' }) },
  });
  return (
    <Form
      form={form}
      onSubmit={async (given) => {
        await change.mutateAsync(given);
        form.reset();
        toast({
          title: 'Password changed',
          description: 'Wherever else you were signed in, you are signed out.',
        });
      }}
    >
      {/* Password managers file the password under the address. */}
      <input
        type="email"
        name="username"
        autoComplete="username"
        value={user.data?.email ?? ''}
        readOnly
        hidden
      />
      <div className="grid max-w-[36rem] gap-4 sm:grid-cols-2">
        <FormField form={form} name="current" label="Password of now" isRequired>
          {(field) => <PasswordInput {...field} autoComplete="current-password" />}
        </FormField>
        <NewPasswordField form={form} name="password" label="New password" size="control" />
        {hasSecondFactor && <CodeField form={form} name="code" />}
      </div>
      <SubmitButton form={form} variant="secondary" className="mt-4" pendingLabel="Changing…">
        Change password
      </SubmitButton>
    </Form>
  );
}

function SignedInAt({ sessions, note }: { sessions: readonly OwnSession[]; note?: string }) {
  const end = useEndOtherSessions();
  const others = sessions.filter(({ isThis }) => !isThis).length;

  function endOthers(): void {
    end.mutate(undefined, {
      onSuccess: ({ ended }) =>
        toast({
          title: ended === 1 ? 'Logged out of 1 other browser' : `Logged out of ${ended} other browsers`,
        }),
      onError: tellFailure('You were not logged out elsewhere'),
    });
  }
  return (
    <div className="mt-8 max-w-[36rem]">
      <h3 className="text-small font-medium text-ink-2">Where you are signed in</h3>
      <ul className="mt-1">
        {sessions.map(({ id, device, startedAt, usedAt, isThis }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2.5 last:border-b-0"
          >
            <span className="text-body">
              {device}
              {isThis && <span className="text-ink-3"> · this browser</span>}
            </span>
            <span className="text-small text-ink-3">
              signed in <RelativeTime value={startedAt} />
              {!isThis && (
                <>
                  , used <RelativeTime value={usedAt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {note !== undefined ? (
        <p className="mt-2 text-small text-ink-3">{note}</p>
      ) : others > 0 ? (
        <Button className="mt-3" onClick={endOthers} isPending={end.isPending}>
          Log out everywhere else
        </Button>
      ) : (
        <p className="mt-2 text-small text-ink-3">Nowhere else.</p>
      )}
    </div>
  );
}
