import type { HttpServer } from '#platform/http.ts';
import {
  answerUnanswered,
  countInbox,
  decideOnLead,
  dismissUnanswered,
  getConversation,
  handBackConversation,
  joinConversation,
  listConversations,
  listUnanswered,
  resolveConversation,
  restoreUnanswered,
  writeInConversation,
} from '../../contract-inbox.ts';
import type { Inbox } from './inbox-conversations.ts';

export function mountInbox({ mount }: HttpServer, inbox: Inbox): void {
  mount(listConversations, ({ query }) => inbox.listConversations(query));
  mount(countInbox, () => inbox.countInbox());
  mount(getConversation, ({ params }) => inbox.getConversation(params.id));
  mount(joinConversation, ({ params }, { actor }) => inbox.joinConversation(params.id, actor));
  mount(writeInConversation, ({ params, body }, { actor }) =>
    inbox.writeInConversation(params.id, body, actor),
  );
  mount(handBackConversation, ({ params }) => inbox.handBackConversation(params.id));
  mount(resolveConversation, ({ params }) => inbox.resolveConversation(params.id));
  mount(decideOnLead, ({ params, body }) => inbox.decideOnLead(params.id, body.isSame));
  mount(listUnanswered, ({ query }) => inbox.listUnanswered(query.expertId));
  mount(answerUnanswered, ({ body }) => inbox.answerUnanswered(body));
  mount(dismissUnanswered, ({ body }) => inbox.dismissUnanswered(body));
  mount(restoreUnanswered, async ({ body }) => {
    await inbox.restoreUnanswered(body);
    return undefined;
  });
}
