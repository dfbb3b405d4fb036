import type { z } from 'zod';
import { approvalOf, type Compliance } from '#features/compliance/server/service.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import type { Actor } from '#kit/actor.ts';
import { newId } from '#kit/id.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { CampaignTemplate, LandingSite, NewLandingSite } from '../../contract-landing.ts';
import { TEMPLATES } from '../../rules-templates.ts';
import { insertLandingSite, listLandingSiteRows } from '../campaign-store.ts';
import { admitConditions } from './condition-gate.ts';

type Dependencies = {
  db: Database;
  settings: Pick<SettingsService, 'getWorkspace'>;
  compliance: Pick<Compliance, 'assertMayLeave' | 'recordAudit'>;
  publicUrl: string;
};

/** What a campaign begins with: quick starts, and the pages it leads to. */
export function createLandingSites({ db, settings, compliance, publicUrl }: Dependencies) {
  return {
    listTemplates: (): CampaignTemplate[] => [...TEMPLATES],

    listLandingSites: async (): Promise<LandingSite[]> => listLandingSiteRows(db, publicUrl),

    createLandingSite: (
      { allowsCondition = false, overrideReason, ...site }: z.output<typeof NewLandingSite>,
      actor: Actor,
    ): Promise<LandingSite> =>
      inTransaction(db, async (tx) => {
        const id = newId();
        const { jurisdictions } = await settings.getWorkspace(tx);
        await compliance.assertMayLeave(tx, {
          text: site.description,
          kind: 'landing_page',
          jurisdictions,
          actor,
          approval: approvalOf(overrideReason, actor),
          subject: { kind: 'workspace', id: null },
          field: 'description',
          details: { landingSiteId: id },
        });
        await admitConditions(tx, compliance, {
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
      }),
  };
}
