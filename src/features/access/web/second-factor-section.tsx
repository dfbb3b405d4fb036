import { useState } from 'react';
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
import { RecoveryCodesList } from './recovery-codes-list.tsx';
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
            On: beside the password, sign-in asks for a code of your authenticator app. Set up{' '}
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
  if (renew.isSuccess) {
    return (
      <Dialog
        open
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title="Keep your recovery codes"
        description="Those of before are good for nothing any more."
        footer={
          <Button variant="primary" onClick={onClose}>
            I have kept them
          </Button>
        }
      >
        <RecoveryCodesList codes={renew.data.recoveryCodes} />
      </Dialog>
    );
  }
  return (
    <ProofDialog
      title="New recovery codes?"
      description="They take the place of those that you have."
      deed="Make new codes"
      pendingLabel="Making them…"
      onClose={onClose}
      onProven={(proof) => renew.mutateAsync(proof)}
    />
  );
}

function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const turnOff = useTurnOffSecondFactor();
  return (
    <ProofDialog
      title="Turn two-factor sign-in off?"
      description="Your password alone lets you in then. The recovery codes are good for nothing any more."
      deed="Turn off"
      pendingLabel="Turning off…"
      isLoss
      onClose={onClose}
      onProven={async (proof) => {
        await turnOff.mutateAsync(proof);
        onClose();
        toast({ title: 'Two-factor sign-in is off' });
      }}
    />
  );
}

type ProofDialogProps = {
  title: string;
  description: string;
  /** What the button says. */
  deed: string;
  pendingLabel: string;
  isLoss?: boolean;
  onClose: () => void;
  onProven: (proof: { current: string; code: string }) => unknown;
};

const PROOF_FORM_ID = 'second-factor-proof';

/** Asks for password and code: whoever finds the browser open may not do this. */
function ProofDialog({ title, description, deed, pendingLabel, isLoss = false, ...rest }: ProofDialogProps) {
  const form = useSchemaForm(SecondFactorProof, { defaultValues: { current: '', code: '' } });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && rest.onClose()}
      size="small"
      title={title}
      description={description}
      footer={
        <>
          <CancelButton />
          <SubmitButton
            form={form}
            formId={PROOF_FORM_ID}
            variant={isLoss ? 'loss' : 'primary'}
            pendingLabel={pendingLabel}
          >
            {deed}
          </SubmitButton>
        </>
      }
    >
      <Form id={PROOF_FORM_ID} form={form} onSubmit={rest.onProven}>
        <div className="space-y-4">
          <FormField form={form} name="current" label="Your password" isRequired>
            {(field) => <PasswordInput {...field} autoComplete="current-password" />}
          </FormField>
          <CodeField form={form} name="code" />
        </div>
      </Form>
    </Dialog>
  );
}
