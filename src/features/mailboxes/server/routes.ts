import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import * as contract from '../contract.ts';
import { createMailbox, deleteMailbox, listMailboxes, restoreMailbox, updateMailbox } from './mailboxes.ts';

export function mountMailboxes({ mount }: HttpServer, ctx: Context): void {
  mount(contract.listMailboxes, () => listMailboxes(ctx));
  mount(contract.createMailbox, ({ body }, { actor }) => createMailbox(ctx, body, actor));
  mount(contract.updateMailbox, ({ params, body }) => updateMailbox(ctx, params.id, body));
  mount(contract.deleteMailbox, async ({ params }) => {
    await deleteMailbox(ctx, params.id);
    return undefined;
  });
  mount(contract.restoreMailbox, ({ params }) => restoreMailbox(ctx, params.id));
}
