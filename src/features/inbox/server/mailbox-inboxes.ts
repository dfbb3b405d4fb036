import { setTimeout as sleep } from 'node:timers/promises';
import { findMailboxRow, type MailboxRow } from '#features/mailboxes/server/service.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#kit/time.ts';
import type { Context } from '#platform/context.ts';
import { type Database, type DatabaseFailure, databaseFailure, pingDatabase } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import { Signal } from '#platform/signal.ts';
import type { InboxReader } from '#providers/mail/port.ts';
import { readInbound } from './inbound-mail.ts';
import { takeMail } from './ingest-reply.ts';
import { keepOriginal } from './originals.ts';
import { claimReading, noteReading } from './reply-store.ts';

type InboxContext = Pick<Context, 'db' | 'mailTransports' | 'mailboxes'>;

const LOOK_EVERY_MS = 30 * SECOND_MS;
/** An inbox whose server tells what comes is looked into all the same, because a connection can be dead unnoticed. */
const LOOK_EVERY_WATCHED_MS = 5 * MINUTE_MS;
/** Of several processes that are told of a mail together one reads it. */
const NEWS_APART_MS = SECOND_MS;
const FIRST_REST_MS = SECOND_MS;
const LONGEST_REST_MS = 5 * MINUTE_MS;
/** How far back the first look at an inbox goes, and one after its server has counted anew. */
const FIRST_LOOK_MS = DAY_MS;
const MAILS_PER_LOOK = 200;

