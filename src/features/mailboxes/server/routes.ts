import type { HttpServer } from '#platform/http.ts';
import { createMailbox, deleteMailbox, listMailboxes, restoreMailbox, updateMailbox } from '../contract.ts';
import type { Mailboxes } from './service.ts';

export function mountMailboxes({ mount }: HttpServer, mailboxes: Mailboxes): void {
  mount(listMailboxes, () => mailboxes.listMailboxes());
  mount(createMailbox, ({ body }, { actor }) => mailboxes.createMailbox(body, actor));
  mount(updateMailbox, ({ params, body }) => mailboxes.updateMailbox(params.id, body));
  mount(deleteMailbox, async ({ params }) => {
    await mailboxes.deleteMailbox(params.id);
    return undefined;
  });
  mount(restoreMailbox, ({ params }) => mailboxes.restoreMailbox(params.id));
}
