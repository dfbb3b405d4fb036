import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useCanChange } from '#features/access/web/api.ts';
import { Button } from '#ui/button.tsx';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import type { Community } from '../contract.ts';
import { communityCountText } from '../rules.ts';
import { communitiesQuery, useDeleteCommunity, useRestoreCommunity } from './api.ts';
import { CommunitiesSearch } from './communities-search.ts';
import { CommunityList, CommunityListSkeleton } from './community-list.tsx';
import { CommunityView } from './community-view.tsx';
import { NewCommunityDialog } from './new-community-dialog.tsx';
import { NoCommunity } from './no-community-view.tsx';
import { tellAttempt } from './tell-attempt.ts';

/** Communities: who is there, what is said, and how other sites show them. */
export function CommunitiesScreen() {
  const search = CommunitiesSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const router = useRouter();
  const canChange = useCanChange();
  const communities = useQuery(communitiesQuery());
  const remove = useDeleteCommunity();
  const restore = useRestoreCommunity();
  const [isCreating, setIsCreating] = useState(false);
  const selected = communities.data?.find(({ id }) => id === search.community);

  function go(next: CommunitiesSearch) {
    void navigate({ to: '/community', search: next, resetScroll: false });
  }

  /** Where a deletion leaves somebody: whoever has gone on since is not called back. */
  function isWhereDeleted(): boolean {
    const { pathname, search: at } = router.latestLocation;
    return pathname === '/community' && CommunitiesSearch.parse(at).community === undefined;
  }

  function onDelete(community: Community) {
    // First: what is open of it would ask for what is gone.
    go({});
    doWithUndo({
      deed: remove.mutateAsync(community.id),
      done: { title: 'Community deleted successfully' },
      onFailure: (error) => {
        if (isWhereDeleted()) go({ community: community.id });
        tellAttempt('Failed to delete community')(error);
      },
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
                onShowWaiting={(id) => go({ community: id, posts: 'queue' })}
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
              posts={search.posts ?? 'published'}
              onPostsChange={(posts) =>
                go({ community: selected.id, posts: posts === 'published' ? undefined : posts })
              }
              post={search.post}
              onDelete={() => onDelete(selected)}
              isDeleting={remove.isPending}
              canChange={canChange}
            />
          ) : (
            <NoCommunity state={stateOf(communities, search.community)} canChange={canChange} />
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

/** Why no community is shown. */
function stateOf({ data, isError }: UseQueryResult<Community[]>, wanted: string | undefined) {
  if (data) return data.length === 0 ? 'none' : wanted === undefined ? 'unchosen' : 'gone';
  if (isError) return 'failed';
  return wanted === undefined ? 'unchosen' : 'pending';
}
