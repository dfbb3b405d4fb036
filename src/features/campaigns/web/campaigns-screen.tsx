import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLink, Plus, Reply } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useCanChange } from '#features/access/web/api.ts';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { linkButtonClass } from '#ui/button-class.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { Tile, TileRow, TileSkeleton } from '#ui/tile.tsx';
import type { Campaign } from '../contract.ts';
import type { MessageStatus } from '../contract-messages.ts';
import { ActiveCampaigns } from './active-campaigns-section.tsx';
import { campaignsQuery } from './api.ts';
import { campaignTiles } from './campaign-words.ts';
import { useComposerTask } from './composer/composer-task.ts';
import { UnsavedCampaigns } from './composer/unsaved-campaigns-section.tsx';
import { QuickStart } from './quick-start-section.tsx';
import { RecentCampaigns } from './recent-campaigns-list.tsx';
import { useCampaignActions } from './use-campaign-actions.ts';

// The large parts are fetched when they are first needed.
const loadComposer = () => import('./composer/campaign-composer.tsx');
const CampaignComposer = lazy(() => loadComposer().then((part) => ({ default: part.CampaignComposer })));
const VariantsDrawer = lazy(() =>
  import('./variants-drawer.tsx').then((part) => ({ default: part.VariantsDrawer })),
);

type CampaignsScreenProps = {
  /** The messages of a campaign, in a drawer. */
  renderMessages: (of: {
    campaign: Campaign;
    status: MessageStatus | undefined;
    onStatusChange: (status: MessageStatus | undefined) => void;
    canChange: boolean;
    onClose: () => void;
  }) => ReactNode;
  /** Decisions about a campaign and the texts that were sent, in a drawer. */
  renderSentMessages: (of: { campaign: Campaign; onClose: () => void }) => ReactNode;
};

