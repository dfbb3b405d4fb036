/**
 * A mirrored community of BENCH_POSTS posts (100,000) and BENCH_MEMBERS members (50,000): the first page through the
 * whole server against the bare SQL of its rows; how fast a feed is read into it from a local source; and how many of
 * 1,000 embedded readers who know the page's tag are answered 304.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Community } from '#features/communities/contract.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { createLog } from '#platform/log.ts';
import { ADMIN, GATE_PASSWORD, testClient } from '../tests/support/client.ts';
import { startServerProcess } from '../tests/support/server-process.ts';
import { compare, judge, percentile, print, timed } from './runner.ts';

const POSTS = Number(process.env.BENCH_POSTS ?? 100_000);
const MEMBERS = Number(process.env.BENCH_MEMBERS ?? 50_000);
const BACKFILL = Number(process.env.BENCH_BACKFILL ?? 20_000);
const READERS = 1_000;
const CALLS = 60;
const PER_PAGE = 100;

const work = mkdtempSync(join(tmpdir(), 'yarrow-bench-'));
const database = await startEmbeddedPostgres({ dataDir: work, log: createLog('silent') });
/** A Discord server with as many messages as are to be read. */
const discord = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://x');
  const json = (body: unknown) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  if (url.pathname.endsWith('/members')) return json([]);
  if (!url.pathname.endsWith('/messages')) return json({ guild_id: '100000000000000001' });
  const first = 200_000_000_000_000_000;
  const before = Number(url.searchParams.get('before') ?? first + BACKFILL * 1_000) / 1_000 - first / 1_000;
  const from = Math.max(0, before - PER_PAGE);
  return json(
    Array.from({ length: Math.max(0, before - from) }, (_message, index) => {
      const n = before - 1 - index;
      return {
        id: String(BigInt(first) + BigInt(n) * 1_000n),
        type: 0,
        content: `Message ${n} about evening tea and how long it steeps.`,
        author: { id: `30000000000000${String(n % 500).padStart(4, '0')}`, username: `user${n % 500}` },
        timestamp: new Date(Date.now() - (BACKFILL - n) * 60_000 - 60_000).toISOString(),
      };
    }),
  );
});
await new Promise<void>((resolve) => discord.listen(0, '127.0.0.1', resolve));
const discordUrl = `http://127.0.0.1:${(discord.address() as AddressInfo).port}`;
const server = await startServerProcess({
  DATABASE_URL: database.url,
  DEMO: 'off',
  DISCORD_BOT_TOKEN: 'bench-token',
  DISCORD_BASE_URL: discordUrl,
  // Readers have addresses of their own.
  TRUST_PROXY: '1',
});
const pool = new pg.Pool({ connectionString: database.url, max: 4 });

try {
  const client = testClient(server.url);
  await client.post('/api/access', { password: GATE_PASSWORD });
  await client.post('/api/auth/sign-in/email', ADMIN);
  const { id, apiKey } = await client.post<Community>('/api/communities', { name: 'Large circle' });
  await pool.query(
    `insert into community_members (id, community_id, name, joined_at, created_at)
     select gen_random_uuid(), $1, 'Person ' || n, now() - n * interval '1 minute', now() - n * interval '1 minute'
     from generate_series(1, $2::int) n`,
    [id, MEMBERS],
  );
  await pool.query(
    `insert into community_posts (id, community_id, author_name, body, state, posted_at)
     select gen_random_uuid(), $1, 'Person ' || n, 'Message ' || n || ' about evening tea', 'published',
       now() - n * interval '1 minute' from generate_series(1, $2::int) n`,
    [id, POSTS],
  );
  await pool.query('analyze');

  // What the page shows: the posts with their comments and reactions, and how many there are.
  const isShown = `community_id = $1 and parent_id is null and state = 'published' and deleted_at is null`;
  const bare = `select p.*, (select count(*) from community_posts x where x.parent_id = p.id and x.state = 'published' and x.deleted_at is null) as comments,
      (select count(*) from community_reactions r where r.post_id = p.id) as reactions, (select count(*) from community_posts where ${isShown}) as total
    from (select * from community_posts where ${isShown} order by is_pinned desc, posted_at desc, id desc limit 50) p`;
  const p95 = async (ask: () => Promise<unknown>): Promise<number> => {
    const times: number[] = [];
    for (let call = 0; call < CALLS; call += 1) times.push(await timed(ask));
    return percentile(times, 0.95);
  };
  const page = async (): Promise<void> => {
    const response = await client.call('GET', `/api/communities/${id}/posts?limit=50`);
    if (!response.ok) throw new Error(`answered ${response.status}`);
    await response.arrayBuffer();
  };
  await p95(page);
  await compare({
    target: 'Community',
    title: `First page of ${POSTS.toLocaleString('en-US')} posts, p95`,
    unit: 'ms',
    better: 'less',
    bound: 2,
    rounds: 3,
    reference: { name: 'bare SQL', measure: () => p95(() => pool.query(bare, [id])) },
    ours: { name: 'GET posts', measure: () => p95(page) },
  });

  const feed = `${server.url}/api/external/communities/${apiKey}/posts`;
  const etag = (await fetch(feed)).headers.get('etag') ?? '';
  let known = 0;
  for (let reader = 0; reader < READERS; reader += 50) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_reader, index) =>
        fetch(feed, {
          headers: { 'if-none-match': etag, 'x-forwarded-for': `198.51.${reader / 50}.${index}` },
        }),
      ),
    );
    known += answers.filter(({ status }) => status === 304).length;
  }
  print(
    judge({
      target: 'Community',
      title: `Share of ${READERS.toLocaleString('en-US')} readers who are answered 304`,
      unit: '%',
      better: 'more',
      bound: 1,
      reference: 90,
      ours: (known / READERS) * 100,
    }),
    'wanted',
    'answered 304',
  );

  const mirror = await client.post<Community>('/api/communities', { name: 'Mirror' });
  const stored = async (): Promise<number> => {
    const { rows } = await pool.query<{ count: number }>(
      'select count(*)::int as count from community_posts where community_id = $1',
      [mirror.id],
    );
    return rows[0]?.count ?? 0;
  };
  await client.post(`/api/communities/${mirror.id}/sources`, {
    kind: 'discord',
    place: '400000000000000001',
  });
  while ((await stored()) === 0) await sleep(20);
  const [begin, first] = [performance.now(), await stored()];
  let now = first;
  for (let last = -1; now < BACKFILL && now !== last; ) {
    last = now;
    await sleep(1_000);
    now = await stored();
  }
  print(
    judge({
      target: 'Community',
      title: `Posts read from a local source each second, ${now.toLocaleString('en-US')} in all`,
      unit: 'posts/s',
      better: 'more',
      bound: 1,
      reference: 1_000,
      ours: ((now - first) / (performance.now() - begin)) * 1_000,
    }),
    'wanted',
    'read',
  );
} finally {
  await pool.end();
  await server.end();
  discord.close();
  await database.stop();
  rmSync(work, { recursive: true, force: true });
}
