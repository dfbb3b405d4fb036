/** P7: a search for a part of a word among a million leads, through the whole server, against the bare SQL of it. */
import { startLeadServer } from './lead-server.ts';
import { compare, median, timed } from './runner.ts';

const LEADS = Number(process.env.BENCH_LEADS ?? 1_000_000);
const CALLS = 20;

const { pool, client, stop } = await startLeadServer(LEADS);

try {
  // From one person to a tenth of everybody; a common word is what an index helps least with.
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
    const ourCall = async (): Promise<void> => {
      const response = await client.call('GET', `/api/leads?limit=50&q=${encodeURIComponent(words)}`);
      if (!response.ok) throw new Error(`answered ${response.status}`);
      await response.arrayBuffer();
    };
    for (let warm = 0; warm < 5; warm += 1) await Promise.all([bareCall(), ourCall()]);
    await compare({
      target: 'P7',
      title: `Search of ${LEADS.toLocaleString('en-US')} leads: ${title}`,
      unit: 'ms',
      better: 'less',
      bound: 2,
      reference: { name: 'bare SQL, the page and the count', measure: () => medianOf(bareCall) },
      ours: { name: 'GET /api/leads?q=', measure: () => medianOf(ourCall) },
    });
  }
} finally {
  await stop();
}

async function medianOf(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < CALLS; index += 1) times.push(await timed(call));
  return median(times);
}
