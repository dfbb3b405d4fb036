/** P18: what ten times as many leads cost a page of the list and a dashboard with a fixed window. */
import { FIRST_GROUP } from './lead-crowd.ts';
import { startLeadServer } from './lead-server.ts';
import { compare, median, timed } from './runner.ts';

const LEADS = Number(process.env.BENCH_LEADS ?? 1_000_000);
const FEW = Math.floor(LEADS / 10);
const CALLS = 25;

const PAGES = [
  ['a page of the list', `/api/leads?groupId=${FIRST_GROUP}&sort=-aiScore&limit=50`, 1.3],
  ['a page of the list, another order', '/api/leads?sort=-createdAt&limit=50', 1.3],
  ['the dashboard of 30 days', '/api/analytics/overview?period=last30', 1.5],
] as const;

// Both at once, so that they can take turns.
const few = await startLeadServer(FEW, 'few');
const many = await startLeadServer(LEADS);

try {
  const inWords = (count: number): string => `${count.toLocaleString('en-US')} leads`;
  for (const [title, path, bound] of PAGES) {
    const medianOf = async ({ client }: typeof few): Promise<number> => {
      const times: number[] = [];
      for (let call = 0; call < CALLS; call += 1) {
        times.push(
          await timed(async () => {
            const response = await client.call('GET', path);
            if (!response.ok) throw new Error(`${path} answered ${response.status}`);
            await response.arrayBuffer();
          }),
        );
      }
      return median(times);
    };
    await Promise.all([medianOf(few), medianOf(many)]);
    await compare({
      target: 'P18',
      title: `${title}, ${inWords(FEW)} to ${inWords(LEADS)}`,
      unit: 'ms',
      better: 'less',
      bound,
      reference: { name: inWords(FEW), measure: () => medianOf(few) },
      ours: { name: inWords(LEADS), measure: () => medianOf(many) },
    });
  }
} finally {
  await many.stop();
  await few.stop();
}
