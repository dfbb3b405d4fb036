import { type Database, inTransaction } from '#platform/db.ts';
import type { Egress } from '#platform/egress.ts';
import { announce } from '#platform/live.ts';
import { readPage } from '../rules-preview.ts';
import { findPreview, settlePreview } from './preview-store.ts';

type Dependencies = { db: Database; egress: Egress };

const TIMEOUT_MS = 5_000;
const MOST_PAGE_BYTES = 1024 * 1024;
const MOST_IMAGE_BYTES = 2 * 1024 * 1024;
/** Pictures that browsers draw and that hold no script: SVG is left out. */
const IMAGE_TYPES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif']);

export type PreviewImage = { type: string; bytes: Uint8Array };

/** What stands behind links: title, words and picture, read once by this server and never by the reader's browser. */
export function createPreviews({ db, egress }: Dependencies) {
  return {
    /** Looks behind a link. A page that does not answer gets no preview; that is not tried again. */
    async fetchPreview(previewId: string): Promise<void> {
      const preview = await findPreview(db, previewId);
      if (preview?.state !== 'waiting') return;
      const found = await readLink(preview.url).catch(() => undefined);
      await inTransaction(db, async (tx) => {
        await settlePreview(tx, previewId, found ? { state: 'ready', ...found } : { state: 'none' });
        await announce(tx, ['communities']);
      });
    },

    /** The picture of a preview, fetched here so that its site learns nothing about readers. */
    async getPreviewImage(id: string): Promise<PreviewImage | undefined> {
      const preview = await findPreview(db, id);
      if (preview?.state !== 'ready' || preview.imageUrl === null) return undefined;
      try {
        const { status, headers, bytes } = await egress({
          url: preview.imageUrl,
          timeoutMs: TIMEOUT_MS,
          maxBytes: MOST_IMAGE_BYTES,
          headers: { accept: 'image/*' },
        });
        const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
        return status === 200 && IMAGE_TYPES.has(type) ? { type, bytes } : undefined;
      } catch {
        return undefined;
      }
    },
  };

  async function readLink(link: string) {
    const answer = await egress({
      url: link,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MOST_PAGE_BYTES,
      headers: { accept: 'text/html, application/xhtml+xml' },
    });
    const isPage = /^(?:text\/html|application\/xhtml\+xml)\b/i.test(answer.headers['content-type'] ?? '');
    if (answer.status !== 200 || !isPage) return undefined;
    const { oembedUrl, ...page } = readPage(answer.text, answer.url);
    const card = oembedUrl === null ? {} : await readOembed(oembedUrl).catch(() => ({}));
    const result = { ...page, ...card };
    return result.title === '' ? undefined : result;
  }

  /** The words of an oEmbed answer. Its HTML is never used: it would run in our readers' pages. */
  async function readOembed(url: string): Promise<{ title?: string; siteName?: string; imageUrl?: string }> {
    const { status, text } = await egress({
      url,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MOST_PAGE_BYTES,
      headers: { accept: 'application/json' },
    });
    const parsed: unknown = status === 200 ? JSON.parse(text) : undefined;
    return readCard(parsed, url);
  }
}

function readCard(answer: unknown, base: string): { title?: string; siteName?: string; imageUrl?: string } {
  if (typeof answer !== 'object' || answer === null) return {};
  const text = (key: string): string | undefined => {
    const value: unknown = Reflect.get(answer, key);
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 300) : undefined;
  };
  const [title, siteName, thumbnail] = [text('title'), text('provider_name'), text('thumbnail_url')];
  const image =
    thumbnail !== undefined && URL.canParse(thumbnail, base) ? new URL(thumbnail, base).href : undefined;
  return {
    ...(title === undefined ? {} : { title }),
    ...(siteName === undefined ? {} : { siteName }),
    ...(image === undefined ? {} : { imageUrl: image }),
  };
}
