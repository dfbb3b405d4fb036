import { checkClaims } from '#engines/claims/check.ts';
import { verdictOf } from '#engines/claims/finding.ts';
import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import * as contract from '../contract.ts';
import * as evidenceContract from '../contract-evidence.ts';
import { substantiate } from '../rules-evidence.ts';
import { withImpressions } from '../rules-net-impression.ts';
import { exportAuditTrail, listAuditTrail } from './audit-trail.ts';
import { claimsReady } from './claims-ready.ts';
import { addEvidence, removeEvidence, restoreEvidence } from './evidence.ts';
import { listEvidence } from './evidence-store.ts';
import { readNetImpression } from './net-impression.ts';

export function mountCompliance({ mount }: HttpServer, ctx: Context): void {
  mount(contract.checkText, async ({ body }) => {
    await claimsReady();
    const { findings: found } = checkClaims(body.text, {
      ...body.context,
      jurisdictions: [body.jurisdiction],
    });
    const today = ctx.clock.now().toISOString().slice(0, 10);
    const byRules = substantiate(found, await listEvidence(ctx.db), today);
    const impressions = await readNetImpression(ctx, body.text, {
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
  mount(evidenceContract.listEvidence, () => listEvidence(ctx.db));
  mount(evidenceContract.addEvidence, ({ body }, { actor }) => addEvidence(ctx, body, actor));
  mount(evidenceContract.removeEvidence, async ({ params }, { actor }) => {
    await removeEvidence(ctx, params.id, actor);
    return undefined;
  });
  mount(evidenceContract.restoreEvidence, ({ params }, { actor }) => restoreEvidence(ctx, params.id, actor));
  mount(contract.listAudit, ({ query }, { actor }) => listAuditTrail(ctx, actor, query));
  mount(contract.exportAudit, ({ query }, { actor }) => exportAuditTrail(ctx, actor, query));
}
