import type { z } from 'zod';
import { errorText } from '#ui/error-words.ts';
import { toast } from '#ui/toast.ts';
import type { Lead, LeadChange } from '../contract.ts';
import { useUpdateLead } from './api.ts';

type Change = z.input<typeof LeadChange>;
type Wish = {
  to: Change;
  /** What it was. */
  back: Change;
  /** "Dana Whitlow moved to Teas". */
  done: string;
  /** "Dana Whitlow was not moved". */
  failed: string;
};

/** Changes a lead and offers for ten seconds to take it back. */
export function useChangeWithUndo(lead: Pick<Lead, 'id' | 'version'>) {
  const update = useUpdateLead();
  const fail = (title: string) => (error: unknown) =>
    void toast({ title, description: errorText(error), variant: 'destructive' });
  return {
    isPending: update.isPending,
    /** What was asked for and is not known to have happened yet. */
    pending: update.isPending ? update.variables.change : undefined,
    change: ({ to, back, done, failed }: Wish): void => {
      update.mutateAsync({ lead, change: to }).then(
        (changed) =>
          void toast({
            title: done,
            undo: () =>
              void update.mutateAsync({ lead: changed, change: back }).catch(fail('It was not taken back')),
          }),
        fail(failed),
      );
    },
  };
}
