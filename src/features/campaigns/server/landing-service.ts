import type { z } from 'zod';
import { checkClaims } from '#features/compliance/rules-claims.ts';
import type { Compliance } from '#features/compliance/server/service.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { CampaignTemplate, LandingSite, NewLandingSite } from '../contract-landing.ts';
import { TEMPLATES } from '../rules-templates.ts';
import { insertLandingSite, listLandingSiteRows } from './campaign-store.ts';
import { admitConditions } from './condition-gate.ts';

type Dependencies = {
  db: Database;
  settings: Pick<SettingsService, 'getWorkspace'>;
  compliance: Pick<Compliance, 'recordAudit'>;
};

/** What a campaign begins with: quick starts, and the pages it leads to. */
export function createLandingSites({ db, settings, compliance }: Dependencies) {
  return {
    listTemplates: (): CampaignTemplate[] => [...TEMPLATES],

    listLandingSites: async (): Promise<LandingSite[]> => listLandingSiteRows(db),

    createLandingSite: (
      { allowsCondition = false, ...site }: z.output<typeof NewLandingSite>,
      actor: Actor,
    ): Promise<LandingSite> =>
      inTransaction(db, async (tx) => {
        const id = newId();
        const { jurisdictions } = await settings.getWorkspace();
        assertMayStand(site.description, jurisdictions);
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
        return row;
      }),
  };
}

/** What a landing page says of itself stands where its visitors read it. Likeness alone refuses nothing here: nobody could answer for it. */
function assertMayStand(description: string, jurisdictions: readonly Jurisdiction[]): void {
  const { findings } = checkClaims(description, jurisdictions, { kind: 'landing_page' });
  if (findings.every(({ severity, rule }) => severity !== 'block' || rule === 'likely-claim')) return;
  const message = 'The description makes a claim that must not leave. Change the marked words.';
  throw new AppError('refused', message, { reason: 'claims', fields: { description: message } });
}
