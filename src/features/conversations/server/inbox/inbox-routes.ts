import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import * as contract from '../../contract-inbox.ts';
import {
  countInbox,
  decideOnLead,
  getConversation,
  handBackConversation,
  joinConversation,
  listConversations,
  resolveConversation,
  writeInConversation,
} from './inbox-conversations.ts';
import {
  answerUnanswered,
  dismissUnanswered,
  listUnanswered,
  restoreUnanswered,
} from './unanswered-questions.ts';

export function mountInbox({ mount }: HttpServer, ctx: Context): void {
  mount(contract.listConversations, ({ query }) => listConversations(ctx, query));
  mount(contract.countInbox, () => countInbox(ctx));
  mount(contract.getConversation, ({ params }) => getConversation(ctx, params.id));
  mount(contract.joinConversation, ({ params }, { actor }) => joinConversation(ctx, params.id, actor));
  mount(contract.writeInConversation, ({ params, body }, { actor }) =>
    writeInConversation(ctx, params.id, body, actor),
  );
  mount(contract.handBackConversation, ({ params }) => handBackConversation(ctx, params.id));
  mount(contract.resolveConversation, ({ params }) => resolveConversation(ctx, params.id));
  mount(contract.decideOnLead, ({ params, body }) => decideOnLead(ctx, params.id, body.isSame));
  mount(contract.listUnanswered, ({ query }) => listUnanswered(ctx, query.expertId));
  mount(contract.answerUnanswered, ({ body }) => answerUnanswered(ctx, body));
  mount(contract.dismissUnanswered, ({ body }) => dismissUnanswered(ctx, body));
  mount(contract.restoreUnanswered, async ({ body }) => {
    await restoreUnanswered(ctx, body);
    return undefined;
  });
}
