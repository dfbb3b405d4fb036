import type { Campaigns } from '#features/campaigns/server/service.ts';
import type { Compliance } from '#features/compliance/server/service.ts';
import type { Leads } from '#features/leads/server/service.ts';
import type { Mailboxes } from '#features/mailboxes/server/service.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import type { Courtesy } from '#platform/courtesy.ts';
import type { Database, Transaction } from '#platform/db.ts';
import type { LiveHub } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import type { MailTransports } from '#providers/mail/registry.ts';
import type { Messaging } from '#providers/messaging/registry.ts';
import { createMailRenderer } from './channels/mail-renderer.ts';
import { createMessageLog, type FindAnswer } from './messages/message-log.ts';
import { createQueuedMessageRefresh } from './messages/refresh-queued-messages.ts';
import { createSentMessageLog } from './messages/sent-message-log.ts';
import { createSequences } from './messages/sequence-stops.ts';
import { createDeliveryLoop, type ReadOpenWindows } from './queue/delivery-loop.ts';
import { createOutcomeRecorder } from './queue/record-outcomes.ts';
import { createRestored } from './queue/restored.ts';
import { createTestMail } from './test-mail-service.ts';

export { stopChannel } from './messages/channel-stop.ts';
export {
  type DeliveryOutcome,
  type MailOutcome,
  mailOutcome,
  messengerOutcome,
  unsentReason,
} from './queue/delivery-outcome.ts';
export { giveUpFollowUps, scheduleFollowUps } from './queue/delivery-store.ts';

type Dependencies = {
  db: Database;
  wakeDelivery: (tx: Transaction) => Promise<void>;
  hub: Pick<LiveHub, 'announceSoon'>;
  courtesy: Pick<Courtesy, 'giveWay'>;
  log: Log;
  settings: Pick<SettingsService, 'getWorkspace'>;
  compliance: Compliance;
  tracking: Tracking;
  leads: Pick<Leads, 'noteDeadAddress'>;
  mailboxes: Mailboxes;
  campaigns: Campaigns;
  transports: MailTransports;
  messaging: Messaging;
  publicUrl: string;
  readOpenWindows: ReadOpenWindows;
  findAnswer: FindAnswer;
};

/** Sends what campaigns have queued, and shows what was sent. `queue` is at work only where it is started. */
export function createDelivery(dependencies: Dependencies) {
  const { db, wakeDelivery, hub, courtesy, log, settings, compliance, tracking, leads } = dependencies;
  const { mailboxes, campaigns, transports, messaging, publicUrl, readOpenWindows, findAnswer } =
    dependencies;
  const { launch, pauses, runs, variants } = campaigns;
  const links = { publicUrl, tokenFor: tracking.tokenFor };
  const templates = createMailRenderer({ db, ...links, workspace: settings.getWorkspace });
  createSequences({ tracking });
  return {
    messages: createMessageLog({
      db,
      wakeDelivery,
      compliance,
      tracking,
      outbox: transports.outbox,
      templates,
      publicUrl,
      refreshQueuedMessages: createQueuedMessageRefresh({
        compliance,
        tracking,
        launch,
        messengers: messaging.messengers.map(({ id }) => id),
      }),
      findAnswer,
    }),
    sentMessages: createSentMessageLog({ db, links }),
    testMail: createTestMail({ preview: campaigns.preview, mailboxes, transports }),
    restored: createRestored({ tracking, pauses }),
    queue: createDeliveryLoop({
      db,
      hub,
      courtesy,
      log,
      templates,
      links,
      transports,
      messaging,
      mailboxes,
      launch,
      pauses,
      recorder: createOutcomeRecorder({ tracking, compliance, leads, pauses }),
      completeCampaigns: runs.completeCampaigns,
      decideTests: () => variants.decideTests(),
      readOpenWindows,
    }),
  };
}
export type Delivery = ReturnType<typeof createDelivery>;
