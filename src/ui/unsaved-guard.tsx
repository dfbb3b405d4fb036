import { useBlocker } from '@tanstack/react-router';
import { Button } from './button.tsx';
import { CancelButton } from './cancel-button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks before a form that holds changes is left, by a link of the app in our words, for elsewhere in the browser's. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty &&
      (current.pathname !== next.pathname || JSON.stringify(current.search) !== JSON.stringify(next.search)),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && blocker.reset()}
      size="small"
      title="Leave without saving?"
      description="What you changed in this form is not saved yet."
      footer={
        <>
          <CancelButton label="Stay" />
          <Button variant="loss" onClick={blocker.proceed}>
            Leave without saving
          </Button>
        </>
      }
    >
      {null}
    </Dialog>
  );
}
