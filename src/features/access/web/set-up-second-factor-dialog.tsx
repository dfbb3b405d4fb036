import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { CancelButton } from '#ui/cancel-button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { SecondFactorConfirmation, type SecondFactorSecret, SecondFactorStart } from '../contract.ts';
import { useConfirmSecondFactor, useStartSecondFactor } from './api.ts';
import { CodeField } from './person-fields.tsx';
import { RecoveryCodesList, useLeavingCodes } from './recovery-codes-list.tsx';

const FORM_ID = 'set-up-second-factor';

type Step =
  | { name: 'password' }
  | ({ name: 'app' } & SecondFactorSecret)
  | { name: 'codes'; codes: readonly string[] };

const TEXTS = {
  password: { title: 'Set up two-factor sign-in', description: 'Step 1 of 3: your password' },
  app: { title: 'Add Yarrow to your app', description: 'Step 2 of 3: the authenticator app' },
  codes: {
    title: 'Keep your recovery codes',
    description: 'Step 3 of 3: for the day your phone is gone',
  },
};

/** From the password over the authenticator app to the recovery codes. Nothing changes before a code was right. */
export function SetUpSecondFactorDialog({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step>({ name: 'password' });
  const leaving = useLeavingCodes(step.name === 'codes', onClose);
  const start = useStartSecondFactor();
  const confirm = useConfirmSecondFactor();
  const passwordForm = useSchemaForm(SecondFactorStart, { defaultValues: { current: '' } });
  const codeForm = useSchemaForm(SecondFactorConfirmation, { defaultValues: { code: '' } });
  return (
    <Dialog
      open
      onOpenChange={leaving.onOpenChange}
      {...TEXTS[step.name]}
      footer={
        step.name === 'password' ? (
          <>
            <CancelButton />
            <SubmitButton form={passwordForm} formId={FORM_ID} pendingLabel="Checking…">
              Go on
            </SubmitButton>
          </>
        ) : step.name === 'app' ? (
          <>
            <CancelButton />
            <SubmitButton form={codeForm} formId={FORM_ID} pendingLabel="Checking…">
              Turn on
            </SubmitButton>
          </>
        ) : (
          <Button variant="primary" onClick={onClose}>
            I have kept them
          </Button>
        )
      }
    >
      {step.name === 'password' && (
        <Form
          id={FORM_ID}
          form={passwordForm}
          onSubmit={async (given) => setStep({ name: 'app', ...(await start.mutateAsync(given)) })}
        >
          <FormField form={passwordForm} name="current" label="Your password" isRequired>
            {(field) => <PasswordInput {...field} autoComplete="current-password" />}
          </FormField>
        </Form>
      )}
      {step.name === 'app' && (
        <Form
          id={FORM_ID}
          form={codeForm}
          onSubmit={async (given) => {
            const { recoveryCodes } = await confirm.mutateAsync(given);
            setStep({ name: 'codes', codes: recoveryCodes });
          }}
        >
          <div className="flex flex-wrap items-start gap-5">
            <QrCode
              text={step.uri}
              label="QR code for your authenticator app"
              className="size-44 rounded-control border border-line"
            />
            <div className="min-w-0 flex-1 basis-52 space-y-4">
              <div>
                <p className="text-body text-ink-2">
                  Scan this with an authenticator app, or type the key into it:
                </p>
                <code className="mt-2 block font-mono text-small wrap-anywhere select-all">
                  {step.secret}
                </code>
                <CopyButton text={step.secret} label="Copy key" className="mt-2" />
              </div>
              <CodeField
                form={codeForm}
                name="code"
                hint="The 6 digits that your app shows, once it has scanned the QR code or has the key"
                isFirst
              />
            </div>
          </div>
        </Form>
      )}
      {step.name === 'codes' && (
        <RecoveryCodesList codes={step.codes} intro="Two-factor sign-in is on." isWarned={leaving.isWarned} />
      )}
    </Dialog>
  );
}
