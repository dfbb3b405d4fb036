import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { longSource } from '#ui/calls/paged-source.ts';
import { sortText } from '#ui/sort-text.ts';
import { leadsQuery } from '../api.ts';
import { LeadPanel, type LeadPanelProps } from '../lead-panel.tsx';
import { LeadList, type LeadListProps } from './lead-list.tsx';

/** What features on the right of this one show of a lead. */
export type LeadParts = Pick<
  LeadPanelProps,
  | 'renderNextAction'
  | 'renderTimeline'
  | 'renderPurchases'
  | 'renderConsent'
  | 'renderNotice'
  | 'renderPrivacy'
>;

type ListedLeadsViewProps = Omit<LeadListProps, 'source' | 'activeId'> & {
  parts: LeadParts;
  /** What stands over the list; it is not drawn again with each page of the list. */
  above: ReactNode;
  openId: string | undefined;
};

/** The list of leads under what belongs above it, and beside it the one that is open. */
export function ListedLeadsView({ above, openId, parts, ...list }: ListedLeadsViewProps) {
  const { isReady, narrowing, listedGroupId, sort, onOpen, onClose } = list;
  const query = leadsQuery({
    ...narrowing,
    q: narrowing.q?.trim() || undefined,
    groupId: listedGroupId ?? undefined,
    sort: sortText(sort),
  });
  const source = longSource(useInfiniteQuery({ ...query, enabled: isReady }), query.queryKey);
  const index = openId === undefined ? -1 : source.rows.findIndex(({ id }) => id === openId);
  const step = (by: number) => {
    const row = source.rows[index + by];
    return index >= 0 && row ? () => onOpen(row.id) : undefined;
  };
  return (
    <div className="flex min-h-0 flex-1 [--page-inset:1rem] sm:[--page-inset:1.5rem] lg:h-full">
      <div className="@container relative min-w-0 flex-1 lg:overflow-y-auto">
        {above}
        <LeadList {...list} source={source} activeId={openId ?? null} />
      </div>
      {openId !== undefined && (
        <LeadPanel
          leadId={openId}
          known={source.rows[index]}
          onClose={onClose}
          position={index >= 0 && source.total !== null ? `${index + 1} of ${source.total}` : undefined}
          onPrevious={step(-1)}
          onNext={step(1)}
          {...parts}
        />
      )}
    </div>
  );
}
