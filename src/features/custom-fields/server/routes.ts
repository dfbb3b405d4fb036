import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import * as contract from '../contract.ts';
import {
  archiveCustomField,
  changeCustomField,
  createCustomField,
  listCustomFields,
  restoreCustomField,
} from './custom-fields.ts';

export function mountCustomFields({ mount }: HttpServer, ctx: Context): void {
  mount(contract.listCustomFields, ({ query }) => listCustomFields(ctx, query));
  mount(contract.createCustomField, ({ body }, { actor }) => createCustomField(ctx, body, actor));
  mount(contract.changeCustomField, ({ params, body }, { actor }) =>
    changeCustomField(ctx, params.id, body, actor),
  );
  mount(contract.archiveCustomField, async ({ params }, { actor }) => {
    await archiveCustomField(ctx, params.id, actor);
    return undefined;
  });
  mount(contract.restoreCustomField, ({ params }, { actor }) => restoreCustomField(ctx, params.id, actor));
}
