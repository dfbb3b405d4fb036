import type { HttpServer } from '#platform/http.ts';
import {
  changeRetention,
  closePrivacyRequest,
  eraseLead,
  exportLead,
  exportPersonalTexts,
  getLeadConsent,
  getRetention,
  giveConsent,
  listMentions,
  listPersonalTexts,
  listPrivacyRequests,
  openPrivacyRequest,
  previewRetention,
  withdrawConsent,
} from '../contract.ts';
import type { Privacy } from './service.ts';

export function mountPrivacy({ mount }: HttpServer, privacy: Privacy): void {
  mount(getLeadConsent, ({ params }) => privacy.getLeadConsent(params.id));
  mount(giveConsent, ({ params, body }, { actor }) => privacy.giveConsent(params.id, body, actor));
  mount(withdrawConsent, ({ params, body }, { actor }) => privacy.withdrawConsent(params.id, body, actor));

  mount(listPrivacyRequests, ({ query }) => privacy.listPrivacyRequests(query.leadId));
  mount(openPrivacyRequest, ({ params, body }, { actor }) =>
    privacy.openPrivacyRequest(params.id, body.kind, actor),
  );
  mount(closePrivacyRequest, ({ params }, { actor }) => privacy.closePrivacyRequest(params.id, actor));
  mount(exportLead, ({ params }, { actor }) => privacy.exportLead(params.id, actor));
  mount(listPersonalTexts, ({ params, query }) => privacy.listPersonalTexts(params.id, query));
  mount(exportPersonalTexts, ({ params, query }) => privacy.exportPersonalTexts(params.id, query));
  mount(listMentions, ({ params }) => privacy.listMentions(params.id));
  mount(eraseLead, async ({ params, body }, { actor }) => {
    await privacy.eraseLead(params.id, body, actor);
    return undefined;
  });
  mount(getRetention, () => privacy.getRetention());
  mount(previewRetention, ({ query }) => privacy.previewRetention(query));
  mount(changeRetention, ({ body }, { actor }) => privacy.changeRetention(body, actor));
}
