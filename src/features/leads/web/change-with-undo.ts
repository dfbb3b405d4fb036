import type { z } from 'zod';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { tellFailure } from '#ui/tell-failure.ts';
import type { Lead, LeadChange } from '../contract.ts';
import { useUpdateLead } from './api.ts';

type Change = z.input<typeof LeadChange>;
type UndoableChange = {
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
  return {
    isPending: update.isPending,
    /** What was asked for and is not known to have happened yet. */
    pending: update.isPending ? update.variables.change : undefined,
    change: ({ to, back, done, failed }: UndoableChange): void => {
      doWithUndo({
        deed: update.mutateAsync({ lead, change: to }),
        done: { title: done },
        onFailure: tellFailure(failed),
        undo: (changed) => update.mutateAsync({ lead: changed, change: back }),
        onUndoFailure: tellFailure('It was not taken back'),
      });
    },
  };
}
