import { useState } from 'react';
import type { z } from 'zod';
import { Button } from '#ui/button.tsx';
import { CancelButton } from '#ui/cancel-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { toast } from '#ui/toast.ts';
import { type OwnAccount, SecondFactorProof } from '../contract.ts';
import { useRenewRecoveryCodes, useTurnOffSecondFactor } from './api.ts';
import { CodeField } from './person-fields.tsx';
import { RecoveryCodesList, useLeavingCodes } from './recovery-codes-list.tsx';
import { SetUpSecondFactorDialog } from './set-up-second-factor-dialog.tsx';

/** Below this many it is time for new ones. */
const FEW_CODES = 3;

type SecondFactorSectionProps = { factor: OwnAccount['secondFactor'] };

/** Whether sign-in asks for more than the password, and the ways to change that. */
export function SecondFactorSection({ factor }: SecondFactorSectionProps) {
  const [open, setOpen] = useState<'set-up' | 'renew' | 'turn-off' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <div className="mt-8 max-w-[36rem]">
      <h3 className="text-small font-medium text-ink-2">Two-factor sign-in</h3>
      {factor ? (
        <>
          <p className="mt-1 text-body">
            On: beside the password, sign-in asks for a code of your authenticator app. It was set up{' '}
            <RelativeTime value={factor.since} />.
          </p>
          <p
            className={
              factor.recoveryCodesLeft < FEW_CODES
                ? 'mt-1 text-body text-amber-ink'
                : 'mt-1 text-body text-ink-3'
            }
          >
            {codesLeft(factor.recoveryCodesLeft)}
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button onClick={() => setOpen('renew')}>New recovery codes</Button>
            <Button variant="loss" onClick={() => setOpen('turn-off')}>
              Turn off
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="mt-1 text-body text-ink-2">
            Off: whoever knows your password can sign in as you. With it on, sign-in also asks for a code of
            an authenticator app on your phone.
          </p>
          <Button className="mt-3" onClick={() => setOpen('set-up')}>
            Set up
          </Button>
        </>
      )}
      {open === 'set-up' && <SetUpSecondFactorDialog onClose={close} />}
      {open === 'renew' && <RenewDialog onClose={close} />}
      {open === 'turn-off' && <TurnOffDialog onClose={close} />}
    </div>
  );
}

function codesLeft(count: number): string {
  if (count === 0) return 'No recovery code is left: without your app only an admin can let you in.';
  return count === 1 ? '1 recovery code is left.' : `${count} recovery codes are left.`;
}

function RenewDialog({ onClose }: { onClose: () => void }) {
  const renew = useRenewRecoveryCodes();
  const form = useProofForm();
  const codes = renew.data?.recoveryCodes;
  const leaving = useLeavingCodes(codes !== undefined, onClose);
  return (
    <Dialog
      open
      onOpenChange={leaving.onOpenChange}
      size={codes ? 'medium' : 'small'}
      title={codes ? 'Keep your recovery codes' : 'New recovery codes?'}
      description={
        codes
          ? 'Those of before are good for nothing any more.'
          : 'They take the place of those that you have.'
      }
      footer={
        codes ? (
          <Button variant="primary" onClick={onClose}>
            I have kept them
          </Button>
        ) : (
          <>
            <CancelButton />
            <SubmitButton form={form} formId={PROOF_FORM_ID} pendingLabel="Making them…">
              Make new codes
            </SubmitButton>
          </>
        )
      }
    >
      {codes ? (
        <RecoveryCodesList codes={codes} isWarned={leaving.isWarned} />
      ) : (
        <ProofForm form={form} onProven={(proof) => renew.mutateAsync(proof)} />
      )}
    </Dialog>
  );
}

function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const turnOff = useTurnOffSecondFactor();
  const form = useProofForm();
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="small"
      title="Turn two-factor sign-in off?"
      description="Your password alone lets you in then. The recovery codes are good for nothing any more."
      footer={
        <>
          <CancelButton />
          <SubmitButton form={form} formId={PROOF_FORM_ID} variant="loss" pendingLabel="Turning off…">
            Turn off
          </SubmitButton>
        </>
      }
    >
      <ProofForm
        form={form}
        onProven={async (proof) => {
          await turnOff.mutateAsync(proof);
          onClose();
          toast({ title: 'Two-factor sign-in is off' });
        }}
      />
    </Dialog>
  );
}

type Proof = z.output<typeof SecondFactorProof>;
type ProofFormProps = {
  form: ReturnType<typeof useProofForm>;
  onProven: (proof: Proof) => unknown;
};

const PROOF_FORM_ID = 'second-factor-proof';

const useProofForm = () => useSchemaForm(SecondFactorProof, { defaultValues: { current: '', code: '' } });

/** Asks for password and code: whoever finds the browser open may not do this. */
function ProofForm({ form, onProven }: ProofFormProps) {
  return (
    <Form id={PROOF_FORM_ID} form={form} onSubmit={onProven}>
      <div className="space-y-4">
        <FormField form={form} name="current" label="Your password" isRequired>
          {(field) => <PasswordInput {...field} autoComplete="current-password" />}
        </FormField>
        <CodeField form={form} name="code" />
      </div>
    </Form>
  );
}
