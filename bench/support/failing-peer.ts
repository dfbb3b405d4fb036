/**
 * Failing providers in their own process, so that their CPU time is not the server's: a mail server that defers, drops and
 * stops responding, and one address for a language model and sources that fails in turn. It sends both addresses to its
 * parent, and on request the number of messages accepted and of calls.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startScriptedServer } from '../../tests/support/mail-server.ts';

/** In turn: no response, 503, 429 with Retry-After, half a response, a character each 200 ms. */
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
