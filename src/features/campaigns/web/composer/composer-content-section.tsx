import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ContentAsset } from '#features/content/contract.ts';
import { assetChoiceQuery } from '#features/content/web/api.ts';
import { StatusBadge } from '#features/content/web/status-badge.tsx';
import { workspaceQuery } from '#features/settings/web/api.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { ErrorLine } from '#ui/error-line.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useSettled } from '#ui/use-settled.ts';

type ComposerContentSectionProps = {
  /** Those that are chosen, as far as they still exist. */
  assets: readonly ContentAsset[];
  chosen: readonly string[];
  /** With the asset itself, where one was added. */
  onChange: (chosen: string[], added?: ContentAsset) => void;
};

const SEARCH_AFTER_MS = 200;

/** What of the library the engine may quote: what is chosen on top, then what a search finds. */
export function ComposerContentSection({ assets, chosen, onChange }: ComposerContentSectionProps) {
  const id = useId();
  const [words, setWords] = useState('');
  const [asked, setWhich] = useState<'all' | 'approved'>('all');
  const isApprovedOnly = useQuery(workspaceQuery()).data?.approvedContentOnly === true;
  const which = isApprovedOnly ? 'approved' : asked;
  const q = useSettled(words.trim(), SEARCH_AFTER_MS);
  const found = useQuery(
    assetChoiceQuery({ ...(q === '' ? {} : { q }), ...(which === 'approved' ? { status: which } : {}) }),
  );
  const shown = assets.filter((asset) => chosen.includes(asset.id));
  const others = (found.data ?? []).filter((asset) => !chosen.includes(asset.id));
  const isUnfiltered = q === '' && which === 'all';
  const unapproved = shown.filter(({ status }) => status !== 'approved').length;
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
      {isUnfiltered && found.data?.length === 0 && shown.length === 0 ? (
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
          <div className="mt-2 space-y-2">
            <SearchInput label="Search content assets" value={words} onChange={setWords} />
            {isApprovedOnly ? (
              <p className="text-small text-pretty text-ink-2">
                This workspace takes approved assets only. The others wait in the{' '}
                <a href="/content" target="_blank" rel="noreferrer" className="link">
                  library
                </a>
                .
              </p>
            ) : (
              <SegmentedControl
                label="Which assets"
                value={which}
                onValueChange={setWhich}
                segments={[
                  { value: 'all', label: 'All' },
                  { value: 'approved', label: 'Approved' },
                ]}
              />
            )}
          </div>
          {unapproved > 0 && (
            <p className="mt-2 text-small text-pretty text-amber-ink">
              {unapproved} of the chosen {unapproved === 1 ? 'is' : 'are'} not approved:{' '}
              {isApprovedOnly ? 'it cannot be launched with that.' : 'the text can still change.'}
            </p>
          )}
          <ul className="relative mt-1 max-h-56 overflow-y-auto">
            {[...shown, ...others].map((asset) => (
              <li key={asset.id} className="flex items-center gap-2">
                <Checkbox
                  className="min-w-0 flex-1 py-1"
                  checked={chosen.includes(asset.id)}
                  onChange={() =>
                    chosen.includes(asset.id)
                      ? onChange(chosen.filter((one) => one !== asset.id))
                      : onChange([...chosen, asset.id], asset)
                  }
                  label={<span className="text-body text-ink">{asset.name}</span>}
                  hint={asset.type.replaceAll('_', ' ')}
                />
                {asset.status !== 'draft' && <StatusBadge status={asset.status} />}
              </li>
            ))}
          </ul>
          {found.isPending && <Skeleton className="mt-1 h-16 w-full" />}
          {found.isError && (
            <ErrorLine query={found} text="The library could not be searched." className="mt-2" />
          )}
          {found.data && others.length === 0 && !isUnfiltered && (
            <p className="mt-1 text-small text-ink-3">No other asset fits this search.</p>
          )}
        </>
      )}
    </section>
  );
}
