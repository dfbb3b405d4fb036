/**
 * P6, P7 and P9 with a million leads, through the whole server (session, contract, JSON) vs. bare SQL of the same rows: a
 * page of the list, page 2,000, a search, and scoring every lead again. `BENCH_TARGET` runs one of them.
 */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { FIRST_GROUP } from './support/lead-crowd.ts';
import { startLeadServer } from './support/lead-server.ts';
import { compare, judge, median, percentile, print, timed } from './support/runner.ts';

const LEADS = Number(process.env.BENCH_LEADS ?? 1_000_000);
const CALLS = 40;
const DEEP_PAGE = 2_000;
const TARGET = process.env.BENCH_TARGET;
const COUNT = LEADS.toLocaleString('en-US');

const agent = new Agent({ keepAlive: true, maxSockets: 50 });
const { server, pool, client, stop } = await startLeadServer(LEADS);

try {
  if (!TARGET || TARGET === 'P6') await comparePages();
  if (!TARGET || TARGET === 'P7') await compareSearch();
  // The last one: it changes the scores that the others sort by.
  if (!TARGET || TARGET === 'P9') await compareRescore();
} finally {
  agent.destroy();
  await stop();
}

async function comparePages(): Promise<void> {
  const path = `/api/leads?groupId=${FIRST_GROUP}&sort=-aiScore&limit=50`;
  const columns = `id, name, email, handle, platform, behavior_signal, signal_url, signal_at, ai_score, score_reasons, scored_by,
    contact_status, group_id, stage, is_onboarded, last_contact_at, country, legal_ground, created_at, version`;
  const bare = `select ${columns} from leads where deleted_at is null and group_id = $1 order by ai_score desc, id desc limit 50`;
  const bareCall = (): Promise<unknown> => pool.query(bare, [FIRST_GROUP]);
  const ourCall = (): Promise<number> => lightGet(path);
  for (let warm = 0; warm < 50; warm += 1) await Promise.all([bareCall(), ourCall()]);

  await compare({
    target: 'P6',
    title: `Filter, sort and 50 of ${COUNT} leads, one caller`,
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

  const firstPath = '/api/leads?sort=-aiScore&limit=50';
  const deepPath = await walkTo(DEEP_PAGE, firstPath);
  const first = await medianOf(() => read(firstPath));
  const deep = await medianOf(() => read(deepPath));
  print(
    judge({
      target: 'P6',
      title: `Page ${DEEP_PAGE} vs. page 1`,
      unit: 'ms',
      better: 'less',
      bound: 1.5,
      reference: first,
      ours: deep,
    }),
    'page 1',
    `page ${DEEP_PAGE}`,
  );
}

async function compareSearch(): Promise<void> {
  // From one person to a tenth of all leads; an index helps least with a common word.
  for (const [title, words] of [
    ['one person', `person${Math.floor(LEADS / 2)}@`],
    ['a few hundred', `number ${String(LEADS).slice(0, 3)}`],
    ['in the middle of a word', 'rson 99'],
  ] as const) {
    const where = `deleted_at is null and search_text like '%' || $1 || '%'`;
    const bareCall = (): Promise<unknown> =>
      Promise.all([
        pool.query(`select * from leads where ${where} order by ai_score desc, id desc limit 50`, [words]),
        pool.query(`select count(*) from leads where ${where}`, [words]),
      ]);
    const ourCall = (): Promise<Response> => read(`/api/leads?limit=50&q=${encodeURIComponent(words)}`);
    for (let warm = 0; warm < 5; warm += 1) await Promise.all([bareCall(), ourCall()]);
    await compare({
      target: 'P7',
      title: `Search of ${COUNT} leads: ${title}`,
      unit: 'ms',
      better: 'less',
      bound: 2,
      reference: { name: 'bare SQL, the page and the count', measure: () => medianOf(bareCall) },
      ours: { name: 'GET /api/leads?q=', measure: () => medianOf(ourCall) },
    });
  }
}

async function compareRescore(): Promise<void> {
  type Act = { id: string; state: string };
  const oursMs = await timed(async () => {
    let act = await client.post<Act>('/api/leads/acts', { act: { kind: 'rescore' }, leads: { filter: {} } });
    while (act.state === 'running') {
      await sleep(250);
      act = await client.get<Act>(`/api/leads/acts/${act.id}`);
    }
  });
  await pool.query('vacuum analyze leads');
  const updateMs = await timed(() =>
    pool.query(`update leads set ai_score = (random() * 10)::numeric(3,1), score_reasons = score_reasons,
      scored_by = 'Built-in engine', version = version + 1, updated_at = now() where deleted_at is null`),
  );
  print(
    judge({
      target: 'P9',
      title: `Scoring ${COUNT} leads again`,
      unit: 's',
      better: 'less',
      bound: 2,
      reference: updateMs / 1_000,
      ours: oursMs / 1_000,
    }),
    'one UPDATE of the same rows',
    'the bulk action, with undo',
  );
}

async function read(url: string): Promise<Response> {
  const response = await client.call('GET', url);
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
  await response.arrayBuffer();
  return response;
}

/** The address of a far page, reached by following `next` as a reader would. Pages on the way are larger. */
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

/** A caller as cheap as that of the bare SQL; `fetch` would take a fifth of the response time. */
function lightGet(url: string): Promise<number> {
  const headers = { cookie: client.cookieHeader() };
  return new Promise((resolve, reject) => {
    const asking = request(`${server.url}${url}`, { agent, headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`returned ${answer.statusCode}`)),
      );
    });
    asking.on('error', reject).end();
  });
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
