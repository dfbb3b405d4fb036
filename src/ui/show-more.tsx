import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Page } from '#kit/endpoint.ts';
import { formatCount } from '#kit/text.ts';
import { Button } from './button.tsx';
import { pagedSource } from './calls/paged-source.ts';

type ShowMoreProps = { query: UseInfiniteQueryResult<InfiniteData<Page<unknown>>>; className?: string };

/** Under a list: its next page, where there is one. */
export function ShowMore({ query, className = 'mt-2 -ml-2' }: ShowMoreProps) {
  const { rows, total, hasMore, isLoadingMore } = pagedSource(query);
  if (!hasMore) return null;
  const loadMore = async (): Promise<void> => {
    // What is loading for news comes to its end first; a press is not lost for it.
    if (query.isFetching) await query.refetch({ cancelRefetch: false });
    await query.fetchNextPage({ cancelRefetch: false });
  };
  return (
    <Button
      variant="ghost"
      size="row"
      className={className}
      isPending={isLoadingMore}
      pendingLabel="Loading…"
      onClick={() => void loadMore()}
    >
      {total === null ? 'Show more' : `Show more, ${formatCount(total - rows.length)} left`}
    </Button>
  );
}
