import { Tabs } from '#ui/tabs.tsx';
import type { Community } from '../contract.ts';
import type { PostView } from '../contract-posts.ts';
import type { CommunityTab } from './communities-search.ts';
import { ActiveBadge } from './community-list.tsx';
import { CommunitySettingsForm } from './community-settings-form.tsx';
import { IntegrationSection } from './integration-section.tsx';
import { MembersSection } from './members-section.tsx';
import { MirrorSection } from './mirror-section.tsx';
import { OverviewSection } from './overview-section.tsx';

type CommunityViewProps = {
  community: Community;
  tab: CommunityTab;
  onTabChange: (tab: CommunityTab) => void;
  posts: PostView;
  onPostsChange: (posts: PostView) => void;
  post: string | undefined;
  onDelete: () => void;
  isDeleting: boolean;
  canChange: boolean;
};

/** One community in its four parts. */
export function CommunityView({
  community,
  tab,
  onTabChange,
  posts,
  onPostsChange,
  post,
  onDelete,
  isDeleting,
  canChange,
}: CommunityViewProps) {
  const parts = { community, canChange };
  return (
    <section aria-label={community.name}>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <p className="min-w-0 text-h3 wrap-anywhere" aria-hidden="true">
          {community.name}
        </p>
        <ActiveBadge isActive={community.isActive} />
      </div>
      <Tabs
        label="Parts of the community"
        value={tab}
        onValueChange={onTabChange}
        tabs={[
          {
            value: 'overview',
            label: 'Overview',
            content: (
              <OverviewSection
                {...parts}
                posts={posts}
                onPostsChange={onPostsChange}
                post={post}
                onDelete={onDelete}
                isDeleting={isDeleting}
              />
            ),
          },
          { value: 'members', label: 'Members', content: <MembersSection {...parts} /> },
          { value: 'api', label: 'API Integration', content: <IntegrationSection {...parts} /> },
          {
            value: 'settings',
            label: 'Settings',
            content: (
              <>
                <CommunitySettingsForm {...parts} />
                {canChange && <MirrorSection communityId={community.id} />}
              </>
            ),
          },
        ]}
      />
    </section>
  );
}
