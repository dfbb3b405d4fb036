import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import * as contract from '../contract.ts';
import * as landing from '../contract-landing.ts';
import * as previews from '../contract-preview.ts';
import * as comparison from '../contract-variants.ts';
import {
  archiveCampaign,
  deleteCampaign,
  pauseCampaign,
  restoreCampaign,
  resumeCampaign,
  unarchiveCampaign,
} from './campaign-lifecycle.ts';
import { getCampaign } from './campaign-view.ts';
import { createCampaign, duplicateCampaign, listCampaigns, updateCampaign } from './campaigns.ts';
import { createLandingSite, listLandingSites, listTemplates } from './composing/landing-sites.ts';
import { preflightCampaign } from './composing/preflight-campaign.ts';
import { listExcludedPeople, previewCampaign } from './composing/preview-campaign.ts';
import { chooseVariant, listVariantResults } from './composing/variants.ts';
import { launchCampaign } from './launch-campaign.ts';

export function mountCampaigns({ mount }: HttpServer, ctx: Context): void {
  mount(contract.listCampaigns, ({ query }) => listCampaigns(ctx, query));
  mount(contract.getCampaign, ({ params }) => getCampaign(ctx.db, params.id));
  mount(contract.createCampaign, ({ body }, { actor }) => createCampaign(ctx, body, actor));
  mount(contract.updateCampaign, ({ params, body }, { actor }) =>
    updateCampaign(ctx, params.id, body, actor),
  );
  mount(contract.launchCampaign, ({ params, body }, { actor }) =>
    launchCampaign(ctx, params.id, body, actor),
  );
  mount(contract.duplicateCampaign, ({ params }, { actor }) => duplicateCampaign(ctx, params.id, actor));
  mount(contract.archiveCampaign, ({ params }) => archiveCampaign(ctx, params.id));
  mount(contract.unarchiveCampaign, ({ params }) => unarchiveCampaign(ctx, params.id));
  mount(contract.pauseCampaign, ({ params }, { actor }) => pauseCampaign(ctx, params.id, actor));
  mount(contract.resumeCampaign, ({ params }, { actor }) => resumeCampaign(ctx, params.id, actor));
  mount(contract.deleteCampaign, async ({ params }, { actor }) => {
    await deleteCampaign(ctx, params.id, actor);
    return undefined;
  });
  mount(contract.restoreCampaign, ({ params }, { actor }) => restoreCampaign(ctx, params.id, actor));
  mount(previews.previewCampaign, ({ body }, { actor }) => previewCampaign(ctx, body, actor));
  mount(previews.listExcludedPeople, ({ query }) => listExcludedPeople(ctx, query));
  mount(previews.preflightCampaign, ({ body }) => preflightCampaign(ctx, body));
  mount(comparison.listVariantResults, ({ params }) => listVariantResults(ctx, params.id));
  mount(comparison.chooseVariant, ({ params, body }, { actor }) =>
    chooseVariant(ctx, params, body.letter, actor),
  );
  mount(landing.listTemplates, () => listTemplates());
  mount(landing.listLandingSites, () => listLandingSites(ctx));
  mount(landing.createLandingSite, ({ body }, { actor }) => createLandingSite(ctx, body, actor));
}
