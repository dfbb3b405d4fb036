import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { AppError } from '#kit/errors.ts';
import { DAY_MS, MINUTE_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { isSameSecret } from '#platform/secrets.ts';
import { PROOF_BITS, type sendPublicInvites } from '../contract-public.ts';
import { isAllowedOrigin } from '../rules.ts';
import { hasLeadingZeros } from '../rules-proof.ts';
import { type InviteContext, inviteMembers, isSendingInvitations } from './invite-members.ts';
import { countUp } from './limit-store.ts';
import { assertMayRead, communityOf, hasSecret, type Visit } from './public-access.ts';
import { sign } from './sign.ts';

type PublicInvites = z.output<(typeof sendPublicInvites)['body']>;

const CHALLENGE_MS = 10 * MINUTE_MS;
/** Without a secret key, by a community in a day: enough for people, too few for spam. */
const OPEN_INVITES_PER_DAY = 200;
const KEYED_INVITES_PER_DAY = 5_000;

/** A puzzle (proof of work) for a page of an allowed domain. Refuses with `forbidden`. */
export async function giveChallenge(
  ctx: Pick<Context, 'db' | 'clock' | 'publicUrl' | 'communitySecret'>,
  apiKey: string,
  { origin }: Visit,
): Promise<{ challenge: string; bits: number }> {
  const { id, settings } = await communityOf(ctx, apiKey);
  assertMayRead(ctx, origin, settings.allowedDomains);
  const text = `${id}.${ctx.clock.now().getTime() + CHALLENGE_MS}.${crypto.randomUUID()}`;
  return { challenge: `${text}.${sign(ctx, `challenge:${text}`)}`, bits: PROOF_BITS };
}

/** Invitations that a site asks for; the answer is the same for every address. Refuses with `forbidden`, `rate_limited`. */
export async function inviteFor(
  ctx: InviteContext,
  apiKey: string,
  { emails, proof }: PublicInvites,
  { origin, authorization }: Visit,
): Promise<{ accepted: number; isByMail: boolean }> {
  const { db } = ctx;
  const { id, secretHash, settings } = await communityOf(ctx, apiKey);
  const isKeyed = hasSecret(authorization, secretHash);
  if (!isKeyed) {
    if (!settings.allowsJoining || !isAllowedOrigin(origin, settings.allowedDomains)) {
      throw new AppError('forbidden', 'Visitors of this site cannot ask to join.', {
        reason: 'domain_not_allowed',
      });
    }
    if (emails.length > 1)
      throw new AppError('invalid_input', 'One address at a time without the secret key.');
    await assertProof(ctx, id, proof);
  }
  const limit = isKeyed ? KEYED_INVITES_PER_DAY : OPEN_INVITES_PER_DAY;
  for (const _ of emails) {
    // Counted one by one, so that a batch never exceeds the limit.
    if ((await countUp(db, `invites:${isKeyed ? 'key' : 'open'}:${id}`, DAY_MS)) > limit) {
      throw new AppError('rate_limited', 'This community has sent all invitations of the day.', {
        retryAfterSeconds: 3600,
      });
    }
  }
  await inviteMembers(ctx, id, emails, isKeyed ? 'api' : 'site');
  return { accepted: emails.length, isByMail: await isSendingInvitations(ctx) };
}

/** Refuses anything but a puzzle of ours for this community, solved, recent and unused. */
async function assertProof(
  ctx: Pick<Context, 'db' | 'clock' | 'communitySecret'>,
  communityId: string,
  proof: PublicInvites['proof'],
): Promise<void> {
  const { db, clock } = ctx;
  const refused = (message: string): AppError =>
    new AppError('forbidden', message, { reason: 'proof_missing' });
  if (!proof) throw refused('Send the secret key, or a proof of work from a page of an allowed domain.');
  const [owner = '', until = '', nonce = '', signature = ''] = proof.challenge.split('.');
  const isOurs =
    isSameSecret(signature, sign(ctx, `challenge:${owner}.${until}.${nonce}`)) && owner === communityId;
  if (!isOurs || Number(until) < clock.now().getTime())
    throw refused('This puzzle is not one of ours, or too old. Ask for another one.');
  const hash = createHash('sha256').update(`${proof.challenge}:${proof.solution}`).digest();
  if (!hasLeadingZeros(hash, PROOF_BITS)) throw refused('The puzzle is not solved.');
  if ((await countUp(db, `proof:${nonce}`, CHALLENGE_MS)) > 1)
    throw refused('This puzzle has been used. Ask for another one.');
}
