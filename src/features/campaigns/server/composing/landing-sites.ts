import type { z } from 'zod';
import { approvalOf, assertMayLeave } from '#features/compliance/server/claims-gate.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import type { Actor } from '#kit/actor.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { CampaignTemplate, LandingSite, NewLandingSite } from '../../contract-landing.ts';
import { TEMPLATES } from '../../rules-templates.ts';
import { insertLandingSite, listLandingSiteRows } from '../campaign-store.ts';
import { admitConditions } from './condition-gate.ts';

export function listTemplates(): CampaignTemplate[] {
  return [...TEMPLATES];
}

export async function listLandingSites(ctx: Context): Promise<LandingSite[]> {
  return listLandingSiteRows(ctx.db, ctx.publicUrl);
}

export function createLandingSite(
  ctx: Context,
  { allowsCondition = false, overrideReason, ...site }: z.output<typeof NewLandingSite>,
  actor: Actor,
): Promise<LandingSite> {
  return inTransaction(ctx.db, async (tx) => {
    const id = newId();
    const { jurisdictions } = await getWorkspace(tx);
    await assertMayLeave(ctx, tx, {
      text: site.description,
      kind: 'landing_page',
      jurisdictions,
      actor,
      approval: approvalOf(overrideReason, actor),
      subject: { kind: 'workspace', id: null },
      field: 'description',
      details: { landingSiteId: id },
    });
    await admitConditions(tx, {
      named: [
        { field: 'name', place: 'page', text: site.name },
        { field: 'url', place: 'address', text: site.url },
      ],
      actor,
      isAllowed: allowsCondition,
      subject: { kind: 'workspace', id: null },
      details: { landingSiteId: id },
    });
    const row = await insertLandingSite(tx, { id, ...site });
    await announce(tx, ['landing-sites']);
    return { ...row, assetId: null };
  });
}
