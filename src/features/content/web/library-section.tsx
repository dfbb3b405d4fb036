import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { pagedSource } from '#ui/calls/paged-source.ts';
import { cn } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Select } from '#ui/select.tsx';
import { ShowMore } from '#ui/show-more.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { useSettled } from '#ui/use-settled.ts';
import { assetsQuery, chosenAssetsQuery, useRole } from './api.ts';
import { AssetCard } from './asset-card.tsx';
import { AssetDrawer } from './asset-drawer.tsx';
import type { ContentSearch } from './content-search.ts';
import { LIBRARY_FILTERS, TYPE_OPTIONS } from './words.ts';

type LibrarySectionProps = {
  search: ContentSearch;
  onSearch: (change: ContentSearch, replace?: boolean) => void;
  onCreate: () => void;
  renderUses: (assetId: string) => ReactNode;
};

/** Somebody who types has paused. */
const TYPING_PAUSE_MS = 150;

/** Every text that was kept, to be found, read, reviewed and used. */
export function LibrarySection({ search, onSearch, onCreate, renderUses }: LibrarySectionProps) {
  const { canChange } = useRole();
  const { category, type, status, tag } = search;
  const q = useSettled(search.q?.trim() || undefined, TYPING_PAUSE_MS);
  const assets = useInfiniteQuery(assetsQuery({ category, type, status, tag, q }));
  const { rows, total } = pagedSource(assets);
  const isNarrowed = Boolean(category ?? type ?? status ?? tag ?? q);
  const listed = rows.find(({ id }) => id === search.asset);
  // A link leads to assets that no page shows yet, and to those that a filter hides.
  const linked = useQuery(
    chosenAssetsQuery(search.asset === undefined || listed || assets.isPending ? [] : [search.asset]),
  );
  const open = listed ?? linked.data?.find(({ id }) => id === search.asset);
  const index = listed ? rows.indexOf(listed) : -1;
  const step = (by: number) => {
    const next = index < 0 ? undefined : rows[index + by];
    return next && (() => onSearch({ asset: next.id }, true));
  };
  return (
    <div className="flex min-h-0 flex-1">
      <div className="@container min-w-0 flex-1 px-4 py-4 sm:px-8 lg:overflow-y-auto">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <div role="group" aria-label="Category" className="flex flex-wrap gap-1.5">
            {LIBRARY_FILTERS.map((filter) => {
              const isChosen = filter.value === (category ?? null);
              return (
                <button
                  key={filter.label}
                  type="button"
                  aria-pressed={isChosen}
                  onClick={() => onSearch({ category: filter.value ?? undefined })}
                  className={cn(
                    'inline-flex h-7 items-center rounded-badge border px-2.5 text-small font-medium transition-colors duration-80 pointer-coarse:h-11',
                    isChosen
                      ? 'border-green bg-green-t text-green-ink'
                      : 'border-line-2 bg-surface text-ink-2 hover:text-ink',
                  )}
                >
                  {filter.label}
                </button>
              );
            })}
          </div>
          <Select
            aria-label="Type"
            look="filter"
            prefix="Type"
            value={type ?? 'all'}
            onValueChange={(next) => onSearch({ type: next === 'all' ? undefined : next })}
            options={[{ value: 'all', label: 'all' }, ...TYPE_OPTIONS]}
          />
          <Select
            aria-label="Status"
            look="filter"
            prefix="Status"
            value={status ?? 'all'}
            onValueChange={(next) => onSearch({ status: next === 'all' ? undefined : next })}
            options={[
              { value: 'all', label: 'all' },
              { value: 'draft', label: 'Draft' },
              { value: 'in_review', label: 'In review' },
              { value: 'approved', label: 'Approved' },
            ]}
          />
          {tag !== undefined && (
            <Button size="row" onClick={() => onSearch({ tag: undefined })}>
              Tag: {tag} ×
            </Button>
          )}
          <SearchInput
            label="Search content"
            value={search.q ?? ''}
            onChange={(next) => onSearch({ q: next === '' ? undefined : next }, true)}
            className="w-56 max-sm:w-full"
          />
          <span className="ml-auto text-small text-ink-3 tabular-nums" aria-live="polite" aria-atomic="true">
            {total === null ? '' : countOf(total, 'asset')}
          </span>
        </div>
        {assets.isPending ? (
          <Loading label="Loading the library" className={cn(GRID, 'mt-4')}>
            {[0, 1, 2, 3].map((card) => (
              <Skeleton key={card} className="h-44 w-full" />
            ))}
          </Loading>
        ) : assets.isError ? (
          <ErrorState title="The library could not be loaded" query={assets} />
        ) : rows.length === 0 && isNarrowed ? (
          <EmptyState
            title="No asset matches"
            text="Choose All, or search for other words."
            action={
              <Button
                onClick={() =>
                  onSearch({
                    category: undefined,
                    type: undefined,
                    status: undefined,
                    tag: undefined,
                    q: undefined,
                  })
                }
              >
                Show all assets
              </Button>
            }
          />
        ) : rows.length === 0 ? (
          <EmptyState
            title="No Content Yet"
            text="Texts that you save in Create New are kept here, for campaigns to use."
            action={
              canChange && (
                <Button variant="primary" icon={Plus} onClick={onCreate}>
                  Create New
                </Button>
              )
            }
          />
        ) : (
          <ul className={cn(GRID, 'mt-4')}>
            {rows.map((asset) => (
              <AssetCard
                key={asset.id}
                asset={asset}
                isOpen={asset.id === search.asset}
                onOpen={() => onSearch({ asset: asset.id })}
              />
            ))}
          </ul>
        )}
        <ShowMore query={assets} className="mx-auto mt-6 flex" />
      </div>
      {open && (
        <AssetDrawer
          key={open.id}
          asset={open}
          position={total === null || index < 0 ? undefined : `${index + 1} of ${total}`}
          onPrevious={step(-1)}
          onNext={step(1)}
          onClose={() => onSearch({ asset: undefined })}
          onTag={(next) => onSearch({ tag: next })}
          onOpenAsset={(id) => onSearch({ asset: id })}
          uses={renderUses(open.id)}
        />
      )}
    </div>
  );
}

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-4';
