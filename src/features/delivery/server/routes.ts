import { sendTestMail } from '#features/campaigns/contract-preview.ts';
import type { HttpServer } from '#platform/http.ts';
import {
  exportSentMessages,
  getOutboxMessage,
  listMessages,
  listSentTexts,
  markMessageSent,
  sendMessageAgain,
} from '../contract.ts';
import type { Delivery } from './service.ts';

export function mountDelivery({ mount }: HttpServer, { messages, sentMessages, testMail }: Delivery): void {
  mount(listMessages, ({ params, query }, { actor }) => messages.listMessages(params.id, query, actor));
  mount(getOutboxMessage, ({ params }, { actor }) => messages.getOutboxMessage(params.id, actor));
  mount(markMessageSent, ({ params }) => messages.markMessageSent(params.id));
  mount(sendMessageAgain, ({ params }, { actor }) => messages.sendMessageAgain(params.id, actor));
  mount(listSentTexts, ({ params }) => sentMessages.listSentTexts(params.id));
  mount(exportSentMessages, ({ params, query }) => sentMessages.exportSentMessages(params.id, query.format));
  mount(sendTestMail, ({ body }, { actor }) => testMail.sendTestMail(body, actor));
}
