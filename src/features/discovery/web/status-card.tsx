import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, ChevronRight, CircleCheck, Minus, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { listProviders } from '#features/settings/contract.ts';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { queryOf } from '#ui/calls/call-api.ts';
import { cn } from '#ui/class-names.ts';
import { errorText } from '#ui/error-words.ts';
import { KeptPlace } from '#ui/kept/kept-place.tsx';
import { useKeptOpen } from '#ui/kept/use-kept-open.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { isOperational } from '../rules.ts';
import { sourcesQuery, systemStatusQuery } from './api.ts';
import { statusParts } from './status-parts.ts';

/** What discovery stands on: what is on, and what is missing with what would turn it on. */
export function StatusCard() {
  const areAllHere = [useQuery(systemStatusQuery()), useQuery(sourcesQuery())].every(
    (query) => !query.isPending,
  );
  return (
    <KeptPlace name="leads-status" isLoading={!areAllHere} guess="min-h-9.5" className="grid grid-cols-1">
      <Status />
    </KeptPlace>
  );
}

function Status() {
  const status = useQuery(systemStatusQuery());
  const sources = useQuery(sourcesQuery());
  const providers = useQuery(queryOf(listProviders, {}, { topics: ['settings'] }));
  if (status.isPending || sources.isPending) return <Skeleton className="h-full w-full" />;
  if (status.isError) {
    return (
      <Frame state="unknown" title="System status not known">
        <li className="text-ink-2">{errorText(status.error)}</li>
        <li>
          <Button size="row" onClick={() => void status.refetch()} isPending={status.isFetching}>
            Try again
          </Button>
        </li>
      </Frame>
    );
  }
  const isAll = isOperational(status.data);
  const { on, missing } = statusParts(status.data, sources.data ?? [], providers.data ?? []);
  return (
    <Frame
      state={isAll ? 'on' : 'partly'}
      title={isAll ? 'Operational' : 'Partly operational'}
      missing={missing.map(({ name, need }) => (
        <li key={name} className="inline-flex items-baseline gap-1.5 text-ink-2">
          <Minus className="size-3.5 self-center text-amber" />
          <span>
            {name}: <Need text={need} />
          </span>
        </li>
      ))}
    >
      {on.map(({ name, health, isFailing }) => (
        <li
          key={name}
          className={cn(
            'inline-flex items-baseline gap-1.5 text-ink-2',
            // One line where it is narrow; what fails is always told.
            !isFailing && '@max-2xl:group-data-closed/status:hidden',
          )}
        >
          {isFailing ? (
            <TriangleAlert className="size-3.5 self-center text-amber" />
          ) : (
            <Check className="size-3.5 self-center text-green-ink" />
          )}
          <span className="sr-only">{isFailing ? 'Failing: ' : 'Works: '}</span>
          <span>
            {name}
            {health !== null && <span className="text-ink-3">: {health}</span>}
          </span>
        </li>
      ))}
    </Frame>
  );
}

type FrameProps = {
  state: 'on' | 'partly' | 'unknown';
  title: string;
  /** What would turn on what is off; behind a button. */
  missing?: readonly ReactNode[];
  children: ReactNode;
};

function Frame({ state, title, missing = [], children }: FrameProps) {
  const id = useId();
  const { isOpen, keepOpen } = useKeptOpen('leads-status', () => false);
  return (
    <section
      aria-label="System status"
      data-closed={isOpen ? undefined : ''}
      className="group/status rounded-panel border border-line-2 px-3 py-1 text-small"
    >
      <ul className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <li className="inline-flex items-center gap-2">
          {state === 'on' ? (
            <CircleCheck className="size-4 text-green-ink" />
          ) : (
            <TriangleAlert className="size-4 text-amber" />
          )}
          <strong className="text-body font-semibold">{title}</strong>
        </li>
        <li className="ml-auto inline-flex min-h-7 items-center gap-x-5 @2xl:order-last">
          {missing.length > 0 && (
            <Button
              variant="ghost"
              size="row"
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => keepOpen(!isOpen)}
              className="-mx-2"
            >
              <ChevronRight className={cn('size-3.5 transition-transform', isOpen && 'rotate-90')} />
              {countOf(missing.length, 'setting')} missing
            </Button>
          )}
          <Link
            to="/settings"
            className={cn(
              'link finger-wide',
              missing.length > 0 && '@max-2xl:group-data-closed/status:hidden',
            )}
          >
            Settings
          </Link>
        </li>
        {children}
      </ul>
      {isOpen && missing.length > 0 && (
        <ul id={id} className="flex flex-wrap gap-x-5 gap-y-1 pt-0.5 pb-1.5">
          {missing}
        </ul>
      )}
    </section>
  );
}

/** Names of settings stand in monospace wherever they are mentioned. */
function Need({ text }: { text: string }) {
  return text.split(/(\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b)/).map((part, index) =>
    index % 2 === 1 ? (
      <code key={part} className="font-mono">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
