import { Button } from '#ui/button.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import { useUndoMerge } from './api.ts';

/** Takes a merge back from where it stands in the timeline. */
export function UndoMergePanel({ mergeId }: { mergeId: string }) {
  const undo = useUndoMerge();
  return (
    <Button
      size="row"
      variant="ghost"
      className="-ml-2"
      isPending={undo.isPending}
      onClick={() =>
        undo
          .mutateAsync(mergeId)
          .then(
            (lead) => void toast({ title: `${lead.name} is two leads again` }),
            tellFailure('The merge stays'),
          )
      }
    >
      Undo merge
    </Button>
  );
}
