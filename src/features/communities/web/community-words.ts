import { formatPercent } from '#kit/text.ts';
import type { CommunitySubject, MemberLevel, MemberStatus, MemberType, MemberView } from '../contract.ts';
import type { ReportReason } from '../contract-posts.ts';

export const SUBJECT_LABELS: Record<CommunitySubject, string> = {
  'health-wellness': 'Health & wellness',
  'weight-management': 'Weight management',
  fitness: 'Fitness',
  nutrition: 'Nutrition',
  'mental-health': 'Mental health',
  business: 'Business',
  technology: 'Technology',
  lifestyle: 'Lifestyle',
};

export const MEMBER_TYPE_LABELS: Record<MemberType, string> = {
  member: 'Member',
  moderator: 'Moderator',
  admin: 'Admin',
};

export const STATUS_LABELS: Record<MemberStatus, string> = {
  active: 'Active',
  invited: 'Invited',
  declined: 'Declined',
  left: 'Left',
  blocked: 'Blocked',
};

export const LEVEL_LABELS: Record<MemberLevel, string> = {
  quiet: 'Quiet',
  present: 'Present',
  regular: 'Regular',
  pillar: 'Pillar',
};

export const VIEW_LABELS: Record<MemberView, string> = {
  all: 'All',
  new_active: 'New and active',
  gone_quiet: 'Gone quiet',
  helpful: 'Most helpful',
  leads: 'Leads',
};

/** "+12.5%", "−3.0%", "–" without data. */
export function growthText(growth: number | null): string {
  return growth !== null && growth >= 0 ? `+${formatPercent(growth)}` : formatPercent(growth);
}

export const NETWORK_LABELS = { twitter: 'Twitter/X', facebook: 'Facebook', discord: 'Discord' } as const;

/** How an answer from here fares at the place that is mirrored. */
export const ANSWER_WORDS = {
  queued: 'on its way to the source',
  sent: 'said at the source too',
  failed: 'refused by the source',
  unconfirmed: 'may not have reached the source',
} as const;

/** Why readers reported a post. */
export const REPORT_WORDS: Record<ReportReason, string> = {
  danger: 'It could harm somebody',
  illegal: 'It is against the law',
  abuse: 'It insults or threatens somebody',
  private: 'It tells something private',
  spam: 'It is spam',
  other: 'Something else',
};

/** Of a post that somebody else had held before: theirs is not taken back from here. */
export const alreadyWaits = ({ hasDecided }: { hasDecided: boolean }): { title: string } | null =>
  hasDecided ? null : { title: 'Waits for moderation already' };
