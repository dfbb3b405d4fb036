import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '#ui/button.tsx';
import { ApiError } from '#ui/calls/call-api.ts';
import { errorText } from '#ui/error-words.ts';
import { Field } from '#ui/field.tsx';
import { focusWhatComes } from '#ui/focus/use-focus-on-open.ts';
import { PasswordInput } from '#ui/password-input.tsx';
import { toast } from '#ui/toast.ts';
import { setAccessFlag } from './access-flag.ts';
import { gateQuery, usePassGate } from './api.ts';
import { EntranceLayout } from './entrance-layout.tsx';

/** The result of a password, right or wrong, shows no sooner. */
const VERIFYING_MS = 500;

/** One shared password stands before the whole product while it is in private testing. */
export function GateScreen({ onOpening }: { onOpening: () => void }) {
  const client = useQueryClient();
  const pass = usePassGate();
  const [password, setPassword] = useState('');
  const [isVerifying, setIsVerifying] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isAwake = useSyncExternalStore(neverChanges, isHere, isNotYetHere);
  // The field is there before the scripts are: what was typed or filled in meanwhile counts.
  useLayoutEffect(() => setPassword(field.current?.value ?? ''), []);

  async function verify(event: SubmitEvent) {
    event.preventDefault();
    if (password === '' || isVerifying) return;
    setIsVerifying(true);
    setIsRefused(false);
    onOpening();
    const [result] = await Promise.allSettled([
      pass.mutateAsync(password),
      new Promise((resolve) => setTimeout(resolve, VERIFYING_MS)),
    ]);
    setIsVerifying(false);
    if (result.status === 'fulfilled') {
      client.setQueryData(gateQuery().queryKey, { granted: true });
      focusWhatComes();
      setAccessFlag(true);
      toast({ title: 'Access Granted', description: 'Welcome to the Yarrow testing environment.' });
    } else {
      toast({ ...refusal(result.reason), variant: 'destructive' });
      setIsRefused(true);
      field.current?.select();
    }
  }

  return (
    <EntranceLayout
      title="Testing Access Required"
      text="Yarrow is in private testing. Enter the shared password to go on to sign-in."
    >
      <form onSubmit={(event) => void verify(event)}>
        <Field label="Password" isRequired error={isRefused ? 'This password was not accepted.' : undefined}>
          {(control) => (
            <PasswordInput
              {...control}
              ref={field}
              size="large"
              name="password"
              autoComplete="current-password"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has this one field and nothing before it
              autoFocus
              required
              maxLength={256}
              value={password}
              onChange={(event) => {
                setPassword(event.target.value);
                setIsRefused(false);
              }}
            />
          )}
        </Field>
        {/* Drawn before the scripts are here, a form that could be sent would put the password into the address. */}
        <fieldset disabled={!isAwake} className="mt-4">
          <Button
            type="submit"
            variant="primary"
            size="large"
            className="w-full"
            disabled={password === '' || isVerifying}
          >
            {isVerifying ? 'Verifying...' : 'Access Platform'}
          </Button>
        </fieldset>
      </form>
      <p className="mt-5 text-small text-ink-3">No password? Contact the team for access.</p>
    </EntranceLayout>
  );
}

const neverChanges = (): (() => void) => () => undefined;
const isHere = (): boolean => true;
const isNotYetHere = (): boolean => false;

/** A wrong password and too many of them are told apart from a server that could not be asked. */
function refusal(error: unknown): { title: string; description: string } {
  const isRefused = error instanceof ApiError && (error.status === 401 || error.status === 429);
  return {
    title: isRefused ? 'Access Denied' : 'The password was not checked',
    description: errorText(error),
  };
}
