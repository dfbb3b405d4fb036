import { Copy, Download, Lock, MoreHorizontal, Pencil, Printer, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { blanksIn } from '#engines/writing/blanks.ts';
import { useOwnWork } from '#features/access/web/api.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { Drawer } from '#ui/drawer.tsx';
import { DropdownMenu } from '#ui/dropdown-menu.tsx';
import { Field } from '#ui/field.tsx';
import { changedFields } from '#ui/form.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Input } from '#ui/input.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import { TwoVersionsNotice } from '#ui/two-versions-notice.tsx';
import { readBegun, useTwoVersions } from '#ui/use-two-versions.ts';
import { AssetCategory, type ContentAsset, LIMITS, MESSAGES } from '../contract.ts';
import { splitTags, TYPE_LABELS } from '../rules.ts';
import { plainText } from '../rules-markup.ts';
import { blanksMessage } from '../rules-writing-words.ts';
import {
  useChangeAsset,
  useDeleteAsset,
  useDuplicateAsset,
  useRestoreAsset,
  useReviewAsset,
  useRole,
} from './api.ts';
import { AssetFields, type AssetLabels } from './asset-fields.tsx';
import { AssetPreview } from './asset-preview.tsx';
import { CheckedEditor } from './checked-editor.tsx';
import { MediaSection } from './media-section.tsx';
import { PageSection } from './page-section.tsx';
import { StatusBadge } from './status-badge.tsx';
import { titled } from './words.ts';

type AssetDrawerProps = {
  asset: ContentAsset;
  position: string | undefined;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose: () => void;
  onTag: (tag: string) => void;
  onOpenAsset: (id: string) => void;
  /** What became of it elsewhere. */
  uses: ReactNode;
};

const fail = tellFailure('Error');

/** One asset: as its channel shows it, how far it is, and how it did. */
export function AssetDrawer({ asset, position, onTag, onOpenAsset, uses, ...drawer }: AssetDrawerProps) {
  const { canChange } = useRole();
  // What was left unsaved is there to go on with.
  const work = useAssetWork(asset.id);
  const [isEditing, setIsEditing] = useState(() => canChange && readBegun(work, Typed) !== undefined);
  const remove = useDeleteWithUndo(drawer.onClose);
  const duplicate = useDuplicateAsset();
  const isLocked = asset.status === 'approved';
  return (
    <Drawer
      label={asset.name}
      {...(position === undefined ? {} : { position })}
      {...drawer}
      className="lg:w-[30rem]!"
      actions={
        <DropdownMenu
          trigger={<IconButton icon={MoreHorizontal} label="More" />}
          items={[
            ...(canChange
              ? [
                  {
                    label: 'Duplicate',
                    icon: Copy,
                    onSelect: () =>
                      duplicate.mutate(asset.id, {
                        onSuccess: ({ id, name }) => {
                          toast({ title: 'Asset duplicated', description: name });
                          onOpenAsset(id);
                        },
                        onError: fail,
                      }),
                  },
                ]
              : []),
            { label: 'Download HTML', icon: Download, onSelect: () => download(asset.id, 'html') },
            { label: 'Download text', icon: Download, onSelect: () => download(asset.id, 'text') },
            { label: 'Open for print', icon: Printer, onSelect: () => download(asset.id, 'print') },
            ...(canChange
              ? [
                  { kind: 'line' as const, id: 'line' },
                  { label: 'Delete', icon: Trash2, isLoss: true, onSelect: () => remove(asset) },
                ]
              : []),
          ]}
        />
      }
      header={
        <div className="mt-1">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="min-w-0 text-h3 wrap-anywhere">{asset.name}</h2>
            <StatusBadge status={asset.status} />
          </div>
          <p className="mt-0.5 text-small text-ink-3">
            {titled(asset.category)} · {TYPE_LABELS[asset.type]} · <RelativeTime value={asset.createdAt} />
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <CopyButton text={plainText(asset.content)} size="control" />
            {canChange && !isLocked && !isEditing && (
              <Button icon={Pencil} onClick={() => setIsEditing(true)}>
                Edit
              </Button>
            )}
          </div>
        </div>
      }
    >
      <div className="space-y-6 px-5 py-5">
        {isEditing && !isLocked ? (
          <AssetForm asset={asset} onDone={() => setIsEditing(false)} />
        ) : (
          <>
            <section aria-label="Preview">
              <AssetPreview type={asset.type} content={asset.content} media={asset.media} />
            </section>
            {asset.tags !== '' && (
              <ul aria-label="All tags" className="flex flex-wrap gap-1.5">
                {splitTags(asset.tags).map((tag) => (
                  <li key={tag}>
                    <button
                      type="button"
                      className="finger-wide"
                      onClick={() => onTag(tag)}
                      title={`Assets tagged ${tag}`}
                    >
                      <Badge>{tag}</Badge>
                    </button>
                  </li>
                ))}
              </ul>
            )}
            {canChange && !isLocked && <MediaSection asset={asset} />}
            <Review asset={asset} />
            <PageSection asset={asset} />
          </>
        )}
        {uses}
      </div>
    </Drawer>
  );
}

/** The next step of the review, for those who may take it. */
function Review({ asset }: { asset: ContentAsset }) {
  const { canChange, canApprove } = useRole();
  const review = useReviewAsset();
  const [note, setNote] = useState('');
  const blanks = blanksIn(asset.content).length;
  const act = (deed: 'submit' | 'approve' | 'return') =>
    review.mutate(
      { id: asset.id, version: asset.version, deed, note },
      { onError: fail, onSuccess: () => setNote('') },
    );
  return (
    <section aria-labelledby="asset-review" className="border-t border-line pt-4">
      <h3 id="asset-review" className="text-h2">
        Review
      </h3>
      {asset.status === 'draft' && (
        <>
          {asset.reviewNote !== '' && (
            <p className="mt-1.5 text-body wrap-anywhere">
              Given back: <span className="text-ink-2">{asset.reviewNote}</span>
            </p>
          )}
          <p className="mt-1 text-small text-ink-3">Once approved, it is locked as it is.</p>
          {canChange && (
            <Button className="mt-2" isPending={review.isPending} onClick={() => act('submit')}>
              Send for review
            </Button>
          )}
        </>
      )}
      {blanks > 0 && (
        <p className="mt-1 text-small text-amber-ink">{blanksMessage(blanks)} before it can be approved.</p>
      )}
      {asset.status === 'in_review' && !canApprove && (
        <p className="mt-1 text-small text-ink-3">
          Waits for an admin. Changing the text takes it out of the review.
        </p>
      )}
      {asset.status === 'approved' && (
        <p className="mt-1 flex items-center gap-1.5 text-small text-ink-2">
          <Lock className="size-3.5" />
          Locked: duplicate it to write another version.
        </p>
      )}
      {canApprove && asset.status !== 'draft' && (
        <div className="mt-3 space-y-3">
          <Field label="What should change" note="optional">
            {(control) => (
              <Input
                {...control}
                value={note}
                maxLength={LIMITS.note}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </Field>
          <div className="flex gap-2">
            {asset.status === 'in_review' && (
              <Button
                variant="primary"
                isPending={review.isPending}
                disabled={blanks > 0}
                onClick={() => act('approve')}
              >
                Approve
              </Button>
            )}
            <Button isPending={review.isPending} onClick={() => act('return')}>
              {asset.status === 'approved' ? 'Unlock' : 'Give back'}
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}

const Typed = z.object({
  name: z.string(),
  category: AssetCategory,
  tags: z.string(),
  content: z.string(),
});
type Typed = AssetLabels & { content: string };

const useAssetWork = (assetId: string): string => useOwnWork(`content.asset.${assetId}`);

function typedOf({ name, category, tags, content }: ContentAsset): Typed {
  return { name, category: AssetCategory.catch('marketing').parse(category), tags, content };
}

function AssetForm({ asset, onDone }: { asset: ContentAsset; onDone: () => void }) {
  const change = useChangeAsset();
  const stored = typedOf(asset);
  const name = useAssetWork(asset.id);
  const [begun] = useState(() => readBegun(name, Typed));
  const [typed, setTyped] = useState(begun?.typed ?? stored);
  const versions = useTwoVersions({
    name,
    begun,
    stored: { version: asset.version, fields: stored },
    typed,
    show: setTyped,
    onTop: ({ base, mine, theirs }) => ({ ...theirs, ...changedFields(mine, base) }),
    isSaving: change.isPending,
  });
  const { content, ...labels } = typed;
  function submit() {
    if (labels.name.trim() === '' || content.trim() === '') {
      toast({ title: 'Error', description: MESSAGES.assetName, variant: 'destructive' });
      return;
    }
    change.mutate(
      {
        id: asset.id,
        version: versions.version,
        ...labels,
        tags: splitTags(labels.tags),
        ...(content === asset.content ? {} : { content }),
      },
      {
        onSuccess: leave,
        onError: fail,
      },
    );
  }
  function leave() {
    versions.end();
    onDone();
  }
  return (
    <form
      noValidate
      aria-label="Edit asset"
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!change.isPending) submit();
      }}
    >
      <TwoVersionsNotice what="asset" versions={versions} />
      <AssetFields value={labels} onChange={(next) => setTyped({ ...next, content })} />
      <CheckedEditor
        content={content}
        onChange={(next) => setTyped((before) => ({ ...before, content: next }))}
      />
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={leave}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" isPending={change.isPending} pendingLabel="Saving…">
          Save changes
        </Button>
      </div>
    </form>
  );
}

function download(id: string, format: 'html' | 'text' | 'print') {
  window.open(`/api/content-assets/${id}/file?format=${format}`, '_blank', 'noopener');
}

function useDeleteWithUndo(onDelete: () => void) {
  const remove = useDeleteAsset();
  const restore = useRestoreAsset();
  return ({ id, name }: ContentAsset) => {
    // Its drawer goes first: the focus is back in the library when the card goes from there.
    onDelete();
    doWithUndo({
      deed: remove.mutateAsync(id),
      done: { title: 'Asset deleted', description: name },
      onFailure: fail,
      undo: () => restore.mutateAsync(id),
      onUndoFailure: fail,
    });
  };
}
