import { z } from 'zod';

/** Posts that are looked at when it is not the published ones. */
const OTHER_POSTS = ['queue', 'rejected'] as const;
const COMMUNITY_TABS = ['overview', 'members', 'api', 'settings'] as const;
export type CommunityTab = (typeof COMMUNITY_TABS)[number];

/** What of the screen stands in its address. What an address gets wrong is left out. */
export const CommunitiesSearch = z.object({
  community: z.uuid().optional().catch(undefined),
  tab: z.enum(COMMUNITY_TABS).optional().catch(undefined),
  /** One post, alone with what was answered to it. */
  post: z.uuid().optional().catch(undefined),
  posts: z.enum(OTHER_POSTS).optional().catch(undefined),
});
export type CommunitiesSearch = z.infer<typeof CommunitiesSearch>;
