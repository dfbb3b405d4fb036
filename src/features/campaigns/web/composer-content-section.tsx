import { useId } from 'react';
import type { ContentAsset } from '#features/content/contract.ts';
import { Checkbox } from '#ui/checkbox.tsx';

type ComposerContentSectionProps = {
  assets: readonly ContentAsset[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** What of the library the engine may quote. */
export function ComposerContentSection({ assets, chosen, onChange }: ComposerContentSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="px-5 py-4">
      <div className="flex items-baseline justify-between gap-3">
        <h3 id={id} className="text-h2">
          Content assets
        </h3>
        <span className="text-small text-ink-3 tabular-nums">
          {chosen.length > 0 ? `${chosen.length} chosen` : 'optional'}
        </span>
      </div>
      {assets.length === 0 ? (
        <p className="mt-2 text-small text-pretty text-ink-3">
          The library is empty.{' '}
          <a href="/content-generation" target="_blank" rel="noreferrer" className="link">
            Write content
          </a>{' '}
          and the engine quotes it here.
        </p>
      ) : (
        <>
          <p className="mt-0.5 text-small text-ink-3">The engine quotes the first that fits a channel.</p>
          <ul className="relative mt-1 max-h-56 overflow-y-auto">
            {assets.map((asset) => (
              <li key={asset.id}>
                <Checkbox
                  className="w-full py-1"
                  checked={chosen.includes(asset.id)}
                  onChange={() =>
                    onChange(
                      chosen.includes(asset.id)
                        ? chosen.filter((one) => one !== asset.id)
                        : [...chosen, asset.id],
                    )
                  }
                  label={<span className="text-body text-ink">{asset.name}</span>}
                  hint={asset.type.replaceAll('_', ' ')}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
