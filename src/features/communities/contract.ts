import { z } from 'zod';
import { OverrideReason } from '#features/compliance/contract.ts';
import { endpoint, IdParams, Nothing, PageQuery } from '#kit/endpoint.ts';

export const COMMUNITY_SUBJECTS = [
  'health-wellness',
  'weight-management',
  'fitness',
  'nutrition',
  'mental-health',
  'business',
  'technology',
  'lifestyle',
] as const;
export const CommunitySubject = z.enum(COMMUNITY_SUBJECTS, `One of ${COMMUNITY_SUBJECTS.join(', ')}.`);
export type CommunitySubject = z.infer<typeof CommunitySubject>;

export const MEMBER_TYPES = ['member', 'moderator', 'admin'] as const;
export const MemberType = z.enum(MEMBER_TYPES, `One of ${MEMBER_TYPES.join(', ')}.`);
export type MemberType = z.infer<typeof MemberType>;

/** invited: has not said yes yet · declined: said no · left: went · blocked: was put out. */
export const MEMBER_STATUSES = ['active', 'invited', 'declined', 'left', 'blocked'] as const;
export const MemberStatus = z.enum(MEMBER_STATUSES, `One of ${MEMBER_STATUSES.join(', ')}.`);
export type MemberStatus = z.infer<typeof MemberStatus>;

const shortText = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `At most ${most.toLocaleString('en-US')} characters.`);
export const SocialLinks = z.object({ twitter: z.string(), facebook: z.string(), discord: z.string() });
export type SocialLinks = z.infer<typeof SocialLinks>;

/** Who may post through a site that hosts the community. */
export const WHO_MAY_POST = ['everyone', 'members', 'moderators'] as const;
export const WhoMayPost = z.enum(WHO_MAY_POST, `One of ${WHO_MAY_POST.join(', ')}.`);
export type WhoMayPost = z.infer<typeof WhoMayPost>;

export const THEMES = ['light', 'dark', 'auto'] as const;
export const Theme = z.enum(THEMES, `One of ${THEMES.join(', ')}.`);
export type Theme = z.infer<typeof Theme>;

/** What an activity counts towards a member's level. */
export const ActivityWeights = z.object({
  post: z.number().int().min(0).max(100),
  comment: z.number().int().min(0).max(100),
  reaction: z.number().int().min(0).max(100),
});
export type ActivityWeights = z.infer<typeof ActivityWeights>;

/** How much the moderator agent does by itself with an answer that passes every check. */
export const MODERATOR_MODES = ['drafts', 'answers'] as const;
export const ModeratorMode = z.enum(MODERATOR_MODES, `One of ${MODERATOR_MODES.join(', ')}.`);

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, 'At most 253 characters.')
  .regex(
    /^(?:localhost|(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+)(?::\d{1,5})?$/,
    'A domain, for example shop.example.com.',
  );

/** Only what somebody chose; the rest is as `DEFAULT_SETTINGS` says. */
export const CommunitySettings = z
  .object({
    theme: Theme,
    whoMayPost: WhoMayPost,
    /** Sites whose pages may show the community; none: any may show it, none may invite. */
    allowedDomains: z.array(Domain).max(20, 'At most 20 domains.'),
    /** Visitors of an allowed site may ask to join. */
    allowsJoining: z.boolean(),
    /** Posts of others wait until a person has looked at them, flagged or not. */
    holdsAll: z.boolean(),
    moderatorMode: ModeratorMode,
    /** Posts that the moderator agent answers or drafts for in 24 hours; what comes beyond waits for people. */
    moderatorDailyLimit: z
      .number()
      .int('A whole number.')
      .min(1, 'From 1 to 1,000.')
      .max(1_000, 'From 1 to 1,000.'),
    weights: ActivityWeights,
  })
  .partial();
export type CommunitySettings = z.infer<typeof CommunitySettings>;

export const CommunityMetrics = z.object({
  totalMembers: z.number().int(),
  totalPosts: z.number().int(),
  /** Percent to one decimal: members active in the last 30 days ÷ members; null without members. */
  engagement: z.number().nullable(),
  /** Percent to one decimal: net joins of the last 30 days ÷ members 30 days ago; null when there was nobody. */
  growth: z.number().nullable(),
});
export type CommunityMetrics = z.infer<typeof CommunityMetrics>;

export const Community = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  subject: CommunitySubject,
  moderatorExpertId: z.uuid().nullable(),
  socialMediaLinks: SocialLinks,
  settings: CommunitySettings,
  /** Names the community in pages of others. No secret. */
  apiKey: z.string(),
  /** There is a key for servers; it was shown once. */
  hasSecretKey: z.boolean(),
  isActive: z.boolean(),
  metrics: CommunityMetrics,
  /** Posts that wait for somebody to look at them. */
  heldPosts: z.number().int(),
  createdAt: z.iso.datetime(),
});
export type Community = z.infer<typeof Community>;

