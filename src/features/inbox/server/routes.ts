import { readFile } from 'node:fs/promises';
import { checkMailbox } from '#features/mailboxes/contract.ts';
import type { Mailboxes } from '#features/mailboxes/server/service.ts';
import type { HttpServer } from '#platform/http.ts';
import {
  answerReply,
  countReplies,
  downloadReplyAttachment,
  downloadReplyOriginal,
  getReplyOriginal,
  getReplyThread,
  listReplies,
  takePostmarkEvents,
  takeSendgridEvents,
  takeWhatsAppEvents,
  updateReply,
  verifyWhatsApp,
} from '../contract.ts';
import type { Inbox } from './service.ts';

export function mountInbox(
  { mount }: HttpServer,
  { replies, originals, webhooks, mailboxInboxes }: Inbox,
  mailboxes: Pick<Mailboxes, 'checkSending'>,
): void {
  mount(listReplies, ({ query }) => replies.listReplies(query));
  mount(countReplies, () => replies.countReplies());
  mount(getReplyThread, ({ params }) => replies.getReplyThread(params.id));
  mount(getReplyOriginal, ({ params }) => originals.getOriginal(params.id));
  mount(downloadReplyOriginal, ({ params }) => originals.downloadOriginal(params.id));
  mount(downloadReplyAttachment, ({ params }) => originals.downloadAttachment(params.id, params.index));
  mount(updateReply, ({ params, body }, { actor }) => replies.updateReply(params.id, body, actor));
  mount(answerReply, ({ params, body }, { actor, headers }) =>
    replies.answerReply(params.id, body, { actor, key: keyOf(headers) }),
  );
  mount(checkMailbox, async ({ params }) => ({
    sending: await mailboxes.checkSending(params.id),
    reading: await mailboxInboxes.checkReading(params.id),
  }));
  mount(takePostmarkEvents, async ({ body }, { headers }) => {
    await webhooks.takePostmark(await readFile(body.path), headers);
    return { status: 200 };
  });
  mount(takeSendgridEvents, async ({ body }, { headers }) => {
    await webhooks.takeSendgrid(await readFile(body.path), headers);
    return { status: 200 };
  });
  mount(verifyWhatsApp, ({ query }) => ({
    status: 200,
    headers: { 'content-type': 'text/plain' },
    body: webhooks.answerWhatsApp({
      mode: query['hub.mode'],
      token: query['hub.verify_token'],
      challenge: query['hub.challenge'],
    }),
  }));
  mount(takeWhatsAppEvents, async ({ body }, { headers }) => {
    await webhooks.takeWhatsApp(await readFile(body.path), headers);
    return { status: 200 };
  });
}

/** What a browser or another caller gives a call of its own, to know it again. */
function keyOf({
  'idempotency-key': key,
}: Record<string, string | string[] | undefined>): string | undefined {
  return typeof key === 'string' && key !== '' ? key : undefined;
}
