/**
 * A mail server that accepts everything and stores nothing, as cheap as possible, so that the sender is measured.
 * `node mail-sink-peer.ts pipelining|plain [latency in ms]`. It sends its port and the first message's time to its parent,
 * and the count on request.
 */
import { createServer, type Socket } from 'node:net';

const canPipeline = process.argv[2] === 'pipelining';
const answersAfterMs = Number(process.argv[3] ?? 0);
let accepted = 0;

function serve(socket: Socket): void {
  let unread = '';
  let isInData = false;
  socket.setNoDelay(true);
  socket.setEncoding('latin1');
  socket.on('error', () => undefined);
  socket.write('220 sink ESMTP\r\n');
  socket.on('data', (chunk: string) => {
    unread += chunk;
    let answers = '';
    for (;;) {
      const end = unread.indexOf(isInData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) break;
      if (isInData) {
        unread = unread.slice(end + 5);
        isInData = false;
        accepted += 1;
        if (accepted === 1) process.send?.({ firstAt: Date.now() });
        answers += '250 2.0.0 Ok: queued\r\n';
        continue;
      }
      const verb = unread.slice(0, 4).toUpperCase();
      unread = unread.slice(end + 2);
      if (verb === 'EHLO')
        answers += canPipeline ? '250-sink\r\n250 PIPELINING\r\n' : '250-sink\r\n250 8BITMIME\r\n';
      else if (verb === 'DATA') {
        isInData = true;
        answers += '354 go ahead\r\n';
      } else if (verb === 'QUIT') {
        socket.end(`${answers}221 bye\r\n`);
        return;
      } else answers += '250 2.0.0 Ok\r\n';
    }
    if (answers === '') return;
    if (answersAfterMs === 0) socket.write(answers);
    else setTimeout(() => socket.writable && socket.write(answers), answersAfterMs);
  });
}

const server = createServer(serve).listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: address && typeof address === 'object' ? address.port : 0 });
});
process.on('message', () => process.send?.({ accepted }));
process.on('disconnect', () => process.exit(0));
