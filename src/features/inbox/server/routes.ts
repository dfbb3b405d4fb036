import { readFile } from 'node:fs/promises';
import { checkMailbox } from '#features/mailboxes/contract.ts';
import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import * as contract from '../contract.ts';
import { answerReply } from './answer-reply.ts';
import { checkReading } from './mailbox-inboxes.ts';
import { downloadAttachment, downloadOriginal, getOriginal } from './originals.ts';
import { countReplies, getReplyThread, listReplies, updateReply } from './replies.ts';
import { answerWhatsApp, takePostmark, takeSendgrid, takeWhatsApp } from './webhooks.ts';

export function mountInbox({ mount }: HttpServer, ctx: Context): void {
  mount(contract.listReplies, ({ query }) => listReplies(ctx, query));
  mount(contract.countReplies, () => countReplies(ctx));
  mount(contract.getReplyThread, ({ params }) => getReplyThread(ctx, params.id));
  mount(contract.getReplyOriginal, ({ params }) => getOriginal(ctx, params.id));
  mount(contract.downloadReplyOriginal, ({ params }) => downloadOriginal(ctx, params.id));
  mount(contract.downloadReplyAttachment, ({ params }) => downloadAttachment(ctx, params.id, params.index));
  mount(contract.updateReply, ({ params, body }, { actor }) => updateReply(ctx, params.id, body, actor));
  mount(contract.answerReply, ({ params, body }, { actor, headers }) =>
    answerReply(ctx, params.id, body, { actor, key: keyOf(headers) }),
  );
  mount(checkMailbox, async ({ params }) => ({
    sending: await ctx.mailboxes.checkSending(params.id),
    reading: await checkReading(ctx, params.id),
  }));
  mount(contract.takePostmarkEvents, async ({ body }, { headers }) => {
    await takePostmark(ctx, await readFile(body.path), headers);
    return { status: 200 };
  });
  mount(contract.takeSendgridEvents, async ({ body }, { headers }) => {
    await takeSendgrid(ctx, await readFile(body.path), headers);
    return { status: 200 };
  });
  mount(contract.verifyWhatsApp, ({ query }) => ({
    status: 200,
    headers: { 'content-type': 'text/plain' },
    body: answerWhatsApp(ctx, {
      mode: query['hub.mode'],
      token: query['hub.verify_token'],
      challenge: query['hub.challenge'],
    }),
  }));
  mount(contract.takeWhatsAppEvents, async ({ body }, { headers }) => {
    await takeWhatsApp(ctx, await readFile(body.path), headers);
    return { status: 200 };
  });
}

/** What a browser or another caller gives a call of its own, to know it again. */
function keyOf({
  'idempotency-key': key,
}: Record<string, string | string[] | undefined>): string | undefined {
  return typeof key === 'string' && key !== '' ? key : undefined;
}
