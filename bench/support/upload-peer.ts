/** The reference of P16: node's own http, each body streamed into a file. `node upload-peer.ts <folder>`. */
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const [, , folder = '.'] = process.argv;
let files = 0;
const server = createServer((request, response) => {
  files += 1;
  void pipeline(request, createWriteStream(join(folder, `peer-${files}`))).then(() => response.end('ok'));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
