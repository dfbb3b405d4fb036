import { z } from 'zod';
import { OverrideReason } from '#features/compliance/contract.ts';
import { EscalationCategory } from '#features/conversations/contract.ts';
import { endpoint, IdParams, Nothing, PageQuery } from '#kit/endpoint.ts';
import { MemberStatus } from './contract.ts';

/** draft: written by the agent, waits for approval · held: waits for moderation · rejected: was not let in. */
export const POST_STATES = ['published', 'held', 'draft', 'rejected'] as const;
export const PostState = z.enum(POST_STATES, `One of ${POST_STATES.join(', ')}.`);
export type PostState = z.infer<typeof PostState>;

/** What a person should look at in a post. `earlier_note` keeps a sentence of an earlier version. */
export const FlagReason = z.enum([
  'crisis',
  'emergency',
  'concern',
  'changes_medicine',
  'dose',
  'diagnosis',
  'against_doctor',
  'claim',
  'quick_money',
  'advertisement',
  'private_chat',
  'hidden_link',
  'one_character',
  'many_links',
  'repetition',
  'capitals',
  'copy',
  'earlier_note',
]);
export type FlagReason = z.infer<typeof FlagReason>;

export const FlagDetails = z.object({
  /** Of `concern`: what the agent took it for. */
  category: EscalationCategory.optional(),
  /** Of `claim`. */
  rule: z.string().optional(),
  /** Of `many_links`. */
  links: z.number().int().optional(),
  /** Of `earlier_note`. */
  note: z.string().optional(),
});
export type FlagDetails = z.infer<typeof FlagDetails>;

/** What makes somebody look at a post: the words and what they stand for. */
export const PostFlag = z.object({
  kind: z.enum(['safety', 'medical_advice', 'claims', 'spam']),
  reason: FlagReason.default('earlier_note'),
  details: FlagDetails.default({}),
  /** For people. */
  note: z.string().default(''),
  /** The words of the post. */
  excerpt: z.string(),
});
export type PostFlag = z.infer<typeof PostFlag>;

/** As it is stored: without words. */
export type StoredFlag = Omit<PostFlag, 'note'>;

export const REACTION_KINDS = ['like', 'thanks'] as const;
export const ReactionKind = z.enum(REACTION_KINDS, `One of ${REACTION_KINDS.join(', ')}.`);
export type ReactionKind = z.infer<typeof ReactionKind>;

/** Why a reader thinks that the team should look at a post. */
export const REPORT_REASONS = ['danger', 'illegal', 'abuse', 'private', 'spam', 'other'] as const;
export const ReportReason = z.enum(REPORT_REASONS, `One of ${REPORT_REASONS.join(', ')}.`);
export type ReportReason = z.infer<typeof ReportReason>;

/** What readers have reported of a post for one reason and nobody has decided on yet. */
export const PostReport = z.object({
  reason: ReportReason,
  readers: z.number().int(),
  /** What they wrote beside it, the latest first. */
  notes: z.array(z.string()),
});
export type PostReport = z.infer<typeof PostReport>;

export const LONGEST_POST = 10_000;

const Body = z
  .string()
  .trim()
  .min(1, 'Write something.')
  .max(LONGEST_POST, `At most ${LONGEST_POST.toLocaleString('en-US')} characters.`);

/** What stands behind the first link of a post. */
export const LinkPreview = z.object({
  url: z.string(),
  title: z.string(),
  description: z.string(),
  siteName: z.string(),
  /** Address at this server, which fetches the picture itself; null without one. */
  imageUrl: z.string().nullable(),
});
export type LinkPreview = z.infer<typeof LinkPreview>;

export const CommunityPost = z.object({
  id: z.uuid(),
  parentId: z.uuid().nullable(),
  /** Of a comment: the post that it answers, by its beginning. */
  answers: z.object({ authorName: z.string(), excerpt: z.string() }).nullable(),
  memberId: z.uuid().nullable(),
  /** Of an author who is a member. */
  authorStatus: MemberStatus.nullable(),
  /** The lead that the author is. */
  leadId: z.uuid().nullable(),
  authorName: z.string(),
  /** The team wrote it, or an agent for the team. */
  isTeam: z.boolean(),
  body: z.string(),
  url: z.string().nullable(),
  preview: LinkPreview.nullable(),
  state: PostState,
  flags: z.array(PostFlag),
  reports: z.array(PostReport),
  isPinned: z.boolean(),
  /** Name of the agent that drafted it. */
  draftedBy: z.string().nullable(),
  /** The platform it was mirrored from: "discord". */
  source: z.string().nullable(),
  /** An answer from here appears there too. */
  canAnswerAtSource: z.boolean(),
  /** Of an answer from here: whether it has appeared there. */
  answerState: z.enum(['queued', 'sent', 'failed', 'unconfirmed']).nullable(),
  /** Null where the platform it was mirrored from does not say. */
  postedAt: z.iso.datetime().nullable(),
  editedAt: z.iso.datetime().nullable(),
  comments: z.number().int(),
  reactions: z.object({ like: z.number().int(), thanks: z.number().int() }),
  /** Those of the person who asks. */
  mine: z.array(ReactionKind),
});
export type CommunityPost = z.infer<typeof CommunityPost>;

