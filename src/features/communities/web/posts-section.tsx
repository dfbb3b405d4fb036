import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOwnWork } from '#features/access/web/api.ts';
import { formatCount } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { pagedSource } from '#ui/calls/paged-source.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { useFocusOfForm } from '#ui/focus/use-focus-along.ts';
import { readWork } from '#ui/kept/kept-work.ts';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { ShowMore } from '#ui/show-more.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import type { Community } from '../contract.ts';
import type { PostView } from '../contract-posts.ts';
import { postsQuery, useCreatePost } from './api.ts';
import { PostComposer } from './post-composer.tsx';
import { PostRow } from './post-row.tsx';
import { useInSight } from './use-in-sight.ts';

type PostsSectionProps = {
  community: Community;
  canChange: boolean;
  view: PostView;
  onViewChange: (view: PostView) => void;
};

const LIST_LABELS: Record<PostView, string> = {
  published: 'Posts',
  queue: 'Posts that wait',
  rejected: 'Rejected posts',
};

/** What is said in the community, what waits to be let in, and what was not. */
export function PostsSection({ community, canChange, view, onViewChange }: PostsSectionProps) {
  const query = useInfiniteQuery(postsQuery(community.id, view));
  const { rows, isLoading, error } = pagedSource(query);
  const create = useCreatePost(community.id);
  const begun = `post.new.${community.id}`;
  const own = useOwnWork(begun);
  const [isWriting, setIsWriting] = useState(() => readWork(own) !== undefined);
  const { part, opener } = useFocusOfForm(isWriting);
  const isPublished = view === 'published';
  const heading = useInSight(isPublished || isLoading ? undefined : `${community.id} ${view}`);
  return (
    <section aria-labelledby="community-posts" className="max-w-[44rem]">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 ref={heading} id="community-posts" className="scroll-mt-4 text-h2">
          Posts
        </h2>
        <SegmentedControl
          label="Which posts"
          value={view}
          onValueChange={onViewChange}
          segments={[
            { value: 'published', label: 'Published' },
            {
              value: 'queue',
              label: community.heldPosts > 0 ? `Waiting ${formatCount(community.heldPosts)}` : 'Waiting',
            },
            { value: 'rejected', label: 'Rejected' },
          ]}
        />
        {canChange && isPublished && !isWriting && (
          <Button ref={opener} className="ml-auto" onClick={() => setIsWriting(true)}>
            Write a post
          </Button>
        )}
      </div>
      {isWriting && isPublished && (
        <div ref={part} className="mt-4">
          <PostComposer
            label="New post"
            submitLabel="Post"
            begun={begun}
            onCancel={() => setIsWriting(false)}
            onSubmit={async (given) => {
              await create.mutateAsync(given);
              toast({ title: 'Posted' });
              setIsWriting(false);
            }}
          />
        </div>
      )}
      {isLoading ? (
        <Loading label="Loading the posts" className="mt-4 space-y-5">
          {[0, 1, 2].map((row) => (
            <div key={row}>
              <Skeleton className="h-4 w-40" />
              <Skeleton className="mt-2 h-3 w-full" />
              <Skeleton className="mt-1.5 h-3 w-2/3" />
            </div>
          ))}
        </Loading>
      ) : error && rows.length === 0 ? (
        <ErrorState isCompact title="The posts could not be loaded" query={query} />
      ) : rows.length === 0 ? (
        <NoPosts view={view} />
      ) : (
        <ol aria-label={LIST_LABELS[view]} className="mt-2 divide-y divide-line">
          {rows.map((post) => (
            <PostRow key={post.id} community={community} post={post} canChange={canChange} />
          ))}
        </ol>
      )}
      <ShowMore query={query} />
    </section>
  );
}

const NO_POSTS: Record<PostView, { title: string; text: string }> = {
  published: {
    title: 'No posts yet',
    text: 'Write the first one, mirror a community under Settings, or show this one on your site.',
  },
  queue: {
    title: 'Nothing waits',
    text: 'Posts with advice on medicines, health claims, spam or somebody in danger wait here for you, and what readers report.',
  },
  rejected: {
    title: 'Nothing was rejected',
    text: 'What you reject stays here, where only the team sees it, and can be looked at again.',
  },
};

function NoPosts({ view }: { view: PostView }) {
  return <EmptyState isCompact {...NO_POSTS[view]} />;
}
