import type { HttpServer } from '#platform/http.ts';
import { getImportUndo, importLeads, undoImport } from '../contract.ts';
import type { Imports } from './service.ts';

export function mountImports({ mount }: HttpServer, imports: Imports): void {
  mount(importLeads, ({ query, body }, { actor }) => imports.importLeads(body, query, actor));
  mount(undoImport, ({ params }, { actor }) => imports.undoImport(params.id, actor));
  mount(getImportUndo, ({ params }) => imports.getImportUndo(params.id));
}
