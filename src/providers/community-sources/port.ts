import type { Settings } from '#platform/config.ts';
import type { Egress } from '#platform/egress.ts';

/** Somebody in an external community. */
export type MirroredMember = {
  /** Stable at the source. */
  id: string;
  name: string;
  /** The account as people write it; null where the source has none. */
  handle: string | null;
  joinedAt: Date | null;
};

/** A post or an answer of an external community. Its text is untrusted: it is stored and shown as text, never obeyed. */
export type MirroredPost = {
  /** Stable at the source. */
  id: string;
  /** Id of the post that it answers. */
  parentId: string | null;
  /** Null where the source names nobody by an id. */
  authorId: string | null;
  authorName: string;
  text: string;
  url: string | null;
  /** Null where the source does not say it in a way that can be read. */
  postedAt: Date | null;
  editedAt: Date | null;
};

export type MirrorPage = {
  posts: MirroredPost[];
  members: MirroredMember[];
  /** Goes on with what is older; null at the end. */
  cursor: string | null;
  /**
   * Every post that the source has since then is on this page: what is known and missing was deleted there. Only for an
   * API that lists everything of a stretch of time; what a feed does not hold any more is not deleted.
   */
  coversSince: Date | null;
  /** Posts of which the source says that they were deleted. */
  deletedIds?: string[];
};

export type MirrorRequest = {
  /** Which community, in the platform's own terms. */
  place: string;
  /** Of the page before; null for the newest posts. */
  cursor: string | null;
  /** What has not changed since then need not be on the page; null for everything. */
  since: Date | null;
  now: Date;
  signal: AbortSignal;
};

/** What a platform's call tells, once its signature has been found to be true. */
type MirrorNews = {
  /** The same for every repeat of this delivery. */
  deliveryId: string;
  posts: MirroredPost[];
  deletedIds: string[];
};

type WebhookRequest = {
  headers: Record<string, string | string[] | undefined>;
  /** As it came. */
  body: Uint8Array;
  /** Of this very connection. */
  secret: string;
  now: Date;
};

type MirrorAnswer = {
  place: string;
  /** Id at the source of the post that is answered. */
  postId: string;
  /** Ours; a platform that can tells a repeat by it. */
  id: string;
  text: string;
  signal: AbortSignal;
};

export type MirrorReader = {
  /** One page, the newest first. Throws `SourceError` of the lead sources; anything else counts as our fault. */
  read: (request: MirrorRequest) => Promise<MirrorPage>;
  /** Answers there; the id of the answer at the source. Never repeated by itself. */
  answer?: (answer: MirrorAnswer) => Promise<string>;
};

/** What a source may use. */
export type MirrorWorld = {
  settings: Settings;
  egress: Egress;
  /** For addresses that people type in: the servers that the operator named for providers are not among them. */
  outside: Egress;
  /** Waits between attempts; another one in tests. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** A platform as its file states it. */
export type MirrorDefinition = {
  /** Stable id, lower case. */
  kind: string;
  label: string;
  /** What to enter to say which community. */
  placeLabel: string;
  placeHint: string;
  /** Why a place cannot be one; undefined when it can. */
  placeProblem: (place: string) => string | undefined;
  /** The settings that turn it on; none where nothing is needed. */
  needs: readonly (keyof Settings)[];
  canAnswer: boolean;
  /** Reads a signed call of the platform; undefined for a forged one. Absent where the platform makes none. */
  readWebhook?: (request: WebhookRequest) => MirrorNews | undefined;
  /** Its reader; undefined while a setting that it needs is missing. Asks nobody yet. */
  connect: (world: MirrorWorld) => MirrorReader | undefined;
};

/** A platform as these settings leave it. */
export type CommunitySource = Omit<MirrorDefinition, 'connect'> & {
  /** Undefined while it is off. */
  reader: MirrorReader | undefined;
};

declare module '#platform/context.ts' {
  interface Context {
    /** Platforms that can be mirrored, including those that are off. */
    readonly communitySources: readonly CommunitySource[];
  }
}
