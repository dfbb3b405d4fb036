import { useQuery } from '@tanstack/react-query';
import type { Usage } from '#features/analytics/contract.ts';
import { usageQuery } from '#features/analytics/web/api.ts';
import { formatCount } from '#kit/text.ts';
import { cn } from '#ui/class-names.ts';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { lastActiveWord, usageHint } from './usage-words.ts';

/** What this month has seen, counted. */
export function UsageCard({ className }: { className?: string }) {
  const usage = useQuery(usageQuery());
  return (
    <section aria-labelledby="usage" className={cn('border-t border-line-2 px-2 pt-3', className)}>
      {/* No heading: it stands before that of the page. */}
      <p id="usage" className="text-small font-semibold">
        Usage This Month
      </p>
      {usage.data ? (
        <Figures usage={usage.data} />
      ) : usage.isError ? (
        <p className="mt-1.5 text-small text-ink-3">
          Could not be counted.{' '}
          <button type="button" className="link" onClick={() => void usage.refetch()}>
            Try again
          </button>
        </p>
      ) : (
        <Loading label="Counting" className="mt-2.5 space-y-2">
          <Skeleton className="h-3" />
          <Skeleton className="h-3" />
          <Skeleton className="h-3" />
        </Loading>
      )}
    </section>
  );
}

function Figures({ usage }: { usage: Usage }) {
  const { campaigns, leadsDiscovered } = usage;
  const hint = usageHint(usage);
  return (
    <>
      <ul className="mt-1.5 space-y-1 text-small text-ink-2">
        <Figure count={campaigns} noun={campaigns === 1 ? 'campaign' : 'campaigns'} />
        <Figure
          count={leadsDiscovered}
          noun={leadsDiscovered === 1 ? 'lead discovered' : 'leads discovered'}
        />
        <li className="flex justify-between gap-2">
          <span>
            Last active<span className="sr-only">:</span>
          </span>{' '}
          <b className="font-medium text-ink">{lastActiveWord(usage, new Date())}</b>
        </li>
      </ul>
      {hint !== null && <p className="mt-2 text-small text-pretty text-ink-3">{hint}</p>}
    </>
  );
}

/** Reads "3 campaigns"; the figure stands at the end of the line, under the others. */
function Figure({ count, noun }: { count: number; noun: string }) {
  return (
    <li className="flex flex-row-reverse justify-between gap-2">
      <b className="font-medium text-ink tabular-nums">{count === 0 ? '–' : formatCount(count)}</b>{' '}
      <span className="first-letter:uppercase">{noun}</span>
    </li>
  );
}
