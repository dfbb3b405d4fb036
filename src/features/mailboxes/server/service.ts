import type { z } from 'zod';
import type { Compliance } from '#features/compliance/server/service.ts';
import type { SettingsService } from '#features/settings/server/service.ts';
import type { Actor } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import { dateInZone, startOfDate } from '#kit/time.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { Vault } from '#platform/secrets.ts';
import type { MailTransports } from '#providers/mail/registry.ts';
import type { Mailbox, MailboxChange, MailboxFields, MailboxLimits } from '../contract.ts';
import { dailyCap, isMailPaused } from '../rules.ts';
import { inboxNote, mailboxNote } from '../rules-mailbox-words.ts';
import { type Account, type Sending, sendingMailbox } from './mailbox-pace.ts';
import {
  countMail,
  findMailboxRow,
  insertMailbox,
  listMailboxRows,
  listMailboxUse,
  lockMailboxRow,
  lockMailboxRows,
  type MailboxRow,
  uncountMail,
  updateMailboxRow,
} from './store.ts';

export type { Sending, SendingMailbox, SendingMailboxes } from './mailbox-pace.ts';
export { findMailboxRow, type MailboxRow } from './store.ts';

type Dependencies = {
  db: Database;
  /** Says, in the transaction, that a sender may go on. */
  wakeDelivery: (tx: Queryable) => Promise<void>;
  settings: Pick<SettingsService, 'getWorkspace'>;
  compliance: Pick<Compliance, 'recordAudit'>;
  vault: Vault;
  transports: MailTransports;
  /** Which of SMTP_URL and IMAP_URL are set. */
  server: { hasSmtp: boolean; hasImap: boolean };
};

/** Stands for the mail server of SMTP_URL, so that limits can be set for it too. */
const SERVER_MAILBOX = '00000000-0000-4000-8000-000000000001';

/** Where the password of a mailbox is sent, and how well that is hidden. */
const PLACES = ['smtpHost', 'smtpPort', 'smtpSecurity', 'imapHost', 'imapPort', 'imapSecurity'] as const;

