import { readFile } from 'node:fs/promises';
import type { HttpServer } from '#platform/http.ts';
import {
  archiveCampaign,
  createCampaign,
  deleteCampaign,
  getCampaign,
  listCampaigns,
  pauseCampaign,
  restoreCampaign,
  resumeCampaign,
  unarchiveCampaign,
  updateCampaign,
} from '../contract.ts';
import {
  duplicateCampaign,
  exportSuppressions,
  importSuppressions,
  liftSuppression,
  listSuppressions,
  preflightCampaign,
  sendTestMail,
} from '../contract-checks.ts';
import { createLandingSite, listLandingSites, listTemplates } from '../contract-landing.ts';
import {
  checkMailbox,
  createMailbox,
  deleteMailbox,
  listMailboxes,
  restoreMailbox,
  updateMailbox,
} from '#features/mailboxes/contract.ts';
import {
  exportSentMessages,
  getOutboxMessage,
  listMessages,
  listSentTexts,
  markMessageSent,
  sendMessageAgain,
} from '#features/delivery/contract.ts';
import { chooseDataRight, getSourceNotice, sendSourceNotice, showDataChoices } from '#features/source-notices/contract.ts';
import { listExcludedPeople, previewCampaign } from '../contract-preview.ts';
import {
  answerReply,
  countReplies,
  downloadReplyAttachment,
  downloadReplyOriginal,
  getReplyOriginal,
  getReplyThread,
  listReplies,
  takePostmarkEvents,
  takeSendgridEvents,
  takeWhatsAppEvents,
  updateReply,
  verifyWhatsApp,
} from '#features/inbox/contract.ts';
import { chooseVariant, listVariantResults } from '../contract-variants.ts';
import type { Campaigns } from './service.ts';

