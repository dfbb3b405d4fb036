import { HOUR_MS, MINUTE_MS } from '#kit/time.ts';
import { type Database, inTransaction } from '#platform/db.ts';
import type { Egress } from '#platform/egress.ts';
import { announce } from '#platform/live.ts';
import { readPage } from '../rules-preview.ts';
import { findPreview, settlePreview } from './preview-store.ts';

type Dependencies = { db: Database; egress: Egress; now: () => Date };

const TIMEOUT_MS = 5_000;
const MOST_PAGE_BYTES = 1024 * 1024;
const MOST_IMAGE_BYTES = 2 * 1024 * 1024;
/** Pictures that browsers draw and that hold no script: SVG is left out. */
const IMAGE_TYPES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif']);

export type PreviewImage = { type: string; bytes: Uint8Array };

/** Pictures kept in memory, so that a page with a thousand readers fetches each of them once. */
const KEPT_BYTES = 32 * 1024 * 1024;
const MOST_KEPT = 1_000;
const KEPT_MS = HOUR_MS;
/** A picture that did not come is asked for again after this. */
const KEPT_MISSING_MS = MINUTE_MS;

/** What stands behind links: title, words and picture, read once by this server and never by the reader's browser. */
export function createPreviews({ db, egress, now }: Dependencies) {
  const kept = createKept(now);

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
      const { imageUrl } = preview;
      return kept.get(imageUrl, () => fetchImage(imageUrl));
    },
  };

  async function fetchImage(url: string): Promise<PreviewImage | undefined> {
    try {
      const { status, headers, bytes } = await egress({
        url,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MOST_IMAGE_BYTES,
        headers: { accept: 'image/*' },
      });
      const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
      return status === 200 && IMAGE_TYPES.has(type) ? { type, bytes } : undefined;
    } catch {
      return undefined;
    }
  }

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

/** The pictures asked for last; those that ask for one at the same moment share one fetch. */
function createKept(now: () => Date) {
  type Kept = { image: Promise<PreviewImage | undefined>; bytes: number; until: number };
  const pictures = new Map<string, Kept>();
  const isTooMuch = (): boolean =>
    [...pictures.values()].reduce((sum, { bytes }) => sum + bytes, 0) > KEPT_BYTES;
  return {
    get(url: string, fetchImage: () => Promise<PreviewImage | undefined>): Promise<PreviewImage | undefined> {
      const known = pictures.get(url);
      if (known && known.until > now().getTime()) {
        // The one asked for last goes last.
        pictures.delete(url);
        pictures.set(url, known);
        return known.image;
      }
      const fresh: Kept = { image: fetchImage(), bytes: 0, until: now().getTime() + KEPT_MS };
      pictures.set(url, fresh);
      void fresh.image.then((image) => {
        if (image) fresh.bytes = image.bytes.byteLength;
        else fresh.until = now().getTime() + KEPT_MISSING_MS;
        for (const [oldest] of pictures) {
          if (!isTooMuch() && pictures.size <= MOST_KEPT) break;
          pictures.delete(oldest);
        }
      });
      return fresh.image;
    },
  };
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
