/** What other features need of campaigns. */

export { endLeftOut, guardReputation, pauseRestoredCampaigns, pauseRunning } from './automatic-pause.ts';
export { completeCampaigns } from './campaign-lifecycle.ts';
export { findCampaignRow, listCompositions, OPEN_REASON, OPEN_STATUS } from './campaign-store.ts';
export { readSender } from './composing/campaign-texts.ts';
export { personalNoteOf, withoutPersonal } from './composing/personal-sentences.ts';
export { sweepSentences } from './composing/personal-store.ts';
export { composeSample } from './composing/preview-campaign.ts';
export { decideTests } from './composing/variants.ts';
export { enqueueRecipients } from './recipients/enqueue-recipients.ts';
export {
  googleMailbox,
  IS_GOOGLE,
  listQueuedMessages,
  listRecipientsById,
  type QueuedMessage,
  type RecipientLead,
  reviveFollowUps,
  saveQueuedMessages,
} from './recipients/recipient-store.ts';
export { channelOf, contactOf, deepLink, messengerOf, personOn } from './recipients/recipients.ts';
export { opensAt } from './recipients/schedule-store.ts';
export { recheckMessages } from './recipients/variant-assignment.ts';
