import type { From } from '#features/mail/server/service.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import { addDays, dateInZone, startOfDate } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import type { Queryable } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { MailAccount } from '#providers/mail/port.ts';
import { roomAt } from '../rules.ts';
import {
  findMailboxRow,
  listFullDomains,
  listMailboxUse,
  type MailboxRow,
  takeMailboxRow,
  updateMailboxRow,
} from './store.ts';

/** A mailbox as the sender sees it: its limits are looked at in the transaction that claims a message. */
export type SendingMailbox = {
  id: string;
  isServer: boolean;
  address: string;
  /** Undefined for the server's own mail, which is from whom its composition says. */
  from: From | undefined;
  /** Whether its limits let anything leave now. */
  maySend: (db: Queryable) => Promise<boolean>;
  /** When they will; undefined for one that waits for a person. */
  roomAt: (db: Queryable) => Promise<Date | undefined>;
  /**
   * Looks again with the mailbox held, so that of several processes one at a time claims for it; undefined where
   * nothing may leave.
   */
  take: (tx: Queryable) => Promise<Leave | undefined>;
  /** It does not send until a person resumes it. */
  pause: (tx: Queryable, answer: string) => Promise<void>;
};

/** A mailbox that is held may send: not to these domains, and where it does, its day counts. */
type Leave = { fullDomains: string[]; noteDay: () => Promise<void> };

/** How to log in to it. */
export type Account = Omit<MailAccount, 'addressOf'>;

/** What a delivery worker needs of a mailbox; `account` is undefined for the server's own. */
export type Sending = { mailbox: SendingMailbox; account: Account | undefined; version: string };

export function sendingMailbox({ clock }: Pick<Context, 'clock'>, row: MailboxRow): SendingMailbox {
  const { id, isServer, address, name } = row;

  /** Its day by the workspace's clock, and when a message may leave: now, or later. */
  const look = async (db: Queryable, mailbox: MailboxRow) => {
    const now = clock.now();
    const { timeZone: zone } = await getWorkspace(db);
    const today = dateInZone(now, zone);
    const isNewDay = mailbox.lastSendingDay !== today;
    const sendingDay = mailbox.sendingDays + (isNewDay ? 1 : 0);
    const [use] = await listMailboxUse(db, [id], startOfDate(today, zone));
    const lastAt = use?.lastAt ? new Date(use.lastAt) : null;
    const tomorrow = startOfDate(addDays(today, 1), zone);
    const at =
      mailbox.limits === null
        ? now
        : roomAt(mailbox.limits, { sentToday: use?.sentToday ?? 0, lastAt, sendingDay }, { now, tomorrow });
    return { roomAt: at, isAllowed: at <= now, isNewDay, today, sendingDay };
  };

  const lookNow = async (db: Queryable) => {
    const mailbox = await findMailboxRow(db, id);
    if (!mailbox || mailbox.deletedAt !== null || mailbox.pausedAt !== null) return undefined;
    return look(db, mailbox);
  };

  return {
    id,
    isServer,
    address,
    from: isServer ? undefined : { header: name === '' ? address : `${name} <${address}>` },

    maySend: async (db) => (await lookNow(db))?.isAllowed === true,
    roomAt: async (db) => (await lookNow(db))?.roomAt,

    async take(tx) {
      const mailbox = await takeMailboxRow(tx, id);
      if (!mailbox) return undefined;
      const { isAllowed, isNewDay, today, sendingDay } = await look(tx, mailbox);
      if (!isAllowed) return undefined;
      const { limits } = mailbox;
      return {
        fullDomains: limits ? await listFullDomains(tx, id, limits.perDomainPerHour) : [],
        // Only then: a mailbox with nothing to send would grow its cap without ever having been warmed up.
        noteDay: async () => {
          if (isNewDay) await updateMailboxRow(tx, id, { sendingDays: sendingDay, lastSendingDay: today });
        },
      };
    },

    async pause(tx, answer) {
      await updateMailboxRow(tx, id, {
        pausedAt: clock.now(),
        reason: 'login_refused',
        details: { answer },
      });
      await announce(tx, ['mailboxes']);
    },
  };
}
