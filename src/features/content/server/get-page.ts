import { getWorkspace } from '#features/settings/server/workspace.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import type { Context } from '#platform/context.ts';
import type { Queryable } from '#platform/db.ts';
import type { HostedPage, PageOfAsset } from '../contract-pages.ts';
import { isPageOutdated, leftOutOfPage, pageObstacle, suggestedPage } from '../rules-pages.ts';
import { getAssetRow } from './assets.ts';
import { composePage, pageUrl, settingsOf, textKey } from './compose-page.ts';
import { getShownLook } from './look-store.ts';
import { listPictures } from './media-store.ts';
import { hostedPage } from './page-html.ts';
import { findPage, findPrivacyUrl, isSlugTaken, listPageCounts, type PageRow } from './page-store.ts';
import type { AssetRow } from './store.ts';

/** The landing page of an asset, suggested settings, and what keeps it from being published. Refuses with `not_found`. */
export async function getPage(ctx: Pick<Context, 'db' | 'publicUrl'>, assetId: string): Promise<PageOfAsset> {
  const { db } = ctx;
  const asset = await getAssetRow(db, assetId);
  const row = await findPage(db, assetId);
  const suggestion = { ...suggestedPage(asset), privacyUrl: (await findPrivacyUrl(db)) ?? '' };
  const isFree = row !== undefined || !(await isSlugTaken(db, suggestion.slug, assetId));
  return {
    page: row ? await viewPage(ctx, db, { row, asset }) : null,
    suggestion: isFree ? suggestion : { ...suggestion, slug: `${suggestion.slug}-${assetId.slice(-4)}` },
    obstacle: pageObstacle(asset, await getWorkspace(ctx.db)),
  };
}

/** The page as it would be published now, for members only. Refuses with `not_found`. */
export async function previewPage(
  ctx: Pick<Context, 'db' | 'publicUrl' | 'htmlCleaner'>,
  assetId: string,
): Promise<RawAnswer> {
  const { db } = ctx;
  const asset = await getAssetRow(db, assetId);
  const row = await findPage(db, assetId);
  if (!row) throw noPage();
  const workspace = await getWorkspace(ctx.db);
  const { jurisdictions } = workspace;
  return hostedPage({
    page: await composePage(ctx, db, asset, { settings: settingsOf(row), jurisdictions }),
    url: pageUrl(ctx, row.slug),
    workspace,
    look: await getShownLook(db),
    form: { state: 'open', token: '', once: '' },
    isPreview: true,
    leftOut: leftOutOfPage(asset.content),
  });
}

/** A page with its state and figures. */
export async function viewPage(
  ctx: Pick<Context, 'publicUrl'>,
  tx: Queryable,
  { row, asset }: { row: PageRow; asset: AssetRow },
): Promise<HostedPage> {
  const { id, assetId, published, publishedAt, publishedBy, unpublishedAt, version } = row;
  const counts = await listPageCounts(tx, id);
  const sum = (of: 'visits' | 'conversions'): number => counts.reduce((all, count) => all + count[of], 0);
  return {
    ...settingsOf(row),
    id,
    assetId,
    version,
    url: pageUrl(ctx, row.slug),
    state: published === null ? 'draft' : unpublishedAt === null ? 'published' : 'unpublished',
    isOutdated: await isOutdated(tx, row, asset),
    publishedAt: publishedAt?.toISOString() ?? null,
    publishedBy,
    figures: { visits: sum('visits'), conversions: sum('conversions') },
    campaigns: counts.flatMap(({ campaignId, visits, conversions }) =>
      campaignId === null ? [] : [{ campaignId, visits, conversions }],
    ),
  };
}

/** Whether the published page differs from its settings, text or pictures now. */
export async function isOutdated(tx: Queryable, row: PageRow, asset: AssetRow): Promise<boolean> {
  if (row.published === null) return false;
  const key = textKey(asset, await listPictures(tx, [asset.id]));
  return isPageOutdated(row.published, { settings: settingsOf(row), textKey: key });
}

export function noPage(): AppError {
  return new AppError('not_found', 'This asset has no landing page yet.');
}
