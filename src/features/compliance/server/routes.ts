import type { HttpServer } from '#platform/http.ts';
import { exportAudit, listAudit } from '../contract.ts';
import type { Audit } from './audit-service.ts';

export function mountCompliance({ mount }: HttpServer, audit: Audit): void {
  mount(listAudit, ({ query }, { actor }) => audit.listAudit(actor, query));
  mount(exportAudit, ({ query }, { actor }) => audit.exportAudit(actor, query));
}
