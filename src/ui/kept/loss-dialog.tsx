import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { mayBeDone } from '../calls/call-api.ts';
import { CancelButton } from '../cancel-button.tsx';
import { Dialog } from '../dialog.tsx';
import { errorText } from '../error-words.ts';

type LossDialogProps = {
  title: string;
  /** What goes, and what stays. */
  description: string;
  /** What the button says: "Erase for good". */
  deed: string;
  pendingLabel: string;
  /** The call that does it. */
  call: { isPending: boolean; isError: boolean; error: unknown };
  /** What a failed try left as it was: "Nothing was erased." */
  ifFailed?: string;
  onConfirm: () => void;
  onClose: () => void;
  /** What is decided along with it. */
  children?: ReactNode;
};

/** Asked before what cannot be undone; everything else is done at once and taken back. */
export function LossDialog({ title, description, deed, pendingLabel, call, ...rest }: LossDialogProps) {
  const { ifFailed, onConfirm, onClose, children } = rest;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="small"
      title={title}
      description={description}
      footer={
        <>
          <CancelButton label="Keep" />
          <Button variant="loss" isPending={call.isPending} pendingLabel={pendingLabel} onClick={onConfirm}>
            {deed}
          </Button>
        </>
      }
    >
      {children}
      {call.isError && (
        <p role="alert" className="text-small text-red-ink">
          {[errorText(call.error), !mayBeDone(call.error) && ifFailed].filter(Boolean).join(' ')}
        </p>
      )}
    </Dialog>
  );
}
