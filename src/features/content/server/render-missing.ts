import type { Context } from '#platform/context.ts';
import { listUnrenderedVersions, putVersionHtml } from './session-store.ts';
import { listUnrendered, putHtml } from './store.ts';

const RENDERED_AT_ONCE = 100;

/** Renders the HTML of assets and versions that were stored without it. */
export async function renderMissing(ctx: Pick<Context, 'db' | 'htmlCleaner'>): Promise<void> {
  const { db } = ctx;
  await renderAll(
    ctx,
    () => listUnrendered(db, RENDERED_AT_ONCE),
    (row) => putHtml(db, row),
  );
  await renderAll(
    ctx,
    () => listUnrenderedVersions(db, RENDERED_AT_ONCE),
    (row) => putVersionHtml(db, row),
  );
}

async function renderAll<Row extends { content: string }>(
  { htmlCleaner }: Pick<Context, 'htmlCleaner'>,
  list: () => Promise<Row[]>,
  put: (row: Row & { html: string }) => Promise<void>,
): Promise<void> {
  for (let isMore = true; isMore; ) {
    const rows = await list();
    const rendered = await htmlCleaner.render(rows.map(({ content }) => content));
    for (const [index, row] of rows.entries()) await put({ ...row, html: rendered[index] ?? '' });
    isMore = rows.length === RENDERED_AT_ONCE;
  }
}
