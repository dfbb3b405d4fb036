import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import * as contract from '../contract.ts';
import { listProviders } from './list-providers.ts';
import { changeWorkspace, getWorkspace, removeDemoData } from './workspace.ts';

export function mountSettings({ mount }: HttpServer, ctx: Context): void {
  mount(contract.getWorkspace, () => getWorkspace(ctx.db));
  mount(contract.changeWorkspace, ({ body }, { actor }) => changeWorkspace(ctx, body, actor));
  mount(contract.listProviders, () => listProviders(ctx));
  mount(contract.removeDemoData, () => removeDemoData(ctx));
}
