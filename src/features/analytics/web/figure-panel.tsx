import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { channelName } from '#features/campaigns/rules.ts';
import { amountText } from '#kit/money.ts';
import { countOf } from '#kit/text.ts';
import { pagedSource } from '#ui/calls/paged-source.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { ShowMore } from '#ui/show-more.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import type { CampaignPerformance } from '../contract.ts';
import type { FigureRow } from '../contract-funnel.ts';
import { type RowsOf, rowsQuery } from './analytics-api.ts';
import { runLine } from './dashboard-words.ts';
import type { OpenFigure } from './figure.ts';

const WHICH_PERIOD = [
  { value: 'now', label: 'This period' },
  { value: 'before', label: 'The period before' },
] as const;

type FigurePanelProps = { figure: OpenFigure; timeZone: string | undefined; onClose: () => void };

/** What stands behind a figure: its formula, its numbers, how certain it is, and the rows one by one. */
export function FigurePanel({ figure, timeZone, onClose }: FigurePanelProps) {
  const [chosen, setChosen] = useState(0);
  const [isBefore, setIsBefore] = useState(false);
  const side = isBefore && figure.before ? figure.before : figure;
  const rows = side.rows[chosen] ?? side.rows[0];
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={figure.title}>
      <div className="border-b border-line px-5 py-4">
        <p className="text-small text-ink-3">{figure.about}</p>
        <h3 className="mt-4 text-small font-medium text-ink-2">How it is counted</h3>
        <p className="mt-0.5 text-body text-pretty">{figure.formula}</p>
        {figure.before && (
          <SegmentedControl
            isWide
            label="Which period"
            value={isBefore ? 'before' : 'now'}
            onValueChange={(value) => setIsBefore(value === 'before')}
            segments={WHICH_PERIOD}
            className="mt-3"
          />
        )}
        <p className="mt-2 text-body font-medium tabular-nums">{side.reckoning}</p>
        {side.certainty !== null && (
          <p className="mt-1 text-small text-pretty text-ink-2 tabular-nums">{side.certainty}</p>
        )}
      </div>
      {rows && (
        <section aria-label="Rows" className="px-5 py-4">
          {side.rows.length > 1 && (
            <SegmentedControl
              isWide
              label="Which rows"
              value={String(chosen)}
              onValueChange={(value) => setChosen(Number(value))}
              segments={side.rows.map(({ label }, index) => ({ value: String(index), label }))}
              className="mb-3"
            />
          )}
          {'of' in rows ? (
            <Rows
              key={`${chosen} ${isBefore}`}
              label={rows.label}
              of={rows.of}
              timeZone={timeZone}
              onLeave={onClose}
            />
          ) : (
            <Campaigns campaigns={rows.campaigns} onLeave={onClose} />
          )}
        </section>
      )}
    </Sheet>
  );
}

type RowsProps = {
  label: string;
  of: RowsOf;
  timeZone: string | undefined;
  /** A link of a row was followed, on the dashboard to the same screen: what is open now would hide it. */
  onLeave: () => void;
};

function Rows({ label, of, timeZone, onLeave }: RowsProps) {
  const query = useInfiniteQuery(rowsQuery(of));
  const { rows, total, isLoading, error } = pagedSource(query);
  if (isLoading) {
    return (
      <Loading label="Loading the rows" className="space-y-3">
        <Skeleton className="h-8 w-full" />
        <Skeleton className="h-8 w-full" />
        <Skeleton className="h-8 w-full" />
      </Loading>
    );
  }
  if (error && rows.length === 0) {
    return <ErrorState isCompact title="The rows could not be loaded" query={query} />;
  }
  if (rows.length === 0) return <p className="text-body text-ink-2">Nothing was counted.</p>;
  return (
    <>
      <p className="mb-1 text-small text-ink-3 tabular-nums">
        {label}: {countOf(total ?? rows.length, 'row')}, newest first
      </p>
      <ol>
        {rows.map((row) => (
          <Row key={row.id} row={row} timeZone={timeZone} onLeave={onLeave} />
        ))}
      </ol>
      <ShowMore query={query} />
    </>
  );
}

function Campaigns({
  campaigns,
  onLeave,
}: {
  campaigns: readonly CampaignPerformance[];
  onLeave: () => void;
}) {
  if (campaigns.length === 0) return <p className="text-body text-ink-2">None is active just now.</p>;
  return (
    <ol>
      {campaigns.map(({ id, name, startDate, endDate, channels }) => (
        <li key={id} className="border-b border-line py-2">
          <Link
            to="/dashboard"
            search={{ campaign: id }}
            onClick={onLeave}
            className="block truncate text-body hover:underline"
          >
            {name}
          </Link>
          <p className="truncate text-small text-ink-3">
            {[runLine(startDate, endDate, new Date()), ...channels.map(channelName)].join(' · ')}
          </p>
        </li>
      ))}
    </ol>
  );
}

type RowProps = { row: FigureRow; timeZone: string | undefined; onLeave: () => void };

function Row({ row, timeZone, onLeave }: RowProps) {
  const channel = row.channel && channelName(row.channel);
  const isAnywhere = row.campaign !== null || channel !== null;
  const amount = amountText({ valueCents: row.value, amountMinor: row.amountMinor, currency: row.currency });
  return (
    <li className="flex items-start gap-3 border-b border-line py-2">
      <div className="min-w-0 flex-1">
        <Who row={row} />
        {isAnywhere && (
          <p className="truncate text-small text-ink-3">
            {row.campaign !== null && row.campaignId !== null && (
              <Link
                to="/dashboard"
                search={{ campaign: row.campaignId }}
                onClick={onLeave}
                className="hover:underline"
              >
                {row.campaign}
              </Link>
            )}
            {row.campaign !== null && channel !== null && ' · '}
            {channel}
          </p>
        )}
      </div>
      {amount !== null && <span className="text-body tabular-nums">{amount}</span>}
      <RelativeTime
        isPlain
        value={row.at}
        {...(timeZone === undefined ? {} : { timeZone })}
        className="mt-0.5 shrink-0 text-small text-ink-3 tabular-nums"
      />
    </li>
  );
}

/** Who it was. People of the sample data who are no leads have a name and nothing to open. */
function Who({ row: { leadId, leadName, isPersonal, note } }: { row: FigureRow }) {
  if (note !== null) return <p className="truncate text-body">{note === '' ? 'Spend' : note}</p>;
  if (leadName === null) {
    return (
      <p className="text-body text-ink-2">
        {isPersonal ? 'No longer in the workspace' : 'Not tied to a person'}
      </p>
    );
  }
  if (leadId === null) {
    return (
      <p className="truncate text-body">
        {leadName} <span className="text-small text-ink-3">sample contact</span>
      </p>
    );
  }
  return (
    <Link to="/crm" search={{ lead: leadId }} className="block truncate text-body hover:underline">
      {leadName}
    </Link>
  );
}
