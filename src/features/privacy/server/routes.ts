import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import * as contract from '../contract.ts';
import { getLeadConsent, giveConsent, withdrawConsent } from './consents.ts';
import { eraseLead } from './erase-lead.ts';
import { listMentions } from './mentions.ts';
import { exportPersonalTexts, listPersonalTexts } from './personal-texts.ts';
import {
  closePrivacyRequest,
  exportLead,
  listPrivacyRequests,
  openPrivacyRequest,
} from './privacy-requests.ts';
import { changeRetention, getRetention, previewRetention } from './retention.ts';

export function mountPrivacy({ mount }: HttpServer, ctx: Context): void {
  mount(contract.getLeadConsent, ({ params }) => getLeadConsent(ctx, params.id));
  mount(contract.giveConsent, ({ params, body }, { actor }) => giveConsent(ctx, params.id, body, actor));
  mount(contract.withdrawConsent, ({ params, body }, { actor }) =>
    withdrawConsent(ctx, params.id, body, actor),
  );

  mount(contract.listPrivacyRequests, ({ query }) => listPrivacyRequests(ctx, query.leadId));
  mount(contract.openPrivacyRequest, ({ params, body }, { actor }) =>
    openPrivacyRequest(ctx, params.id, body.kind, actor),
  );
  mount(contract.closePrivacyRequest, ({ params }, { actor }) => closePrivacyRequest(ctx, params.id, actor));
  mount(contract.exportLead, ({ params }, { actor }) => exportLead(ctx, params.id, actor));
  mount(contract.listPersonalTexts, ({ params, query }) => listPersonalTexts(ctx, params.id, query));
  mount(contract.exportPersonalTexts, ({ params, query }) => exportPersonalTexts(ctx, params.id, query));
  mount(contract.listMentions, ({ params }) => listMentions(ctx, params.id));
  mount(contract.eraseLead, async ({ params, body }, { actor }) => {
    await eraseLead(ctx, params.id, body, actor);
    return undefined;
  });
  mount(contract.getRetention, () => getRetention(ctx));
  mount(contract.previewRetention, ({ query }) => previewRetention(ctx, query));
  mount(contract.changeRetention, ({ body }, { actor }) => changeRetention(ctx, body, actor));
}
