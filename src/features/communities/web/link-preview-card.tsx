import type { LinkPreview } from '../contract-posts.ts';

/** What stands behind a link. The picture comes from this server, never from the other site. */
export function LinkPreviewCard({ preview }: { preview: LinkPreview }) {
  return (
    <a
      href={preview.url}
      target="_blank"
      rel="noreferrer nofollow ugc"
      className="mt-2 flex max-w-lg overflow-hidden rounded-panel border border-line-2 bg-surface transition-colors duration-80 hover:bg-sunk"
    >
      {preview.imageUrl !== null && (
        <img
          src={preview.imageUrl}
          alt=""
          loading="lazy"
          className="w-28 shrink-0 object-cover max-sm:w-20"
        />
      )}
      <span className="min-w-0 px-3 py-2">
        <span className="block font-semibold wrap-anywhere">{preview.title}</span>
        {preview.description !== '' && (
          <span className="mt-0.5 line-clamp-2 block text-small text-ink-2 wrap-anywhere">
            {preview.description}
          </span>
        )}
        <span className="mt-0.5 block text-small text-ink-3">{preview.siteName}</span>
      </span>
    </a>
  );
}
