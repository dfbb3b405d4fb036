/** P9: a million leads scored anew and written, against one UPDATE that writes a score and reasons to the same rows. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startLeadServer } from './lead-server.ts';
import { judge, print, timed } from './runner.ts';

const LEADS = Number(process.env.BENCH_LEADS ?? 1_000_000);

const { pool, client, stop } = await startLeadServer(LEADS);

try {
  type Act = { id: string; state: string; changed: number };
  let changed = 0;
  const oursMs = await timed(async () => {
    const body = { act: { kind: 'rescore' }, leads: { filter: {} } };
    let act = await client.post<Act>('/api/leads/acts', body);
    while (act.state === 'running') {
      await sleep(250);
      act = await client.get<Act>(`/api/leads/acts/${act.id}`);
    }
    ({ changed } = act);
  });
  process.stderr.write(`  ${changed} leads have another score\n`);
  await pool.query('vacuum analyze leads');
  const updateMs = await timed(() =>
    pool.query(`update leads set ai_score = (random() * 10)::numeric(3,1), score_reasons = score_reasons,
      scored_by = 'Built-in engine', version = version + 1, updated_at = now() where deleted_at is null`),
  );
  print(
    judge({
      target: 'P9',
      title: `Scoring ${LEADS.toLocaleString('en-US')} leads anew`,
      unit: 's',
      better: 'less',
      bound: 2,
      reference: updateMs / 1_000,
      ours: oursMs / 1_000,
    }),
    'one UPDATE of the same rows',
    "the deed 'Score again', which can be taken back",
  );
} finally {
  await stop();
}
