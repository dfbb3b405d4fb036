import { z } from 'zod';
import { HOUR_MS, MINUTE_MS } from '#kit/time.ts';
import type { Clock, Context } from '#platform/context.ts';
import type { Transaction } from '#platform/db.ts';
import type { Egress } from '#platform/egress.ts';
import { defineJob } from '#platform/jobs.ts';
import { readPage } from '../rules-preview.ts';
import { commitAndAnnounce } from './commit-and-announce.ts';
import { findPreview, noteLinks, settlePreview } from './preview-store.ts';

const TIMEOUT_MS = 5_000;
const MOST_PAGE_BYTES = 1024 * 1024;
const MOST_IMAGE_BYTES = 2 * 1024 * 1024;
/** Pictures that browsers draw and that hold no script: no SVG. */
const IMAGE_TYPES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif']);

const CACHED_BYTES = 32 * 1024 * 1024;
const MOST_CACHED = 1_000;
const CACHED_MS = HOUR_MS;
/** A picture that could not be fetched is tried again after this. */
const CACHED_MISSING_MS = MINUTE_MS;

export type PreviewImage = { type: string; bytes: Uint8Array };

/**
 * The pictures of previews that were asked for last, so that a page with a thousand readers fetches each of them once.
 * Readers that ask for one at the same moment share one fetch. Each process keeps its own.
 */
export class ImageCache {
  readonly #images = new Map<
    string,
    { image: Promise<PreviewImage | undefined>; bytes: number; until: number }
  >();

  get(
    url: string,
    clock: Clock,
    load: () => Promise<PreviewImage | undefined>,
  ): Promise<PreviewImage | undefined> {
    const now = clock.now().getTime();
    const known = this.#images.get(url);
    if (known && known.until > now) {
      // The least recently used goes first.
      this.#images.delete(url);
      this.#images.set(url, known);
      return known.image;
    }
    const fresh = { image: load(), bytes: 0, until: now + CACHED_MS };
    this.#images.set(url, fresh);
    void fresh.image.then((image) => {
      if (image) fresh.bytes = image.bytes.byteLength;
      else fresh.until = clock.now().getTime() + CACHED_MISSING_MS;
      for (const [oldest] of this.#images) {
        if (!this.#isTooMuch()) break;
        this.#images.delete(oldest);
      }
    });
    return fresh.image;
  }

  #isTooMuch(): boolean {
    const bytes = [...this.#images.values()].reduce((sum, one) => sum + one.bytes, 0);
    return bytes > CACHED_BYTES || this.#images.size > MOST_CACHED;
  }
}

declare module '#platform/context.ts' {
  interface Context {
    /** Reaches the links of posts. They come from anyone, so it trusts no address that the operator allows. */
    readonly linkEgress: Egress;
    readonly imageCache: ImageCache;
  }
}

type LinkContext = Pick<Context, 'linkEgress'>;

/** Reads the page behind a link of a post. */
export const previewJob = defineJob({
  name: 'communities.preview',
  payload: z.object({ previewId: z.uuid() }),
  retryLimit: 1,
  concurrency: 4,
});

/** Queues previews of links that have none yet. */
export async function queuePreviews(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Transaction,
  links: readonly string[],
): Promise<void> {
  for (const previewId of await noteLinks(tx, links)) await jobs.send(previewJob, { previewId }, { tx });
}

/** Reads a link once, here and never in the reader's browser. A page that does not answer gets no preview. */
export async function fetchPreview(ctx: LinkContext & Pick<Context, 'db'>, previewId: string): Promise<void> {
  const { db } = ctx;
  const preview = await findPreview(db, previewId);
  if (preview?.state !== 'waiting') return;
  const found = await readLink(ctx, preview.url).catch(() => undefined);
  await commitAndAnnounce(db, (tx) =>
    settlePreview(tx, previewId, found ? { state: 'ready', ...found } : { state: 'none' }),
  );
}

/** The picture of a preview, fetched here so that its site learns nothing about readers. */
export async function getPreviewImage(
  ctx: LinkContext & Pick<Context, 'db' | 'clock' | 'imageCache'>,
  id: string,
): Promise<PreviewImage | undefined> {
  const { db, clock, imageCache } = ctx;
  const preview = await findPreview(db, id);
  if (preview?.state !== 'ready' || preview.imageUrl === null) return undefined;
  const { imageUrl } = preview;
  return imageCache.get(imageUrl, clock, () => fetchImage(ctx, imageUrl));
}

async function fetchImage({ linkEgress }: LinkContext, url: string): Promise<PreviewImage | undefined> {
  try {
    const { status, headers, bytes } = await linkEgress({
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

async function readLink(ctx: LinkContext, link: string) {
  const answer = await ctx.linkEgress({
    url: link,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MOST_PAGE_BYTES,
    headers: { accept: 'text/html, application/xhtml+xml' },
  });
  const isPage = /^(?:text\/html|application\/xhtml\+xml)\b/i.test(answer.headers['content-type'] ?? '');
  if (answer.status !== 200 || !isPage) return undefined;
  const { oembedUrl, ...page } = readPage(answer.text, answer.url);
  const card = oembedUrl === null ? {} : await readOembed(ctx, oembedUrl).catch(() => ({}));
  const result = { ...page, ...card };
  return result.title === '' ? undefined : result;
}

/** The words of an oEmbed answer. Its HTML is never used: it would run in our readers' pages. */
async function readOembed(
  { linkEgress }: LinkContext,
  url: string,
): Promise<{ title?: string; siteName?: string; imageUrl?: string }> {
  const { status, text } = await linkEgress({
    url,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MOST_PAGE_BYTES,
    headers: { accept: 'application/json' },
  });
  const parsed: unknown = status === 200 ? JSON.parse(text) : undefined;
  return readCard(parsed, url);
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
