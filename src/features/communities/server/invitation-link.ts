import { createHash } from 'node:crypto';
import type { SingleSending } from '#features/mailboxes/server/sending.ts';
import type { Context } from '#platform/context.ts';
import { isPracticeAddress } from '#providers/mail/port.ts';
import type { StoredMember } from './member-store.ts';
import { sign } from './sign.ts';

/** Computed, not stored: a stolen database holds no invitation that works. */
export function invitationToken(
  ctx: Pick<Context, 'communitySecret'>,
  memberId: string,
  invitedAt: Date,
): string {
  return sign(ctx, `invite:${memberId}:${invitedAt.getTime()}`);
}

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Page of an invitation. */
export function invitationUrl(
  ctx: Pick<Context, 'communitySecret' | 'publicUrl'>,
  { id, invitedAt }: Pick<StoredMember, 'id' | 'invitedAt'>,
): string {
  return `${ctx.publicUrl}/j/${invitationToken(ctx, id, invitedAt ?? new Date(0))}`;
}

/** Whether no mail server takes mail to this address, so that it is kept in the outbox. */
export function isKeptHere(
  { mailTransports }: Pick<Context, 'mailTransports'>,
  address: string,
  { isBound }: Pick<SingleSending, 'isBound'>,
): boolean {
  return isPracticeAddress(address) || !(mailTransports.smtp || isBound);
}
