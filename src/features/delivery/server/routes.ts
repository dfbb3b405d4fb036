import { sendTestMail as sendTestMailContract } from '#features/campaigns/contract-preview.ts';
import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import * as contract from '../contract.ts';
import { getOutboxMessage, listMessages, markMessageSent, sendMessageAgain } from './messages/message-log.ts';
import { exportSentMessages, listSentTexts } from './messages/sent-message-log.ts';
import { sendTestMail } from './send-test-mail.ts';

export function mountDelivery({ mount }: HttpServer, ctx: Context): void {
  mount(contract.listMessages, ({ params, query }, { actor }) => listMessages(ctx, params.id, query, actor));
  mount(contract.getOutboxMessage, ({ params }, { actor }) => getOutboxMessage(ctx, params.id, actor));
  mount(contract.markMessageSent, ({ params }) => markMessageSent(ctx, params.id));
  mount(contract.sendMessageAgain, ({ params }, { actor }) => sendMessageAgain(ctx, params.id, actor));
  mount(contract.listSentTexts, ({ params }) => listSentTexts(ctx, params.id));
  mount(contract.exportSentMessages, ({ params, query }) => exportSentMessages(ctx, params.id, query.format));
  mount(sendTestMailContract, ({ body }, { actor }) => sendTestMail(ctx, body, actor));
}
