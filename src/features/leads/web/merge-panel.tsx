import { Button } from '#ui/button.tsx';
import { errorText } from '#ui/error-words.ts';
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
        undo.mutate(mergeId, {
          onSuccess: (lead) => toast({ title: `${lead.name} is two leads again` }),
          onError: (error) =>
            toast({ title: 'The merge stays', description: errorText(error), variant: 'destructive' }),
        })
      }
    >
      Undo merge
    </Button>
  );
}
