import { Ban, CircleCheck, CircleDashed, CircleX, FlaskConical, Loader, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isPractice, platformLabel } from '#features/leads/rules.ts';
import { countOf, formatCount } from '#kit/text.ts';
import { SECOND_MS } from '#kit/time.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Progress } from '#ui/charts/progress.tsx';
import { cn } from '#ui/class-names.ts';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import type { LeadRun, RunSource } from '../contract.ts';
import { useCancelRun } from './api.ts';
import { isAtWork, runTotals, stopwatch } from './discovery-options.ts';

type RunPanelProps = { run: LeadRun; canStop: boolean };

/** What a run has read, found and kept, source by source, while it works and after. */
export function RunPanel({ run, canStop }: RunPanelProps) {
  const { found, kept } = runTotals(run);
  const isRunning = isAtWork(run);
  return (
    <section aria-labelledby={`run-${run.id}`}>
      <div className="flex items-baseline justify-between gap-3">
        <h2 id={`run-${run.id}`} className="text-h2">
          {TITLE[run.state]}
        </h2>
        <span className="text-small text-ink-3 tabular-nums">
          {isRunning ? (
            <Elapsed since={run.startedAt} />
          ) : (
            <RelativeTime value={run.finishedAt ?? run.startedAt} />
          )}
        </span>
      </div>
      {/* A live region that is told the sums only, and only when they change. */}
      <p role="status" className="mt-0.5 flex flex-wrap items-baseline gap-x-3 tabular-nums">
        <span>
          <strong className="text-[1.25rem] leading-7">{formatCount(found)}</strong>{' '}
          <span className="text-small text-ink-3">found</span>
        </span>
        <span>
          <strong className="text-[1.25rem] leading-7">{formatCount(kept)}</strong>{' '}
          <span className="text-small text-ink-3">
            {isRunning ? 'kept so far' : `kept of ${run.requested} asked for`}
          </span>
        </span>
      </p>
      <p className="text-small text-ink-2 tabular-nums empty:hidden">{choiceWords(run)}</p>
      <ul className="mt-2 border-t border-line">
        {run.sources.map((source) => (
          <SourceRow key={source.platform} source={source} requested={run.requested} />
        ))}
      </ul>
      <div className="mt-3 flex min-h-7 items-center justify-between gap-3">
        {run.sources.some((source) => isPractice(source.platform)) ? (
          <Badge tone="outline" icon={FlaskConical}>
            Practice network: synthetic people
          </Badge>
        ) : (
          <span />
        )}
        {isRunning && canStop && <StopRun run={run} />}
      </div>
    </section>
  );
}

const TITLE: Record<LeadRun['state'], string> = {
  queued: 'Run in the queue',
  running: 'Run in progress',
  done: 'Last run',
  failed: 'Last run failed',
  cancelled: 'Last run, stopped',
};

function StopRun({ run }: { run: LeadRun }) {
  const cancel = useCancelRun();
  return (
    <Button
      variant="ghost"
      size="row"
      isPending={cancel.isPending}
      pendingLabel="Stopping…"
      onClick={() =>
        cancel.mutate(run.id, {
          onError: tellFailure('The run goes on'),
        })
      }
    >
      Stop run
    </Button>
  );
}

const STATE_ICON: Record<RunSource['state'], { icon: LucideIcon; className: string }> = {
  waiting: { icon: CircleDashed, className: 'text-ink-3' },
  running: { icon: Loader, className: 'animate-turn text-green-ink' },
  done: { icon: CircleCheck, className: 'text-green-ink' },
  failed: { icon: CircleX, className: 'text-red' },
  off: { icon: Ban, className: 'text-ink-3' },
};

