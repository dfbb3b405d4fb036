import type { MailTransport } from '#providers/mail/port.ts';
import type { MailTransports } from '#providers/mail/registry.ts';
import { NOTES } from '../rules.ts';
import { Drain } from './drain.ts';
import type { MailRenderer } from './mail-renderer.ts';
import type { ListSending } from './mailbox-pace.ts';
import { createMailWay } from './way.ts';

type Dependencies = Omit<ConstructorParameters<typeof Drain>[0], 'way' | 'mailbox'> & {
  templates: MailRenderer;
  transports: MailTransports;
  mailboxes: { listSending: ListSending };
};

type Running = { version: string; drain: Drain; transport: MailTransport; isOwn: boolean };

/** One drain for each mailbox that sends, begun and ended as people add, change and remove them. */
export function createMailboxDrains({ transports, mailboxes, templates, ...shared }: Dependencies) {
  const running = new Map<string, Running>();

  const end = async (id: string): Promise<void> => {
    const one = running.get(id);
    running.delete(id);
    await one?.drain.stop();
    // The server's own transport serves others as well.
    if (one?.isOwn) await one.transport.close();
  };

  return {
    wake(): void {
      for (const { drain } of running.values()) drain.wake();
    },

    /** Brings the drains in line with the mailboxes there are. */
    async follow(): Promise<void> {
      const wanted = await mailboxes.listSending();
      const versions = new Map(wanted.map(({ mailbox, version }) => [mailbox.id, version]));
      for (const [id, { version }] of running) if (versions.get(id) !== version) await end(id);
      for (const { mailbox, account, version } of wanted) {
        if (running.has(mailbox.id)) continue;
        const transport = account ? transports.open(account) : (transports.smtp ?? transports.outbox);
        const way = createMailWay({
          transport,
          templates,
          isPractice: false,
          outboxNote: NOTES.keptInOutbox,
          from: mailbox.from,
          remedy: mailbox.isServer
            ? 'Check SMTP_URL'
            : `Enter the password of ${mailbox.address} again under Settings, Mailboxes`,
        });
        const drain = new Drain({ ...shared, way, mailbox });
        running.set(mailbox.id, { version, drain, transport, isOwn: account !== undefined });
        drain.start();
      }
    },

    async stop(): Promise<void> {
      await Promise.all([...running.keys()].map(end));
    },
  };
}
