import { checkClaims } from '#engines/claims/check.ts';
import { verdictOf } from '#engines/claims/finding.ts';
import type { HttpServer } from '#platform/http.ts';
import { checkText, exportAudit, listAudit } from '../contract.ts';
import { addEvidence, listEvidence, removeEvidence, restoreEvidence } from '../contract-evidence.ts';
import { substantiate } from '../rules-evidence.ts';
import { withImpressions } from '../rules-net-impression.ts';
import type { Audit } from './audit-service.ts';
import { claimsReady } from './claims-ready.ts';
import type { Evidence } from './evidence-service.ts';
import type { ReadNetImpression } from './net-impression.ts';

export function mountCompliance(
  { mount }: HttpServer,
  {
    audit,
    evidence,
    readNetImpression,
  }: { audit: Audit; evidence: Evidence; readNetImpression: ReadNetImpression },
): void {
  mount(checkText, async ({ body }) => {
    await claimsReady();
    const { findings: found } = checkClaims(body.text, {
      ...body.context,
      jurisdictions: [body.jurisdiction],
    });
    const today = new Date().toISOString().slice(0, 10);
    const byRules = substantiate(found, await evidence.listEvidence(), today);
    const impressions = await readNetImpression(body.text, {
      jurisdictions: [body.jurisdiction],
      known: byRules,
    });
    const findings = withImpressions(byRules, impressions);
    const verdict = verdictOf(findings);
    // Polish is for a text that may leave; what evidence answers is worth reading beside every verdict.
    const isWorthReading = (finding: (typeof findings)[number]): boolean =>
      verdict === 'ok' || finding.severity !== 'suggest' || finding.evidence !== undefined;
    return { verdict, findings: findings.filter(isWorthReading) };
  });
  mount(listEvidence, () => evidence.listEvidence());
  mount(addEvidence, ({ body }, { actor }) => evidence.addEvidence(body, actor));
  mount(removeEvidence, async ({ params }, { actor }) => {
    await evidence.removeEvidence(params.id, actor);
    return undefined;
  });
  mount(restoreEvidence, ({ params }, { actor }) => evidence.restoreEvidence(params.id, actor));
  mount(listAudit, ({ query }, { actor }) => audit.listAudit(actor, query));
  mount(exportAudit, ({ query }, { actor }) => audit.exportAudit(actor, query));
}