/** The campaign manager: what runs, what it does, and where a new one starts. */
export function CampaignsScreen({ renderMessages, renderSentMessages }: CampaignsScreenProps) {
  const list = useQuery(campaignsQuery());
  const canChange = useCanChange();
  const deeds = useCampaignActions();
  const { task, formKey, openTask, moveTask, closeTask, campaignId } = useComposerTask();
  const [openId, setOpenId] = useState(campaignId ?? null);
  const [shown, setShown] = useState<{ campaignId: string; status: MessageStatus | undefined } | null>(null);
  const [trailId, setTrailId] = useState<string | null>(null);
  const [testedId, setTestedId] = useState<string | null>(null);

  const campaigns = list.data ?? [];
  const edited = task?.mode === 'edit' ? campaigns.find(({ id }) => id === task.campaignId) : undefined;
  const shownCampaign = campaigns.find(({ id }) => id === shown?.campaignId);
  const edit = (campaign: Campaign) => openTask({ mode: 'edit', campaignId: campaign.id });
  const trailCampaign = campaigns.find(({ id }) => id === trailId);
  const testedCampaign = campaigns.find(({ id }) => id === testedId);
  // One drawer at a time.
  const closeDrawers = () => {
    setShown(null);
    setTrailId(null);
    setTestedId(null);
  };
  const showMessages = (campaign: Campaign, status?: MessageStatus) => {
    closeDrawers();
    setShown({ campaignId: campaign.id, status });
  };
  const showTrail = (campaign: Campaign) => {
    closeDrawers();
    setTrailId(campaign.id);
  };
  const showVariants = (campaign: Campaign) => {
    closeDrawers();
    setTestedId(campaign.id);
  };

  return (
    <div className="flex items-start">
      <div className="@container mx-auto w-full max-w-[96rem] min-w-0 flex-1 px-4 py-6 sm:px-8">
        <PageHeader
          title="Campaign Builder"
          note="Write to your lead groups, see what comes back, stop when you want to."
          actions={
            <>
              <Link to="/campaigns/replies" className={linkButtonClass()}>
                <Reply className="size-4" />
                Replies
              </Link>
              <a href="/content-generation" target="_blank" rel="noreferrer" className={linkButtonClass()}>
                Generate content
                <ExternalLink className="size-4" />
                <span className="sr-only">(opens in a new tab)</span>
              </a>
              {canChange && (
                <Button
                  variant="primary"
                  icon={Plus}
                  onPointerEnter={() => void loadComposer()}
                  onClick={() => openTask({ mode: 'create' })}
                >
                  New Campaign
                </Button>
              )}
            </>
          }
        />
        {list.isPending ? (
          <CampaignsSkeleton />
        ) : list.isError ? (
          <ErrorState
            title="The campaigns could not be loaded"
            query={list}
            text="Those that run go on running; only this list is missing."
            className="mt-6 border-y border-line-2"
          />
        ) : (
          <div className="mt-6 flex flex-col gap-8">
            <h2 className="sr-only">Figures</h2>
            <TileRow label={`Figures of ${countOf(campaigns.length, 'campaign')}`}>
              {campaignTiles(campaigns).map((tile) => (
                <Tile key={tile.label} {...tile} />
              ))}
            </TileRow>
            {canChange && !task && (
              <UnsavedCampaigns
                knownIds={campaigns.map(({ id }) => id)}
                onGoOn={({ task: left, draft, version }) => openTask({ ...left, draft, version })}
              />
            )}
            <ActiveCampaigns
              campaigns={campaigns}
              openId={openId}
              onToggle={(id) => setOpenId(openId === id ? null : id)}
              canChange={canChange}
              deeds={deeds}
              onEdit={edit}
              onShowMessages={showMessages}
              onShowTrail={showTrail}
              onShowVariants={showVariants}
            />
            <QuickStart
              canChange={canChange}
              onUse={(template) => openTask({ mode: 'create', templateId: template.id })}
            />
            <RecentCampaigns
              campaigns={campaigns}
              canChange={canChange}
              deeds={deeds}
              onEdit={edit}
              onCreate={() => openTask({ mode: 'create' })}
              onShowMessages={showMessages}
              onShowTrail={showTrail}
              onShowVariants={showVariants}
            />
          </div>
        )}
      </div>
      <Suspense>
        {shown &&
          shownCampaign &&
          renderMessages({
            campaign: shownCampaign,
            status: shown.status,
            onStatusChange: (status) => setShown({ ...shown, status }),
            canChange,
            onClose: () => setShown(null),
          })}
        {trailCampaign && renderSentMessages({ campaign: trailCampaign, onClose: () => setTrailId(null) })}
        {testedCampaign && (
          <VariantsDrawer
            key={testedCampaign.id}
            campaign={testedCampaign}
            canChange={canChange}
            onClose={() => setTestedId(null)}
          />
        )}
        {task && canChange && (task.mode === 'create' || edited) && (
          <CampaignComposer
            key={formKey}
            task={task}
            campaign={edited}
            onClose={closeTask}
            onReopen={openTask}
            onMove={moveTask}
          />
        )}
      </Suspense>
    </div>
  );
}

/** The campaigns before they arrived: four figures and two cards in their final size. */
function CampaignsSkeleton() {
  return (
    <Loading label="Loading the campaigns" className="mt-6">
      <TileRow label="Figures">
        {[0, 1, 2, 3].map((tile) => (
          <TileSkeleton key={tile} />
        ))}
      </TileRow>
      <Skeleton className="mt-8 h-5 w-36" />
      {[0, 1].map((card) => (
        <div key={card} className="mt-3 rounded-panel border border-line px-5 py-4">
          <Skeleton className="h-5 w-48 max-w-full" />
          <Skeleton className="mt-1.5 h-4 w-72 max-w-full" />
          <Skeleton className="mt-6 h-7 w-80 max-w-full" />
        </div>
      ))}
    </Loading>
  );
}
