import { createServer, type Socket } from 'node:net';

type StoredMail = { uid: number; raw: string; receivedAt: Date };

export type TestImapServer = {
  port: number;
  /** Puts a mail into the inbox; answers its UID. */
  deliver: (raw: string) => number;
  /** Connections that wait to be told. */
  waiting: () => number;
  /** Ends every connection without a word. */
  cutOff: () => void;
  /** As after a restore of the mail store: every mail gets another UID. */
  renumber: () => void;
  close: () => Promise<void>;
};

/**
 * An IMAP4rev1 server (RFC 3501) with one inbox and one account, as strict as it has to be to notice a client that
 * reads without logging in or changes anything: it knows EXAMINE and refuses SELECT and STORE.
 */
export async function startImapServer({
  user = 'mia',
  password = 'secret',
  /** Tells who waits of what comes (RFC 2177). */
  isTelling = false,
} = {}): Promise<TestImapServer> {
  let mails: StoredMail[] = [];
  let validity = 1;
  let nextUid = 1;
  const sockets = new Set<Socket>();
  const waiting = new Map<Socket, string>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket
      .on('close', () => {
        sockets.delete(socket);
        waiting.delete(socket);
      })
      .on('error', () => undefined);
    socket.setEncoding('latin1');
    const say = (line: string) => socket.write(`${line}\r\n`, 'latin1');
    let isIn = false;
    let isOpen = false;
    let unread = '';
    say('* OK test server ready');

    const fetch = (tag: string, set: string): void => {
      for (const [index, mail] of mails.entries()) {
        if (!isInSet(set, mail.uid, nextUid - 1)) continue;
        const bytes = Buffer.from(mail.raw, 'latin1');
        say(`* ${index + 1} FETCH (UID ${mail.uid} BODY[]<0> {${bytes.length}}`);
        socket.write(bytes);
        say(')');
      }
      say(`${tag} OK done`);
    };
    const search = (tag: string, query: string): void => {
      const [, set] = /\bUID (\S+)/i.exec(query) ?? [];
      const [, since] = /\bSINCE (\S+)/i.exec(query) ?? [];
      const from = since === undefined ? 0 : Date.parse(`${since.replaceAll('"', '')} UTC`);
      const found = mails
        .filter(
          ({ uid, receivedAt }) =>
            (set === undefined || isInSet(set, uid, nextUid - 1)) && receivedAt.getTime() >= from,
        )
        .map(({ uid }) => uid);
      say(`* SEARCH${found.map((uid) => ` ${uid}`).join('')}`);
      say(`${tag} OK done`);
    };

    const obey = (line: string): void => {
      const idleTag = waiting.get(socket);
      if (idleTag !== undefined && /^DONE$/i.test(line)) {
        waiting.delete(socket);
        say(`${idleTag} OK done`);
        return;
      }
      const [, tag = '*', command = '', rest = ''] = /^(\S+) (UID \S+|\S+) ?(.*)$/i.exec(line) ?? [];
      const name = command.toUpperCase();
      if (name === 'CAPABILITY') {
        say(`* CAPABILITY IMAP4rev1${isTelling ? ' IDLE' : ''}`);
        say(`${tag} OK done`);
      } else if (name === 'NOOP' || name === 'ID' || name === 'NAMESPACE' || name === 'ENABLE')
        say(`${tag} OK done`);
      else if (name === 'LOGIN') {
        const [givenUser, givenPassword] = [...rest.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
          (match) => match[1] ?? match[2],
        );
        isIn = givenUser === user && givenPassword === password;
        say(isIn ? `${tag} OK logged in` : `${tag} NO [AUTHENTICATIONFAILED] wrong password`);
      } else if (name === 'LOGOUT') {
        say('* BYE');
        say(`${tag} OK done`);
        socket.end();
      } else if (!isIn) say(`${tag} NO log in first`);
      else if (name === 'LIST' || name === 'LSUB') {
        say(`* ${name} (\\HasNoChildren) "/" "INBOX"`);
        say(`${tag} OK done`);
      } else if (name === 'EXAMINE') {
        isOpen = true;
        say(`* ${mails.length} EXISTS`);
        say('* 0 RECENT');
        say('* FLAGS (\\Seen)');
        say(`* OK [UIDVALIDITY ${validity}] valid`);
        say(`* OK [UIDNEXT ${nextUid}] next`);
        say(`${tag} OK [READ-ONLY] done`);
      } else if (!isOpen) say(`${tag} BAD no mailbox is open`);
      else if (name === 'IDLE' && isTelling) {
        waiting.set(socket, tag);
        say('+ idling');
      } else if (name === 'UID SEARCH') search(tag, rest);
      else if (name === 'UID FETCH') fetch(tag, rest.split(' ')[0] ?? '');
      else if (name === 'CLOSE' || name === 'UNSELECT') say(`${tag} OK done`);
      else say(`${tag} BAD not known: ${name}`);
    };

    socket.on('data', (chunk: string) => {
      unread += chunk;
      for (let end = unread.indexOf('\r\n'); end >= 0; end = unread.indexOf('\r\n')) {
        const line = unread.slice(0, end);
        unread = unread.slice(end + 2);
        obey(line);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    deliver(raw) {
      mails.push({ uid: nextUid, raw: raw.replace(/\r?\n/g, '\r\n'), receivedAt: new Date() });
      nextUid += 1;
      for (const socket of waiting.keys()) socket.write(`* ${mails.length} EXISTS\r\n`);
      return nextUid - 1;
    },
    waiting: () => waiting.size,
    cutOff() {
      for (const socket of sockets) socket.destroy();
    },
    renumber() {
      validity += 1;
      mails = mails.map((mail, index) => ({ ...mail, uid: index + 1 }));
      nextUid = mails.length + 1;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** Whether a UID is in "3", "3,5" or "4:*"; `*` is the last one, whichever way round the range stands. */
function isInSet(set: string, uid: number, last: number): boolean {
  return set.split(',').some((part) => {
    const [from = 0, to = from] = part.split(':').map((end) => (end === '*' ? last : Number(end)));
    return uid >= Math.min(from, to) && uid <= Math.max(from, to);
  });
}
