import { readFile } from 'node:fs/promises';
import type { ReceivedFile } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { MirroredPost } from '#providers/community-sources/port.ts';
import { platformOf } from './answer-at-source.ts';
import { sourceNotFound } from './refusals.ts';
import { findSource, noteDelivery } from './source-store.ts';
import { webhookSecret } from './sources.ts';
import { findCommunity } from './store.ts';
import { type TakeContext, takePage } from './take-page.ts';

/** Takes a signed call of a platform, once however often it comes. Refuses with `not_found` and `forbidden`. */
export async function receiveWebhook(
  ctx: TakeContext & Pick<Context, 'db' | 'communitySources' | 'communitySecret'>,
  sourceId: string,
  headers: Record<string, string | string[] | undefined>,
  file: ReceivedFile,
): Promise<{ taken: boolean }> {
  const { db, clock } = ctx;
  const source = await findSource(db, sourceId);
  const readWebhook = source && platformOf(ctx, source.kind)?.readWebhook;
  if (!source || !readWebhook || !(await findCommunity(db, source.communityId))) throw sourceNotFound();
  const body = await readFile(file.path);
  const news = readWebhook({ headers, body, secret: webhookSecret(ctx, sourceId), now: clock.now() });
  if (!news) throw new AppError('forbidden', 'The signature is not right.', { reason: 'wrong_signature' });
  if (news.deliveryId === '') return { taken: false };
  return inTransaction(db, async (tx) => {
    if (!(await noteDelivery(tx, sourceId, news.deliveryId))) return { taken: false };
    await takePage(ctx, tx, source, { ...news, members: membersOf(news.posts) });
    await announce(tx, ['communities']);
    return { taken: true };
  });
}

/** Those who wrote, as far as a webhook names them. */
function membersOf(posts: readonly MirroredPost[]) {
  return posts.flatMap(({ authorId, authorName }) =>
    authorId === null ? [] : [{ id: authorId, name: authorName, handle: authorName, joinedAt: null }],
  );
}
