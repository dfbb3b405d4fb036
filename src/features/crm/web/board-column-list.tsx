import { useInfiniteQuery } from '@tanstack/react-query';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { Ellipsis } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Stage } from '#features/leads/contract.ts';
import { STAGE_LABELS } from '#features/leads/rules.ts';
import { StageGlyph } from '#features/leads/web/stage-badge.tsx';
import { formatCount } from '#kit/text.ts';
import { pagedSource } from '#ui/calls/paged-source.ts';
import { cn } from '#ui/class-names.ts';
import { DropdownMenu } from '#ui/dropdown-menu.tsx';
import { ErrorLine } from '#ui/error-line.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import type { BoardCard as Card } from '../contract-board.ts';
import { type BoardFilter, cardsQuery } from './board-api.ts';
import { BoardCard, CARD_HEIGHT_PX } from './board-card.tsx';

const GAP_PX = 8;

export const BOARD_SORTS = [
  { value: 'aiScore:desc', label: 'Highest score first' },
  { value: 'lastContact:asc', label: 'Longest not contacted first' },
  { value: 'createdAt:desc', label: 'Newest first' },
  { value: 'name:asc', label: 'By name' },
] as const;

type BoardColumnListProps = {
  stage: Stage;
  filter: BoardFilter;
  /** Undefined until they have come. */
  groupNames: ReadonlyMap<string, string> | undefined;
  canChange: boolean;
  activeId: string | null;
  liftedId: string | null;
  /** Who was dropped just now, in whichever column. */
  followedId: string | null;
  isOver: boolean;
  hintId: string;
  onSortChange: (sort: string) => void;
  /** The same object as long as the board stands. */
  deeds: BoardDeeds;
};

export type BoardDeeds = {
  open: (card: Card) => void;
  showTable: (stage: Stage) => void;
  pointerDown: (card: Card, event: PointerEvent<HTMLElement>) => void;
  /** Keys that lead out of the column or lift the card; true when the key was used. */
  cardKey: (card: Card, event: KeyboardEvent<HTMLElement>) => boolean;
};

type CardsProps = Omit<BoardColumnListProps, 'isOver' | 'onSortChange'>;

/** One stage of the board. */
export function BoardColumnList({ isOver, onSortChange, ...props }: BoardColumnListProps) {
  const { stage, filter, deeds } = props;
  const { total } = pagedSource(useInfiniteQuery(cardsQuery(stage, filter)));
  const label = STAGE_LABELS[stage];
  return (
    <section
      aria-label={`${label}, ${formatCount(total)}`}
      data-stage={stage}
      className={cn(
        'flex h-full min-w-0 flex-col border-r border-line px-3 pt-2 last:border-r-0 @max-xl:w-[min(18rem,82vw)] @max-xl:shrink-0 @max-xl:snap-start',
        isOver && 'bg-sel shadow-[inset_0_0_0_2px_var(--green)]',
      )}
    >
      <div className="flex h-8 shrink-0 items-center gap-1.5 text-body font-semibold">
        <StageGlyph stage={stage} />
        <h3>
          {label}{' '}
          <span className="font-normal text-ink-3 tabular-nums">
            {total === null ? '' : formatCount(total)}
          </span>
        </h3>
        <span className="ml-auto">
          <DropdownMenu
            trigger={<IconButton icon={Ellipsis} label={`Order of ${label}`} />}
            items={[
              {
                kind: 'choice',
                label: `Order of ${label}`,
                value: filter.sort,
                options: BOARD_SORTS,
                onValueChange: onSortChange,
              },
              { kind: 'line', id: 'table' },
              { label: 'Show in the table', onSelect: () => deeds.showTable(stage) },
            ]}
          />
        </span>
      </div>
      <ColumnCards {...props} />
    </section>
  );
}

