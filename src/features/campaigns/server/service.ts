import type { Leads } from '#features/leads/server/service.ts';
import type { Uploads } from '#features/uploads/server/service.ts';
import type { Courtesy } from '#platform/courtesy.ts';
import type { Egress } from '#platform/egress.ts';
import type { JobQueue } from '#platform/jobs.ts';
import type { LiveHub } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import type { Vault } from '#platform/secrets.ts';
import type { LanguageModel } from '#providers/language-model/port.ts';
import type { MailTransports } from '#providers/mail/registry.ts';
import type { Messaging } from '#providers/messaging/registry.ts';
import { createCampaignRuns } from './campaign-run-service.ts';
import { listLandingUrls } from './campaign-store.ts';
import { createCampaignsService } from './campaigns-service.ts';
import { createChecks } from './composing/check-service.ts';
import { createLandingSites } from './composing/landing-service.ts';
import { createPersonal } from './composing/personal-service.ts';
import { createPreview } from './composing/preview-service.ts';
import { createVariants } from './composing/variants-service.ts';
import { createDelivery } from '#features/delivery/server/queue/delivery-loop.ts';
import { createRestored } from '#features/delivery/server/queue/restored.ts';
import { createSettlement } from '#features/delivery/server/queue/record-outcomes.ts';
import { createLaunch, type LaunchDependencies } from './launch-service.ts';
import { createMailRenderer } from '#features/delivery/server/channels/mail-renderer.ts';
import { createMailboxes } from '#features/mailboxes/server/service.ts';
import { createMessagesService } from '#features/delivery/server/messages/message-log.ts';
import { createTrail } from '#features/delivery/server/messages/sent-message-log.ts';
import { createNotices, type NoticeDependencies } from '#features/source-notices/server/service.ts';
import { beginAgain } from './recipients/recipient-store.ts';
import { createRenewal } from '#features/delivery/server/messages/refresh-queued-messages.ts';
import { createSequences } from '#features/delivery/server/messages/sequence-stops.ts';
import { createSuppressions } from '#features/suppressions/server/service.ts';
import { createHearing } from '#features/inbox/server/ingest-reply.ts';
import { createInboxes } from '#features/inbox/server/mailbox-inboxes.ts';
import { createMessengerHearing } from '#features/inbox/server/ingest-messenger-reply.ts';
import { createMessengerInboxes } from '#features/inbox/server/messenger-inboxes.ts';
import { createOriginals } from '#features/inbox/server/originals.ts';
import { createReplies } from '#features/inbox/server/replies.ts';
import { createWebhooks } from '#features/inbox/server/webhooks.ts';

type Dependencies = Omit<LaunchDependencies, 'messengers' | 'personal'> &
  Pick<NoticeDependencies, 'leads' | 'links'> & {
    queue: JobQueue;
    leads: Pick<Leads, 'noteDeadAddress' | 'whenGroupReturns'>;
    /** None: the built-in engine writes personal sentences. */
    languageModel: LanguageModel | undefined;
    hub: Pick<LiveHub, 'announceSoon'>;
    courtesy: Pick<Courtesy, 'giveWay'>;
    log: Log;
    /** Keeps the originals of replies. */
    uploads: Pick<Uploads, 'keepOwn' | 'find' | 'read' | 'keeps'>;
    transports: MailTransports;
    messaging: Messaging;
    /** Looks whether the links of a campaign lead anywhere. */
    egress: Egress;
    /** Seals the passwords of mailboxes. */
    vault: Vault;
    server: { hasSmtp: boolean; hasImap: boolean };
    webhooks: { postmarkSecret: string | undefined; sendgridKey: string | undefined };
  };

/** Campaigns: compose, preview, launch, send. `delivery` is at work only where it is started. */
export function createCampaigns(dependencies: Dependencies) {
  const { db, queue, tracking, compliance, settings, publicUrl, transports, vault, server, hub, log, leads } =
    dependencies;
  const { messaging } = dependencies;
  const messengers = messaging.messengers.map(({ id }) => id);
  const personal = createPersonal({ db, log, languageModel: dependencies.languageModel });
  const launch = createLaunch({ ...dependencies, personal, messengers });
  const mailboxes = createMailboxes({ db, queue, settings, compliance, vault, transports, server });
  createSequences({ tracking });
  tracking.namesOwnPages(async (from, campaignId) => [
    publicUrl,
    ...(await listLandingUrls(from, campaignId)),
  ]);
  leads.whenGroupReturns(beginAgain);
  const renewRecipients = createRenewal({ compliance, tracking, launch, messengers });
  const campaigns = createCampaignsService({ db, queue, settings, compliance, tracking, launch });
  const runs = createCampaignRuns({ db, queue, settings, tracking, compliance, launch });
  const variants = createVariants({ db, queue, compliance, launch });
  const templates = createMailRenderer({
    db,
    publicUrl,
    tokenFor: tracking.tokenFor,
    workspace: settings.getWorkspace,
  });
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
  const settlement = createSettlement({ tracking, compliance, leads });
  const hearing = createHearing({
    db,
    tracking,
    compliance,
    leads,
    settlement,
    awayDays: async (tx) => (await settings.getWorkspace(tx)).awayDays,
  });
  const messengerHearing = createMessengerHearing({ db, tracking, compliance });
  const originals = createOriginals({ db, log, uploads: dependencies.uploads });
  const inboxes = createInboxes({ db, log, transports, mailboxes, hearing, originals });
  const messengerInboxes = createMessengerInboxes({
    db,
    log,
    messengers: messaging.messengers,
    hearing: messengerHearing,
  });
  const messages = createMessagesService({
    db,
    queue,
    compliance,
    tracking,
    outbox: transports.outbox,
    templates,
    publicUrl,
    renewRecipients,
  });
  const { messagesTo } = messages;
  return {
    ...campaigns,
    ...runs,
    ...createLandingSites({ db, settings, compliance, publicUrl }),
    ...createNotices({ ...dependencies, launch, mailboxes }),
    ...preview,
    ...createChecks({ db, launch, preview, mailboxes, transports, egress: dependencies.egress, publicUrl }),
    ...createSuppressions({ db, compliance }),
    ...createTrail({ db, links: { publicUrl, tokenFor: tracking.tokenFor } }),
    ...createRestored({ tracking, compliance }),
    ...variants,
    ...messages,
    sentenceData: personal.personalData,
    mailboxes,
    inboxes,
    messengerInboxes,
    replies: {
      ...originals,
      ...createReplies({
        db,
        settings,
        compliance,
        tracking,
        launch,
        mailboxes,
        transports,
        messaging,
        hearing,
        messengerHearing,
        messagesTo,
      }),
    },
    webhooks: createWebhooks({
      hearing,
      messengerHearing,
      whatsApp: messaging.whatsAppWebhook,
      ...dependencies.webhooks,
    }),
    delivery: createDelivery({
      db,
      settlement,
      hub,
      courtesy: dependencies.courtesy,
      templates,
      log,
      transports,
      messaging,
      links: { publicUrl, tokenFor: tracking.tokenFor },
      launch,
      mailboxes,
      inboxes: [inboxes, messengerInboxes],
      completeCampaigns: runs.completeCampaigns,
      decideTests: () => variants.decideTests(),
    }),
  };
}
export type Campaigns = ReturnType<typeof createCampaigns>;
