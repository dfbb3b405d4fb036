import { percentOf } from '#kit/text.ts';
import type {
  ActivityWeights,
  CommunityMember,
  CommunityMetrics,
  CommunitySettings,
  MemberLevel,
  MemberType,
  WhoMayPost,
} from './contract.ts';
import type { PostState } from './contract-posts.ts';

/** What holds until somebody chooses something else. */
export const DEFAULT_SETTINGS: Required<CommunitySettings> = {
  theme: 'light',
  whoMayPost: 'members',
  allowedDomains: [],
  allowsJoining: true,
  holdsAll: false,
  moderatorMode: 'drafts',
  moderatorDailyLimit: 50,
  weights: { post: 5, comment: 3, reaction: 1 },
};

/** Window of engagement and growth, in days. */
export const METRIC_DAYS = 30;
/** Window of a member's activity and level, in days. */
export const ACTIVITY_DAYS = 90;

export const ENGAGEMENT_FORMULA = `Members active in the last ${METRIC_DAYS} days ÷ members`;
export const GROWTH_FORMULA = `Members who joined less those who left in the last ${METRIC_DAYS} days ÷ members ${METRIC_DAYS} days ago`;

export type CommunityCounts = {
  members: number;
  posts: number;
  active: number;
  membersBefore: number;
  netJoins: number;
};

/** Engagement and growth from what was counted. */
export function metricsOf({
  members,
  posts,
  active,
  membersBefore,
  netJoins,
}: CommunityCounts): CommunityMetrics {
  return {
    totalMembers: members,
    totalPosts: posts,
    engagement: percentOf(active, members),
    growth: percentOf(netJoins, membersBefore),
  };
}

type Activity = Pick<CommunityMember['activity'], 'posts' | 'comments' | 'reactions'>;

/** What somebody did, in points. */
export function activityScore({ posts, comments, reactions }: Activity, weights: ActivityWeights): number {
  return posts * weights.post + comments * weights.comment + reactions * weights.reaction;
}

const LEVEL_FROM: readonly [MemberLevel, number][] = [
  ['pillar', 60],
  ['regular', 15],
  ['present', 1],
];

export function levelOf(score: number): MemberLevel {
  return LEVEL_FROM.find(([, from]) => score >= from)?.[0] ?? 'quiet';
}

/** New: joined within the last so many days. */
export const NEW_DAYS = 30;
/** Quiet: took part before, and not in the last so many days. */
export const QUIET_DAYS = 30;

/** What each role may do; each includes the ones before it. */
export const MEMBER_PERMISSIONS: Record<MemberType, string> = {
  member: 'Reads, comments and reacts; posts where the community lets members post.',
  moderator: 'May post everywhere; their posts do not wait for moderation unless they are flagged.',
  admin: 'As a moderator; in addition their flagged posts wait for nobody, except for safety.',
};

export const WHO_MAY_POST_WORDS: Record<WhoMayPost, string> = {
  everyone: 'Everyone',
  members: 'Members',
  moderators: 'Moderators and admins',
};

/** Whether somebody of this role (null: no member) may post. */
export function mayPost(role: MemberType | null, who: WhoMayPost): boolean {
  if (who === 'everyone') return true;
  if (role === null) return false;
  return who === 'members' || role !== 'member';
}

type Waiting = {
  role: MemberType | null;
  flags: readonly { kind: string }[];
  holdsAll: boolean;
};

/** Whether a post of somebody outside the team waits for moderation. */
export function mustWait({ role, flags, holdsAll }: Waiting): boolean {
  if (flags.some(({ kind }) => kind === 'safety')) return true;
  if (role === 'admin') return false;
  if (flags.length > 0) return true;
  return role !== 'moderator' && holdsAll;
}

/** Why a post is not let in or rejected any more: somebody was quicker. Null where it waits, or stands so already. */
export function decidedOtherwise(state: PostState, wanted: 'published' | 'rejected'): string | null {
  if (state === wanted || state === 'held' || state === 'draft') return null;
  return state === 'published' ? 'Somebody has published it already.' : 'Somebody has rejected it already.';
}

/** The first web address of a text: the one that gets a preview. */
export function firstLink(text: string): string | null {
  const [found] = /https?:\/\/[^\s<>"'`\\^{}|]{3,1000}/i.exec(text) ?? [];
  const link = found?.replace(/[.,;:!?)\]]+$/, '');
  return link !== undefined && URL.canParse(link) ? link : null;
}

/** What makes two handles one, whatever platform they are from. */
export function handleKey(handle: string): string | null {
  const key = handle
    .trim()
    .toLowerCase()
    .replace(/^(?:@|\/?u\/)+/, '');
  return key === '' ? null : key;
}

/** Whether a page of this origin (null: none was named) is on one of these domains or below it. */
export function isAllowedOrigin(origin: string | null, domains: readonly string[]): boolean {
  if (origin === null || !URL.canParse(origin)) return false;
  const { host, hostname, protocol } = new URL(origin);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  return domains.some((domain) => host === domain || hostname === domain || hostname.endsWith(`.${domain}`));
}

/** The text that goes into a page: loads the script of this server and shows the community in a container. */
export function widgetSnippet(serverUrl: string, apiKey: string): string {
  return [
    '<div id="yarrow-community"></div>',
    `<script src="${serverUrl}/community.js"></script>`,
    '<script>',
    '  YarrowCommunity.init({',
    `    apiKey: '${apiKey}',`,
    "    container: '#yarrow-community',",
    "    theme: 'light',",
    '  });',
    '</script>',
  ].join('\n');
}

/** "1 community created", "3 communities created". */
export function communityCountText(count: number): string {
  return count === 1 ? '1 community created' : `${count.toLocaleString('en-US')} communities created`;
}
