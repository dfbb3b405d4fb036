import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Role } from '#kit/actor.ts';
import type { TokenKind } from '../contract-tokens.ts';
import type { Scope } from '../rules-scopes.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Accounts. The first four tables are those better-auth keeps; names of columns are its own. */
export const users = pgTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  firstName: text('first_name').notNull().default(''),
  lastName: text('last_name').notNull().default(''),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  role: text('role').$type<Role>().notNull().default('viewer'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    token: text('token').notNull().unique(),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When it was used last, to the hour. */
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_user_id').on(table.userId)],
);

export const accounts = pgTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('accounts_user_id').on(table.userId)],
);

export const verifications = pgTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('verifications_identifier').on(table.identifier)],
);

/** Authenticator apps (RFC 6238) of people, and what lets them in without. */
export const secondFactors = pgTable('second_factors', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Base32, sealed for the person. */
  sealedSecret: text('sealed_secret').notNull(),
  startedAt: instant('started_at').notNull().defaultNow(),
  /** Null until a first code has shown that the app has the secret: it is asked for from then on. */
  confirmedAt: instant('confirmed_at'),
  /** The period of the last code that let somebody in: each code is good once. */
  lastPeriod: bigint('last_period', { mode: 'number' }).notNull().default(0),
  recoverySalt: text('recovery_salt').notNull().default(''),
  /** One for each recovery code that is left. */
  recoveryHashes: text('recovery_hashes').array().notNull().default([]),
});

/** One row: what the workspace asks of everyone who signs in with a password of ours. */
export const accessPolicy = pgTable('access_policy', {
  isOnly: boolean('is_only').primaryKey().default(true),
  /** From when on members and admins need a second factor; null: it is theirs to choose. */
  secondFactorFrom: instant('second_factor_from'),
});

/** Browsers that passed the testing gate. Only a hash of the cookie is kept. */
export const gateGrants = pgTable('gate_grants', {
  tokenHash: text('token_hash').primaryKey(),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
});

/** Failed guesses at the gate and at sign-in, counted per source and window across all processes. */
export const guessCounters = pgTable('guess_counters', {
  /** Hash of what is guessed at and from where. */
  bucket: text('bucket').primaryKey(),
  failures: integer('failures').notNull(),
  /** Milliseconds since 1970. */
  windowStart: bigint('window_start', { mode: 'number' }).notNull(),
});

export const invitations = pgTable('invitations', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  role: text('role').$type<Role>().notNull(),
  tokenHash: text('token_hash').notNull().unique(),
  invitedBy: text('invited_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
  acceptedAt: instant('accepted_at'),
  /** Of the last sign-in at the issuer that did not confirm the address. */
  refusedAt: instant('refused_at'),
});

/** Whoever was removed: their address and what an issuer knows them by, hashed. A new invitation lets them in again. */
export const removedIdentities = pgTable('removed_identities', {
  identityHash: text('identity_hash').primaryKey(),
  removedAt: instant('removed_at').notNull(),
});

/** Open links that set a new password; one for each person, gone when used. */
export const passwordResets = pgTable(
  'password_resets',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    issuerKind: text('issuer_kind').$type<'admin' | 'operator'>().notNull().default('admin'),
    /** The admin who made it. */
    issuedBy: text('issued_by').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  ({ issuerKind, issuedBy }) => [
    check('password_resets_issuer', sql`(${issuerKind} = 'admin') = (${issuedBy} is not null)`),
  ],
);

/** API tokens. Only hashes are kept: reading the table lets no one use them. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<TokenKind>().notNull().default('personal'),
    name: text('name').notNull(),
    /** Whom a personal token acts as. */
    ownerId: text('owner_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Of a workspace token; a personal one has its owner's. */
    role: text('role').$type<Role>().notNull().default('viewer'),
    scopes: text('scopes').array().$type<Scope[]>().notNull(),
    prefix: text('prefix').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** Also works until `previous_until`, after a rotation. */
    previousHash: text('previous_hash').unique(),
    previousUntil: instant('previous_until'),
    createdBy: text('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
    lastUsedFrom: text('last_used_from'),
  },
  ({ kind, ownerId }) => [
    index('api_tokens_owner').on(ownerId),
    check('api_tokens_kind', sql`(${kind} = 'personal') = (${ownerId} is not null)`),
  ],
);
