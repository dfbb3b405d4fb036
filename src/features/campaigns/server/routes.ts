import type { HttpServer } from '#platform/http.ts';
import {
  archiveCampaign,
  createCampaign,
  deleteCampaign,
  duplicateCampaign,
  getCampaign,
  listCampaigns,
  pauseCampaign,
  restoreCampaign,
  resumeCampaign,
  unarchiveCampaign,
  updateCampaign,
} from '../contract.ts';
import { createLandingSite, listLandingSites, listTemplates } from '../contract-landing.ts';
import { listExcludedPeople, preflightCampaign, previewCampaign } from '../contract-preview.ts';
import { chooseVariant, listVariantResults } from '../contract-variants.ts';
import type { Campaigns } from './service.ts';

export function mountCampaigns({ mount }: HttpServer, campaigns: Campaigns): void {
  const { editor, runs, preview, checks, variants, landingSites } = campaigns;
  mount(listCampaigns, ({ query }) => editor.listCampaigns(query));
  mount(getCampaign, ({ params }) => editor.getCampaign(params.id));
  mount(createCampaign, ({ body }, { actor }) => editor.createCampaign(body, actor));
  mount(updateCampaign, ({ params, body }, { actor }) => editor.updateCampaign(params.id, body, actor));
  mount(duplicateCampaign, ({ params }, { actor }) => editor.duplicateCampaign(params.id, actor));
  mount(archiveCampaign, ({ params }) => runs.archiveCampaign(params.id));
  mount(unarchiveCampaign, ({ params }) => runs.unarchiveCampaign(params.id));
  mount(pauseCampaign, ({ params }, { actor }) => runs.pauseCampaign(params.id, actor));
  mount(resumeCampaign, ({ params }, { actor }) => runs.resumeCampaign(params.id, actor));
  mount(deleteCampaign, async ({ params }, { actor }) => {
    await runs.deleteCampaign(params.id, actor);
    return undefined;
  });
  mount(restoreCampaign, ({ params }, { actor }) => runs.restoreCampaign(params.id, actor));
  mount(previewCampaign, ({ body }, { actor }) => preview.previewCampaign(body, actor));
  mount(listExcludedPeople, ({ query }) => preview.listExcludedPeople(query));
  mount(preflightCampaign, ({ body }) => checks.preflightCampaign(body));
  mount(listVariantResults, ({ params }) => variants.listVariantResults(params.id));
  mount(chooseVariant, ({ params, body }, { actor }) => variants.chooseVariant(params, body.letter, actor));
  mount(listTemplates, () => landingSites.listTemplates());
  mount(listLandingSites, () => landingSites.listLandingSites());
  mount(createLandingSite, ({ body }, { actor }) => landingSites.createLandingSite(body, actor));
}