/** The mail accounts that campaigns send from. */
export function createMailboxes(dependencies: Dependencies) {
  const { db, wakeDelivery, settings, compliance, vault, transports, server } = dependencies;
  /** The workers follow at once, the screens as well. */
  const tellNews = async (tx: Queryable): Promise<void> => {
    await wakeDelivery(tx);
    await announce(tx, ['mailboxes']);
  };
  const timeZone = async (from: Queryable): Promise<string> => (await settings.getWorkspace(from)).timeZone;

  const isReadable = (row: MailboxRow): boolean =>
    row.isServer || vault.open(row.sealedPassword, row.id) !== undefined;

  const canSend = ({ isServer }: MailboxRow): boolean => !isServer || server.hasSmtp;

  const toMailboxes = async (from: Queryable, rows: readonly MailboxRow[]): Promise<Mailbox[]> => {
    const zone = await timeZone(from);
    const today = dateInZone(new Date(), zone);
    const use = await listMailboxUse(
      from,
      rows.map(({ id }) => id),
      startOfDate(today, zone),
    );
    return rows.map((row) => ({
      id: row.id,
      isServer: row.isServer,
      name: row.name,
      address: row.address,
      smtpHost: row.smtpHost,
      smtpPort: row.smtpPort,
      smtpSecurity: row.smtpSecurity,
      imapHost: row.imapHost,
      imapPort: row.imapPort,
      imapSecurity: row.imapSecurity,
      username: row.username,
      limits: row.limits,
      capToday: row.limits && dailyCap(row.limits, row.sendingDays + (row.lastSendingDay === today ? 0 : 1)),
      sentToday: use.find(({ mailboxId }) => mailboxId === row.id)?.sentToday ?? 0,
      isPaused: row.pausedAt !== null,
      canSend: canSend(row),
      ...explained(row, isReadable(row)),
      readAt: row.readAt?.toISOString() ?? null,
      readNote: row.readReason && inboxNote(row.readDetails ?? {}),
      readReason: row.readReason,
      readDetails: row.readDetails,
      version: row.version,
    }));
  };

  const toMailbox = async (from: Queryable, row: MailboxRow): Promise<Mailbox> => {
    const [mailbox] = await toMailboxes(from, [row]);
    if (!mailbox) throw mailboxNotFound();
    return mailbox;
  };

  const lock = async (tx: Queryable, id: string): Promise<MailboxRow> => {
    const row = await lockMailboxRow(tx, id);
    if (!row || row.deletedAt !== null) throw mailboxNotFound();
    return row;
  };

  /** How to log in; undefined for the server's own, and where the password cannot be read. */
  const accountOf = (row: MailboxRow): Account | undefined => {
    const password = vault.open(row.sealedPassword, row.id);
    if (row.isServer || password === undefined) return undefined;
    const { smtpHost: host, smtpPort: port, smtpSecurity: security, username } = row;
    return { host, port, security, username, password };
  };

  /** The row of SMTP_URL's own mailbox, made with the first look at it. */
  const insertServer = async (): Promise<void> => {
    await insertMailbox(db, {
      id: SERVER_MAILBOX,
      isServer: true,
      name: '',
      address: '',
      smtpHost: '',
      smtpPort: 0,
      smtpSecurity: 'none',
      username: '',
      sealedPassword: '',
    });
  };

  const listRows = async (): Promise<MailboxRow[]> => {
    const hasServer = server.hasSmtp || server.hasImap;
    const rows = await listMailboxRows(db);
    // It stays behind when the setting is taken away.
    if (!hasServer) return rows.filter(({ isServer }) => !isServer);
    if (rows.some(({ isServer }) => isServer)) return rows;
    await insertServer();
    return listMailboxRows(db);
  };

  /** SMTP_URL's own, where it is set and does not take whatever comes: it has limits, or somebody has paused it. */
  const pacedServer = (rows: readonly MailboxRow[]): MailboxRow[] =>
    rows.filter(
      ({ isServer, limits, pausedAt }) =>
        isServer && server.hasSmtp && (limits !== null || pausedAt !== null),
    );

  const ready = (rows: readonly MailboxRow[]): Sending[] =>
    rows.flatMap((row) => {
      const account = accountOf(row);
      if (row.pausedAt !== null || (!row.isServer && !account)) return [];
      const version = `${row.version} ${row.isServer ? '' : row.sealedPassword}`;
      return [{ mailbox: sendingMailbox(row, timeZone), account, version }];
    });

  const sendingOf = (rows: readonly MailboxRow[]): Sending[] => {
    const added = rows.filter(({ isServer }) => !isServer);
    // With mailboxes of their own, people do not expect anything to leave from another one.
    return ready(added.length > 0 ? added : pacedServer(rows));
  };

  return {
    listRows,
    accountOf,

    listMailboxes: async (): Promise<Mailbox[]> => toMailboxes(db, await listRows()),

    /** Those that mail leaves from at their own pace; none where it leaves as fast as SMTP_URL takes it. */
    async listSending(): Promise<Sending[]> {
      return sendingOf(await listRows());
    },

    /** Whether mail leaves from others than this one; none of them stops before the transaction has ended. */
    async hasOthers(tx: Queryable, id: string): Promise<boolean> {
      return sendingOf(await lockMailboxRows(tx)).some(({ mailbox }) => mailbox.id !== id);
    },

    /** The first mailbox of one's own that sends: whom mail is from, and how to log in. Undefined without one. */
    async findSending(): Promise<{ from: string; address: string; account: Account } | undefined> {
      for (const row of await listRows()) {
        const account = row.isServer || row.pausedAt !== null ? undefined : accountOf(row);
        const { name, address } = row;
        if (account) return { from: name === '' ? address : `${name} <${address}>`, address, account };
      }
      return undefined;
    },

    /**
     * What single mails leave from that belong to no campaign: SMTP_URL's own where it is set, else what people added.
     * Where they are bound to it they leave from one of `sending` or wait; else they go over SMTP_URL, or stay here.
     */
    async listSendingSingle(): Promise<{ sending: Sending[]; isBound: boolean }> {
      const rows = await listRows();
      const bound = server.hasSmtp ? pacedServer(rows) : rows.filter(({ isServer }) => !isServer);
      return { sending: ready(bound), isBound: bound.length > 0 };
    },

    /**
     * The first of these whose limits let this mail leave now, held until the transaction ends, and the mail counted
     * against them; undefined where none has room. What is urgent leaves from the first all the same, and counts.
     */
    async takeFor(
      tx: Transaction,
      sending: readonly Sending[],
      { mailId, to, isUrgent = false }: { mailId: string; to: string; isUrgent?: boolean },
    ): Promise<Sending | undefined> {
      const domain = to.slice(to.lastIndexOf('@') + 1).toLowerCase();
      for (const way of sending) {
        // Whoever claims from it has it for milliseconds: worth the wait.
        await lockMailboxRow(tx, way.mailbox.id);
        const room = await way.mailbox.take(tx);
        if (room === undefined || room.fullDomains.includes(domain)) continue;
        await countMail(tx, way.mailbox.id, mailId);
        await room.noteDay();
        return way;
      }
      const [first] = sending;
      if (!isUrgent || !first) return undefined;
      await countMail(tx, first.mailbox.id, mailId);
      return first;
    },

    /** A mail that `takeFor` had counted was not begun after all. */
    giveBack: (tx: Queryable, mailId: string): Promise<void> => uncountMail(tx, mailId),

    /** The first instant at which one of these may send; undefined while all of them wait for a person. */
    async roomAt(sending: readonly Sending[]): Promise<Date | undefined> {
      const instants = await Promise.all(sending.map(({ mailbox }) => mailbox.roomAt(db)));
      return instants.flatMap((at) => at ?? []).toSorted((one, other) => one.getTime() - other.getTime())[0];
    },

    /** Whether mails wait until somebody resumes a mailbox. */
    async isMailPaused(): Promise<boolean> {
      const rows = await listRows();
      return isMailPaused(
        rows.map((row) => ({
          isServer: row.isServer,
          canSend: canSend(row),
          isPaused: row.pausedAt !== null,
        })),
      );
    },

    /** The limits under which mail leaves; none where there are no limits. */
    async listPaces(): Promise<{ limits: MailboxLimits; sendingDays: number }[]> {
      const rows = await listRows();
      const added = rows.filter(({ isServer }) => !isServer);
      const senders = added.length > 0 ? added : server.hasSmtp ? rows : [];
      const active = senders.filter(({ pausedAt }) => pausedAt === null);
      // While all of them are paused it is shown how they send once somebody resumes them.
      const sending = active.length > 0 ? active : senders;
      const paced = sending.flatMap(({ limits, sendingDays }) => (limits ? [{ limits, sendingDays }] : []));
      return paced.length === sending.length ? paced : [];
    },

    createMailbox: (input: z.output<typeof MailboxFields>, actor: Actor): Promise<Mailbox> =>
      inTransaction(db, async (tx) => {
        const { password, ...fields } = input;
        const id = newId();
        const row = await insertMailbox(tx, { id, ...fields, sealedPassword: vault.seal(password, id) });
        if (!row) throw new Error('the mailbox was not stored');
        await compliance.recordAudit(tx, {
          actor,
          action: 'mailbox.added',
          subject: { kind: 'workspace', id: null },
          details: { mailboxId: id },
        });
        await tellNews(tx);
        return toMailbox(tx, row);
      }),

    updateMailbox: (id: string, change: z.output<typeof MailboxChange>): Promise<Mailbox> =>
      inTransaction(db, async (tx) => {
        const before = await lock(tx, id);
        if (change.version !== undefined && change.version !== before.version) {
          throw new AppError(
            'conflict',
            'Somebody else changed this mailbox. Load it again and repeat your change.',
          );
        }
        const { password, isPaused, version: _version, limits, ...fields } = change;
        if (before.isServer && (password !== undefined || Object.keys(fields).length > 0)) {
          throw new AppError(
            'refused',
            'Of this mailbox only the limits can be changed here; SMTP_URL and IMAP_URL hold the rest.',
          );
        }
        // Otherwise whoever may change the server could have a password sent to one of their own.
        const isElsewhere = PLACES.some((key) => change[key] !== undefined && change[key] !== before[key]);
        if (isElsewhere && !password && vault.open(before.sealedPassword, id)) {
          const message = 'Enter the password again: the old one is not sent to another server.';
          throw new AppError('invalid_input', message, { fields: { password: message } });
        }
        // Of another inbox the numbers of its mails say nothing, though they may look alike.
        const hasNewPlace = (['imapHost', 'imapPort', 'username'] as const).some(
          (key) => fields[key] !== undefined && fields[key] !== before[key],
        );
        const row = await updateMailboxRow(tx, id, {
          ...fields,
          ...(limits === undefined ? {} : { limits }),
          ...(password === undefined || password === '' ? {} : { sealedPassword: vault.seal(password, id) }),
          ...(isPaused === undefined
            ? {}
            : { pausedAt: isPaused ? new Date() : null, reason: null, details: null }),
          ...(hasNewPlace ? { readValidity: null, readUid: 0, readReason: null, readDetails: null } : {}),
          version: before.version + 1,
        });
        await tellNews(tx);
        return toMailbox(tx, row);
      }),

    /** What is in the air still arrives; everything else leaves from the others. */
    deleteMailbox: (id: string): Promise<void> =>
      inTransaction(db, async (tx) => {
        const row = await lockMailboxRow(tx, id);
        if (!row) throw mailboxNotFound();
        if (row.isServer) throw new AppError('refused', 'This mailbox is there as long as SMTP_URL is set.');
        if (row.deletedAt === null) await updateMailboxRow(tx, id, { deletedAt: new Date() });
        await tellNews(tx);
      }),

    /** Undo of `deleteMailbox`. */
    restoreMailbox: (id: string): Promise<Mailbox> =>
      inTransaction(db, async (tx) => {
        const row = await lockMailboxRow(tx, id);
        if (!row) throw mailboxNotFound();
        const restored = await updateMailboxRow(tx, id, { deletedAt: null });
        await tellNews(tx);
        return toMailbox(tx, restored);
      }),

    /** Logs in to send; says in words what came of it. */
    async checkSending(id: string): Promise<{ isReady: boolean; text: string }> {
      const row = await findMailboxRow(db, id);
      if (!row || row.deletedAt !== null) throw mailboxNotFound();
      const account = accountOf(row);
      if (!row.isServer && !account) return { isReady: false, text: mailboxNote('password_unreadable') };
      const transport = account ? transports.open(account) : transports.smtp;
      if (!transport) return { isReady: false, text: 'SMTP_URL is not set.' };
      try {
        const readiness = await transport.verify();
        return readiness.isReady
          ? { isReady: true, text: 'The mail server let us in.' }
          : { isReady: false, text: readiness.reason };
      } finally {
        if (account) await transport.close();
      }
    },
  };
}
export type Mailboxes = ReturnType<typeof createMailboxes>;

function mailboxNotFound(): AppError {
  return new AppError('not_found', 'This mailbox does not exist any more.');
}

function explained(row: MailboxRow, isReadable: boolean): Pick<Mailbox, 'note' | 'reason' | 'details'> {
  const { reason, details } = isReadable ? row : { reason: 'password_unreadable' as const, details: null };
  return { reason, details, note: reason && mailboxNote(reason, details) };
}
