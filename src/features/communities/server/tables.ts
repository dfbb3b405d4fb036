import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { agents } from '#features/agents/server/tables.ts';
import type { TextProof } from '#features/compliance/contract-texts.ts';
import type {
  CommunitySettings,
  CommunitySubject,
  InviteState,
  MemberStatus,
  MemberType,
  SocialLinks,
} from '../contract.ts';
import type { PostState, ReactionKind, ReportReason, StoredFlag } from '../contract-posts.ts';
import type { SourceFailure, SourceFailureDetails } from '../contract-sources.ts';

/** Of an entry into which another one was joined: what it had not and took from that one, and its dates. */
export type BeforeJoin = {
  taken: ('name' | 'email' | 'socialHandle' | 'leadId')[];
  joinedAt: string | null;
  lastActiveAt: string | null;
};

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const communities = pgTable(
  'communities',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    subject: text('subject').$type<CommunitySubject>().notNull(),
    moderatorExpertId: uuid('moderator_expert_id').references(() => agents.id, { onDelete: 'set null' }),
    socialLinks: jsonb('social_links').$type<SocialLinks>().notNull(),
    /** Only what somebody chose; the rest follows `DEFAULT_SETTINGS`. */
    settings: jsonb('settings').$type<CommunitySettings>().notNull().default({}),
    /** Stands in pages of others, so it is no secret: it names the community and can be replaced. */
    apiKey: text('api_key').notNull(),
    /** SHA-256 of the key for servers, which is shown once; null until there is one. */
    secretHash: text('secret_hash'),
    /** The agent reads what is posted from then on; null: it has been on for longer than it looks back. */
    moderatorSince: instant('moderator_since'),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: instant('created_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  (table) => [
    uniqueIndex('communities_api_key').on(table.apiKey),
    index('communities_created').on(table.createdAt, table.id).where(sql`deleted_at is null`),
  ],
);

