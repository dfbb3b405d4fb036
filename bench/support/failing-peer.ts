/**
 * The outside world on a bad day, in a process of its own, so that what it takes is not counted as the server's: a mail
 * server that defers, drops and falls silent, and one address for a language model and sources that fails in turn. The
 * parent hears both addresses, and may ask how many mails were taken and how many calls came.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startScriptedServer } from '../../tests/support/mail-server.ts';

/** In turn: no answer at all, 503, 429 with a rest, half an answer, a letter each 200 ms. */
const FAULTS: ((response: ServerResponse) => void)[] = [
  () => undefined,
  (response) => void response.writeHead(503).end(),
  (response) => void response.writeHead(429, { 'retry-after': '1' }).end(),
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' }).write('{"id":');
    response.destroy();
  },
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const drip = setInterval(() => response.write(' '), 200);
    response.once('close', () => clearInterval(drip));
  },
];

let calls = 0;
const provider = createServer((request, response) => {
  request.resume();
  calls += 1;
  FAULTS[calls % FAULTS.length]?.(response);
});
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));

let recipients = 0;
const mail = await startScriptedServer({
  isPipelining: true,
  rcpt: () => {
    recipients += 1;
    return recipients % 12 === 0 ? '450 4.2.1 mailbox busy' : recipients % 12 === 4 ? 'drop' : undefined;
  },
  end: () => (recipients % 500 === 8 ? 'silence' : recipients % 12 === 8 ? 'drop' : undefined),
});

process.on('message', () => process.send?.({ mails: mail.accepted.length, calls }));
process.on('disconnect', () => process.exit(0));
process.send?.({
  mailUrl: mail.url,
  providerUrl: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
});
