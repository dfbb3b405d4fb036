/**
 * P6: a page of leads out of a million, through the whole server (session, contract, JSON), against the bare SQL of
 * the same rows on one connection; and how much slower page 2,000 is than page 1.
 */
import { Agent, request } from 'node:http';
import { FIRST_GROUP } from './lead-crowd.ts';
import { startLeadServer } from './lead-server.ts';
import { compare, judge, median, percentile, print, timed } from './runner.ts';

const LEADS = Number(process.env.BENCH_LEADS ?? 1_000_000);
const CALLS = 40;
const DEEP_PAGE = 2_000;

const agent = new Agent({ keepAlive: true, maxSockets: 50 });
const { server, pool, client, stop } = await startLeadServer(LEADS);

try {
  const groupId = FIRST_GROUP;
  const path = `/api/leads?groupId=${groupId}&sort=-aiScore&limit=50`;
  const columns = `id, name, email, handle, platform, behavior_signal, signal_url, signal_at, ai_score, score_reasons, scored_by,
    contact_status, group_id, stage, is_onboarded, last_contact_at, country, legal_ground, created_at, version`;
  const bare = `select ${columns} from leads where deleted_at is null and group_id = $1 order by ai_score desc, id desc limit 50`;

  const bareCall = (): Promise<unknown> => pool.query(bare, [groupId]);
  const ourCall = (): Promise<number> => lightGet(path);
  for (let warm = 0; warm < 50; warm += 1) await Promise.all([bareCall(), ourCall()]);

  await compare({
    target: 'P6',
    title: `Filter, sort and 50 of ${LEADS.toLocaleString('en-US')} leads, one caller`,
    unit: 'ms',
    better: 'less',
    bound: 3,
    reference: { name: 'bare SQL', measure: () => medianOf(bareCall) },
    ours: { name: 'GET /api/leads', measure: () => medianOf(ourCall) },
  });

  await compare({
    target: 'P6',
    title: 'The same, 50 callers',
    unit: 'pages/s',
    better: 'more',
    bound: 0.5,
    reference: { name: 'bare SQL, 50 connections', measure: () => throughput(bareCall) },
    ours: { name: 'GET /api/leads', measure: () => throughput(ourCall) },
  });

  const deepPath = await walkTo(DEEP_PAGE, '/api/leads?sort=-aiScore&limit=50');
  const first = await medianOf(() => read('/api/leads?sort=-aiScore&limit=50'));
  const deep = await medianOf(() => read(deepPath));
  print(
    judge({
      target: 'P6',
      title: `Page ${DEEP_PAGE} against page 1`,
      unit: 'ms',
      better: 'less',
      bound: 1.5,
      reference: first,
      ours: deep,
    }),
    'page 1',
    `page ${DEEP_PAGE}`,
  );

  async function read(url: string): Promise<Response> {
    const response = await client.call('GET', url);
    await response.arrayBuffer();
    return response;
  }

  /** The address of a far page, reached as a reader would: by following `next`. Pages on the way are larger. */
  async function walkTo(page: number, from: string): Promise<string> {
    const rowsBefore = (page - 1) * 50;
    let next = from.replace('limit=50', 'limit=200');
    for (let seen = 0; seen < rowsBefore; seen += 200) {
      const link = (await read(next)).headers.get('link');
      const target = /<([^>]+)>/.exec(link ?? '')?.[1];
      if (!target) throw new Error(`the list ends after ${seen} rows`);
      next = target;
    }
    return next.replace('limit=200', 'limit=50');
  }
  /** A caller that costs little, as the bare SQL has one: `fetch` takes as long as a fifth of the answer. */
  function lightGet(url: string): Promise<number> {
    const headers = { cookie: client.cookieHeader() };
    return new Promise((resolve, reject) => {
      const asking = request(`${server.url}${url}`, { agent, headers }, (answer) => {
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
        answer.on('end', () =>
          answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`answered ${answer.statusCode}`)),
        );
      });
      asking.on('error', reject).end();
    });
  }
} finally {
  agent.destroy();
  await stop();
}

async function medianOf(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < CALLS; index += 1) times.push(await timed(call));
  return median(times);
}

/** Pages a second with 50 callers for two seconds. */
async function throughput(call: () => Promise<unknown>): Promise<number> {
  const until = performance.now() + 2_000;
  const times: number[] = [];
  const startedAt = performance.now();
  const lane = async (): Promise<void> => {
    while (performance.now() < until) times.push(await timed(call));
  };
  await Promise.all(Array.from({ length: 50 }, lane));
  process.stderr.write(`  p95 ${percentile(times, 95).toFixed(1)} ms\n`);
  return times.length / ((performance.now() - startedAt) / 1000);
}
