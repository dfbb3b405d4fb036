import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Archive, ArchiveRestore, RefreshCw, TriangleAlert } from 'lucide-react';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { isGone } from '#ui/calls/call-api.ts';
import { Dialog } from '#ui/dialog.tsx';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { errorText } from '#ui/error-words.ts';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import { knowledgeItemQuery, useChangeKnowledge, useReadFileAgain } from './api.ts';
import { originOf } from './knowledge-words.ts';
import { PassageList } from './passage-list.tsx';
import { useTeachAgent } from './teaching-api.ts';

type KnowledgeItemDialogProps = {
  id: string;
  /** Words to open at: those that an answer quoted. */
  quote?: string | undefined;
  canManage: boolean;
  onClose: () => void;
};

/** An item with the passages that can be quoted, when it was used, and whether it still holds. */
export function KnowledgeItemDialog({ id, quote, canManage, onClose }: KnowledgeItemDialogProps) {
  const item = useQuery(knowledgeItemQuery(id));
  const change = useChangeKnowledge();
  const isRetired = item.data?.retiredAt != null;

  const retire = (): void =>
    doWithUndo({
      deed: change.mutateAsync({ id, change: { isRetired: !isRetired } }),
      done: isRetired
        ? { title: 'Used again' }
        : { title: 'Retired', description: 'No longer used in answers.' },
      onFailure: tellFailure('Not changed'),
      undo: () => change.mutateAsync({ id, change: { isRetired } }),
      onUndoFailure: tellFailure('Not changed back'),
    });
  const teach = useTeachAgent();
  const isOutdated = item.data?.remarks.some(({ kind }) => kind === 'outdated') === true;
  const renew = (assetId: string, agentId: string): void =>
    teach.mutate(
      { assetId, agentId },
      {
        onSuccess: () => toast({ title: 'Knowledge renewed', description: 'Answers rest on the new text.' }),
        onError: (error) =>
          toast({ title: 'Not renewed', description: errorText(error), variant: 'destructive' }),
      },
    );
  const reading = useReadFileAgain();
  const readAgain = async (): Promise<void> => {
    const { knowledgeId, isSame, passageCount, passagesBefore } = await reading.mutateAsync(id);
    if (isSame) {
      toast({ title: 'Read again', description: 'The file says what the agent knows already.' });
      return;
    }
    onClose();
    const takeBack = () =>
      Promise.all([
        change.mutateAsync({ id, change: { isRetired: false } }),
        change.mutateAsync({ id: knowledgeId, change: { isRetired: true } }),
      ]);
    toast({
      title: 'Read again',
      description: `${countOf(passageCount, 'passage')}, ${passagesBefore} before. What was read before is retired.`,
      undo: () => void takeBack().catch(tellFailure('Not changed back')),
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={item.data?.title ?? 'Knowledge'}
      description={item.data && originOf(item.data)}
      size="large"
      footer={
        canManage &&
        item.data && (
          <>
            {item.data.isFileKept && !isRetired && (
              <Button
                icon={RefreshCw}
                onClick={() => void readAgain().catch(tellFailure('Not read again'))}
                isPending={reading.isPending}
              >
                Read the file again
              </Button>
            )}
            <Button icon={isRetired ? ArchiveRestore : Archive} onClick={retire} disabled={change.isPending}>
              {isRetired ? 'Use again' : 'Retire'}
            </Button>
          </>
        )
      }
    >
      {item.isPending ? (
        <Loading label="Loading the passages" className="space-y-2">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </Loading>
      ) : item.isLoadingError || isGone(item.error) ? (
        <ErrorState title="The item could not be loaded" query={item} />
      ) : (
        <div className="space-y-4">
          <dl className="flex flex-wrap gap-x-8 gap-y-2 text-small">
            <div>
              <dt className="text-ink-3">Last used</dt>
              <dd>{item.data.lastUsedAt ? <RelativeTime value={item.data.lastUsedAt} /> : 'Not yet'}</dd>
            </div>
            <div>
              <dt className="text-ink-3">Holds from</dt>
              <dd>{item.data.effectiveFrom ?? 'Does not say'}</dd>
            </div>
            {item.data.fileName !== null && (
              <div>
                <dt className="text-ink-3">File</dt>
                <dd>{item.data.fileName}</dd>
              </div>
            )}
            {item.data.asset && (
              <div>
                <dt className="text-ink-3">Taken from</dt>
                <dd className="wrap-anywhere">
                  {item.data.asset.id === null ? (
                    `${item.data.asset.name}, which is no longer in the library`
                  ) : (
                    <Link to="/content" search={{ asset: item.data.asset.id }} className="link">
                      {item.data.asset.name}
                    </Link>
                  )}
                </dd>
              </div>
            )}
            {item.data.trainingContext !== '' && (
              <div>
                <dt className="text-ink-3">Context</dt>
                <dd>{item.data.trainingContext}</dd>
              </div>
            )}
          </dl>
          {canManage && (
            <Field label="Valid until" note="optional" className="max-w-52">
              {(control) => (
                <Input
                  {...control}
                  type="date"
                  defaultValue={item.data.validUntil ?? ''}
                  onChange={({ target: { value } }) => {
                    if (isYearHalfTyped(value)) return;
                    change.mutate({ id, change: { validUntil: value === '' ? null : value } });
                  }}
                />
              )}
            </Field>
          )}
          {canManage && item.data.asset?.id != null && isOutdated && (
            <Button
              icon={RefreshCw}
              isPending={teach.isPending}
              onClick={() => renew(item.data.asset?.id ?? '', item.data.expertId)}
            >
              Renew from the asset
            </Button>
          )}
          {item.data.remarks.length > 0 && (
            <ul className="space-y-1 text-small text-amber-ink">
              {item.data.remarks.map((remark) => (
                <li key={remark.text} className="flex gap-1.5">
                  <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
                  {remark.text}
                </li>
              ))}
            </ul>
          )}
          <PassageList id={id} quote={quote} />
        </div>
      )}
    </Dialog>
  );
}

/** A browser takes each digit of a year for a date: "0002-11-30" on the way to 2026 would expire what still holds. */
function isYearHalfTyped(date: string): boolean {
  return date.startsWith('0');
}
