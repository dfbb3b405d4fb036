import type { z } from 'zod';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import type { reportPost, sendPublicPost } from '../contract-public.ts';
import { acceptPost } from './accept-post.ts';
import { assertMayRead, communityOf, hasSecret, type Visit } from './public-access.ts';
import { report } from './reports.ts';

/** A post of a visitor of a site, sent by its server. Refuses a call without the secret key with `forbidden`. */
export async function postFor(
  ctx: Parameters<typeof acceptPost>[0] & Pick<Context, 'feedCache'>,
  apiKey: string,
  body: z.output<(typeof sendPublicPost)['body']>,
  { authorization }: Visit,
): ReturnType<typeof acceptPost> {
  const { id, secretHash } = await communityOf(ctx, apiKey);
  if (!hasSecret(authorization, secretHash)) {
    throw new AppError('forbidden', 'Posting takes the secret key: Authorization: Bearer <key>.', {
      reason: 'wrong_key',
    });
  }
  const result = await acceptPost(ctx, id, body);
  ctx.feedCache.clear();
  return result;
}

/** A report of a reader: pages that may read a post may report it. */
export async function reportFor(
  ctx: Pick<Context, 'db' | 'clock' | 'publicUrl' | 'communitySecret'>,
  apiKey: string,
  body: z.output<(typeof reportPost)['body']>,
  { origin }: Visit,
  ip: string,
): Promise<{ received: boolean }> {
  const { id, settings } = await communityOf(ctx, apiKey);
  assertMayRead(ctx, origin, settings.allowedDomains);
  await report(ctx, id, body, ip);
  return { received: true };
}
