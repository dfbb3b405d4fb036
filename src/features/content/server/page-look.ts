import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import { mediaKindOf, mediaRefusal } from '#features/uploads/rules-media.ts';
import { withoutMetadata } from '#features/uploads/rules-picture-metadata.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { escapeHtml } from '#kit/text.ts';
import type { Context } from '#platform/context.ts';
import { inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { PageLook, VersionedLook } from '../contract-look.ts';
import { DEFAULT_COLOR, lookInks, NO_LOOK } from '../rules-look.ts';
import { findLook, getShownLook, type LookRow, putLook } from './look-store.ts';

const SHOWN_TO_ALL = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'public, max-age=31536000, immutable',
};

/** The font files by the name that pages use. */
const FONT_FILES: ReadonlyMap<string, string> = new Map([
  [
    'inter-latin.woff2',
    import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  ],
  [
    'inter-latin-ext.woff2',
    import.meta.resolve('@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2'),
  ],
  [
    'nunito-latin.woff2',
    import.meta.resolve('@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2'),
  ],
  [
    'nunito-latin-ext.woff2',
    import.meta.resolve('@fontsource-variable/nunito/files/nunito-latin-ext-wght-normal.woff2'),
  ],
  ['lora-latin.woff2', import.meta.resolve('@fontsource-variable/lora/files/lora-latin-wght-normal.woff2')],
  [
    'lora-latin-ext.woff2',
    import.meta.resolve('@fontsource-variable/lora/files/lora-latin-ext-wght-normal.woff2'),
  ],
]);

const LOGO_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);

/** The look that all landing pages share. */
export async function getPageLook({ db }: Pick<Context, 'db'>): Promise<VersionedLook> {
  const row = await findLook(db);
  return row ? viewOf(row) : { ...NO_LOOK, version: 0 };
}

/** Changes the look, also of published pages. Refuses with `conflict`, or `invalid_input` for a damaged logo. */
export function changePageLook(
  { db }: Pick<Context, 'db'>,
  { version, ...look }: VersionedLook,
): Promise<VersionedLook> {
  const row = { ...look, ...logoColumns(look.logo) };
  return inTransaction(db, async (tx) => {
    if (!(await putLook(tx, row, version))) {
      throw new AppError('conflict', 'Someone else changed the page look. Load it again.');
    }
    await announce(tx, ['content']);
    return viewOf({ ...row, version: version + 1 });
  });
}

/** Refuses with `not_found`. */
export async function showPageLogo({ db }: Pick<Context, 'db'>, key: string): Promise<RawAnswer> {
  const row = await findLook(db);
  if (!row?.logo || row.logoKey !== key) throw new AppError('not_found', 'This logo does not exist.');
  const { type, bytes } = pictureOf(row.logo);
  return { status: 200, headers: { ...SHOWN_TO_ALL, 'content-type': type }, body: bytes };
}

/** The first letter of the workspace in the color of its pages. */
export async function showPageIcon({ db }: Pick<Context, 'db'>): Promise<RawAnswer> {
  const [{ name }, { color }] = [await getWorkspace(db), await getShownLook(db)];
  const { fill, words } = lookInks(color ?? DEFAULT_COLOR, 'light');
  const [letter = ''] = name.trim().toUpperCase();
  const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${fill}"/><text x="16" y="23" text-anchor="middle" font-family="sans-serif" font-size="20" font-weight="600" fill="${words}">${escapeHtml(letter)}</text></svg>`;
  const headers = {
    ...SHOWN_TO_ALL,
    'cache-control': 'public, max-age=3600',
    'content-type': 'image/svg+xml',
  };
  return { status: 200, headers, body };
}

/** Refuses with `not_found`. */
export async function showPageFont(name: string): Promise<RawAnswer> {
  const file = FONT_FILES.get(name);
  if (file === undefined) throw new AppError('not_found', 'This font does not exist.');
  const bytes = await readFile(new URL(file));
  return { status: 200, headers: { ...SHOWN_TO_ALL, 'content-type': 'font/woff2' }, body: bytes };
}

function viewOf({ logo, color, font, version }: Omit<LookRow, 'id'>): VersionedLook {
  return { logo, color, font, version };
}

type LogoColumns = Pick<LookRow, 'logo' | 'logoKey' | 'logoWidth' | 'logoHeight'>;

/** The logo as its bytes say what it is, without metadata. */
function logoColumns(logo: PageLook['logo']): LogoColumns {
  if (logo === null) return { logo, logoKey: null, logoWidth: 0, logoHeight: 0 };
  const { bytes } = pictureOf(logo);
  const kind = mediaKindOf(bytes);
  const kept = kind && LOGO_TYPES.has(kind.type) ? withoutMetadata(bytes, kind.type) : undefined;
  if (!kind || !kept || mediaRefusal(kind, bytes.length)) {
    const message = 'This picture is damaged. Save it again as PNG, JPEG or WebP.';
    throw new AppError('invalid_input', message, { fields: { logo: message } });
  }
  return {
    logo: `data:${kind.type};base64,${Buffer.from(kept).toString('base64')}`,
    logoKey: createHash('sha256').update(kept).digest('hex').slice(0, 24),
    logoWidth: kind.width,
    logoHeight: kind.height,
  };
}

function pictureOf(address: string): { type: string; bytes: Uint8Array } {
  const [, type = '', text = ''] = /^data:([^;]+);base64,(.*)$/.exec(address) ?? [];
  return { type, bytes: new Uint8Array(Buffer.from(text, 'base64')) };
}
