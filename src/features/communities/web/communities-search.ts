import { z } from 'zod';

const COMMUNITY_TABS = ['overview', 'members', 'api', 'settings'] as const;
export type CommunityTab = (typeof COMMUNITY_TABS)[number];

/** What of the screen stands in its address. What an address gets wrong is left out. */
export const CommunitiesSearch = z.object({
  community: z.uuid().optional().catch(undefined),
  tab: z.enum(COMMUNITY_TABS).optional().catch(undefined),
});
export type CommunitiesSearch = z.infer<typeof CommunitiesSearch>;
