import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { DAY_MS, MINUTE_MS } from '#kit/time.ts';
import type { Database } from '#platform/db.ts';
import type { LiveHub } from '#platform/live.ts';
import { isSameSecret } from '#platform/secrets.ts';
import {
  type getPublicPosts,
  PROOF_BITS,
  type PublicFeed,
  type reportPost,
  type sendPublicInvites,
  type sendPublicPost,
} from '../contract-public.ts';
import { DEFAULT_SETTINGS, isAllowedOrigin } from '../rules.ts';
import { hasLeadingZeros } from '../rules-proof.ts';
import { countUp } from './limit-store.ts';
import { countActiveMembers } from './member-store.ts';
import { listLatestComments, listShownPosts, placeCursor, readPost } from './post-store.ts';
import type { Posts } from './posts.ts';
import type { Reports } from './reports.ts';
import type { Invitations } from './send-invitation.ts';
import { findByKey } from './store.ts';

type Dependencies = {
  db: Database;
  hub: Pick<LiveHub, 'subscribe'>;
  publicUrl: string;
  secret: string;
  invitations: Invitations;
  posts: Pick<Posts, 'acceptPost'>;
  reports: Pick<Reports, 'report'>;
  now: () => Date;
};

/** What a visitor's call says about where it comes from. */
export type Visit = {
  /** The header; null for a call that no page makes. */
  origin: string | null;
  authorization: string | undefined;
  ifNoneMatch: string | undefined;
};

type FeedQuery = z.output<(typeof getPublicPosts)['query']>;

const COMMENTS_SHOWN = 3;
/** News of a change come at once; where they were missed, this is how old a feed gets. */
const KEEP_MS = 1_000;
const MOST_KEPT = 200;
const CHALLENGE_MS = 10 * MINUTE_MS;
/** Without a secret key, by a community in a day: enough for people, too few for spam. */
const OPEN_INVITES_PER_DAY = 200;
const KEYED_INVITES_PER_DAY = 5_000;

type Kept = { until: number; etag: string; body: string; domains: readonly string[] };

