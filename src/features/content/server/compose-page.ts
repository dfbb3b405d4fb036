import { createHash } from 'node:crypto';
import { checkClaims } from '#engines/claims/check.ts';
import { requiredText, withClaimSigns } from '#features/compliance/rules-required.ts';
import type { Jurisdiction } from '#features/settings/contract.ts';
import type { Context } from '#platform/context.ts';
import type { Queryable } from '#platform/db.ts';
import { hostedPagePath, type PageSettings } from '../contract-pages.ts';
import { leftOutOfPage, type PublishedPage, pageText, pageWords, standfirstOf } from '../rules-pages.ts';
import { listPictures } from './media-store.ts';
import type { PageRow } from './page-store.ts';
import type { AssetRow } from './store.ts';

/** The page of an asset as it would be published now. */
export async function composePage(
  { htmlCleaner }: Pick<Context, 'htmlCleaner'>,
  tx: Queryable,
  asset: AssetRow,
  { settings, jurisdictions }: { settings: PageSettings; jurisdictions: readonly Jurisdiction[] },
): Promise<Omit<PublishedPage, 'proof'>> {
  const text = pageText(asset.content, settings.title);
  const pictures = await listPictures(tx, [asset.id]);
  const standfirst = standfirstOf(settings, asset.content);
  const claims = [settings.title, standfirst, text].map(
    (words) => checkClaims(words, { jurisdictions, kind: 'landing_page' }).findings,
  );
  const [ofTitle = [], ofDescription = [], ofText = []] = claims;
  const [html = ''] = await htmlCleaner.render([withClaimSigns(text, ofText)]);
  return {
    settings,
    shownTitle: withClaimSigns(settings.title, ofTitle),
    shownDescription: withClaimSigns(standfirst, ofDescription),
    html,
    required: requiredText(claims.flat()) ?? null,
    pictures: pictures.map(({ id, alt, width, height }) => ({ id, alt, width, height })),
    words: pageWords(settings, asset.content),
    textKey: textKey(asset, pictures),
  };
}

/** A key of what a page is made of: the same text and pictures have the same key. */
export function textKey(
  { content }: Pick<AssetRow, 'content'>,
  pictures: readonly { id: string; alt: string }[],
): string {
  const shown = pictures.map(({ id, alt }) => [id, alt]);
  // Pages that were published with their greeting count as changed since.
  const made =
    leftOutOfPage(content).length === 0 ? [content, shown] : [content, shown, 'without mail words'];
  return createHash('sha256').update(JSON.stringify(made)).digest('base64url').slice(0, 22);
}

export function settingsOf({ slug, title, description, action, isListed }: PageRow): PageSettings {
  return { slug, title, description, action, isListed };
}

export function pageUrl({ publicUrl }: Pick<Context, 'publicUrl'>, slug: string): string {
  return publicUrl + hostedPagePath(slug);
}