/** Only the cards in sight are in the page, however many there are. Not drawn anew while a card is dragged past them. */
const ColumnCards = memo(function ColumnCards(props: CardsProps) {
  const { stage, filter, groupNames, canChange, deeds } = props;
  const query = useInfiniteQuery(cardsQuery(stage, filter));
  const { rows, total, isLoading, error, hasMore, isLoadingMore, loadMore } = pagedSource(query);
  const scroller = useRef<HTMLDivElement>(null);
  const [tabStop, setTabStop] = useState(0);
  const kept = Math.min(tabStop, Math.max(0, rows.length - 1));
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_HEIGHT_PX,
    gap: GAP_PX,
    overscan: 4,
    getItemKey: (index) => rows[index]?.lead.id ?? index,
    // The card that has the focus stays in the page when it is scrolled away.
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      return rows.length === 0 || indexes.includes(kept)
        ? indexes
        : [...indexes, kept].sort((one, other) => one - other);
    },
  });
  const items = virtualizer.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && !error && lastIndex >= rows.length - 12) loadMore();
  }, [hasMore, isLoadingMore, error, lastIndex, rows.length, loadMore]);

  function focusCard(index: number) {
    const card = rows[index];
    if (!card) return;
    setTabStop(index);
    virtualizer.scrollToIndex(index);
    // It may have to be drawn first.
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        scroller.current?.querySelector<HTMLElement>(`[data-card="${card.lead.id}"]`)?.focus(),
      ),
    );
  }
  const followedIndex = rows.findIndex(({ lead }) => lead.id === props.followedId);
  const followFocus = useEffectEvent(() => {
    const { activeElement } = document;
    const isFree = activeElement === null || activeElement === document.body;
    const isIts = activeElement?.getAttribute('data-card') === props.followedId;
    if (followedIndex >= 0 && (isFree || isIts)) focusCard(followedIndex);
  });
  // Again with each place it gets: the column sorts it in once the server has answered.
  useEffect(() => followFocus(), [followedIndex]);
  function walk(card: Card, event: KeyboardEvent<HTMLElement>) {
    if (deeds.cardKey(card, event)) return;
    const index = rows.findIndex(({ lead }) => lead.id === card.lead.id);
    const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    focusCard(Math.max(0, Math.min(rows.length - 1, target)));
  }

  const newestWalk = useRef(walk);
  useLayoutEffect(() => {
    newestWalk.current = walk;
  });
  const onKeyDown = useCallback(
    (card: Card, event: KeyboardEvent<HTMLElement>) => newestWalk.current(card, event),
    [],
  );

  const groupOf = ({ lead: { groupId } }: Card) =>
    groupId === null ? null : groupNames && (groupNames.get(groupId) ?? '–');
  const label = STAGE_LABELS[stage];
  return isLoading ? (
    <Loading label={`Loading ${label}`} className="space-y-2">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-29 w-full" />
      ))}
    </Loading>
  ) : error && rows.length === 0 ? (
    // Five columns fail alike: a line in each says it, and the drawing stands over the board already.
    <ErrorLine query={query} text={`${label} could not be loaded.`} className="py-2" />
  ) : rows.length === 0 ? (
    <p className="py-6 text-center text-small text-pretty text-ink-3">
      {filter.q === undefined ? 'Nobody here just now.' : 'Nobody here matches.'}
    </p>
  ) : (
    <div
      ref={scroller}
      className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1 pt-1 pb-3 [scrollbar-width:thin]"
    >
      <ol aria-label={label} className="relative" style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {items.map((item) => {
          const card = rows[item.index];
          if (!card) return null;
          return (
            <li
              key={item.key}
              aria-setsize={total ?? rows.length}
              aria-posinset={item.index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <BoardCard
                card={card}
                group={groupOf(card)}
                canChange={canChange}
                isActive={card.lead.id === props.activeId}
                isLifted={card.lead.id === props.liftedId}
                index={item.index}
                tabIndex={item.index === kept ? 0 : -1}
                hintId={props.hintId}
                onFocus={setTabStop}
                onOpen={deeds.open}
                onKeyDown={onKeyDown}
                onPointerDown={deeds.pointerDown}
              />
            </li>
          );
        })}
      </ol>
    </div>
  );
});