/** The loop that reads the inboxes of the mailboxes for what concerns our messages. It keeps a connection to each. */
export function createMailboxInboxes(ctx: Context, take = takeMail) {
  const { db, log, clock } = ctx;
  const newsSignal = new Signal();
  const watches = new Map<string, Watch>();
  let isStopping = false;
  let running: Promise<void> = Promise.resolve();

  /** Told of once, and not read to the end: it must not wait until a watched inbox is looked into anyway. */
  const lookAgain = (id: string): void => {
    const watch = watches.get(id);
    if (watch) watch.hasNews = true;
  };

  const readOne = async (row: MailboxRow, reader: InboxReader): Promise<number> => {
    const result = await reader.read({
      state: row.readValidity === null ? undefined : { validity: row.readValidity, lastUid: row.readUid },
      since: new Date(clock.now().getTime() - FIRST_LOOK_MS),
      limit: MAILS_PER_LOOK,
    });
    if (result.outcome === 'failed') {
      lookAgain(row.id);
      const { cause: readReason, reason: answer } = result;
      await noteReading(db, row, { readReason, readDetails: { answer } });
      if (row.readReason !== readReason || row.readDetails?.answer !== answer)
        await announce(db, ['mailboxes']);
      return 0;
    }
    const { validity, lastUid } = result.state;
    let heard = 0;
    let taken: number | undefined;
    for (const { raw, uid } of result.mails) {
      try {
        const { isTaken, replyId } = await take(
          ctx,
          { mailboxId: row.id },
          await readInbound(raw, clock.now()),
        );
        if (isTaken) heard += 1;
        if (replyId !== null) await keepOriginal(ctx, replyId, raw);
      } catch (error) {
        log.warn({ err: error, uid }, 'inbox: a mail could not be taken');
        // One broken mail does not keep the others from being heard. What the database is to blame for comes again.
        if (await isOfTheDatabase(error, db)) {
          lookAgain(row.id);
          if (taken !== undefined) await noteReading(db, row, { readValidity: validity, readUid: taken });
          return heard;
        }
      }
      taken = uid;
    }
    await noteReading(db, row, {
      readValidity: validity,
      readUid: lastUid,
      readReason: null,
      readDetails: null,
    });
    if (row.readReason !== null) await announce(db, ['mailboxes']);
    if (result.mails.length >= MAILS_PER_LOOK) {
      lookAgain(row.id);
      newsSignal.notify();
    }
    return heard;
  };

  /** Looks into every inbox at once; answers how many mails concerned us. */
  const readNow = async (): Promise<number> => {
    let heard = 0;
    for (const row of await ctx.mailboxes.listRows()) {
      const reader = readerOf(ctx, row);
      if (reader && (await claimReading(db, row.id, 0))) heard += await readOne(row, reader);
    }
    return heard;
  };

  /** Looks where something has come, or where nobody has looked lately. */
  const readDue = async (rows: readonly MailboxRow[]): Promise<void> => {
    for (const row of rows) {
      const reader = readerOf(ctx, row);
      if (!reader) continue;
      const watch = watches.get(row.id);
      const hasNews = watch?.hasNews ?? false;
      if (watch) watch.hasNews = false;
      const everyMs = hasNews ? NEWS_APART_MS : watch?.isLive ? LOOK_EVERY_WATCHED_MS : LOOK_EVERY_MS;
      if (await claimReading(db, row.id, everyMs)) await readOne(row, reader);
      else if (hasNews && watch) {
        // Somebody else has just looked, perhaps a moment too early.
        watch.hasNews = true;
        setTimeout(() => newsSignal.notify(), NEWS_APART_MS).unref();
      }
    }
  };

  /** Stays connected to an inbox, and connects again whenever that ends, later each time it fails. */
  const keepWatching = async (reader: InboxReader, watch: Watch): Promise<void> => {
    const { signal } = watch.stop;
    let failures = 0;
    while (!signal.aborted) {
      const onNews = (): void => {
        failures = 0;
        watch.isLive = true;
        watch.hasNews = true;
        newsSignal.notify();
      };
      const result = await reader.watch({ onNews, signal });
      watch.isLive = false;
      if (result.outcome === 'unsupported') return;
      const restMs = Math.min(FIRST_REST_MS * 2 ** failures, LONGEST_REST_MS);
      failures += 1;
      await sleep(restMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };

  /** One watch for each inbox that there is, as it is set up now. */
  const follow = (rows: readonly MailboxRow[]): void => {
    const wanted = new Map(rows.map((row) => [row.id, `${row.version}`]));
    for (const [id, watch] of watches) {
      if (wanted.get(id) === watch.version) continue;
      watches.delete(id);
      watch.stop.abort();
    }
    for (const row of rows) {
      const reader = watches.has(row.id) ? undefined : readerOf(ctx, row);
      if (!reader) continue;
      const version = `${row.version}`;
      const watch: Watch = { version, isLive: false, hasNews: false, stop: new AbortController() };
      watches.set(row.id, watch);
      void keepWatching(reader, watch);
    }
  };

  const loop = async (): Promise<void> => {
    while (!isStopping) {
      try {
        const rows = await ctx.mailboxes.listRows();
        follow(rows);
        await readDue(rows);
      } catch (error) {
        log.warn({ err: error }, 'inbox: cannot read');
      }
      await newsSignal.wait(LOOK_EVERY_MS);
    }
    follow([]);
  };

  return {
    /** At once, whoever looked last. */
    readNow,

    start(): void {
      running = loop();
    },

    async stop(): Promise<void> {
      isStopping = true;
      newsSignal.notify();
      await running;
    },
  };
}

/** Logs in to read; null where mail is not read from it. */
export async function checkReading(
  ctx: InboxContext,
  id: string,
): Promise<{ isReady: boolean; text: string } | null> {
  const row = await findMailboxRow(ctx.db, id);
  const reader = row && readerOf(ctx, row);
  if (!reader) return null;
  const readiness = await reader.verify();
  return readiness.isReady
    ? { isReady: true, text: 'The inbox let us in.' }
    : { isReady: false, text: readiness.reason };
}

function readerOf(
  { mailTransports, mailboxes }: Omit<InboxContext, 'db'>,
  row: MailboxRow,
): InboxReader | undefined {
  if (row.isServer) return mailTransports.serverInbox;
  const account = mailboxes.accountOf(row);
  if (!account || row.imapHost === '') return undefined;
  return mailTransports.openInbox({
    ...account,
    host: row.imapHost,
    port: row.imapPort,
    security: row.imapSecurity,
  });
}

type Watch = {
  /** Of the mailbox that it was begun for. */
  version: string;
  /** Connected, and told of what comes. */
  isLive: boolean;
  hasNews: boolean;
  stop: AbortController;
};

const OF_THE_MAIL = new Set<DatabaseFailure>(['duplicate', 'missing_reference', 'bad_text', 'out_of_range']);

async function isOfTheDatabase(error: unknown, db: Database): Promise<boolean> {
  const failure = databaseFailure(error);
  if (failure) return !OF_THE_MAIL.has(failure);
  return pingDatabase(db).then(
    () => false,
    () => true,
  );
}
