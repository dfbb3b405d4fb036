import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { mediaKindOf, mediaRefusal } from '#features/uploads/rules-media.ts';
import { withoutMetadata } from '#features/uploads/rules-picture-metadata.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import { announce } from '#platform/live.ts';
import type { PageLook, VersionedLook } from '../contract-look.ts';
import { FONT_FILES, NO_LOOK } from '../rules-look.ts';
import { findLook, type LookRow, putLook } from './look-store.ts';

const SHOWN_TO_ALL = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'public, max-age=31536000, immutable',
};

const LOGO_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);

/** The look that all landing pages share. */
export function createLook(db: Database) {
  return {
    async getLook(): Promise<VersionedLook> {
      const row = await findLook(db);
      return row ? viewOf(row) : { ...NO_LOOK, version: 0 };
    },

    /** Published pages carry it at once. */
    changeLook({ version, ...look }: VersionedLook): Promise<VersionedLook> {
      const row = { ...look, ...logoColumns(look.logo) };
      return inTransaction(db, async (tx) => {
        if (!(await putLook(tx, row, version))) {
          throw new AppError('conflict', 'Someone else changed the page look. Load it again.');
        }
        await announce(tx, ['content']);
        return viewOf({ ...row, version: version + 1 });
      });
    },

    async showLogo(key: string): Promise<RawAnswer> {
      const row = await findLook(db);
      if (!row?.logo || row.logoKey !== key) throw new AppError('not_found', 'This logo does not exist.');
      const { type, bytes } = pictureOf(row.logo);
      return { status: 200, headers: { ...SHOWN_TO_ALL, 'content-type': type }, body: bytes };
    },

    async showFont(name: string): Promise<RawAnswer> {
      const file = FONT_FILES.find((one) => one.name === name);
      if (!file) throw new AppError('not_found', 'This font does not exist.');
      const bytes = await readFile(fontFile(file.font, file.subset));
      return { status: 200, headers: { ...SHOWN_TO_ALL, 'content-type': 'font/woff2' }, body: bytes };
    },
  };
}

/** Where the package of each font lies. */
const FONT_PACKAGES = {
  inter: import.meta.resolve('@fontsource-variable/inter/package.json'),
  lora: import.meta.resolve('@fontsource-variable/lora/package.json'),
  nunito: import.meta.resolve('@fontsource-variable/nunito/package.json'),
};

function fontFile(font: keyof typeof FONT_PACKAGES, subset: string): URL {
  return new URL(`files/${font}-${subset}-wght-normal.woff2`, FONT_PACKAGES[font]);
}

function viewOf({ logo, color, font, version }: Omit<LookRow, 'id'>): VersionedLook {
  return { logo, color, font, version };
}

type LogoColumns = Pick<LookRow, 'logo' | 'logoKey' | 'logoWidth' | 'logoHeight'>;

/** By what the picture is inside, without what cameras and programs write into it. */
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
