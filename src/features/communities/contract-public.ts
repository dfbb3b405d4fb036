import { z } from 'zod';
import { endpoint, PageQuery, RawAnswer } from '#kit/endpoint.ts';
import { InvitedEmails } from './contract.ts';
import { LinkPreview, LONGEST_POST, ReportReason } from './contract-posts.ts';

const KeyParams = z.object({ apiKey: z.string().min(1).max(100) });

/** What pages of others get of a post. */
export const PublicPost = z.object({
  id: z.uuid(),
  author: z.string(),
  isTeam: z.boolean(),
  body: z.string(),
  url: z.string().nullable(),
  preview: LinkPreview.nullable(),
  isPinned: z.boolean(),
  /** Null where the platform it was mirrored from does not say. */
  postedAt: z.iso.datetime().nullable(),
  comments: z.array(
    z.object({
      id: z.uuid(),
      author: z.string(),
      isTeam: z.boolean(),
      body: z.string(),
      postedAt: z.iso.datetime().nullable(),
    }),
  ),
  /** Comments in all; the latest few are here. */
  commentCount: z.number().int(),
  reactions: z.number().int(),
});
export type PublicPost = z.infer<typeof PublicPost>;

export const PublicFeed = z.object({
  community: z.object({
    name: z.string(),
    description: z.string(),
    theme: z.enum(['light', 'dark', 'auto']),
    members: z.number().int(),
    /** Visitors of the page that asks may ask to join. */
    canJoin: z.boolean(),
  }),
  posts: z.array(PublicPost),
  /** Give it as `?cursor=` for the next page; null at the end. */
  nextCursor: z.string().nullable(),
});
export type PublicFeed = z.infer<typeof PublicFeed>;

export const getPublicPosts = endpoint({
  method: 'GET',
  path: '/api/external/communities/:apiKey/posts',
  access: 'key',
  summary: 'Posts of the community that owns the key, for other sites; answers 304 to a known ETag',
  params: KeyParams,
  query: PageQuery.pick({ cursor: true }).extend({
    limit: z.coerce.number().int().min(1).max(50).default(20),
  }),
  response: RawAnswer,
  produces: 'application/json',
  rateLimitPerMinute: 600,
});

/** Bits of zero that the hash of a proof begins with: about a second of work for a browser. */
export const PROOF_BITS = 17;

export const getInviteChallenge = endpoint({
  method: 'GET',
  path: '/api/external/communities/:apiKey/challenge',
  access: 'key',
  summary: 'A puzzle whose solution a page without a secret key sends along with an invitation',
  params: KeyParams,
  response: z.object({ challenge: z.string(), bits: z.number().int() }),
  rateLimitPerMinute: 30,
});

export const Proof = z.object({
  challenge: z.string().max(400),
  /** SHA-256 of `challenge:solution` begins with so many zero bits. */
  solution: z.string().max(40),
});
export type Proof = z.infer<typeof Proof>;

export const sendPublicInvites = endpoint({
  method: 'POST',
  path: '/api/external/communities/:apiKey/invite',
  access: 'key',
  summary:
    'Invite people by mail: with the secret key (Bearer) up to 20, or one from an allowed site with a proof of work',
  params: KeyParams,
  body: z.object({
    emails: InvitedEmails,
    proof: Proof.optional(),
  }),
  consumes: ['text/plain'],
  // The same for everybody: an answer must not tell who is a member and who asked not to be written to.
  response: z.object({
    accepted: z.number().int(),
    /** Invitations leave by themselves; without a mail server somebody of the team hands the link over. */
    isByMail: z.boolean(),
  }),
  status: 202,
  rateLimitPerMinute: 30,
});

export const sendPublicPost = endpoint({
  method: 'POST',
  path: '/api/external/communities/:apiKey/posts',
  access: 'key',
  summary:
    'Post for a visitor of the own site, with the secret key (Bearer); who may post is set in the community',
  params: KeyParams,
  body: z.object({
    authorName: z.string().trim().min(1, 'Enter a name.').max(100, 'At most 100 characters.'),
    /** Recognises the member. */
    authorEmail: z
      .string()
      .trim()
      .max(254)
      .regex(z.regexes.email, 'Enter a valid e-mail address.')
      .optional(),
    body: z.string().trim().min(1, 'Write something.').max(LONGEST_POST, 'At most 10,000 characters.'),
    parentId: z.uuid().nullable().default(null),
  }),
  response: z.object({ id: z.uuid(), state: z.enum(['published', 'held']) }),
  status: 201,
  // 10,000 characters, each written as an escape.
  maxBodyBytes: 64 * 1024,
  rateLimitPerMinute: 120,
});

export const LONGEST_NOTE = 500;

export const reportPost = endpoint({
  method: 'POST',
  path: '/api/external/communities/:apiKey/reports',
  access: 'key',
  summary:
    'A reader of a page reports a post or a comment to the team; the same reader again changes nothing',
  params: KeyParams,
  body: z.object({
    postId: z.uuid(),
    reason: ReportReason,
    note: z.string().trim().max(LONGEST_NOTE, `At most ${LONGEST_NOTE} characters.`).default(''),
  }),
  consumes: ['text/plain'],
  // The same whether or not they have reported it before.
  response: z.object({ received: z.boolean() }),
  status: 202,
  rateLimitPerMinute: 20,
});

/** Any text: a token that leads nowhere is answered with a page for people. */
const TokenParams = z.object({ token: z.string() });

export const showInvitation = endpoint({
  method: 'GET',
  path: '/j/:token',
  access: 'public',
  summary: 'Page of an invitation; reading it changes nothing, because link scanners read every link',
  params: TokenParams,
  response: RawAnswer,
  produces: 'text/html',
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/j/:token',
  access: 'public',
  summary: 'Accept an invitation, or decline it; repeating it changes nothing',
  params: TokenParams,
  body: z.object({ answer: z.string().max(20).optional() }),
  response: RawAnswer,
  produces: 'text/html',
  consumes: ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data'],
});

export const declineInvitation = endpoint({
  method: 'POST',
  path: '/j/:token/decline',
  access: 'public',
  summary: 'Decline an invitation with one click (RFC 8058); nobody invites this address again',
  params: TokenParams,
  response: RawAnswer,
  produces: 'text/html',
  consumes: ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data'],
});

export const communityScript = endpoint({
  method: 'GET',
  path: '/community.js',
  access: 'public',
  summary: 'The script that shows a community on another site',
  response: RawAnswer,
  produces: 'text/javascript',
});

export const getPreviewImage = endpoint({
  method: 'GET',
  path: '/api/external/link-images/:id',
  access: 'public',
  summary: 'Picture of a link preview, fetched by this server',
  params: z.object({ id: z.uuid() }),
  response: RawAnswer,
  produces: 'image/*',
  rateLimitPerMinute: 300,
});
