import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { DisabledReason } from '#ui/disabled-reason.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { LossDialog } from '#ui/kept/loss-dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { useRemoveDemoData, workspaceQuery } from './api.ts';

/** Removes the samples; asked first, because they cannot be brought back. */
export function DemoData({ isAdmin }: { isAdmin: boolean }) {
  const workspace = useQuery(workspaceQuery());
  const remove = useRemoveDemoData();
  const [isOpen, setIsOpen] = useState(false);
  if (workspace.isError) {
    return <ErrorState isCompact title="It could not be checked whether there is any" query={workspace} />;
  }
  if (workspace.isPending) return <Skeleton className="h-8 w-44" />;
  if (!workspace.data.hasDemoData)
    return <p className="text-ink-2">There is none: everything here is your own.</p>;
  return (
    <>
      <DisabledReason reason={isAdmin ? null : 'Only an admin can remove it.'}>
        {(control) => (
          <Button variant="loss" onClick={() => setIsOpen(true)} {...control}>
            Remove demo data
          </Button>
        )}
      </DisabledReason>
      {isOpen && (
        <LossDialog
          title="Remove the demo data?"
          description="The sample people, groups, campaigns, messages and events go. What you made yourself stays. This cannot be undone."
          deed="Remove demo data"
          pendingLabel="Removing…"
          call={remove}
          ifFailed="Nothing was removed."
          onClose={() => setIsOpen(false)}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: ({ removedRows }) => {
                setIsOpen(false);
                toast({
                  title: 'Demo data removed',
                  description: `${countOf(removedRows, 'row')} gone. What you made yourself is untouched.`,
                });
              },
            })
          }
        />
      )}
    </>
  );
}