/** An external community that is mirrored into one of ours. */
export const communitySources = pgTable(
  'community_sources',
  {
    id: uuid('id').primaryKey(),
    communityId: uuid('community_id')
      .notNull()
      .references(() => communities.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    /** Where it is, in the platform's own terms: address of a feed, id of a server. */
    place: text('place').notNull(),
    state: text('state').$type<'waiting' | 'reading' | 'connected' | 'failed'>().notNull(),
    /** Why it failed. */
    reason: text('reason').$type<SourceFailure>(),
    details: jsonb('details').$type<SourceFailureDetails>(),
    failures: integer('failures').notNull().default(0),
    /** Where the backfill goes on; null when it is done. */
    cursor: text('cursor'),
    isBackfilled: boolean('is_backfilled').notNull().default(false),
    lastSyncedAt: instant('last_synced_at'),
    nextSyncAt: instant('next_sync_at').notNull().defaultNow(),
    leasedUntil: instant('leased_until'),
    /** What was mirrored stays of this source: connected again it goes on, and nobody and nothing comes twice. */
    disconnectedAt: instant('disconnected_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  (table) => [
    uniqueIndex('community_sources_place').on(table.communityId, table.kind, table.place),
    index('community_sources_due').on(table.nextSyncAt),
  ],
);

export const communityMembers = pgTable(
  'community_members',
  {
    id: uuid('id').primaryKey(),
    communityId: uuid('community_id')
      .notNull()
      .references(() => communities.id, { onDelete: 'cascade' }),
    /** What others see; '' where only the contact is known. */
    name: text('name').notNull().default(''),
    email: text('email'),
    /** Trimmed, lower case, without +tag. */
    emailKey: text('email_key'),
    socialHandle: text('social_handle'),
    /** Lower case, without a leading @. */
    handleKey: text('handle_key'),
    /** Keyed hash of the address, as the suppression list knows it. */
    contactHash: text('contact_hash'),
    memberType: text('member_type').$type<MemberType>().notNull().default('member'),
    status: text('status').$type<MemberStatus>().notNull().default('active'),
    /** Null until an invitation is accepted. */
    joinedAt: instant('joined_at'),
    leftAt: instant('left_at'),
    lastActiveAt: instant('last_active_at'),
    leadId: uuid('lead_id'),
    sourceId: uuid('source_id').references(() => communitySources.id, { onDelete: 'set null' }),
    /** Id of the person at the source. */
    externalId: text('external_id'),
    /** This entry is the same person as another one, into which it was joined. */
    joinedInto: uuid('joined_into'),
    /** How the other one stood before, for Undo; null of what was joined before it was kept. */
    otherBefore: jsonb('other_before').$type<BeforeJoin>(),
    /** SHA-256 of the token in the latest invitation, in hex; kept so that a second press of its link is answered alike. */
    inviteHash: text('invite_hash'),
    invitedAt: instant('invited_at'),
    invitedBy: text('invited_by'),
    inviteState: text('invite_state').$type<InviteState>(),
    /** Since when no mail server takes the invitation; null where none has been asked, or one only lacks room. */
    inviteRefusedAt: instant('invite_refused_at'),
    /** When they said yes by the link in a mail to their address; null again when they end it. */
    acceptedAt: instant('accepted_at'),
    /** What somebody who is blocked was before. */
    statusBeforeBlock: text('status_before_block').$type<MemberStatus>(),
    createdAt: instant('created_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  (table) => [
    uniqueIndex('community_members_email')
      .on(table.communityId, table.emailKey)
      .where(sql`deleted_at is null and joined_into is null`),
    uniqueIndex('community_members_external').on(table.sourceId, table.externalId),
    uniqueIndex('community_members_invite').on(table.inviteHash),
    index('community_members_listed')
      .on(table.communityId, table.createdAt, table.id)
      .where(sql`deleted_at is null and joined_into is null`),
    index('community_members_lead').on(table.leadId),
    index('community_members_email_key').on(table.emailKey),
    index('community_members_handle_key').on(table.handleKey),
    index('community_members_joined_into').on(table.joinedInto).where(sql`joined_into is not null`),
  ],
);

/** Posts, and comments (those with a parent). */
export const communityPosts = pgTable(
  'community_posts',
  {
    id: uuid('id').primaryKey(),
    communityId: uuid('community_id')
      .notNull()
      .references(() => communities.id, { onDelete: 'cascade' }),
    parentId: uuid('parent_id'),
    memberId: uuid('member_id').references(() => communityMembers.id, { onDelete: 'set null' }),
    /** The entry under which it was written, where that was joined into another one. */
    writtenAs: uuid('written_as'),
    /** As it is shown; the team writes under its own name. */
    authorName: text('author_name').notNull(),
    /** Set where the team wrote it. */
    userId: text('user_id'),
    /** Plain text, whatever the source sent. */
    body: text('body').notNull(),
    /** Where it stands at the source. */
    url: text('url'),
    /** The first link of the text, which is previewed. */
    link: text('link'),
    state: text('state').$type<PostState>().notNull(),
    flags: jsonb('flags').$type<StoredFlag[]>().notNull().default([]),
    isPinned: boolean('is_pinned').notNull().default(false),
    /** The agent that drafted it. */
    expertId: uuid('expert_id').references(() => agents.id, { onDelete: 'set null' }),
    /** When it was first seen where the source does not say, so that it has a place among the others. */
    postedAt: instant('posted_at').notNull(),
    isDated: boolean('is_dated').notNull().default(true),
    editedAt: instant('edited_at'),
    sourceId: uuid('source_id').references(() => communitySources.id, { onDelete: 'set null' }),
    externalId: text('external_id'),
    /** Of the post that it answers, which may come later. */
    parentExternalId: text('parent_external_id'),
    /** Deleted because it was deleted there; what the team deletes does not come back with the next reading. */
    isGoneAtSource: boolean('is_gone_at_source').notNull().default(false),
    /** Of an answer that is to appear at the source. */
    answerState: text('answer_state').$type<'queued' | 'sent' | 'failed' | 'unconfirmed'>(),
    /** Of what the team wrote or let out, as it reads now; null before it was kept. */
    proof: jsonb('proof').$type<TextProof>(),
    /** Since when the moderator agent has had it, or was off when it was due: it looks at a post once. */
    moderatedAt: instant('moderated_at'),
    /** The agent that was asked and did not know. */
    unknownTo: uuid('unknown_to'),
    /** Since when the team is told of somebody who may be in danger. */
    escalatedAt: instant('escalated_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  (table) => {
    const isShown = sql`parent_id is null and state = 'published' and deleted_at is null`;
    return [
      uniqueIndex('community_posts_external').on(table.sourceId, table.externalId),
      index('community_posts_shown')
        .on(table.communityId, table.isPinned, table.postedAt, table.id)
        .where(isShown),
      index('community_posts_comments').on(table.parentId, table.postedAt).where(sql`parent_id is not null`),
      index('community_posts_active').on(table.communityId, table.postedAt),
      index('community_posts_waiting')
        .on(table.communityId, table.postedAt)
        .where(sql`state in ('held', 'draft') and deleted_at is null`),
      index('community_posts_rejected')
        .on(table.communityId, table.postedAt, table.id)
        .where(sql`state = 'rejected' and deleted_at is null`),
      index('community_posts_member').on(table.memberId),
      // Answers whose post has not come yet: few, and looked for with each page that does.
      index('community_posts_orphans')
        .on(table.sourceId, table.parentExternalId)
        .where(sql`parent_id is null and parent_external_id is not null`),
      index('community_posts_unmoderated')
        .on(table.postedAt)
        .where(sql`${isShown} and moderated_at is null and user_id is null and expert_id is null`),
      index('community_posts_unknown').on(table.postedAt).where(sql`unknown_to is not null`),
      index('community_posts_unescalated')
        .on(table.postedAt)
        .where(sql`escalated_at is null and deleted_at is null and flags @> '[{"kind": "safety"}]'`),
    ];
  },
);

export const communityReactions = pgTable(
  'community_reactions',
  {
    postId: uuid('post_id')
      .notNull()
      .references(() => communityPosts.id, { onDelete: 'cascade' }),
    communityId: uuid('community_id').notNull(),
    /** `member:<id>` or `user:<id>`: once each. */
    reactor: text('reactor').notNull(),
    memberId: uuid('member_id').references(() => communityMembers.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<ReactionKind>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.reactor, table.kind] }),
    index('community_reactions_active').on(table.communityId, table.createdAt),
    index('community_reactions_member').on(table.memberId),
  ],
);

/** What readers of a page reported of a post, once each. */
export const communityReports = pgTable(
  'community_reports',
  {
    postId: uuid('post_id')
      .notNull()
      .references(() => communityPosts.id, { onDelete: 'cascade' }),
    /** Keyed hash of the address that it came from. */
    reporter: text('reporter').notNull(),
    reason: text('reason').$type<ReportReason>().notNull(),
    note: text('note').notNull().default(''),
    reportedAt: instant('reported_at').notNull(),
    /** Since when the team has decided on the post. */
    settledAt: instant('settled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.reporter] }),
    index('community_reports_open').on(table.postId).where(sql`settled_at is null`),
  ],
);

/** Deliveries of sources that have been taken, so that a repeat is known as one. */
export const communityDeliveries = pgTable(
  'community_deliveries',
  {
    sourceId: uuid('source_id')
      .notNull()
      .references(() => communitySources.id, { onDelete: 'cascade' }),
    deliveryId: text('delivery_id').notNull(),
    receivedAt: instant('received_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.sourceId, table.deliveryId] }),
    index('community_deliveries_received').on(table.receivedAt),
  ],
);

/** Proofs of work that have been spent, and invitations counted by the hour: limits that all processes share. */
export const communityLimits = pgTable(
  'community_limits',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('community_limits_expires').on(table.expiresAt)],
);

/** What stands behind links of posts. */
export const linkPreviews = pgTable(
  'link_previews',
  {
    id: uuid('id').primaryKey(),
    url: text('url').notNull(),
    state: text('state').$type<'waiting' | 'ready' | 'none'>().notNull(),
    title: text('title').notNull().default(''),
    description: text('description').notNull().default(''),
    siteName: text('site_name').notNull().default(''),
    imageUrl: text('image_url'),
    fetchedAt: instant('fetched_at'),
    isDemo: boolean('is_demo').notNull().default(false),
  },
  (table) => [
    uniqueIndex('link_previews_url').on(sql`md5(url)`),
    index('link_previews_fetched').on(table.fetchedAt),
  ],
);
