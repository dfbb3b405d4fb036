import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { chosenAssetsQuery } from '#features/content/web/api.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import type { Campaign } from '../../contract.ts';
import { findTemplate } from '../../rules-templates.ts';
import { landingSitesQuery } from '../api.ts';
import { CampaignBadge } from '../campaign-badge.tsx';
import {
  type CampaignDraft,
  type ComposerStock,
  draftOfCampaign,
  draftOfTemplate,
  emptyDraft,
} from './campaign-draft.ts';
import { ComposerForm } from './composer-form.tsx';
import { anotherOf, type ComposerTask } from './composer-task.ts';
import { keptName, useKeptCampaigns } from './kept-campaigns.ts';
import { UnsavedOffer } from './unsaved-campaigns-section.tsx';

type CampaignComposerProps = {
  task: ComposerTask;
  /** The campaign that is edited, as the server has it now. */
  campaign: Campaign | undefined;
  onClose: () => void;
  /** Opens the dialog again with what was in it. */
  onReopen: (task: ComposerTask) => void;
  /** What is written here is kept as this from now on, because another form has the place of the task. */
  onMove: (task: ComposerTask) => void;
};

/** The create and edit dialog: sequence and recipients, the message as each person gets it, the launch bar. */
export function CampaignComposer({ task, campaign, onClose, onReopen, onMove }: CampaignComposerProps) {
  const { find, keep, forget } = useKeptCampaigns();
  const [begun, setBegun] = useState(task);
  const [found] = useState(() => find(task));
  // Left by an earlier visit: a new form would take its place, so that is asked first.
  const [left, setLeft] = useState(task.draft ? undefined : found);
  const unsaved = useRef<{ draft: CampaignDraft; version: number | undefined } | null>(null);
  // Where this form is kept, and when that was last written as far as this form knows: another tab may write there too.
  const own = useRef(task);
  const seenAt = useRef(found?.at);
  const isTaken = () => {
    const there = find(own.current);
    return there !== undefined && there.at !== seenAt.current;
  };
  const move = () => {
    own.current = anotherOf(own.current);
    seenAt.current = undefined;
    onMove(own.current);
  };

  function closeByHand() {
    const { current } = unsaved;
    onClose();
    if (!current) return;
    toast({
      title: 'Closed without saving',
      description: keptName(current),
      undo: () => onReopen({ ...own.current, ...current }),
    });
  }

  function forgetOwn() {
    if (!isTaken()) forget(own.current);
  }

  function keepUnsaved(draft: CampaignDraft | null, version: number | undefined) {
    if (unsaved.current?.draft === draft || (!unsaved.current && !draft)) return;
    unsaved.current = draft && { draft, version };
    if (!draft) {
      forgetOwn();
      return;
    }
    if (isTaken()) {
      move();
      toast({
        title: 'Also open in another tab',
        description: 'Both versions are kept. This one stands apart among what is not saved yet.',
      });
    }
    const at = new Date().toISOString();
    keep({ task: own.current, draft, version, at });
    seenAt.current = at;
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && closeByHand()}
      size="full"
      title={
        <span className="inline-flex flex-wrap items-center gap-2.5">
          {campaign ? 'Edit campaign' : 'Create campaign'}
          {campaign && <CampaignBadge status={campaign.status} />}
        </span>
      }
    >
      {left ? (
        <UnsavedOffer
          kept={left}
          lacks={lackedBy(left.draft, task)}
          onGoOn={() => {
            setBegun({ ...task, draft: left.draft, version: left.version });
            setLeft(undefined);
          }}
          {...(campaign
            ? {}
            : {
                onBeginAnother: () => {
                  move();
                  setLeft(undefined);
                },
              })}
          onDiscarded={() => {
            // Undo puts it back as it was: the new form then goes elsewhere.
            seenAt.current = undefined;
            setLeft(undefined);
          }}
        />
      ) : (
        <Prepared
          task={begun}
          campaign={campaign}
          onUnsaved={keepUnsaved}
          onSaved={() => {
            forgetOwn();
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

type PreparedProps = {
  task: ComposerTask;
  campaign: Campaign | undefined;
  onUnsaved: (draft: CampaignDraft | null, version: number | undefined) => void;
  onSaved: () => void;
};

/** The form with what it needs to know first. */
function Prepared({ task, campaign, ...deeds }: PreparedProps) {
  const sites = useQuery(landingSitesQuery());
  // As it began; what is chosen later is known where it is chosen.
  const [chosen] = useState(
    () =>
      task.draft?.selectedContentAssets ??
      campaign?.selectedContentAssets ??
      (task.mode === 'create' && task.assetId !== undefined ? [task.assetId] : []),
  );
  const assets = useQuery(chosenAssetsQuery(chosen));
  const assetsNow = chosen.length === 0 ? [] : assets.data;
  const failed = [sites, assets].find((query) => query.isLoadingError);
  if (failed) {
    return (
      <ErrorState
        title="The landing pages and content could not be loaded"
        error={failed.error}
        onRetry={() => void Promise.all([sites.refetch(), assets.refetch()])}
        isRetrying={sites.isFetching || assets.isFetching}
      />
    );
  }
  if (!sites.data || !assetsNow) return <ComposerSkeleton />;
  return (
    <Loaded task={task} campaign={campaign} stock={{ sites: sites.data, assets: assetsNow }} {...deeds} />
  );
}

/** In the shape of the form: fields over recipients and the message. */
function ComposerSkeleton() {
  return (
    <Loading label="Loading the campaign" className="flex min-h-full flex-col lg:h-full">
      <div className="grid gap-4 border-b border-line px-5 pt-1 pb-4 sm:grid-cols-2 lg:grid-cols-4">
        {[0, 1, 2, 3].map((field) => (
          <div key={field}>
            <Skeleton className="h-4 w-24" />
            <Skeleton className="mt-1.5 h-9" />
          </div>
        ))}
      </div>
      <div className="grid flex-1 lg:grid-cols-[21rem_minmax(0,1fr)]">
        <div className="border-line lg:border-r">
          {[0, 1, 2].map((section) => (
            <div key={section} className="border-b border-line px-5 py-4">
              <Skeleton className="h-5 w-28" />
              <Skeleton className="mt-3 h-4 w-48" />
              <Skeleton className="mt-2 h-4 w-40" />
            </div>
          ))}
        </div>
        <div className="bg-sunk px-8 py-4 max-lg:hidden">
          <div className="mx-auto mt-12 max-w-2xl rounded-work border border-line-2 bg-surface p-6">
            <Skeleton className="h-5 w-56" />
            <Skeleton className="mt-6 h-4 w-full" />
            <Skeleton className="mt-2 h-4 w-11/12" />
            <Skeleton className="mt-2 h-4 w-3/4" />
          </div>
        </div>
      </div>
    </Loading>
  );
}

type LoadedProps = PreparedProps & { stock: ComposerStock };

function Loaded({ task, campaign, stock, onUnsaved, onSaved }: LoadedProps) {
  // What the form starts from; a newer version of the campaign comes in only when somebody asks for it.
  const [base, setBase] = useState({ campaign, draft: task.draft });
  // What was written here on an older version, once the newer one has taken its place.
  const [left, setLeft] = useState<typeof base>();
  const started = startOf(task, base.campaign, stock);
  return (
    <ComposerForm
      key={base.campaign?.version ?? 'new'}
      campaign={base.campaign}
      version={base.draft && task.version}
      newest={campaign}
      started={started}
      first={base.draft ?? started}
      stock={stock}
      onTakeNewest={(draft) => {
        setBase({ campaign, draft: undefined });
        setLeft({ campaign: base.campaign, draft });
      }}
      onShowLeft={
        left &&
        (() => {
          setBase(left);
          setLeft(undefined);
        })
      }
      onUnsaved={onUnsaved}
      onSaved={onSaved}
    />
  );
}

function startOf(task: ComposerTask, campaign: Campaign | undefined, stock: ComposerStock): CampaignDraft {
  if (campaign) return draftOfCampaign(campaign, stock.sites);
  const template = task.mode === 'create' ? findTemplate(task.templateId) : undefined;
  if (template) return draftOfTemplate(template, stock.sites);
  const { groupId, assetId } = task.mode === 'create' ? task : {};
  return {
    ...emptyDraft(),
    ...(groupId === undefined ? {} : { targetGroups: [groupId] }),
    ...(assetId === undefined ? {} : { selectedContentAssets: [assetId] }),
  };
}

function lackedBy(
  { targetGroups, selectedContentAssets }: CampaignDraft,
  task: ComposerTask,
): string | undefined {
  if (task.mode !== 'create') return undefined;
  if (task.assetId !== undefined && !selectedContentAssets.includes(task.assetId)) return 'asset';
  if (task.groupId !== undefined && !targetGroups.includes(task.groupId)) return 'lead group';
  return undefined;
}
