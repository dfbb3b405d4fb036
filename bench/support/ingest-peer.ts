/**
 * The reference of P3, written by hand for this one job: Node's own http, no validation beyond
 * JSON, one multi-row insert per gathered batch, answered once it is committed.
 * `node ingest-peer.ts <database url>`; sends the port to its parent.
 */
import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';

const GATHER_MS = 5;
const pool = new pg.Pool({ connectionString: process.argv[2], max: 4 });
let waiting: { body: string; response: ServerResponse }[] = [];
let timer: NodeJS.Timeout | undefined;

async function flush(): Promise<void> {
  timer = undefined;
  const batch = waiting;
  waiting = [];
  try {
    const bodies = batch.map(({ body }) => JSON.parse(body) as { type: string; url: string });
    await pool.query(
      `insert into bench_events (id, type, occurred_at, url)
        select gen_random_uuid(), type, now(), url from unnest($1::text[], $2::text[]) as given(type, url)`,
      [bodies.map((body) => body.type), bodies.map((body) => body.url)],
    );
    for (const { response } of batch) {
      response.writeHead(202, { 'content-type': 'application/json' }).end('{"counted":true}');
    }
  } catch {
    for (const { response } of batch) response.writeHead(503).end();
  }
}

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    body += chunk;
  });
  request.on('end', () => {
    waiting.push({ body, response });
    timer ??= setTimeout(() => void flush(), GATHER_MS);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('disconnect', () => process.exit(0));