/** What other sites see of a community, and what they may send. */
export function createPublicSide({
  db,
  hub,
  publicUrl,
  secret,
  invitations,
  posts,
  reports,
  now,
}: Dependencies) {
  const kept = new Map<string, Kept>();
  let changes = 0;
  const forgetKept = (): void => {
    changes += 1;
    kept.clear();
  };
  hub.subscribe((topics) => {
    if (topics.some((topic) => topic === 'communities' || topic === 'everything')) forgetKept();
  });

  const communityOf = async (apiKey: string) => {
    const community = await findByKey(db, apiKey);
    if (!community) throw unknownKey();
    return { ...community, wishes: { ...DEFAULT_SETTINGS, ...community.settings } };
  };

  const isOwn = (origin: string | null): boolean => origin === new URL(publicUrl).origin;

  /** A page may read when its domain is allowed, or when none is named. */
  const assertMayRead = (origin: string | null, domains: readonly string[]): void => {
    if (origin === null || isOwn(origin) || domains.length === 0 || isAllowedOrigin(origin, domains)) return;
    throw new AppError('forbidden', 'This community is not shown on this domain.', {
      reason: 'domain_not_allowed',
    });
  };

  async function build(apiKey: string, query: FeedQuery, canPageJoin: boolean): Promise<Omit<Kept, 'until'>> {
    const community = await communityOf(apiKey);
    const { wishes, id } = community;
    const rows = await listShownPosts(db, {
      communityId: id,
      after: placeCursor.read(query.cursor),
      limit: query.limit + 1,
      reader: '',
    });
    const items = rows.slice(0, query.limit);
    const last = rows.length > query.limit ? items.at(-1) : undefined;
    const [comments, members] = await Promise.all([
      listLatestComments(
        db,
        items.map((row) => row.id),
        COMMENTS_SHOWN,
      ),
      countActiveMembers(db, id),
    ]);
    const feed: PublicFeed = {
      community: {
        name: community.name,
        description: community.description,
        theme: wishes.theme,
        members,
        canJoin: canPageJoin && wishes.allowsJoining && wishes.allowedDomains.length > 0,
      },
      posts: items.map((row) => {
        const {
          authorName,
          isTeam,
          body,
          url,
          preview,
          isPinned,
          postedAt,
          reactions,
          comments: commentCount,
        } = readPost(row);
        return {
          id: row.id,
          author: authorName,
          isTeam,
          body,
          url,
          preview: preview && { ...preview, imageUrl: preview.imageUrl && `${publicUrl}${preview.imageUrl}` },
          isPinned,
          postedAt,
          comments: comments
            .filter(({ postId }) => postId === row.id)
            .map(({ postId: _post, ...comment }) => comment),
          commentCount,
          reactions: reactions.like + reactions.thanks,
        };
      }),
      nextCursor: last ? placeCursor.write(last) : null,
    };
    const body = JSON.stringify(feed);
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    return { etag, body, domains: wishes.allowedDomains };
  }

  const sign = (text: string): string =>
    createHmac('sha256', secret).update(`challenge:${text}`).digest('base64url');

  /** A puzzle that was given by us for this community, solved, not too old and not used before. */
  async function assertProof(
    communityId: string,
    proof: z.output<(typeof sendPublicInvites)['body']>['proof'],
  ): Promise<void> {
    const refused = (message: string): AppError =>
      new AppError('forbidden', message, { reason: 'proof_missing' });
    if (!proof) throw refused('Send the secret key, or a proof of work from a page of an allowed domain.');
    const [owner = '', until = '', nonce = '', signature = ''] = proof.challenge.split('.');
    const isOurs = isSameSecret(signature, sign(`${owner}.${until}.${nonce}`)) && owner === communityId;
    if (!isOurs || Number(until) < now().getTime())
      throw refused('This puzzle is not one of ours, or too old. Ask for another one.');
    const hash = createHash('sha256').update(`${proof.challenge}:${proof.solution}`).digest();
    if (!hasLeadingZeros(hash, PROOF_BITS)) throw refused('The puzzle is not solved.');
    if ((await countUp(db, `proof:${nonce}`, CHALLENGE_MS)) > 1)
      throw refused('This puzzle has been used. Ask for another one.');
  }

  const hasSecret = (authorization: string | undefined, secretHash: string | null): boolean => {
    const key = /^Bearer (\S{1,200})$/i.exec(authorization ?? '')?.[1];
    if (key === undefined) return false;
    const given = createHash('sha256').update(key).digest('base64url');
    if (secretHash === null || !timingSafeEqual(Buffer.from(given), Buffer.from(secretHash))) {
      throw new AppError('forbidden', 'This secret key is not the one of the community.', {
        reason: 'wrong_key',
      });
    }
    return true;
  };

  return {
    /** Lets go of what is kept of feeds: something has changed. */
    forgetKept,

    /** The feed as JSON, answered from memory while nothing changes. */
    async readFeed(apiKey: string, query: FeedQuery, { origin, ifNoneMatch }: Visit): Promise<RawAnswer> {
      const canJoin = origin !== null && !isOwn(origin);
      const key = JSON.stringify([apiKey, query.limit, query.cursor ?? null, canJoin]);
      let entry = kept.get(key);
      if (!entry || entry.until < now().getTime()) {
        const before = changes;
        entry = { ...(await build(apiKey, query, canJoin)), until: now().getTime() + KEEP_MS };
        // First pages only, since the number of further pages is unbounded. A feed read during a change may be stale.
        if (query.cursor === undefined && changes === before) {
          if (kept.size >= MOST_KEPT) kept.clear();
          kept.set(key, entry);
        }
      }
      assertMayRead(origin, entry.domains);
      const headers = {
        etag: entry.etag,
        'cache-control': 'no-cache',
        vary: 'Origin',
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-expose-headers': 'ETag',
        'access-control-allow-origin': entry.domains.length === 0 ? '*' : (origin ?? '*'),
      };
      if (ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === entry.etag)) {
        return { status: 304, headers };
      }
      return {
        status: 200,
        headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
        body: entry.body,
      };
    },

    /** A puzzle for a page of an allowed domain. */
    async giveChallenge(apiKey: string, { origin }: Visit): Promise<{ challenge: string; bits: number }> {
      const { id, wishes } = await communityOf(apiKey);
      assertMayRead(origin, wishes.allowedDomains);
      const text = `${id}.${now().getTime() + CHALLENGE_MS}.${crypto.randomUUID()}`;
      return { challenge: `${text}.${sign(text)}`, bits: PROOF_BITS };
    },

    /** Invitations for a site: the answer is the same whoever is asked. */
    async inviteFor(
      apiKey: string,
      { emails, proof }: z.output<(typeof sendPublicInvites)['body']>,
      { origin, authorization }: Visit,
    ): Promise<{ accepted: number; isByMail: boolean }> {
      const { id, secretHash, wishes } = await communityOf(apiKey);
      const isKeyed = hasSecret(authorization, secretHash);
      if (!isKeyed) {
        if (!wishes.allowsJoining || !isAllowedOrigin(origin, wishes.allowedDomains)) {
          throw new AppError('forbidden', 'Visitors of this site cannot ask to join.', {
            reason: 'domain_not_allowed',
          });
        }
        if (emails.length > 1)
          throw new AppError('invalid_input', 'One address at a time without the secret key.');
        await assertProof(id, proof);
      }
      const limit = isKeyed ? KEYED_INVITES_PER_DAY : OPEN_INVITES_PER_DAY;
      for (const _ of emails) {
        // Counted one by one, so that a batch never steps over the limit.
        if ((await countUp(db, `invites:${isKeyed ? 'key' : 'open'}:${id}`, DAY_MS)) > limit) {
          throw new AppError('rate_limited', 'This community has sent all invitations of the day.', {
            retryAfterSeconds: 3600,
          });
        }
      }
      await invitations.invite(id, emails, isKeyed ? 'api' : 'site');
      return { accepted: emails.length, isByMail: await invitations.isSending() };
    },

    /** A post of a visitor of the site, handed over by its server. */
    async postFor(apiKey: string, body: z.output<(typeof sendPublicPost)['body']>, { authorization }: Visit) {
      const { id, secretHash } = await communityOf(apiKey);
      if (!hasSecret(authorization, secretHash)) {
        throw new AppError('forbidden', 'Posting takes the secret key: Authorization: Bearer <key>.', {
          reason: 'wrong_key',
        });
      }
      const result = await posts.acceptPost(id, body);
      forgetKept();
      return result;
    },

    /** Whoever may read a post may report it. */
    async reportFor(
      apiKey: string,
      body: z.output<(typeof reportPost)['body']>,
      { origin }: Visit,
      ip: string,
    ): Promise<{ received: boolean }> {
      const { id, wishes } = await communityOf(apiKey);
      assertMayRead(origin, wishes.allowedDomains);
      await reports.report(id, body, ip);
      return { received: true };
    },

    /** For the answer to a browser that asks first whether it may. */
    async preflightOrigin(apiKey: string, origin: string | null): Promise<string | undefined> {
      const community = await findByKey(db, apiKey);
      if (!community || origin === null) return undefined;
      const domains = community.settings.allowedDomains ?? [];
      if (domains.length === 0) return '*';
      return isAllowedOrigin(origin, domains) ? origin : undefined;
    },
  };
}

function unknownKey(): AppError {
  return new AppError('not_found', 'This key belongs to no community.');
}
