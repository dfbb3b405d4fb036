import type { Context } from '#platform/context.ts';
import type { Queryable } from '#platform/db.ts';
import type { MailTransport } from '#providers/mail/port.ts';
import { createMailChannel } from '../channels/delivery-channel.ts';
import type { Leases } from './leases.ts';
import { DeliveryWorker } from './worker.ts';

type Running = { version: string; deliveryWorker: DeliveryWorker; transport: MailTransport; isOwn: boolean };

/** One worker per sending mailbox, started and stopped as people add, change and remove mailboxes. It keeps those that run. */
export function createMailboxWorkers(ctx: Context, leases: Leases) {
  const { mailboxes, mailTransports: transports, mailRenderer: templates } = ctx;
  const { mayClaim } = leases;
  const running = new Map<string, Running>();
  /** Those that still have a mail in the air: its server may think for minutes, and nobody waits for that. */
  const ending = new Map<Running, Promise<void>>();
  let isStopping = false;

  const finish = async (one: Running): Promise<void> => {
    await one.deliveryWorker.finish();
    await leases.release(one.deliveryWorker);
    // The server's own transport serves others as well.
    if (one.isOwn) await one.transport.close();
    ending.delete(one);
  };

  const end = (id: string): void => {
    const one = running.get(id);
    if (!one) return;
    running.delete(id);
    ending.set(one, finish(one));
  };

  return {
    wake(): void {
      for (const { deliveryWorker } of running.values()) deliveryWorker.wake();
    },

    /** Starts and stops workers to match the mailboxes. */
    async follow(): Promise<void> {
      const wanted = await mailboxes.listSending();
      const versions = new Map(wanted.map(({ mailbox, version }) => [mailbox.id, version]));
      for (const [id, { version }] of running) if (versions.get(id) !== version) end(id);
      for (const { mailbox, account, version } of wanted) {
        if (running.has(mailbox.id)) continue;
        const worker = await leases.take();
        if (isStopping) return leases.release({ worker, hasLeftNothing: true });
        const transport = account ? transports.open(account) : (transports.smtp ?? transports.outbox);
        const channel = createMailChannel({
          transport,
          templates,
          isPractice: false,
          outboxReason: 'no_mail_server',
          from: mailbox.from,
          mailbox: mailbox.isServer ? undefined : mailbox.address,
        });
        const hasOthers = (tx: Queryable): Promise<boolean> => mailboxes.hasOthers(tx, mailbox.id);
        const deliveryWorker = new DeliveryWorker({ ctx, mayClaim, worker, channel, mailbox, hasOthers });
        running.set(mailbox.id, { version, deliveryWorker, transport, isOwn: account !== undefined });
        deliveryWorker.start();
      }
    },

    async stop(): Promise<void> {
      isStopping = true;
      for (const id of [...running.keys()]) end(id);
      await Promise.all(
        [...ending].map(([{ deliveryWorker }, ended]) => Promise.all([deliveryWorker.stop(), ended])),
      );
    },
  };
}
