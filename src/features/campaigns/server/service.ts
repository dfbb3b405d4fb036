import type { Mailboxes } from '#features/mailboxes/server/service.ts';
import type { Transaction } from '#platform/db.ts';
import type { Egress } from '#platform/egress.ts';
import type { Log } from '#platform/log.ts';
import type { LanguageModel } from '#providers/language-model/port.ts';
import type { MailTransports } from '#providers/mail/registry.ts';
import { createCampaignRuns } from './campaign-run-service.ts';
import { listLandingUrls } from './campaign-store.ts';
import { createCampaignsService } from './campaigns-service.ts';
import { createChecks, type UnansweredCount } from './composing/check-service.ts';
import { createLandingSites } from './composing/landing-service.ts';
import { createPersonal } from './composing/personal-service.ts';
import { createPreview } from './composing/preview-service.ts';
import { createVariants } from './composing/variants-service.ts';
import { createLaunch, type LaunchDependencies } from './launch-service.ts';
import { createPauses } from './pause-service.ts';

export { findCampaignRow, listCompositions, OPEN_REASON, OPEN_STATUS } from './campaign-store.ts';
export { personalNoteOf, withoutPersonal } from './composing/personal-service.ts';
export { sweepSentences } from './composing/personal-store.ts';
export type { Preview } from './composing/preview-service.ts';
export type { Launch } from './launch-service.ts';
export type { Pauses } from './pause-service.ts';
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

type Dependencies = Omit<LaunchDependencies, 'personal'> & {
  /** Says, in the transaction, that there is something to send. */
  wakeDelivery: (tx: Transaction) => Promise<void>;
  /** None: the built-in engine writes personal sentences. */
  languageModel: LanguageModel | undefined;
  log: Log;
  mailboxes: Mailboxes;
  transports: MailTransports;
  /** Looks whether the links of a campaign lead anywhere. */
  egress: Egress;
  countUnanswered: UnansweredCount;
};

/** Campaigns: compose, preview, launch. What is queued, `delivery` sends. */
export function createCampaigns(dependencies: Dependencies) {
  const { db, wakeDelivery, tracking, compliance, settings, publicUrl, transports, log } = dependencies;
  const { messengers, mailboxes, egress, countUnanswered } = dependencies;
  const personal = createPersonal({ db, log, languageModel: dependencies.languageModel });
  const launch = createLaunch({ ...dependencies, personal });
  tracking.namesOwnPages(async (from, campaignId) => [
    publicUrl,
    ...(await listLandingUrls(from, campaignId)),
  ]);
  const preview = createPreview({
    db,
    compliance,
    launch,
    personal,
    mailboxes,
    messengers,
    publicUrl,
    hasSmtp: transports.smtp !== undefined,
  });
  return {
    editor: createCampaignsService({ db, wakeDelivery, settings, compliance, tracking, launch }),
    runs: createCampaignRuns({ db, wakeDelivery, settings, tracking, compliance, launch }),
    variants: createVariants({ db, wakeDelivery, compliance, launch }),
    landingSites: createLandingSites({ db, settings, compliance, publicUrl }),
    checks: createChecks({ db, launch, preview, mailboxes, transports, egress, publicUrl, countUnanswered }),
    pauses: createPauses({ tracking, compliance }),
    preview,
    launch,
    sentenceData: personal.personalData,
  };
}
export type Campaigns = ReturnType<typeof createCampaigns>;
