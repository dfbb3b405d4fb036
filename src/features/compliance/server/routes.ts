import type { HttpServer } from '#platform/http.ts';
import { checkText, exportAudit, listAudit } from '../contract.ts';
import { checkClaims } from '../rules-claims.ts';
import type { Audit } from './audit-service.ts';

export function mountCompliance({ mount }: HttpServer, audit: Audit): void {
  mount(checkText, ({ body }) => checkClaims(body.text, [body.jurisdiction], body.context));
  mount(listAudit, ({ query }, { actor }) => audit.listAudit(actor, query));
  mount(exportAudit, ({ query }, { actor }) => audit.exportAudit(actor, query));
}
