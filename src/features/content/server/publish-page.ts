import type { TextProof } from '#features/compliance/contract-texts.ts';
import { type ConditionPlace, conditionAt, conditionRefusal } from '#features/compliance/rules-conditions.ts';
import { recordAudit } from '#features/compliance/server/audit-store.ts';
import { approvalOf, assertMayLeave } from '#features/compliance/server/claims-gate.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import { type Actor, actorName } from '#kit/actor.ts';
import { AppError } from '#kit/errors.ts';
import { newId } from '#kit/id.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction, type Transaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { HostedPage, PageSettings } from '../contract-pages.ts';
import { pageObstacle, pageWords, settingsKey } from '../rules-pages.ts';
import { getAssetRow } from './assets.ts';
import { composePage, pageUrl, settingsOf } from './compose-page.ts';
import { isOutdated, noPage, viewPage } from './get-page.ts';
import { markPublished } from './media-store.ts';
import { changePage, insertPage, isSlugTaken, lockPage, type PageRow } from './page-store.ts';
import type { AssetRow } from './store.ts';

type PageContext = Pick<Context, 'db' | 'clock' | 'publicUrl'>;

/**
 * Saves the settings of a page; the same settings again change nothing. Refuses with `conflict`, `address_in_use` or
 * `names_condition`.
 */
export function savePage(
  ctx: PageContext,
  assetId: string,
  {
    version,
    allowsCondition = false,
    ...given
  }: PageSettings & { version: number; allowsCondition?: boolean | undefined },
  actor: Actor,
): Promise<HostedPage> {
  return inTransaction(ctx.db, async (tx) => {
    const asset = await getAssetRow(tx, assetId);
    const row = await lockPage(tx, assetId);
    if (row && settingsKey(settingsOf(row)) === settingsKey(given)) return viewPage(ctx, tx, { row, asset });
    if ((row?.version ?? 0) !== version) throw changedMeanwhile();
    if (row?.published && row.slug !== given.slug) {
      const message = 'This address has been given out: links to it would lead nowhere.';
      throw new AppError('refused', message, { reason: 'address_in_use', fields: { slug: message } });
    }
    if (await isSlugTaken(tx, given.slug, assetId)) {
      const message = 'Another page has this address.';
      throw new AppError('conflict', message, { fields: { slug: message } });
    }
    await admitNames(ctx, tx, given, { assetId, actor, isAllowed: allowsCondition });
    const stored = row
      ? await changePage(tx, row, given)
      : await insertPage(tx, { ...given, id: newId(), assetId, createdAt: ctx.clock.now() });
    if (!stored) throw changedMeanwhile();
    return changed(ctx, tx, { row: stored, asset });
  });
}

/** Publishes a page. Refuses with `conflict`, `not_publishable` or `names_condition`, or for its claims. */
export function publishPage(
  ctx: PageContext & Pick<Context, 'htmlCleaner'>,
  assetId: string,
  {
    version,
    allowsCondition = false,
    overrideReason,
  }: { version: number; allowsCondition?: boolean | undefined; overrideReason?: string | undefined },
  actor: Actor,
): Promise<HostedPage> {
  return inTransaction(ctx.db, async (tx) => {
    const { asset, row } = await getLocked(tx, assetId);
    if (isOnline(row) && !(await isOutdated(tx, row, asset))) return viewPage(ctx, tx, { row, asset });
    if (row.version !== version) throw changedMeanwhile();
    const settings = settingsOf(row);
    // The person who saved the settings answered for their names then; the one who publishes them answers now.
    await admitNames(ctx, tx, settings, { assetId, actor, isAllowed: allowsCondition });
    const text = pageWords(settings, asset.content);
    const { jurisdictions, proof } = await assertPageMayLeave(ctx, tx, {
      text,
      asset,
      actor,
      overrideReason,
    });
    const published = { ...(await composePage(ctx, tx, asset, { settings, jurisdictions })), proof };
    const publishedAt = ctx.clock.now();
    await markPublished(
      tx,
      published.pictures.map(({ id }) => id),
      publishedAt,
    );
    const change = { published, publishedAt, publishedBy: actorName(actor), unpublishedAt: null };
    return changed(ctx, tx, { row: await changePage(tx, row, change), asset });
  });
}

