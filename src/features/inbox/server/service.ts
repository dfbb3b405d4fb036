import type { Launch, Pauses } from '#features/campaigns/server/service.ts';
import type { Compliance } from '#features/compliance/server/service.ts';
import type { Delivery } from '#features/delivery/server/service.ts';
import type { Leads } from '#features/leads/server/service.ts';
import type { Mailboxes } from '#features/mailboxes/server/service.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import type { Tracking } from '#features/tracking/server/service.ts';
import type { Uploads } from '#features/uploads/server/service.ts';
import type { Database } from '#platform/db.ts';
import type { Log } from '#platform/log.ts';
import type { MailTransports } from '#providers/mail/registry.ts';
import type { Messaging } from '#providers/messaging/registry.ts';
import { createMessengerReplyIngest } from './ingest-messenger-reply.ts';
import { createReplyIngest } from './ingest-reply.ts';
import { createMailboxInboxes } from './mailbox-inboxes.ts';
import { createMessengerInboxes } from './messenger-inboxes.ts';
import { createOriginals } from './originals.ts';
import { createReplies } from './replies.ts';
import { createWebhooks } from './webhooks.ts';

export { listOpenWindows } from './messenger-store.ts';
export { countUnanswered, findAnswer } from './reply-store.ts';

type Dependencies = {
  db: Database;
  log: Log;
  settings: Pick<SettingsService, 'getWorkspace'>;
  compliance: Compliance;
  tracking: Tracking;
  leads: Pick<Leads, 'noteDeadAddress'>;
  mailboxes: Mailboxes;
  launch: Pick<Launch, 'readSender'>;
  pauses: Pick<Pauses, 'guardReputation'>;
  messages: Pick<Delivery['messages'], 'messagesTo'>;
  /** Keeps the originals of replies. */
  uploads: Pick<Uploads, 'keepOwn' | 'find' | 'read' | 'keeps'>;
  transports: MailTransports;
  messaging: Messaging;
  webhooks: { postmarkSecret: string | undefined; sendgridKey: string | undefined };
};

/** What people and machines write back to what was sent. Inboxes are read only where they are started. */
export function createInbox(dependencies: Dependencies) {
  const { db, log, settings, compliance, tracking, leads, mailboxes, launch, pauses } = dependencies;
  const { messages, uploads, transports, messaging } = dependencies;
  const ingest = createReplyIngest({
    db,
    tracking,
    compliance,
    leads,
    pauses,
    awayDays: async (tx) => (await settings.getWorkspace(tx)).awayDays,
  });
  const messengerIngest = createMessengerReplyIngest({ db, tracking, compliance });
  const originals = createOriginals({ db, log, uploads });
  const mailboxInboxes = createMailboxInboxes({ db, log, transports, mailboxes, ingest, originals });
  const messengerInboxes = createMessengerInboxes({
    db,
    log,
    messengers: messaging.messengers,
    ingest: messengerIngest,
  });
  return {
    originals,
    mailboxInboxes,
    messengerInboxes,
    replies: createReplies({
      db,
      settings,
      compliance,
      tracking,
      launch,
      mailboxes,
      transports,
      messaging,
      ingest,
      messengerIngest,
      messagesTo: messages.messagesTo,
    }),
    webhooks: createWebhooks({
      ingest,
      messengerIngest,
      whatsApp: messaging.whatsAppWebhook,
      ...dependencies.webhooks,
    }),

    start(): void {
      mailboxInboxes.start();
      messengerInboxes.start();
    },

    stop: async (): Promise<void> => {
      await Promise.all([mailboxInboxes.stop(), messengerInboxes.stop()]);
    },
  };
}
export type Inbox = ReturnType<typeof createInbox>;
