import { Film, ImagePlus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Input } from '#ui/input.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { type AssetMedia, type ContentAsset, LIMITS } from '../contract.ts';
import { useChangeMedia, useRemoveMedia, useRestoreMedia } from './api.ts';

// The upload widget is large and seldom needed.
const MediaDialog = lazy(() => import('./media-dialog.tsx'));

const fail = tellFailure('Error');

/** The pictures and videos of an asset: what they show, and more of them. */
export function MediaSection({ asset }: { asset: ContentAsset }) {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <section aria-labelledby="asset-media" className="border-t border-line pt-4">
      <h3 id="asset-media" className="text-h2">
        Pictures
      </h3>
      {asset.media.length === 0 && (
        <p className="mt-1 text-small text-ink-3">
          None yet. Add a picture or a video, and the preview shows it.
        </p>
      )}
      {asset.media.length > 0 && (
        <ul aria-label="Pictures and videos" className="mt-2 divide-y divide-line">
          {asset.media.map((media) => (
            <MediaRow key={media.id} media={media} />
          ))}
        </ul>
      )}
      <Button
        className="mt-2"
        icon={ImagePlus}
        disabled={asset.media.length >= LIMITS.media}
        onClick={() => setIsAdding(true)}
      >
        Add pictures
      </Button>
      {asset.media.length >= LIMITS.media && (
        <p className="mt-1 text-small text-ink-3">At most {LIMITS.media}: remove one to add another.</p>
      )}
      {isAdding && (
        <Suspense>
          <MediaDialog asset={asset} onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
    </section>
  );
}

function MediaRow({ media }: { media: AssetMedia }) {
  const change = useChangeMedia();
  const remove = useRemoveMedia();
  const restore = useRestoreMedia();
  const [alt, setAlt] = useState(media.alt);
  return (
    <li className="flex items-end gap-3 py-3">
      {media.type.startsWith('image/') ? (
        <img
          src={media.url}
          alt=""
          className="size-16 shrink-0 rounded-control border border-line object-cover"
        />
      ) : (
        <span className="flex size-16 shrink-0 items-center justify-center rounded-control bg-sunk text-ink-3">
          <Film className="size-5" />
        </span>
      )}
      <Field label={media.name} note="what it shows" className="min-w-0 flex-1">
        {(control) => (
          <Input
            {...control}
            value={alt}
            maxLength={LIMITS.alt}
            placeholder="Read out to those who do not see it"
            onChange={(event) => setAlt(event.target.value)}
            onBlur={() => {
              if (alt.trim() !== media.alt) change.mutate({ id: media.id, alt }, { onError: fail });
            }}
          />
        )}
      </Field>
      <IconButton
        icon={Trash2}
        label={`Remove ${media.name}`}
        onClick={() =>
          doWithUndo({
            deed: remove.mutateAsync(media.id),
            done: { title: 'Picture removed', description: media.name },
            onFailure: fail,
            undo: () => restore.mutateAsync(media.id),
            onUndoFailure: fail,
          })
        }
      />
    </li>
  );
}
