import type { ImapFlow, ImapFlowOptions } from 'imapflow';
import { MINUTE_MS } from '#kit/time.ts';
import type { InboxMail, InboxReader, InboxState, MailAccount, Readiness } from './port.ts';

const CONNECT_TIMEOUT_MS = 15_000;
const SILENCE_TIMEOUT_MS = 60_000;
/** A larger message is read up to here. Its text comes first, its attachments may be cut. */
const LONGEST_MAIL = 10_485_760;
/** What is read beyond this waits for the next look, so that a full inbox does not fill the memory. */
const MOST_BYTES = LONGEST_MAIL;
/** As many as may all be of the longest. */
const FETCHED_AT_ONCE = 4;
/** Routers forget a silent connection after a few minutes, and servers end one after half an hour. */
const LONGEST_IDLE_MS = 4 * MINUTE_MS;

/** Reads an inbox over IMAP. Nothing is changed there, not even whether a mail has been read. */
export function createImapReader(account: MailAccount): InboxReader {
  const connect = async (options: Partial<ImapFlowOptions> = {}): Promise<ImapFlow> => {
    // Loaded where a mailbox is read: it brings tables of old encodings.
    const { ImapFlow: Client } = await import('imapflow');
    const client = new Client({
      host: await account.addressOf(account.host),
      servername: account.host,
      port: account.port,
      secure: account.security === 'tls',
      doSTARTTLS: account.security === 'tls' ? undefined : account.security === 'starttls',
      // What stays on this machine needs no proof of who the server is.
      tls: { servername: account.host, ...(isLoopback(account.host) ? { rejectUnauthorized: false } : {}) },
      auth: { user: account.username, pass: account.password },
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      ...options,
    });
    // An error also ends the call that waits; without a listener it would end the process.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };

  return {
    async verify(): Promise<Readiness> {
      try {
        await (await connect()).logout();
        return { isReady: true };
      } catch (error) {
        return failureOf(error);
      }
    },

    async read({ state, since, limit }) {
      let client: ImapFlow | undefined;
      try {
        client = await connect();
        const lock = await client.getMailboxLock('INBOX', { readOnly: true });
        try {
          return { outcome: 'read', ...(await fetchNew(client, { state, since, limit })) };
        } finally {
          lock.release();
        }
      } catch (error) {
        const { cause, reason } = failureOf(error);
        return { outcome: 'failed', cause, reason };
      } finally {
        client?.close();
      }
    },

    async watch({ onNews, signal }) {
      let client: ImapFlow | undefined;
      const stop = (): void => client?.close();
      signal.addEventListener('abort', stop);
      try {
        client = await connect({ maxIdleTime: LONGEST_IDLE_MS, socketTimeout: 2 * LONGEST_IDLE_MS });
        if (signal.aborted) return { outcome: 'ended' };
        if (!client.capabilities.has('IDLE')) return { outcome: 'unsupported' };
        await client.getMailboxLock('INBOX', { readOnly: true });
        client.on('exists', onNews);
        // What came between the last look and now.
        onNews();
        while (!signal.aborted && client.usable) await client.idle();
        return { outcome: 'ended' };
      } catch (error) {
        return signal.aborted ? { outcome: 'ended' } : { outcome: 'failed', reason: failureOf(error).reason };
      } finally {
        signal.removeEventListener('abort', stop);
        client?.close();
      }
    },
  };
}

async function fetchNew(
  client: ImapFlow,
  { state, since, limit }: { state: InboxState | undefined; since: Date; limit: number },
): Promise<{ mails: InboxMail[]; state: InboxState }> {
  const { mailbox } = client;
  const validity = String(mailbox === false ? '' : mailbox.uidValidity);
  // The server has counted anew: what was read before is known by its own id.
  const known = state?.validity === validity ? state.lastUid : undefined;
  const found =
    known === undefined
      ? await client.search({ since }, { uid: true })
      : await client.search({ uid: `${known + 1}:*` }, { uid: true });
  // "n:*" always names the last mail, also one that is older.
  const uids = (found === false || found === undefined ? [] : found)
    .filter((uid) => uid > (known ?? 0))
    .toSorted((left, right) => left - right)
    .slice(0, limit);
  const mails: InboxMail[] = [];
  const query = { uid: true, source: { maxLength: LONGEST_MAIL } };
  let lastUid = known ?? 0;
  let bytes = 0;
  for (let from = 0; from < uids.length && bytes < MOST_BYTES; from += FETCHED_AT_ONCE) {
    const some = uids.slice(from, from + FETCHED_AT_ONCE);
    for await (const { uid, source } of client.fetch(some.join(), query, { uid: true })) {
      if (!source) continue;
      mails.push({ uid, raw: source });
      bytes += source.length;
    }
    lastUid = some.at(-1) ?? lastUid;
  }
  return { mails, state: { validity, lastUid } };
}

function failureOf(error: unknown): Extract<Readiness, { isReady: false }> {
  const isRefused =
    typeof error === 'object' &&
    error !== null &&
    'authenticationFailed' in error &&
    error.authenticationFailed === true;
  const said =
    typeof error === 'object' && error !== null && 'responseText' in error
      ? String(error.responseText)
      : undefined;
  const reason = said ?? (error instanceof Error ? error.message : 'the mail server cannot be reached');
  return { isReady: false, cause: isRefused ? 'login_refused' : 'unreachable', reason };
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i.test(host);
}
