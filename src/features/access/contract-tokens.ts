import { z } from 'zod';
import { Role } from '#kit/actor.ts';
import { endpoint, IdParams, Nothing } from '#kit/endpoint.ts';
import { SCOPES } from './rules-scopes.ts';

export const Scope = z.enum(SCOPES);
export type Scope = z.infer<typeof Scope>;

/** The most personal tokens of one person, and the most workspace tokens. */
export const MOST_TOKENS = 50;

/** personal: acts as the person who created it · workspace: acts with a role of its own and survives that person. */
export const TokenKind = z.enum(['personal', 'workspace']);
export type TokenKind = z.infer<typeof TokenKind>;

/** An API token without its secret. */
export const ApiToken = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: TokenKind,
  /** The role it acts with now: its owner's, or its own. */
  role: Role,
  scopes: z.array(Scope),
  /** The start of the token, to tell it apart. */
  prefix: z.string(),
  /** Who created it; null once they are removed. */
  createdBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Null: it does not expire. */
  expiresAt: z.iso.datetime().nullable(),
  /** To the minute. */
  lastUsedAt: z.iso.datetime().nullable(),
  /** The network address it was last used from. */
  lastUsedFrom: z.string().nullable(),
  /** Until when the token before the last rotation works too. */
  previousUntil: z.iso.datetime().nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

export const NewToken = z
  .object({
    name: z.string().trim().min(1, 'Enter a name.').max(100, 'At most 100 characters.'),
    scopes: z
      .array(Scope)
      .min(1, 'Choose at least one scope.')
      .transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope))),
    expiresInDays: z.number().int().min(1, 'At least one day.').max(3_650, 'At most 3,650 days.').optional(),
    kind: TokenKind.default('personal'),
    /** Of a workspace token. */
    role: Role.optional(),
  })
  .refine(({ kind, role }) => kind === 'personal' || role !== undefined, {
    path: ['role'],
    message: 'Choose the role of a workspace token.',
  })
  .refine(({ kind, role }) => kind === 'workspace' || role === undefined, {
    path: ['role'],
    message: 'A personal token has the role of its owner.',
  });

const TokenSecret = z.object({
  id: z.uuid(),
  /** Shown once: `ya_` and 32 random bytes as base64url. */
  token: z.string(),
});
export type TokenSecret = z.infer<typeof TokenSecret>;

export const listTokens = endpoint({
  method: 'GET',
  path: '/api/tokens',
  access: 'viewer',
  summary: 'List your API tokens; admins see all of the workspace',
  response: z.array(ApiToken),
});

export const createToken = endpoint({
  method: 'POST',
  path: '/api/tokens',
  access: 'member',
  summary: 'Create an API token. It is shown once. Only admins create workspace tokens',
  body: NewToken,
  response: TokenSecret,
  status: 201,
  isAnswerSecret: true,
});

export const revokeToken = endpoint({
  method: 'DELETE',
  path: '/api/tokens/:id',
  access: 'member',
  summary: 'Revoke an API token. The next call with it is refused',
  params: IdParams,
  response: Nothing,
  status: 204,
});

export const rotateToken = endpoint({
  method: 'POST',
  path: '/api/tokens/:id/rotate',
  access: 'member',
  summary: 'Replace an API token. The old one also works for the hours of the overlap',
  params: IdParams,
  body: z
    .object({ overlapHours: z.number().int().min(0).max(168, 'At most 168 hours.').default(24) })
    .prefault({}),
  response: TokenSecret,
  isAnswerSecret: true,
});
