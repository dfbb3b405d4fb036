import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { isGone } from '#ui/calls/call-api.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { stayNear } from '#ui/focus/kept-focus.ts';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import type { Community } from '../contract.ts';
import { postQuery } from './api.ts';
import { PostRow } from './post-row.tsx';
import { useInSight } from './use-in-sight.ts';

type OnePostProps = { community: Community; postId: string; canChange: boolean; onLeave: () => void };

/** One post with what was answered to it; of a comment, the post that it answers. */
export function OnePost({ community, postId, canChange, onLeave }: OnePostProps) {
  const asked = useQuery(postQuery(community.id, postId));
  const rootId = asked.data?.parentId ?? postId;
  const root = useQuery({ ...postQuery(community.id, rootId), enabled: asked.isSuccess });
  const heading = useInSight(root.data && postId);
  const failed = [asked, root].find(({ isError }) => isError);
  return (
    <section aria-labelledby="one-post" className="max-w-[44rem]">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 ref={heading} id="one-post" className="scroll-mt-4 text-h2">
          One post
        </h2>
        <Button
          icon={ArrowLeft}
          onClick={({ currentTarget }) => {
            stayNear(currentTarget);
            onLeave();
          }}
        >
          All posts
        </Button>
      </div>
      {failed ? (
        isGone(failed.error) ? (
          <EmptyState
            isCompact
            title="This post does not exist any more"
            text="Somebody has deleted it, or its author was removed."
          />
        ) : (
          <ErrorState isCompact title="The post could not be loaded" query={failed} />
        )
      ) : root.data ? (
        <ol aria-label="One post" className="mt-2">
          <PostRow community={community} post={root.data} canChange={canChange} areCommentsShown />
        </ol>
      ) : (
        <Loading label="Loading the post" className="mt-4">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="mt-2 h-3 w-full" />
        </Loading>
      )}
    </section>
  );
}