/** Shown inline in the dialog. */
export const NAME_MISSING = 'Give the community a name';

/** As somebody typed them: only what is a web address is shown as a link. */
const NewSocialLinks = z.object({
  twitter: shortText(500).default(''),
  facebook: shortText(500).default(''),
  discord: shortText(500).default(''),
});

export const NewCommunity = z.object({
  name: z.string().trim().min(1, NAME_MISSING).max(200, 'At most 200 characters.'),
  description: shortText(2_000).default(''),
  subject: CommunitySubject.default('health-wellness'),
  moderatorExpertId: z.uuid().nullable().default(null),
  socialMediaLinks: NewSocialLinks.default({ twitter: '', facebook: '', discord: '' }),
  settings: CommunitySettings.default({}),
  /** From an admin only: why the description may leave in spite of the findings that block it. */
  overrideReason: OverrideReason.optional(),
});
export type NewCommunity = z.output<typeof NewCommunity>;

export const CommunityChange = z
  .object({
    name: NewCommunity.shape.name,
    description: shortText(2_000),
    subject: CommunitySubject,
    moderatorExpertId: z.uuid().nullable(),
    socialMediaLinks: NewSocialLinks,
    /** Settings that are named change, the others stay. */
    settings: CommunitySettings,
    isActive: z.boolean(),
    overrideReason: OverrideReason,
  })
  .partial();
export type CommunityChange = z.output<typeof CommunityChange>;

export const listCommunities = endpoint({
  method: 'GET',
  path: '/api/communities',
  access: 'viewer',
  summary: 'All communities with their figures, newest first',
  response: z.array(Community),
});

export const createCommunity = endpoint({
  method: 'POST',
  path: '/api/communities',
  access: 'member',
  summary: 'Create a community',
  body: NewCommunity,
  response: Community,
  status: 201,
});

export const updateCommunity = endpoint({
  method: 'PATCH',
  path: '/api/communities/:id',
  access: 'member',
  summary: 'Change a community: its texts, moderator, state and settings',
  params: IdParams,
  body: CommunityChange,
  response: Community,
});

export const deleteCommunity = endpoint({
  method: 'DELETE',
  path: '/api/communities/:id',
  access: 'member',
  summary: 'Delete a community; its key is dead at once',
  params: IdParams,
  response: Nothing,
  status: 204,
});

export const restoreCommunity = endpoint({
  method: 'POST',
  path: '/api/communities/:id/restore',
  access: 'member',
  summary: 'Undo the deletion of a community; its key lives again',
  params: IdParams,
  response: Community,
});

/** A day of a community, in the time zone of the workspace. */
export const CommunityDay = z.object({
  date: z.iso.date(),
  joined: z.number().int(),
  left: z.number().int(),
  /** Members at the end of the day. */
  members: z.number().int(),
  /** Posts published on the day. */
  posts: z.number().int(),
  /** Members active in the 30 days up to this one. */
  active: z.number().int(),
});
export type CommunityDay = z.infer<typeof CommunityDay>;

export const listCommunityDays = endpoint({
  method: 'GET',
  path: '/api/communities/:id/days',
  access: 'viewer',
  summary: 'The last 30 days of a community, the oldest first',
  params: IdParams,
  response: z.array(CommunityDay),
});

