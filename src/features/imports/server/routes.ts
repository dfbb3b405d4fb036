import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import * as contract from '../contract.ts';
import { importLeads } from './import-leads.ts';
import { getImportUndo, undoImport } from './undo-import.ts';

export function mountImports({ mount }: HttpServer, ctx: Context): void {
  mount(contract.importLeads, ({ query, body }, { actor }) => importLeads(ctx, body, query, actor));
  mount(contract.undoImport, ({ params }, { actor }) => undoImport(ctx, params.id, actor));
  mount(contract.getImportUndo, ({ params }) => getImportUndo(ctx, params.id));
}
