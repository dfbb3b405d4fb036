import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { CancelButton } from '#ui/cancel-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { errorText } from '#ui/error-words.ts';
import { RadioGroup } from '#ui/radio-group.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import { type Lead } from '../../contract.ts';
import type { MergeField, MergePreview, MergeSide } from '../../contract-merge.ts';
import { mergePreviewQuery, useMergeLeads, useUndoMerge } from '../api.ts';
import { useNames } from '../bulk-actions/bulk-actions.ts';
import { fieldWords, MERGE_FIELD_LABELS } from './merge-words.ts';

type MergeDialogProps = {
  /** The first one stays, unless they are swapped. */
  leadIds: readonly [string, string];
  onClose: () => void;
  onMerged: (lead: Lead) => void;
};

/** Two records of one person, side by side: which value wins, and what comes along. */
export function MergeDialog({ leadIds, onClose, onMerged }: MergeDialogProps) {
  const [isSwapped, setIsSwapped] = useState(false);
  const [keepId, otherId] = isSwapped ? [leadIds[1], leadIds[0]] : leadIds;
  const preview = useQuery(mergePreviewQuery(keepId, otherId));
  const [chosen, setChosen] = useState<Partial<Record<MergeField, MergeSide>>>({});
  const merge = useMergeLeads();
  const tellMerged = useTellMerged();

  function swap() {
    // Whose value wins stays chosen, on the other side now.
    setChosen(
      Object.fromEntries(
        Object.entries(chosen).map(([field, side]) => [field, side === 'keep' ? 'other' : 'keep'] as const),
      ),
    );
    setIsSwapped(!isSwapped);
  }
  function submit({ keep, other, fields }: MergePreview) {
    const take = fields.flatMap((each) =>
      (chosen[each.field] ?? each.take) === 'other' ? [each.field] : [],
    );
    merge.mutate(
      { id: keep.id, otherId: other.id, take, version: keep.version, otherVersion: other.version },
      {
        onSuccess: ({ mergeId, lead }) => {
          onMerged(lead);
          onClose();
          tellMerged(mergeId, `${other.name} merged into ${lead.name}`);
        },
        onError: (error) => {
          toast({
            title: 'The leads were not merged',
            description: errorText(error),
            variant: 'destructive',
          });
          void preview.refetch();
        },
      },
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="large"
      title="Merge two leads"
      description="Choose what wins where they differ. You can take it back."
      footer={
        !preview.isError && (
          <>
            <Button variant="ghost" icon={ArrowLeftRight} onClick={swap}>
              Swap
            </Button>
            <CancelButton />
            <Button
              variant="primary"
              isPending={merge.isPending || preview.isPending}
              pendingLabel={merge.isPending ? 'Merging…' : 'Comparing…'}
              onClick={() => preview.data && submit(preview.data)}
            >
              Merge leads
            </Button>
          </>
        )
      }
    >
      {preview.isPending ? (
        <Loading label="Comparing the leads" className="space-y-3">
          <Skeleton className="h-4" />
          <Skeleton className="h-4" />
          <Skeleton className="h-4" />
        </Loading>
      ) : preview.isError ? (
        <ErrorState isCompact title="The leads could not be compared" query={preview} />
      ) : (
        <Comparison
          preview={preview.data}
          chosen={chosen}
          onChoose={(field, side) => setChosen({ ...chosen, [field]: side })}
        />
      )}
    </Dialog>
  );
}

type ComparisonProps = {
  preview: MergePreview;
  chosen: Partial<Record<MergeField, MergeSide>>;
  onChoose: (field: MergeField, side: MergeSide) => void;
};

function Comparison({ preview, chosen, onChoose }: ComparisonProps) {
  const names = useNames();
  const { keep, other, fields, isObjection } = preview;
  return (
    <div className="space-y-4">
      <p>
        <strong className="font-semibold">{keep.name}</strong> stays,{' '}
        <strong className="font-semibold">{other.name}</strong> goes into it{movesWords(preview)}.
      </p>
      {isObjection && (
        <p className="text-amber-ink">One of them objected: nothing may be sent to the one that stays.</p>
      )}
      {fields.length === 0 ? (
        <p className="text-ink-2">They do not differ.</p>
      ) : (
        <ul className="border-t border-line">
          {fields.map(({ field, take }) => (
            <li
              key={field}
              className="grid gap-x-4 gap-y-1.5 border-b border-line py-2.5 sm:grid-cols-[7rem_minmax(0,1fr)]"
            >
              <span className="text-small font-medium text-ink-2">{MERGE_FIELD_LABELS[field]}</span>
              <RadioGroup
                label={MERGE_FIELD_LABELS[field]}
                value={chosen[field] ?? take}
                onValueChange={(side) => onChoose(field, side)}
                options={(['keep', 'other'] as const).map((side) => {
                  const words = fieldWords(field, side === 'keep' ? keep : other, names);
                  return {
                    value: side,
                    label: <span className="wrap-anywhere">{words}</span>,
                    // Nothing is never put over something.
                    isDisabled: side === 'other' && words === '–',
                  };
                })}
                className="sm:grid sm:grid-cols-2"
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** " with 2 messages and 3 notes"; the tags come along unasked. */
function movesWords({ moves }: MergePreview): string {
  const parts = [
    moves.messages > 0 && countOf(moves.messages, 'message'),
    moves.events > 0 && countOf(moves.events, 'event'),
    moves.consents > 0 && countOf(moves.consents, 'consent record'),
    moves.notes > 0 && countOf(moves.notes, 'note'),
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : ` with ${parts.join(', ')}`;
}

/** Tells that two leads are one now, and offers to take it back. */
function useTellMerged(): (mergeId: string, title: string) => void {
  const undo = useUndoMerge();
  return (mergeId, title) => {
    toast({
      title,
      undo: () => {
        undo.mutateAsync(mergeId).catch(tellFailure('The merge stays'));
      },
    });
  };
}
