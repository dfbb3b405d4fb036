import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { channelName } from '#features/campaigns/rules.ts';
import { formatUsd } from '#kit/money.ts';
import { countOf, formatCount, formatPercent } from '#kit/text.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { type Goal, TOUCH_DAYS, type Touches, type TouchRow } from '../contract-funnel.ts';
import { shareOf } from '../rules-figures.ts';
import { type Scope, touchesQuery } from './analytics-api.ts';
import { daysWords } from './analytics-words.ts';
import { type OpenFigure, touchFigureOf } from './figure.ts';
import { type FigureCell, FigureTable, SaveTableButton } from './figure-table.tsx';

/** Who began a sale and who finished it: the same purchases counted by their first and by their last contact. */
export function TouchSection({ scope, onOpen }: { scope: Scope; onOpen: (figure: OpenFigure) => void }) {
  const [goal, setGoal] = useState<Goal>('purchases');
  const touches = useQuery({ ...touchesQuery(scope, goal), placeholderData: keepPreviousData });
  const table = touches.data && tableOf(touches.data, scope);
  return (
    <section aria-labelledby="touch">
      <SectionHeading
        id="touch"
        title="First and last touch"
        note={
          touches.data &&
          `${countOf(touches.data.total, goal === 'purchases' ? 'purchase' : 'sign-up')}, ${daysWords(touches.data, new Date())}`
        }
        action={
          <>
            <SegmentedControl
              label="Goal"
              value={goal}
              onValueChange={setGoal}
              segments={[
                { value: 'conversions', label: 'Sign-ups' },
                { value: 'purchases', label: 'Purchases' },
              ]}
              className="h-7"
            />
            {table && table.rows.length > 0 && <SaveTableButton {...table} />}
          </>
        }
      />
      {touches.isPending ? (
        <Loading label="Loading the touches">
          <Skeleton className="mt-3 h-32 w-full" />
        </Loading>
      ) : touches.isError ? (
        <ErrorState isCompact title="The touches could not be counted" query={touches} />
      ) : touches.data.total === 0 ? (
        <EmptyState
          isCompact
          title={
            goal === 'purchases' ? 'Nobody has bought in this period' : 'Nobody has signed up in this period'
          }
          text="What a landing page reports is traced here to the first and the last message, click or visit before it."
        />
      ) : (
        <div aria-busy={touches.isPlaceholderData || undefined} className="pt-2">
          {table && <FigureTable {...table} onOpen={onOpen} />}
          <p className="mt-2 text-small text-pretty text-ink-3">
            Messages, clicks, visits and replies of the {TOUCH_DAYS} days before count. Where nobody can be
            told from the event, its own campaign stands for both.
          </p>
        </div>
      )}
    </section>
  );
}

function tableOf({ goal, total, rows, ...days }: Touches, scope: Scope) {
  const about = { scope, goal, total, days: daysWords(days, new Date()) };
  const hasMoney = goal === 'purchases';
  const sideOf = (row: TouchRow, touch: 'first' | 'last'): FigureCell[] => {
    const { count, revenue } = row[touch];
    const share = shareOf(count, total);
    return [
      {
        text: formatCount(count),
        note: share.isEnough ? formatPercent(share.percent) : 'not enough data',
        open: () => touchFigureOf(row, touch, about),
      },
      ...(hasMoney ? [{ text: formatUsd(revenue), open: () => touchFigureOf(row, touch, about, true) }] : []),
    ];
  };
  return {
    label: `First and last touch of ${goal}`,
    head: 'Campaign',
    columns: [
      'First touch',
      ...(hasMoney ? ['First revenue'] : []),
      'Last touch',
      ...(hasMoney ? ['Last revenue'] : []),
    ],
    rows: rows.map((row) => ({
      id: `${row.campaignId ?? 'none'} ${row.channel ?? 'none'}`,
      label: row.campaign,
      note: row.channel === null ? 'Channel not known' : channelName(row.channel),
      cells: [...sideOf(row, 'first'), ...sideOf(row, 'last')],
    })),
  };
}
