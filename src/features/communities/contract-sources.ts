import { z } from 'zod';
import { endpoint, FileBody, IdParams, Nothing } from '#kit/endpoint.ts';

/** A platform that communities can be mirrored from. */
export const SourceKind = z.object({
  kind: z.string(),
  label: z.string(),
  isConfigured: z.boolean(),
  /** The settings that turn it on, where it is off. */
  note: z.string().nullable(),
  /** What to enter to say which community: "Address of the feed". */
  placeLabel: z.string(),
  placeHint: z.string(),
  canAnswer: z.boolean(),
});
export type SourceKind = z.infer<typeof SourceKind>;

/** Why a source cannot be read. */
export const SourceFailure = z.enum(['setting_missing', 'source_failed', 'failed_here']);
export type SourceFailure = z.infer<typeof SourceFailure>;

export const SourceFailureDetails = z.object({
  /** What the platform answered. */
  answer: z.string().optional(),
});
export type SourceFailureDetails = z.infer<typeof SourceFailureDetails>;

export const CommunitySource = z.object({
  id: z.uuid(),
  kind: z.string(),
  label: z.string(),
  place: z.string(),
  /** waiting: has not been read yet · failed: the connection is lost, it is tried again. */
  state: z.enum(['waiting', 'reading', 'connected', 'failed']),
  /** For people: why it failed. */
  error: z.string().nullable(),
  reason: SourceFailure.nullable().default(null),
  details: SourceFailureDetails.nullable().default(null),
  isBackfilled: z.boolean(),
  posts: z.number().int(),
  members: z.number().int(),
  lastSyncedAt: z.iso.datetime().nullable(),
  nextSyncAt: z.iso.datetime(),
  /** For a platform that calls when something happens: where, and the secret that signs. */
  webhook: z.object({ url: z.string(), secret: z.string() }).nullable(),
});
export type CommunitySource = z.infer<typeof CommunitySource>;

const SourceParams = IdParams.extend({ sourceId: z.uuid() });

export const listSourceKinds = endpoint({
  method: 'GET',
  path: '/api/community-sources',
  access: 'viewer',
  summary: 'The platforms that a community can be mirrored from, and what turns on those that are off',
  response: z.array(SourceKind),
});

export const listCommunitySources = endpoint({
  method: 'GET',
  path: '/api/communities/:id/sources',
  access: 'member',
  summary: 'The external communities that this one mirrors',
  params: IdParams,
  response: z.array(CommunitySource),
});

export const connectSource = endpoint({
  method: 'POST',
  path: '/api/communities/:id/sources',
  access: 'member',
  summary: 'Mirror an external community',
  params: IdParams,
  body: z.object({
    kind: z.string().max(40, 'At most 40 characters.'),
    place: z.string().trim().min(1, 'Say which community.').max(500, 'At most 500 characters.'),
  }),
  response: CommunitySource,
  status: 201,
});

export const syncSource = endpoint({
  method: 'POST',
  path: '/api/communities/:id/sources/:sourceId/sync',
  access: 'member',
  summary: 'Read an external community now',
  params: SourceParams,
  response: CommunitySource,
});

export const disconnectSource = endpoint({
  method: 'DELETE',
  path: '/api/communities/:id/sources/:sourceId',
  access: 'member',
  summary: 'Stop mirroring; what was mirrored stays',
  params: SourceParams,
  response: Nothing,
  status: 204,
});

export const receiveSourceWebhook = endpoint({
  method: 'POST',
  path: '/api/external/community-sources/:sourceId',
  access: 'public',
  summary: 'News of an external community, signed by its platform; a repeat changes nothing',
  params: z.object({ sourceId: z.uuid() }),
  body: FileBody,
  maxBodyBytes: 1024 * 1024,
  response: z.object({ taken: z.boolean() }),
  rateLimitPerMinute: 600,
});
