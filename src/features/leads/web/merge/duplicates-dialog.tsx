import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { type Lead } from '../../contract.ts';
import type { PossibleDuplicate } from '../../contract-merge.ts';
import { duplicatesQuery, useDismissDuplicate, useReopenDuplicate } from '../api.ts';
import { LeadBadge } from '../lead-badge.tsx';
import { MergeDialog } from './merge-dialog.tsx';

type DuplicatesDialogProps = { onClose: () => void; onMerged: (lead: Lead) => void };

/** Pairs that may be one person, one after the other. */
export function DuplicatesDialog({ onClose, onMerged }: DuplicatesDialogProps) {
  const pairs = useQuery(duplicatesQuery());
  const [compared, setCompared] = useState<PossibleDuplicate | null>(null);
  if (compared) {
    return (
      <MergeDialog
        leadIds={[compared.keep.id, compared.other.id]}
        onClose={() => setCompared(null)}
        onMerged={onMerged}
      />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="large"
      title="Possible duplicates"
      description="Names, companies and handles that are alike. Nothing is merged by itself."
    >
      {pairs.isPending ? (
        <Loading label="Loading the pairs" className="space-y-3">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </Loading>
      ) : pairs.isError ? (
        <ErrorState isCompact title="The pairs could not be loaded" query={pairs} />
      ) : pairs.data.length === 0 ? (
        <EmptyState isCompact title="No possible duplicates" text="New ones appear here as people come in." />
      ) : (
        <ul className="border-t border-line">
          {pairs.data.map((pair) => (
            <Pair key={pair.id} pair={pair} onCompare={() => setCompared(pair)} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Pair({ pair, onCompare }: { pair: PossibleDuplicate; onCompare: () => void }) {
  const dismissWithUndo = useDismissWithUndo();
  const { keep, other, note } = pair;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3">
      <div className="grid min-w-0 flex-1 basis-72 gap-x-4 gap-y-1 sm:grid-cols-2">
        <LeadBadge lead={keep} />
        <LeadBadge lead={other} />
        <p className="text-small text-ink-3 sm:col-span-2">{note}</p>
      </div>
      <span className="flex gap-1">
        <Button size="row" aria-label={`Compare ${keep.name} and ${other.name}`} onClick={onCompare}>
          Compare
        </Button>
        <Button
          size="row"
          variant="ghost"
          aria-label={`${keep.name} and ${other.name} are different people`}
          onClick={() => dismissWithUndo(pair)}
        >
          Different people
        </Button>
      </span>
    </li>
  );
}

function useDismissWithUndo(): (pair: PossibleDuplicate) => void {
  const dismiss = useDismissDuplicate();
  const reopen = useReopenDuplicate();
  const fail = tellFailure('The proposal stays');
  return ({ id, keep, other }) => {
    doWithUndo({
      deed: dismiss.mutateAsync(id),
      done: { title: `${keep.name} and ${other.name} are two people` },
      onFailure: fail,
      undo: () => reopen.mutateAsync(id),
      onUndoFailure: fail,
    });
  };
}
