import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ban, Check, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useCanChange } from '#features/access/web/api.ts';
import type { HeldBecause, SaleState } from '#features/tracking/rules-sales.ts';
import { amountText } from '#kit/money.ts';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { pagedSource } from '#ui/calls/paged-source.ts';
import { doWithUndo } from '#ui/do-with-undo.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { ShowMore } from '#ui/show-more.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import type { Sale } from '../contract-purchases.ts';
import { salesQuery, useDecideSale } from './analytics-api.ts';

const SEGMENTS: { value: SaleState; label: string }[] = [
  { value: 'held', label: 'To review' },
  { value: 'counted', label: 'Counted' },
  { value: 'struck_out', label: 'Struck out' },
];

const EMPTY: Record<SaleState, { title: string; text: string }> = {
  held: {
    title: 'Nothing to review',
    text: 'Purchases from unknown sites, and many or large ones from one person, wait here before they count.',
  },
  counted: {
    title: 'No purchases yet',
    text: 'Purchases that your landing pages report are listed here.',
  },
  struck_out: {
    title: 'Nothing is struck out',
    text: 'Purchases that you take out of every figure are kept here.',
  },
};

const REASONS: Record<HeldBecause, string> = {
  unknown_site: 'Not from one of your sites',
  too_many: 'Many purchases in an hour',
  too_much: 'High value for one day',
};

const DONE: Record<SaleState, string> = {
  counted: 'is counted',
  held: 'waits for a review',
  struck_out: 'is struck out',
};

/** Purchases as they were reported: held ones are reviewed, and any can be struck out. */
export function PurchaseSection() {
  const [state, setState] = useState<SaleState>('held');
  const query = useInfiniteQuery(salesQuery(state));
  const { rows, total, isLoading, error } = pagedSource(query);
  return (
    <section aria-labelledby="purchases" className="print:hidden">
      <SectionHeading
        id="purchases"
        title="Purchases"
        note={total === null || total === 0 ? undefined : countOf(total, 'purchase')}
        action={
          <SegmentedControl
            label="Show purchases"
            value={state}
            onValueChange={setState}
            segments={SEGMENTS}
            className="h-7"
          />
        }
      />
      {isLoading ? (
        <Loading label="Loading the purchases" className="space-y-3 pt-3">
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-9 w-full" />
        </Loading>
      ) : error && rows.length === 0 ? (
        <ErrorState isCompact title="The purchases could not be loaded" query={query} />
      ) : rows.length === 0 ? (
        <EmptyState isCompact {...EMPTY[state]} />
      ) : (
        <>
          <ol>
            {rows.map((sale) => (
              <SaleRow key={sale.id} sale={sale} />
            ))}
          </ol>
          <ShowMore query={query} />
        </>
      )}
    </section>
  );
}

function SaleRow({ sale }: { sale: Sale }) {
  const canChange = useCanChange();
  const decide = useDecideSale();
  const what = saleName(sale);
  const change = (state: SaleState): void =>
    doWithUndo({
      deed: decide({ sale, state }),
      done: { title: `${what} ${DONE[state]}` },
      onFailure: tellFailure('Nothing was changed'),
      undo: ({ before }) => decide({ sale, state: before }),
      onUndoFailure: tellFailure('It was not undone'),
    });
  const notes = [
    sale.heldBecause !== null && sale.state === 'held' ? REASONS[sale.heldBecause] : null,
    sale.item,
    sale.campaign,
  ].filter((note) => note !== null);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line py-2">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex min-w-0 items-baseline gap-2 text-body">
          <span className="shrink-0 tabular-nums">{what}</span>
          <Buyer sale={sale} />
        </p>
        <p className="text-small text-pretty text-ink-3 wrap-anywhere">
          {notes.join(' · ')}
          {notes.length > 0 && ' · '}
          <RelativeTime value={sale.at} />
        </p>
      </div>
      {canChange && (
        <div className="flex shrink-0 items-center gap-1 max-sm:-ml-2">
          {sale.state !== 'counted' && (
            <Button
              size="row"
              variant="ghost"
              icon={sale.state === 'held' ? Check : RotateCcw}
              aria-label={`${sale.state === 'held' ? 'Count' : 'Count again'}: ${what}`}
              onClick={() => change('counted')}
            >
              {sale.state === 'held' ? 'Count' : 'Count again'}
            </Button>
          )}
          {sale.state !== 'struck_out' && (
            <Button
              size="row"
              variant="ghost"
              icon={Ban}
              aria-label={`Strike out: ${what}`}
              onClick={() => change('struck_out')}
            >
              Strike out
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

function Buyer({ sale: { leadId, leadName } }: { sale: Sale }) {
  if (leadName === null) return <span className="truncate text-ink-3">Not tied to a person</span>;
  if (leadId === null) return <span className="truncate">{leadName}</span>;
  return (
    <Link to="/crm" search={{ lead: leadId }} className="truncate hover:underline">
      {leadName}
    </Link>
  );
}

/** "$49.50", "Refund of $20.00", "Purchase without an amount". */
function saleName(sale: Sale): string {
  const amount = amountText({ ...sale, valueCents: sale.value })?.replace('−', '');
  if (sale.kind === 'refund')
    return amount === undefined ? 'Refund without an amount' : `Refund of ${amount}`;
  return amount ?? 'Purchase without an amount';
}
