import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { ApiError } from '#ui/calls/call-api.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { errorText } from '#ui/error-words.ts';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { Credentials, SecondFactorConfirmation } from '../contract.ts';
import { safeReturnPath } from '../rules.ts';
import { isCodeNeeded, signInOptionsQuery, useSignIn } from './api.ts';
import { EntranceLayout } from './entrance-layout.tsx';
import { CodeField, EmailField } from './person-fields.tsx';
import { issuerErrorWords } from './sign-in-words.ts';

type Given = { email: string; password: string };

/** Yarrow's own sign-in, and the way to the issuer where there is one. */
export function SignInScreen() {
  const { to, error } = useSearch({ from: '/sign-in' });
  const options = useQuery(signInOptionsQuery());
  const navigate = useNavigate();
  const [known, setKnown] = useState<Given | null>(null);
  const isFirst = options.data?.needsFirstAdmin === true && !options.data.hasOidc;
  useEffect(() => {
    if (isFirst) void navigate({ to: '/first-admin', replace: true });
  }, [isFirst, navigate]);

  if (options.isError) {
    return (
      <EntranceLayout title="Sign in">
        <ErrorState isCompact title="The sign-in could not be prepared" query={options} />
      </EntranceLayout>
    );
  }
  const returnPath = safeReturnPath(to);
  if (known) return <CodeStep given={known} returnPath={returnPath} onBack={() => setKnown(null)} />;
  const issuer = options.data?.issuerHost;
  return (
    <EntranceLayout title="Sign in" text="With the account an admin invited you to.">
      {error !== undefined && issuer && (
        <p role="alert" className="mb-5 flex items-start gap-2 text-body text-red-ink">
          <CircleAlert className="mt-0.5 size-4" />
          {issuerErrorWords(error, issuer)}
        </p>
      )}
      {issuer && (
        <>
          <Button
            variant="primary"
            size="large"
            className="w-full"
            onClick={() => location.assign('/api/login')}
          >
            Continue at {issuer}
          </Button>
          <p className="mt-6 mb-4 flex items-center gap-3 text-small text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            or with a password
          </p>
        </>
      )}
      {options.data && !isFirst ? (
        <PasswordForm returnPath={returnPath} isPrimary={!issuer} onCodeNeeded={setKnown} />
      ) : (
        <Loading label="Preparing the sign-in" className="space-y-4">
          <Skeleton className="h-15" />
          <Skeleton className="h-15" />
          <Skeleton className="h-11" />
        </Loading>
      )}
    </EntranceLayout>
  );
}

type PasswordFormProps = {
  returnPath: string;
  isPrimary: boolean;
  /** The password was right, and the account has a second factor. */
  onCodeNeeded: (given: Given) => void;
};

function PasswordForm({ returnPath, isPrimary, onCodeNeeded }: PasswordFormProps) {
  const router = useRouter();
  const signIn = useSignIn();
  const form = useSchemaForm(Credentials, { defaultValues: { email: '', password: '' } });
  return (
    <Form
      form={form}
      onSubmit={async (credentials) => {
        await signIn.mutateAsync(credentials);
        router.history.push(returnPath);
      }}
      onFailure={(error) => {
        const message = errorText(error);
        if (isCodeNeeded(error)) onCodeNeeded(form.getValues());
        else if (!(error instanceof ApiError && error.status === 401)) form.setError('root', { message });
        else {
          // Said at the field where most mistakes are, which takes the focus for the next try.
          form.setError('password', { message });
          form.setFocus('password', { shouldSelect: true });
        }
      }}
    >
      <div className="space-y-4">
        <EmailField form={form} name="email" isFirst={isPrimary} />
        <FormField form={form} name="password" label="Password" isRequired>
          {(field) => <PasswordInput {...field} size="large" autoComplete="current-password" />}
        </FormField>
      </div>
      <SubmitButton
        form={form}
        variant={isPrimary ? 'primary' : 'secondary'}
        size="large"
        className="mt-5 w-full"
        pendingLabel="Signing in…"
      >
        Sign in
      </SubmitButton>
      <p className="mt-5 text-small text-ink-3">
        Forgotten? Ask an admin for a link that sets a new password.
      </p>
    </Form>
  );
}

type CodeStepProps = { given: Given; returnPath: string; onBack: () => void };

/** The second question, to whoever knows the password of an account with a second factor. */
function CodeStep({ given, returnPath, onBack }: CodeStepProps) {
  const router = useRouter();
  const signIn = useSignIn();
  const form = useSchemaForm(SecondFactorConfirmation, { defaultValues: { code: '' } });
  return (
    <EntranceLayout
      title="Enter your code"
      text={`${given.email} signs in with two factors. The password was the first.`}
    >
      <Form
        form={form}
        onSubmit={async ({ code }) => {
          await signIn.mutateAsync({ ...given, code });
          router.history.push(returnPath);
        }}
      >
        <CodeField form={form} name="code" size="large" isFirst />
        <SubmitButton form={form} size="large" className="mt-5 w-full" pendingLabel="Signing in…">
          Sign in
        </SubmitButton>
        <Button variant="ghost" size="large" className="mt-2 w-full" onClick={onBack}>
          Sign in as somebody else
        </Button>
        <p className="mt-5 text-small text-ink-3">
          Neither app nor recovery codes at hand? Ask an admin to take two-factor sign-in off.
        </p>
      </Form>
    </EntranceLayout>
  );
}
