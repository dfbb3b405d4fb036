import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import type { FailedQuery } from './error-state.tsx';

/** Says in one line what could not be loaded, where a part of something is missing and the rest stands. */
export function ErrorLine({
  query,
  text,
  className,
}: {
  query: FailedQuery;
  text: string;
  className?: string;
}) {
  return (
    <p role="alert" className={cn('flex flex-wrap items-center gap-2 text-small text-ink-2', className)}>
      {text}
      <Button
        size="row"
        isPending={query.isFetching}
        pendingLabel="Trying…"
        onClick={() => void query.refetch()}
      >
        Try again
      </Button>
    </p>
  );
}
