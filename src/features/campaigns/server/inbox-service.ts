import { DAY_MS, SECOND_MS } from '#kit/time.ts';
import type { Database } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { Log } from '#platform/log.ts';
import type { InboxReader } from '#providers/mail/port.ts';
import type { MailTransports } from '#providers/mail/registry.ts';
import { Bell } from './bell.ts';
import type { Hearing } from './hear-service.ts';
import { readInbound } from './inbound-mail.ts';
import type { Mailboxes } from './mailbox-service.ts';
import { findMailboxRow, type MailboxRow } from './mailbox-store.ts';
import { claimReading, noteReading } from './reply-store.ts';

type Dependencies = {
  db: Database;
  log: Log;
  transports: Pick<MailTransports, 'openInbox' | 'serverInbox'>;
  mailboxes: Pick<Mailboxes, 'listRows' | 'accountOf'>;
  hearing: Pick<Hearing, 'takeMail'>;
};

const LOOK_EVERY_MS = 30 * SECOND_MS;
/** How far back the first look at an inbox goes, and one after its server has counted anew. */
const FIRST_LOOK_MS = DAY_MS;
const MAILS_PER_LOOK = 200;

/** Looks into the inboxes of the mailboxes for what concerns our messages. */
export function createInboxes({ db, log, transports, mailboxes, hearing }: Dependencies) {
  const bell = new Bell();
  let isStopping = false;
  let running: Promise<void> = Promise.resolve();

  const readerOf = (row: MailboxRow): InboxReader | undefined => {
    if (row.isServer) return transports.serverInbox;
    const account = mailboxes.accountOf(row);
    if (!account || row.imapHost === '') return undefined;
    return transports.openInbox({
      ...account,
      host: row.imapHost,
      port: row.imapPort,
      security: row.imapSecurity,
    });
  };

  const readOne = async (row: MailboxRow, reader: InboxReader): Promise<number> => {
    const result = await reader.read({
      state: row.readValidity === null ? undefined : { validity: row.readValidity, lastUid: row.readUid },
      since: new Date(Date.now() - FIRST_LOOK_MS),
      limit: MAILS_PER_LOOK,
    });
    if (result.outcome === 'failed') {
      const readNote = `Its inbox cannot be read: ${result.reason}`;
      await noteReading(db, row.id, { readNote });
      if (row.readNote !== readNote) await announce(db, ['mailboxes']);
      return 0;
    }
    let heard = 0;
    for (const { raw, uid } of result.mails) {
      try {
        if (await hearing.takeMail({ mailboxId: row.id }, await readInbound(raw))) heard += 1;
      } catch (error) {
        // One broken mail does not keep the others from being heard. A database that is away does: it comes again.
        log.warn({ err: error, uid }, 'inbox: a mail could not be taken');
        if (await isAway(db)) return heard;
      }
    }
    const { validity, lastUid } = result.state;
    await noteReading(db, row.id, { readValidity: validity, readUid: lastUid, readNote: null });
    if (row.readNote !== null) await announce(db, ['mailboxes']);
    return heard;
  };

  /** Looks into every inbox that nobody has looked into lately; answers how many mails concerned us. */
  const readAll = async (everyMs: number): Promise<number> => {
    let heard = 0;
    for (const row of await mailboxes.listRows()) {
      const reader = readerOf(row);
      if (reader && (await claimReading(db, row.id, everyMs))) heard += await readOne(row, reader);
    }
    return heard;
  };

  const loop = async (): Promise<void> => {
    while (!isStopping) {
      try {
        await readAll(LOOK_EVERY_MS);
      } catch (error) {
        log.warn({ err: error }, 'inbox: cannot read');
      }
      await bell.wait(LOOK_EVERY_MS);
    }
  };

  return {
    /** At once, whoever looked last. */
    readNow: (): Promise<number> => readAll(0),

    /** Logs in to read; null where mail is not read from it. */
    async checkReading(id: string): Promise<{ isReady: boolean; text: string } | null> {
      const row = await findMailboxRow(db, id);
      const reader = row && readerOf(row);
      if (!reader) return null;
      const readiness = await reader.verify();
      return readiness.isReady
        ? { isReady: true, text: 'The inbox let us in.' }
        : { isReady: false, text: readiness.reason };
    },

    start(): void {
      running = loop();
    },

    async stop(): Promise<void> {
      isStopping = true;
      bell.ring();
      await running;
    },
  };
}

async function isAway(db: Database): Promise<boolean> {
  try {
    await noteReading(db, '00000000-0000-0000-0000-000000000000', { readNote: null });
    return false;
  } catch {
    return true;
  }
}