export const countWaitingPosts = endpoint({
  method: 'GET',
  path: '/api/community-posts/waiting',
  access: 'viewer',
  summary: 'How many posts and drafts wait for somebody to look at them, in all communities',
  response: z.object({ waiting: z.number().int() }),
});

const PostParams = IdParams.extend({ postId: z.uuid() });

export const POST_VIEWS = ['published', 'queue', 'rejected'] as const;
export type PostView = (typeof POST_VIEWS)[number];

export const listPosts = endpoint({
  method: 'GET',
  path: '/api/communities/:id/posts',
  access: 'viewer',
  summary:
    'Posts of a community: pinned first, then the newest; those that wait for moderation, danger first, then the oldest; or those that were rejected, the newest first',
  params: IdParams,
  query: PageQuery.extend({
    view: z.enum(POST_VIEWS, `One of ${POST_VIEWS.join(', ')}.`).default('published'),
  }),
  response: z.array(CommunityPost),
  paged: true,
});

export const getPost = endpoint({
  method: 'GET',
  path: '/api/communities/:id/posts/:postId',
  access: 'viewer',
  summary: 'One post or comment, in whatever state it is',
  params: PostParams,
  response: CommunityPost,
});

export const listComments = endpoint({
  method: 'GET',
  path: '/api/communities/:id/posts/:postId/comments',
  access: 'viewer',
  summary: 'Comments on a post, the oldest first',
  params: PostParams,
  response: z.array(CommunityPost),
});

export const NewPost = z.object({
  body: Body,
  parentId: z.uuid().nullable().default(null),
  /** From an admin only: why the text may leave in spite of the findings that block it. */
  overrideReason: OverrideReason.optional(),
});
export type NewPost = z.output<typeof NewPost>;

export const createPost = endpoint({
  method: 'POST',
  path: '/api/communities/:id/posts',
  access: 'member',
  summary: 'Write a post or a comment for the team; at a source that allows it the comment appears there too',
  params: IdParams,
  body: NewPost,
  response: CommunityPost,
  status: 201,
});

/** A post after a decision on it. */
export const DecidedPost = CommunityPost.extend({
  /** This call decided; false where somebody had decided alike before, whose decision is not this one's to take back. */
  hasDecided: z.boolean(),
});
export type DecidedPost = z.infer<typeof DecidedPost>;

export const updatePost = endpoint({
  method: 'PATCH',
  path: '/api/communities/:id/posts/:postId',
  access: 'member',
  summary:
    'Pin a post, change a text of the team, or let in or reject what waits; what somebody has decided otherwise stays so (409)',
  params: PostParams,
  body: z
    .object({
      isPinned: z.boolean(),
      body: Body,
      state: z.enum(['published', 'rejected'], 'published or rejected.'),
      overrideReason: NewPost.shape.overrideReason,
    })
    .partial(),
  response: DecidedPost,
});

export const holdPost = endpoint({
  method: 'POST',
  path: '/api/communities/:id/posts/:postId/hold',
  access: 'member',
  summary: 'Undo letting in or rejecting: the post waits for moderation again, with its flags',
  params: PostParams,
  query: z.object({
    /** The decision that is taken back: where somebody has decided otherwise since, theirs stays (409). */
    undoes: z.enum(['published', 'rejected'], 'published or rejected.').optional(),
  }),
  response: DecidedPost,
});

export const settleReports = endpoint({
  method: 'POST',
  path: '/api/communities/:id/posts/:postId/reports/settle',
  access: 'member',
  summary: 'Decide on a published post that readers have reported: it stays, or it is rejected',
  params: PostParams,
  body: z.object({ decision: z.enum(['keep', 'reject'], 'keep or reject.') }),
  /** When it was decided: what it takes to undo it; null where somebody had decided before. */
  response: z.object({ settledAt: z.iso.datetime().nullable() }),
});

export const reopenReports = endpoint({
  method: 'POST',
  path: '/api/communities/:id/posts/:postId/reports/reopen',
  access: 'member',
  summary: 'Undo a decision on reports: the post is published and waits for a look again',
  params: PostParams,
  body: z.object({ settledAt: z.iso.datetime() }),
  response: CommunityPost,
});

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/api/communities/:id/posts/:postId',
  access: 'member',
  summary: 'Delete a post or a comment',
  params: PostParams,
  response: Nothing,
  status: 204,
});

export const restorePost = endpoint({
  method: 'POST',
  path: '/api/communities/:id/posts/:postId/restore',
  access: 'member',
  summary: 'Undo the deletion of a post',
  params: PostParams,
  response: CommunityPost,
});

export const reactToPost = endpoint({
  method: 'PUT',
  path: '/api/communities/:id/posts/:postId/reactions',
  access: 'member',
  summary: 'Set the own reactions to a post',
  params: PostParams,
  body: z.object({ kinds: z.array(ReactionKind).max(REACTION_KINDS.length) }),
  response: CommunityPost,
});