export function mountCampaigns({ mount }: HttpServer, campaigns: Campaigns): void {
  mount(listCampaigns, ({ query }) => campaigns.listCampaigns(query));
  mount(archiveCampaign, ({ params }) => campaigns.archiveCampaign(params.id));
  mount(unarchiveCampaign, ({ params }) => campaigns.unarchiveCampaign(params.id));
  mount(getCampaign, ({ params }) => campaigns.getCampaign(params.id));
  mount(createCampaign, ({ body }, { actor }) => campaigns.createCampaign(body, actor));
  mount(updateCampaign, ({ params, body }, { actor }) => campaigns.updateCampaign(params.id, body, actor));
  mount(pauseCampaign, ({ params }, { actor }) => campaigns.pauseCampaign(params.id, actor));
  mount(resumeCampaign, ({ params }, { actor }) => campaigns.resumeCampaign(params.id, actor));
  mount(deleteCampaign, async ({ params }, { actor }) => {
    await campaigns.deleteCampaign(params.id, actor);
    return undefined;
  });
  mount(restoreCampaign, ({ params }, { actor }) => campaigns.restoreCampaign(params.id, actor));
  mount(previewCampaign, ({ body }, { actor }) => campaigns.previewCampaign(body, actor));
  mount(listExcludedPeople, ({ query }) => campaigns.listExcludedPeople(query));
  mount(listMessages, ({ params, query }, { actor }) => campaigns.listMessages(params.id, query, actor));
  mount(listSentTexts, ({ params }) => campaigns.listSentTexts(params.id));
  mount(exportSentMessages, ({ params, query }) => campaigns.exportSentMessages(params.id, query.format));
  mount(getOutboxMessage, ({ params }, { actor }) => campaigns.getOutboxMessage(params.id, actor));
  mount(markMessageSent, ({ params }) => campaigns.markMessageSent(params.id));
  mount(sendMessageAgain, ({ params }, { actor }) => campaigns.sendMessageAgain(params.id, actor));
  mount(getSourceNotice, ({ params }) => campaigns.getSourceNotice(params.id));
  mount(sendSourceNotice, ({ params, body }, { actor }) =>
    campaigns.sendSourceNotice(params.id, body, actor),
  );
  mount(showDataChoices, ({ params, query }) => campaigns.showDataChoices(params.token, query.lang));
  mount(chooseDataRight, ({ params, body, query }) =>
    campaigns.chooseDataRight(params.token, body.choice, query.lang),
  );
  const { mailboxes } = campaigns;
  mount(listMailboxes, () => mailboxes.listMailboxes());
  mount(createMailbox, ({ body }, { actor }) => mailboxes.createMailbox(body, actor));
  mount(updateMailbox, ({ params, body }) => mailboxes.updateMailbox(params.id, body));
  mount(deleteMailbox, async ({ params }) => {
    await mailboxes.deleteMailbox(params.id);
    return undefined;
  });
  mount(restoreMailbox, ({ params }) => mailboxes.restoreMailbox(params.id));
  mount(checkMailbox, async ({ params }) => ({
    sending: await mailboxes.checkSending(params.id),
    reading: await campaigns.inboxes.checkReading(params.id),
  }));
  const { replies, webhooks } = campaigns;
  mount(listReplies, ({ query }) => replies.listReplies(query));
  mount(countReplies, () => replies.countReplies());
  mount(getReplyThread, ({ params }) => replies.getReplyThread(params.id));
  mount(getReplyOriginal, ({ params }) => replies.getOriginal(params.id));
  mount(downloadReplyOriginal, ({ params }) => replies.downloadOriginal(params.id));
  mount(downloadReplyAttachment, ({ params }) => replies.downloadAttachment(params.id, params.index));
  mount(updateReply, ({ params, body }, { actor }) => replies.updateReply(params.id, body, actor));
  mount(answerReply, ({ params, body }, { actor, headers }) =>
    replies.answerReply(params.id, body, { actor, key: keyOf(headers) }),
  );
  mount(takePostmarkEvents, async ({ body }, { headers }) => {
    await webhooks.takePostmark(await readFile(body.path), headers);
    return { status: 200 };
  });
  mount(takeSendgridEvents, async ({ body }, { headers }) => {
    await webhooks.takeSendgrid(await readFile(body.path), headers);
    return { status: 200 };
  });
  mount(verifyWhatsApp, ({ query }) => ({
    status: 200,
    headers: { 'content-type': 'text/plain' },
    body: webhooks.answerWhatsApp({
      mode: query['hub.mode'],
      token: query['hub.verify_token'],
      challenge: query['hub.challenge'],
    }),
  }));
  mount(takeWhatsAppEvents, async ({ body }, { headers }) => {
    await webhooks.takeWhatsApp(await readFile(body.path), headers);
    return { status: 200 };
  });
  mount(preflightCampaign, ({ body }) => campaigns.preflightCampaign(body));
  mount(sendTestMail, ({ body }, { actor }) => campaigns.sendTestMail(body, actor));
  mount(duplicateCampaign, ({ params }, { actor }) => campaigns.duplicateCampaign(params.id, actor));
  mount(listSuppressions, ({ query }) => campaigns.listSuppressions(query));
  mount(exportSuppressions, () => campaigns.exportSuppressions());
  mount(liftSuppression, async ({ params, body }, { actor }) => {
    await campaigns.liftSuppression(params.id, body.reason, actor);
    return undefined;
  });
  mount(importSuppressions, ({ body }) => campaigns.importSuppressions(body));
  mount(listVariantResults, ({ params }) => campaigns.listVariantResults(params.id));
  mount(chooseVariant, ({ params, body }, { actor }) => campaigns.chooseVariant(params, body.letter, actor));
  mount(listTemplates, () => campaigns.listTemplates());
  mount(listLandingSites, () => campaigns.listLandingSites());
  mount(createLandingSite, ({ body }, { actor }) => campaigns.createLandingSite(body, actor));
}

/** What a browser or another caller gives a call of its own, to know it again. */
function keyOf({
  'idempotency-key': key,
}: Record<string, string | string[] | undefined>): string | undefined {
  return typeof key === 'string' && key !== '' ? key : undefined;
}