/** Takes a page offline. Refuses with `not_found` or `conflict`. */
export function unpublishPage(
  ctx: Pick<Context, 'db' | 'clock' | 'publicUrl'>,
  assetId: string,
  version: number,
): Promise<HostedPage> {
  return inTransaction(ctx.db, async (tx) => {
    const { asset, row } = await getLocked(tx, assetId);
    if (!isOnline(row)) return viewPage(ctx, tx, { row, asset });
    if (row.version !== version) throw changedMeanwhile();
    return changed(ctx, tx, {
      row: await changePage(tx, row, { unpublishedAt: ctx.clock.now() }),
      asset,
    });
  });
}

/** Puts an unpublished page back as it was. Checked again, since the rules or the regions may have changed. */
export function restorePage(
  ctx: PageContext,
  assetId: string,
  { version, overrideReason }: { version: number; overrideReason?: string | undefined },
  actor: Actor,
): Promise<HostedPage> {
  return inTransaction(ctx.db, async (tx) => {
    const { asset, row } = await getLocked(tx, assetId);
    if (row.published === null || row.unpublishedAt === null) return viewPage(ctx, tx, { row, asset });
    if (row.version !== version) throw changedMeanwhile();
    const text = row.published.words;
    const { proof } = await assertPageMayLeave(ctx, tx, { text, asset, actor, overrideReason });
    const change = { published: { ...row.published, proof }, unpublishedAt: null };
    return changed(ctx, tx, { row: await changePage(tx, row, change), asset });
  });
}

function isOnline(row: PageRow): boolean {
  return row.published !== null && row.unpublishedAt === null;
}

async function getLocked(tx: Transaction, assetId: string): Promise<{ asset: AssetRow; row: PageRow }> {
  const asset = await getAssetRow(tx, assetId);
  const row = await lockPage(tx, assetId);
  if (!row) throw noPage();
  return { asset, row };
}

async function changed(
  ctx: Pick<Context, 'publicUrl'>,
  tx: Transaction,
  page: { row: PageRow; asset: AssetRow },
): Promise<HostedPage> {
  await announce(tx, ['content', 'landing-sites']);
  return viewPage(ctx, tx, page);
}

/** Checks the claims of a page. Refuses with `not_publishable`, or for its claims. */
async function assertPageMayLeave(
  ctx: PageContext,
  tx: Transaction,
  {
    text,
    asset,
    actor,
    overrideReason,
  }: { text: string; asset: AssetRow; actor: Actor; overrideReason: string | undefined },
): Promise<{ jurisdictions: readonly Jurisdiction[]; proof: TextProof }> {
  const workspace = await getWorkspace(tx);
  const obstacle = pageObstacle(asset, workspace);
  if (obstacle !== null) throw new AppError('refused', obstacle, { reason: 'not_publishable' });
  const proof = await assertMayLeave(ctx, tx, {
    text,
    kind: 'landing_page',
    jurisdictions: workspace.jurisdictions,
    actor,
    approval: approvalOf(overrideReason, actor),
    subject: { kind: 'content', id: asset.id },
    field: 'content',
    details: { page: true },
  });
  return { jurisdictions: workspace.jurisdictions, proof };
}

/** Refuses health conditions in the title, which appears in lists, and in the address, which appears in logs. */
async function admitNames(
  ctx: PageContext,
  tx: Transaction,
  { title, slug }: PageSettings,
  { assetId, actor, isAllowed }: { assetId: string; actor: Actor; isAllowed: boolean },
): Promise<void> {
  const named: { field: 'title' | 'slug'; place: ConditionPlace; text: string }[] = [
    { field: 'title', place: 'page', text: title },
    { field: 'slug', place: 'address', text: pageUrl(ctx, slug) },
  ];
  for (const { field, place, text } of named) {
    const refusal = conditionRefusal(text, { role: actor.role, isAllowed, place });
    if (refusal !== undefined) {
      throw new AppError('refused', refusal, { reason: 'names_condition', fields: { [field]: refusal } });
    }
  }
  for (const { field, place, text } of named) {
    const condition = conditionAt(place, text);
    if (condition === undefined) continue;
    await recordAudit(tx, {
      actor,
      action: 'condition.allowed',
      subject: { kind: 'content', id: assetId },
      details: { field, condition },
    });
  }
}

function changedMeanwhile(): AppError {
  return new AppError('conflict', 'Somebody else changed this landing page. Load it again.');
}
