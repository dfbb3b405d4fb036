import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import type { Community } from '../contract.ts';
import { communityCountText } from '../rules.ts';
import { communitiesQuery, useCanChange, useDeleteCommunity, useRestoreCommunity } from './api.ts';
import { CommunitiesSearch } from './communities-search.ts';
import { CommunityList, CommunityListSkeleton } from './community-list.tsx';
import { CommunityView } from './community-view.tsx';
import { NewCommunityDialog } from './new-community-dialog.tsx';
import { tellAttempt } from './tell-attempt.ts';

/** Communities: who is there, what is said, and how other sites show them. */
export function CommunitiesScreen() {
  const search = CommunitiesSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const canChange = useCanChange();
  const communities = useQuery(communitiesQuery());
  const remove = useDeleteCommunity();
  const restore = useRestoreCommunity();
  const [isCreating, setIsCreating] = useState(false);
  const selected = communities.data?.find(({ id }) => id === search.community);

  function go(next: CommunitiesSearch) {
    void navigate({ to: '/community', search: next, resetScroll: false });
  }

  function onDelete(community: Community) {
    doWithUndo({
      deed: remove.mutateAsync(community.id).then(() => go({})),
      done: { title: 'Community deleted successfully' },
      onFailure: tellAttempt('Failed to delete community'),
      undo: () => restore.mutateAsync(community.id).then(() => go({ community: community.id })),
      onUndoFailure: tellAttempt('Failed to restore community'),
    });
  }

  return (
    <div className="flex flex-col px-4 py-5 sm:px-8 lg:h-full lg:min-h-0 lg:py-0">
      <div className="lg:grid lg:min-h-0 lg:flex-1 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <div className="lg:-ml-3 lg:overflow-y-auto lg:border-r lg:border-line-2 lg:py-5 lg:pr-6 lg:pl-3">
          <PageHeader
            title="Community"
            {...(communities.data ? { note: communityCountText(communities.data.length) } : {})}
          />
          {canChange && (
            <Button
              variant={communities.data?.length === 0 || !selected ? 'primary' : 'secondary'}
              icon={Plus}
              className="mt-3 w-full"
              onClick={() => setIsCreating(true)}
            >
              Create Community
            </Button>
          )}
          <div className="mt-4">
            {communities.isPending ? (
              <CommunityListSkeleton />
            ) : communities.isError ? (
              <ErrorState isCompact title="The communities could not be loaded" query={communities} />
            ) : (
              <CommunityList
                communities={communities.data}
                selectedId={selected?.id ?? null}
                onSelect={(id) => go({ community: id })}
              />
            )}
          </div>
        </div>
        <div className="min-w-0 max-lg:mt-6 lg:-mr-8 lg:overflow-y-auto lg:px-8 lg:py-5">
          {selected ? (
            <CommunityView
              key={selected.id}
              community={selected}
              tab={search.tab ?? 'overview'}
              onTabChange={(tab) => go({ community: selected.id, tab: tab === 'overview' ? undefined : tab })}
              onDelete={() => onDelete(selected)}
              isDeleting={remove.isPending}
              canChange={canChange}
            />
          ) : (
            <p className="grid min-h-48 place-items-center px-4 text-center text-body text-ink-2 lg:h-full">
              Select a community to view details
            </p>
          )}
        </div>
      </div>
      <NewCommunityDialog
        open={isCreating}
        onOpenChange={setIsCreating}
        onCreated={(community) => go({ community: community.id })}
      />
    </div>
  );
}
