import { useBlocker } from '@tanstack/react-router';
import { useId, useLayoutEffect } from 'react';
import { Button } from '../button.tsx';
import { CancelButton } from '../cancel-button.tsx';
import { Dialog } from '../dialog.tsx';

/** The forms on the page that hold changes. */
const changedForms = new Set<string>();

/**
 * Asks before a form that holds changes is left, by a link of the app in our words, for elsewhere in the browser's. Of
 * several forms on a page the first asks for all.
 */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const id = useId();
  useLayoutEffect(() => {
    if (!isDirty) return;
    changedForms.add(id);
    return () => void changedForms.delete(id);
  }, [id, isDirty]);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty &&
      changedForms.values().next().value === id &&
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
      description={
        changedForms.size > 1
          ? `What you changed in ${changedForms.size} forms is not saved yet.`
          : 'What you changed in this form is not saved yet.'
      }
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