export const KEY_KINDS = ['public', 'secret'] as const;

export const rotateCommunityKey = endpoint({
  method: 'POST',
  path: '/api/communities/:id/keys',
  access: 'member',
  summary: 'Replace a key: the old one is dead at once; a secret key is shown this one time',
  params: IdParams,
  body: z.object({ kind: z.enum(KEY_KINDS, 'public or secret.') }),
  response: z.object({ key: z.string() }),
  isAnswerSecret: true,
});

/** An agent that can moderate. */
export const AiExpert = z.object({ id: z.uuid(), name: z.string(), expertiseArea: z.string() });
export type AiExpert = z.infer<typeof AiExpert>;

export const listAiExperts = endpoint({
  method: 'GET',
  path: '/api/ai-experts',
  access: 'viewer',
  summary: 'Agents for the choice of a moderator: those that are active',
  response: z.array(AiExpert),
});

export const MEMBER_LEVELS = ['quiet', 'present', 'regular', 'pillar'] as const;
export const MemberLevel = z.enum(MEMBER_LEVELS);
export type MemberLevel = z.infer<typeof MemberLevel>;

/**
 * - waiting: for room in a mailbox; it leaves by itself
 * - given_up: for a day no mail server took it, though none said that it never will; it can be sent again
 * - unconfirmed: the connection broke while it was handed over, so it may have arrived and is not sent again automatically
 */
export const InviteState = z.enum([
  'queued',
  'waiting',
  'sent',
  'outbox',
  'failed',
  'given_up',
  'suppressed',
  'unconfirmed',
]);
export type InviteState = z.infer<typeof InviteState>;

export const CommunityMember = z.object({
  id: z.uuid(),
  email: z.string().nullable(),
  socialHandle: z.string().nullable(),
  name: z.string(),
  memberType: MemberType,
  status: MemberStatus,
  /** Null until an invitation is accepted. */
  joinedAt: z.iso.datetime().nullable(),
  lastActiveAt: z.iso.datetime().nullable(),
  /** Of the last 90 days, weighed as the community's settings say. */
  activity: z.object({
    posts: z.number().int(),
    comments: z.number().int(),
    reactions: z.number().int(),
    /** Reactions that others gave to their comments. */
    thanks: z.number().int(),
    score: z.number().int(),
  }),
  level: MemberLevel,
  leadId: z.uuid().nullable(),
  /** The platform they were mirrored from: "discord". */
  source: z.string().nullable(),
  /** What became of the invitation: in the outbox it waits until a mail server is set. */
  inviteState: InviteState.nullable(),
});
export type CommunityMember = z.infer<typeof CommunityMember>;

/** all · new_active: joined lately and takes part · gone_quiet: took part and stopped · helpful: most thanked · leads: are leads too. */
export const MEMBER_VIEWS = ['all', 'new_active', 'gone_quiet', 'helpful', 'leads'] as const;
export const MemberView = z.enum(MEMBER_VIEWS, `One of ${MEMBER_VIEWS.join(', ')}.`);
export type MemberView = z.infer<typeof MemberView>;

const MemberParams = IdParams.extend({ memberId: z.uuid() });

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/communities/:id/members',
  access: 'viewer',
  summary: 'Members of a community, the latest first',
  params: IdParams,
  query: PageQuery.extend({
    view: MemberView.default('all'),
    q: z.string().trim().max(200, 'At most 200 characters.').optional(),
  }),
  response: z.array(CommunityMember),
  paged: true,
});

const MemberEmail = z.union([
  z.literal('').transform(() => null),
  z
    .string()
    .trim()
    .max(254, 'At most 254 characters.')
    .regex(z.regexes.email, 'Enter a valid e-mail address.'),
  z.null(),
]);
const MemberHandle = z.union([
  z
    .string()
    .trim()
    .max(100, 'At most 100 characters.')
    .transform((handle) => handle || null),
  z.null(),
]);

export const NewMember = z.object({
  email: MemberEmail.default(null),
  socialHandle: MemberHandle.default(null),
  memberType: MemberType.default('member'),
});
export type NewMember = z.output<typeof NewMember>;