function SourceRow({ source, requested }: { source: RunSource; requested: number }) {
  const { icon: Icon, className } = STATE_ICON[source.state];
  const isQuiet = source.state === 'off' || source.state === 'waiting';
  return (
    <li className="border-b border-line last:border-b-0" data-source={source.platform}>
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 py-1 text-body">
        <Icon className={cn('size-4', className)} />
        <span className={cn('w-28 shrink-0', isQuiet ? 'text-ink-2' : 'text-ink')}>
          {platformLabel(source.platform)}
        </span>
        <span
          className={cn(
            'min-w-0 text-small',
            // What is short stands on one line; the share goes under it where both do not fit.
            source.state === 'done' ? 'grow' : 'flex-1',
            source.state === 'failed' ? 'text-red-ink' : 'text-ink-2',
          )}
        >
          {sourceWords(source)}
        </span>
        <span className="ml-auto shrink-0 text-small text-ink-2 tabular-nums">
          {shareWords(source, requested)}
        </span>
      </div>
      {hasBeenRead(source) && (
        <p className="-mt-1 pb-1.5 pl-6 text-small text-ink-3 tabular-nums empty:hidden">
          {[...(source.found > 0 ? [whatBecameOfThem(source)] : []), source.note ?? []].flat().join('. ')}
        </p>
      )}
      {hasBeenRead(source) && (
        <Progress
          label={platformLabel(source.platform)}
          value={percentDone(source, requested)}
          max={100}
          text={sourceWords(source)}
        />
      )}
    </li>
  );
}

function sourceWords(source: RunSource): string {
  switch (source.state) {
    case 'waiting':
      return 'Waiting';
    case 'off':
      return source.note ?? 'Off';
    case 'failed':
      return source.note ?? 'Failed';
    case 'running': {
      const read =
        source.total === null
          ? `${formatCount(source.read)} read`
          : `${formatCount(source.read)} of ${formatCount(source.total)} read`;
      return `${read}, ${formatCount(source.found)} found, ${formatCount(source.kept)} kept`;
    }
    case 'done':
      return `${formatCount(source.found)} found, ${formatCount(source.kept)} kept`;
  }
}

function hasBeenRead({ state }: RunSource): boolean {
  return state === 'running' || state === 'done';
}

/** Of the people found: who was there before, who was scored, whose address or number has been checked. */
function whatBecameOfThem({ found, duplicates, enriched }: RunSource): string {
  const parts = [`${formatCount(duplicates)} already known`, `${formatCount(found - duplicates)} scored`];
  return [...parts, ...(enriched === undefined ? [] : [`${formatCount(enriched)} enriched`])].join(', ');
}

/** Who was kept for want of better ones, and who was not because there were enough. */
function choiceWords({ sources, state }: LeadRun): string {
  const sum = (of: (source: RunSource) => number) => sources.reduce((so, source) => so + of(source), 0);
  const low = sum((source) => source.low ?? 0);
  const left = sum(({ found, duplicates, kept }) => found - duplicates - kept);
  const keptWords =
    low === 0 ? [] : [`${formatCount(low)} of those kept score low: nobody better was found.`];
  const leftWords =
    state === 'done' && left > 0 ? [`${countOf(left, 'person', 'people')} who scored lower left out.`] : [];
  return [...keptWords, ...leftWords].join(' ');
}

/** A source is through when it has been read to its end, or when it has given as many people as were asked for. */
function percentDone({ state, read, total, kept }: RunSource, requested: number): number {
  if (state === 'done') return 100;
  const share = Math.max(kept / requested, total === null || total === 0 ? 0 : read / total);
  return Math.floor(Math.min(1, share) * 100);
}

function shareWords(source: RunSource, requested: number): string {
  if (source.state === 'running') return `${percentDone(source, requested)}%`;
  if (source.state !== 'done' || source.total === null) return '';
  const whole = source.read === source.total ? '' : ` of ${formatCount(source.total)}`;
  return `${formatCount(source.read)}${whole} read`;
}

function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return <span aria-label="Time since the start">{stopwatch(now - Date.parse(since))}</span>;
}

/** Before the first run: what a run does and gives. */
export function NoRunYet({ perRun }: { perRun: number }) {
  return (
    <section aria-labelledby="no-run">
      <h2 id="no-run" className="text-h2">
        No run yet
      </h2>
      <p className="mt-1 max-w-[52ch] text-body text-pretty text-ink-2">
        A run reads public posts on each ticked platform, keeps up to {countOf(perRun, 'person', 'people')}{' '}
        who ask for what you describe, scores them with their own words as reasons, and checks how they can be
        reached.
      </p>
    </section>
  );
}

export function RunSkeleton() {
  return (
    <Loading label="Loading the runs" className="space-y-3">
      <Skeleton className="h-4 w-28" />
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-3 w-full" />
      <Skeleton className="h-3 w-full" />
    </Loading>
  );
}
