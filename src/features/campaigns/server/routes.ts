import type { HttpServer } from '#platform/http.ts';
import {
  createCampaign,
  createLandingSite,
  deleteCampaign,
  exportSentMessages,
  getCampaign,
  getOutboxMessage,
  listCampaigns,
  listExcludedPeople,
  listLandingSites,
  listMessages,
  listSentTexts,
  listTemplates,
  markMessageSent,
  pauseCampaign,
  previewCampaign,
  restoreCampaign,
  resumeCampaign,
  updateCampaign,
} from '../contract.ts';
import { chooseDataRight, getSourceNotice, sendSourceNotice, showDataChoices } from '../contract-notice.ts';
import type { Campaigns } from './service.ts';

export function mountCampaigns({ mount }: HttpServer, campaigns: Campaigns): void {
  mount(listCampaigns, () => campaigns.listCampaigns());
  mount(getCampaign, ({ params }) => campaigns.getCampaign(params.id));
  mount(createCampaign, ({ body }, { actor }) => campaigns.createCampaign(body, actor));
  mount(updateCampaign, ({ params, body }, { actor }) => campaigns.updateCampaign(params.id, body, actor));
  mount(pauseCampaign, ({ params }) => campaigns.pauseCampaign(params.id));
  mount(resumeCampaign, ({ params }) => campaigns.resumeCampaign(params.id));
  mount(deleteCampaign, async ({ params }) => {
    await campaigns.deleteCampaign(params.id);
    return undefined;
  });
  mount(restoreCampaign, ({ params }) => campaigns.restoreCampaign(params.id));
  mount(previewCampaign, ({ body }) => campaigns.previewCampaign(body));
  mount(listExcludedPeople, ({ query }) => campaigns.listExcludedPeople(query));
  mount(listMessages, ({ params, query }) => campaigns.listMessages(params.id, query));
  mount(listSentTexts, ({ params }) => campaigns.listSentTexts(params.id));
  mount(exportSentMessages, ({ params, query }) => campaigns.exportSentMessages(params.id, query.format));
  mount(getOutboxMessage, ({ params }) => campaigns.getOutboxMessage(params.id));
  mount(markMessageSent, ({ params }) => campaigns.markMessageSent(params.id));
  mount(getSourceNotice, ({ params }) => campaigns.getSourceNotice(params.id));
  mount(sendSourceNotice, ({ params, body }, { actor }) =>
    campaigns.sendSourceNotice(params.id, body, actor),
  );
  mount(showDataChoices, ({ params }) => campaigns.showDataChoices(params.token));
  mount(chooseDataRight, ({ params, body }) => campaigns.chooseDataRight(params.token, body.choice));
  mount(listTemplates, () => campaigns.listTemplates());
  mount(listLandingSites, () => campaigns.listLandingSites());
  mount(createLandingSite, ({ body }, { actor }) => campaigns.createLandingSite(body, actor));
}