export const addMember = endpoint({
  method: 'POST',
  path: '/api/communities/:id/members',
  access: 'member',
  summary: 'Add a member by hand',
  params: IdParams,
  body: NewMember,
  response: CommunityMember,
  status: 201,
});

export const updateMember = endpoint({
  method: 'PATCH',
  path: '/api/communities/:id/members/:memberId',
  access: 'member',
  summary: 'Change the role of a member, or block and admit them again',
  params: MemberParams,
  body: z
    .object({ memberType: MemberType, status: z.enum(['active', 'blocked'], 'active or blocked.') })
    .partial(),
  response: CommunityMember,
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/communities/:id/members/:memberId',
  access: 'member',
  summary: 'Remove a member; after a day nothing tells who it was',
  params: MemberParams,
  response: Nothing,
  status: 204,
});

export const restoreMember = endpoint({
  method: 'POST',
  path: '/api/communities/:id/members/:memberId/restore',
  access: 'member',
  summary: 'Undo the removal of a member',
  params: MemberParams,
  response: CommunityMember,
});

export const memberToLead = endpoint({
  method: 'POST',
  path: '/api/communities/:id/members/:memberId/lead',
  access: 'member',
  summary: 'Make a member a lead of a group; the consent they gave goes with them',
  params: MemberParams,
  body: z.object({ groupId: z.uuid('Choose a lead group.') }),
  response: CommunityMember,
});

export const MOST_INVITED_AT_ONCE = 20;

export const InvitedEmails = z
  .array(
    z
      .string()
      .trim()
      .max(254, 'At most 254 characters.')
      .regex(z.regexes.email, 'Enter valid e-mail addresses.'),
  )
  .min(1, 'Enter an e-mail address.')
  .max(MOST_INVITED_AT_ONCE, `At most ${MOST_INVITED_AT_ONCE} at once.`);

export const inviteMembers = endpoint({
  method: 'POST',
  path: '/api/communities/:id/invitations',
  access: 'member',
  summary: 'Invite people by mail; they are members when they have said yes',
  params: IdParams,
  body: z.object({ emails: InvitedEmails }),
  response: z.object({
    invited: z.number().int(),
    /** Members or invited already. */
    known: z.number().int(),
    /** Asked not to be written to. */
    suppressed: z.number().int(),
    /** Invited people whose mail no server takes: it is kept, and somebody has to hand the link over. */
    kept: z.array(z.uuid()),
  }),
});

export const getInvitation = endpoint({
  method: 'GET',
  path: '/api/communities/:id/members/:memberId/invitation',
  access: 'member',
  summary: 'The invitation as it stands in the outbox',
  params: MemberParams,
  response: z.object({
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    /** No mail server sends it; its link is whole here and is handed over by hand. */
    isKept: z.boolean(),
  }),
});

export const SamePersonReason = z.enum(['same_lead', 'same_account', 'account_in_address']);
export type SamePersonReason = z.infer<typeof SamePersonReason>;

/** Two entries that seem to be one person, and why. */
export const SamePerson = z.object({
  first: CommunityMember,
  second: CommunityMember,
  reason: SamePersonReason,
  /** For people. */
  note: z.string(),
});
export type SamePerson = z.infer<typeof SamePerson>;

export const listSamePeople = endpoint({
  method: 'GET',
  path: '/api/communities/:id/same-people',
  access: 'viewer',
  summary: 'Entries that seem to be one person',
  params: IdParams,
  response: z.array(SamePerson),
});

export const joinMembers = endpoint({
  method: 'POST',
  path: '/api/communities/:id/members/:memberId/join',
  access: 'member',
  summary: 'Join another entry into this one: contacts, posts and reactions count for this one',
  params: MemberParams,
  body: z.object({ otherId: z.uuid() }),
  response: CommunityMember,
});

export const splitMember = endpoint({
  method: 'POST',
  path: '/api/communities/:id/members/:memberId/split',
  access: 'member',
  summary: 'Undo a join: the other entry stands by itself again',
  params: MemberParams,
  body: z.object({ otherId: z.uuid() }),
  response: CommunityMember,
});
