import type { Queryable } from '#platform/db.ts';
import { type AssetMedia, MAIL_PICTURES, publicMediaPath } from '../contract.ts';
import { toMedia } from './assets.ts';
import { listPictures, markPublished } from './media-store.ts';

/** A picture as a mail shows it. */
export type MailPicture = Pick<AssetMedia, 'id' | 'alt' | 'width' | 'height' | 'url'> & {
  /** Under the public address of the workspace; answered once it is published. */
  publicPath: string;
};

/**
 * The pictures that the mails of a campaign show: those of the first chosen asset that has any, its mail texts first,
 * since one of those is what the mail quotes.
 */
export async function listMailPictures(
  db: Queryable,
  assets: readonly { id: string; type: string }[],
): Promise<MailPicture[]> {
  const rows = await listPictures(
    db,
    assets.map(({ id }) => id),
  );
  const isMail = ({ type }: { type: string }): boolean => type === 'email' || type === 'newsletter';
  const ordered = [...assets.filter(isMail), ...assets.filter((asset) => !isMail(asset))];
  const chosen = ordered.find(({ id }) => rows.some(({ assetId }) => assetId === id));
  return rows
    .filter(({ assetId }) => assetId === chosen?.id)
    .slice(0, MAIL_PICTURES)
    .map((row) => {
      const { id, alt, width, height, url } = toMedia(row);
      return { id, alt, width, height, url, publicPath: publicMediaPath(id) };
    });
}

/** Makes pictures public before the first message that shows them is sent. */
export function publishPictures(
  db: Queryable,
  pictures: readonly Pick<MailPicture, 'id'>[],
  at: Date,
): Promise<void> {
  return markPublished(
    db,
    pictures.map(({ id }) => id),
    at,
  );
}
