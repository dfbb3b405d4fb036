import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { countOf, formatCount, percentOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Tile, TileRow } from '#ui/tile.tsx';
import type { Community, CommunityDay } from '../contract.ts';
import type { PostView } from '../contract-posts.ts';
import { ENGAGEMENT_FORMULA, GROWTH_FORMULA } from '../rules.ts';
import { communityDaysQuery } from './api.ts';
import { growthText } from './community-words.ts';
import { OnePost } from './one-post-view.tsx';
import { PostsSection } from './posts-section.tsx';

type OverviewSectionProps = {
  community: Community;
  canChange: boolean;
  posts: PostView;
  onPostsChange: (posts: PostView) => void;
  /** The post that is looked at alone. */
  post: string | undefined;
  onDelete: () => void;
  isDeleting: boolean;
};

/** What the community is, how it does, and what is said in it. */
export function OverviewSection({
  community,
  canChange,
  posts,
  onPostsChange,
  post,
  onDelete,
  isDeleting,
}: OverviewSectionProps) {
  const days = useQuery(communityDaysQuery(community.id));
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-h2 wrap-anywhere">{community.name}</h2>
          <p className="mt-1 max-w-prose text-pretty whitespace-pre-line text-ink-2 wrap-anywhere">
            {community.description || 'No description yet. Others read it above the posts.'}
          </p>
        </div>
        {canChange && (
          <Button
            variant="loss"
            icon={Trash2}
            onClick={onDelete}
            isPending={isDeleting}
            pendingLabel="Deleting…"
          >
            Delete community
          </Button>
        )}
      </div>
      <Metrics community={community} days={days.data ?? []} />
      <Link
        to="/analytics"
        search={{ by: 'community', period: 'lifetime' }}
        className="inline-flex text-small text-green-ink underline"
      >
        What it brought: visits, conversions and purchases
      </Link>
      {days.isError && <ErrorState isCompact title="The last 30 days could not be counted" query={days} />}
      {post === undefined ? (
        <PostsSection community={community} canChange={canChange} view={posts} onViewChange={onPostsChange} />
      ) : (
        <OnePost
          key={post}
          community={community}
          postId={post}
          canChange={canChange}
          onLeave={() => onPostsChange(posts)}
        />
      )}
    </div>
  );
}

function Metrics({ community, days }: { community: Community; days: readonly CommunityDay[] }) {
  const { totalMembers, totalPosts, engagement, growth } = community.metrics;
  const sum = (key: 'joined' | 'left' | 'posts') => days.reduce((all, day) => all + day[key], 0);
  const active = engagement === null ? null : Math.round((engagement * totalMembers) / 100);
  const [first] = days;
  const membersBefore = first ? first.members - first.joined + first.left : 0;
  return (
    <TileRow label="Figures of the community">
      <Tile
        label="Total Members"
        figure={formatCount(totalMembers)}
        formula="People who are in the community now, without those who are only invited"
        points={days.map(({ members }) => members)}
        lines={[days.length === 0 ? '' : `${sum('joined')} joined, ${sum('left')} left in 30 days`]}
      />
      <Tile
        label="Total Posts"
        figure={formatCount(totalPosts)}
        formula="Published posts, without comments and without those that wait"
        // From today back: how many there were at the end of each day.
        points={days.map((_, index) =>
          days.slice(index + 1).reduce((count, day) => count - day.posts, totalPosts),
        )}
        lines={[days.length === 0 ? '' : `${sum('posts')} in 30 days`]}
      />
      <Tile
        label="Engagement"
        figure={engagement === null ? '–' : engagement.toFixed(1)}
        {...(engagement === null ? {} : { unit: '%' })}
        formula={ENGAGEMENT_FORMULA}
        points={days.map((day) => percentOf(day.active, day.members))}
        lines={[
          active === null
            ? 'Add or invite members to fill it'
            : `${formatCount(active)} of ${countOf(totalMembers, 'member')}`,
        ]}
      />
      <Tile
        label="Growth"
        figure={growth === null ? '–' : growthText(growth).slice(0, -1)}
        {...(growth === null ? {} : { unit: '%' })}
        formula={GROWTH_FORMULA}
        points={days.map((day) => percentOf(day.members - membersBefore, membersBefore))}
        lines={[
          growth === null
            ? 'Nobody was here 30 days ago to compare with'
            : days.length === 0
              ? ''
              : `From ${countOf(membersBefore, 'member')} 30 days ago`,
        ]}
      />
    </TileRow>
  );
}
