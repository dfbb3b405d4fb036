import { cn } from '#ui/class-names.ts';
import type { AssetMedia } from '../contract.ts';

type MediaViewProps = { media: readonly AssetMedia[]; className?: string };

/** The pictures and videos of an asset, each in its own proportions, so that nothing moves when they arrive. */
export function MediaView({ media, className }: MediaViewProps) {
  if (media.length === 0) return null;
  return (
    <div className={cn('space-y-3', className)}>
      {media.map((one) => (
        <MediaItem key={one.id} media={one} />
      ))}
    </div>
  );
}

function MediaItem({ media: { type, url, alt, name, width, height } }: { media: AssetMedia }) {
  if (type.startsWith('video/')) {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- what people upload brings no captions of its own
      <video
        controls
        preload="metadata"
        src={url}
        aria-label={alt || name}
        className="aspect-video w-full rounded-control bg-sunk"
      />
    );
  }
  return (
    <img
      src={url}
      alt={alt || name}
      width={width}
      height={height}
      loading="lazy"
      className="h-auto max-h-96 w-auto max-w-full rounded-control border border-line"
    />
  );
}
