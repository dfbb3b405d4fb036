import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { chosenAssetsQuery } from '#features/content/web/api.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import type { Campaign } from '../contract.ts';
import { findTemplate } from '../rules-templates.ts';
import { landingSitesQuery } from './api.ts';
import { CampaignBadge } from './campaign-badge.tsx';
import {
  type CampaignDraft,
  type ComposerStock,
  draftOfCampaign,
  draftOfTemplate,
  emptyDraft,
} from './campaign-draft.ts';
import { ComposerForm } from './composer-form.tsx';
import type { ComposerTask } from './composer-task.ts';

type CampaignComposerProps = {
  task: ComposerTask;
  /** The campaign that is edited, as the server has it now. */
  campaign: Campaign | undefined;
  onClose: () => void;
  /** Opens the dialog again with what was in it. */
  onReopen: (task: ComposerTask) => void;
};

/** The create and edit dialog: sequence and recipients, the message as each person gets it, the launch bar. */
export function CampaignComposer({ task, campaign, onClose, onReopen }: CampaignComposerProps) {
  const sites = useQuery(landingSitesQuery());
  // As it began; what is chosen later is known where it is chosen.
  const [chosen] = useState(task.draft?.selectedContentAssets ?? campaign?.selectedContentAssets ?? []);
  const assets = useQuery(chosenAssetsQuery(chosen));
  const assetsNow = chosen.length === 0 ? [] : assets.data;
  const unsaved = useRef<CampaignDraft | null>(null);
  const failed = [sites, assets].find((query) => query.isError);

  function closeByHand() {
    const draft = unsaved.current;
    onClose();
    if (!draft) return;
    toast({
      title: 'Closed without saving',
      description: draft.name.trim() || 'A campaign without a name',
      undo: () => onReopen({ ...task, draft }),
    });
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
      {failed ? (
        <ErrorState
          title="The landing pages and content could not be loaded"
          error={failed.error}
          onRetry={() => void Promise.all([sites.refetch(), assets.refetch()])}
          isRetrying={sites.isFetching || assets.isFetching}
        />
      ) : sites.data && assetsNow ? (
        <Loaded
          task={task}
          campaign={campaign}
          stock={{ sites: sites.data, assets: assetsNow }}
          onUnsaved={(draft) => {
            unsaved.current = draft;
          }}
          onSaved={onClose}
        />
      ) : (
        <ComposerSkeleton />
      )}
    </Dialog>
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

type LoadedProps = {
  task: ComposerTask;
  campaign: Campaign | undefined;
  stock: ComposerStock;
  onUnsaved: (draft: CampaignDraft | null) => void;
  onSaved: () => void;
};

function Loaded({ task, campaign, stock, onUnsaved, onSaved }: LoadedProps) {
  // What the form starts from; a newer version of the campaign comes in only when somebody asks for it.
  const [base, setBase] = useState({ campaign, draft: task.draft });
  const started = startOf(task, base.campaign, stock);
  return (
    <ComposerForm
      key={base.campaign?.version ?? 'new'}
      campaign={base.campaign}
      newest={campaign}
      started={started}
      first={base.draft ?? started}
      stock={stock}
      onTakeNewest={() => setBase({ campaign, draft: undefined })}
      onUnsaved={onUnsaved}
      onSaved={onSaved}
    />
  );
}

function startOf(task: ComposerTask, campaign: Campaign | undefined, stock: ComposerStock): CampaignDraft {
  if (campaign) return draftOfCampaign(campaign, stock.sites);
  const template = task.mode === 'create' ? findTemplate(task.templateId) : undefined;
  if (template) return draftOfTemplate(template, stock.sites);
  return { ...emptyDraft(), targetGroups: (task.mode === 'create' && task.targetGroups) || [] };
}
