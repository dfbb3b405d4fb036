import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { STAGES, type Stage } from '#features/leads/contract.ts';
import { type LeadGroup } from '#features/leads/contract-groups.ts';
import { STAGE_LABELS } from '#features/leads/rules.ts';
import { ApiError } from '#ui/calls/call-api.ts';
import { cn } from '#ui/class-names.ts';
import { errorText } from '#ui/error-words.ts';
import { toast } from '#ui/toast.ts';
import type { BoardCard as Card } from '../contract-board.ts';
import { type BoardFilter, useMoveCard } from './board-api.ts';
import { BOARD_SORTS, BoardColumnList, type BoardDeeds } from './board-column-list.tsx';
import { useCardDrag } from './drag.ts';

type BoardSectionProps = {
  stage: Stage | undefined;
  q: string | undefined;
  /** Undefined until they have come. */
  groups: readonly LeadGroup[] | undefined;
  canChange: boolean;
  activeId: string | null;
  onOpen: (leadId: string) => void;
  onShowTable: (stage: Stage) => void;
};

type Picked = { card: Card; to: Stage };

/** The pipeline as columns between which people are dragged, by mouse, finger or keyboard. */
export function BoardSection({
  stage,
  q,
  groups,
  canChange,
  activeId,
  onOpen,
  onShowTable,
}: BoardSectionProps) {
  const board = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const [sort, setSort] = useState<string>(BOARD_SORTS[0].value);
  const [picked, setPicked] = useState<Picked | null>(null);
  const [said, say] = useState('');
  // Who was dropped last: the focus and the scroll go with the card to where its column sorts it in.
  const [followedId, follow] = useState<string | null>(null);
  const filter: BoardFilter = useMemo(() => ({ q, sort }), [q, sort]);
  const moveCard = useMoveCard(filter);
  const groupNames = useMemo(() => groups && new Map(groups.map(({ id, name }) => [id, name])), [groups]);
  const stages = stage === undefined ? STAGES : STAGES.filter((each) => each === stage);

  async function move(card: Card, to: Stage): Promise<void> {
    const from = card.lead.stage;
    if (from === to) return;
    follow(card.lead.id);
    try {
      const lead = await moveCard({ card, to });
      toast({
        title: `${card.lead.name} moved to ${STAGE_LABELS[to]}`,
        undo: () => void takeBack({ ...card, lead }, from),
      });
    } catch (error) {
      const isConflict = error instanceof ApiError && error.body?.code === 'conflict';
      toast({
        title: isConflict
          ? `Somebody else has changed ${card.lead.name} meanwhile`
          : `${card.lead.name} stays ${STAGE_LABELS[from]}`,
        description: isConflict
          ? 'Your move was not made. The board shows where they stand now.'
          : errorText(error),
        variant: 'destructive',
      });
    }
  }
  async function takeBack(card: Card, to: Stage): Promise<void> {
    follow(card.lead.id);
    try {
      await moveCard({ card, to, isUndo: true });
    } catch (error) {
      toast({
        title: `${card.lead.name} was not moved back`,
        description: errorText(error),
        variant: 'destructive',
      });
    }
  }

  const { drag, hasDragged, onPointerDown } = useCardDrag({
    board,
    onDrop: (card, to) => void move(card, to),
  });

  function onCardKey(card: Card, event: KeyboardEvent<HTMLElement>): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const used = picked ? whilePicked(picked, event.key) : whileResting(card, event.key);
    if (used) {
      event.preventDefault();
      event.stopPropagation();
    }
    return used;
  }

  function whileResting(card: Card, key: string): boolean {
    if (key === ' ' && canChange) {
      setPicked({ card, to: card.lead.stage });
      say(
        `${card.lead.name} lifted from ${STAGE_LABELS[card.lead.stage]}. Left and right arrows choose the stage, Space drops, Escape cancels.`,
      );
      return true;
    }
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return false;
    const beside = stages[stages.indexOf(card.lead.stage) + (key === 'ArrowRight' ? 1 : -1)];
    const target = board.current?.querySelector<HTMLElement>(
      `[data-stage="${beside}"] [data-card][tabindex="0"]`,
    );
    target?.focus();
    return target != null;
  }

  function whilePicked({ card, to }: Picked, key: string): boolean {
    if (key === 'ArrowLeft' || key === 'ArrowRight') {
      const next = STAGES[STAGES.indexOf(to) + (key === 'ArrowRight' ? 1 : -1)];
      if (next) {
        setPicked({ card, to: next });
        say(`Over ${STAGE_LABELS[next]}.`);
        board.current
          ?.querySelector(`[data-stage="${next}"]`)
          ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      }
      return true;
    }
    if (key === ' ' || key === 'Enter') {
      setPicked(null);
      if (to === card.lead.stage) say(`${card.lead.name} put back.`);
      else void move(card, to);
      return true;
    }
    if (key === 'Escape' || key === 'Tab') {
      setPicked(null);
      say(`${card.lead.name} put back.`);
      return key === 'Escape';
    }
    return key === 'ArrowUp' || key === 'ArrowDown';
  }

  const deeds = useSteady({
    open: ({ lead }: Card) => {
      if (!hasDragged.current) onOpen(lead.id);
    },
    showTable: onShowTable,
    pointerDown: onPointerDown,
    cardKey: onCardKey,
  });
  const over = drag?.over ?? picked?.to;
  const lifted = drag?.card ?? picked?.card;
  const leave = () => follow(null);
  return (
    <div className="@container border-t border-line-2 bg-sunk">
      <p id={hintId} className="sr-only">
        Enter opens, Space lifts, arrow keys walk.
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div
        ref={board}
        onKeyDownCapture={leave}
        onPointerDownCapture={leave}
        onWheelCapture={leave}
        role="group"
        aria-label="Lead pipeline board"
        className={cn(
          'h-[calc(100dvh-7rem)] min-h-96 px-[calc(var(--page-inset)-0.75rem)]',
          // By the room beside an open drawer, not by the window: a column that cannot hold a name is scrolled to instead.
          'overflow-x-auto @max-xl:flex @max-xl:snap-x @max-xl:snap-proximity @xl:grid @xl:auto-cols-[minmax(13rem,1fr)] @xl:grid-flow-col @xl:grid-rows-[minmax(0,1fr)]',
          drag && 'cursor-grabbing @max-xl:snap-none',
        )}
      >
        {stages.map((each) => (
          <BoardColumnList
            key={each}
            stage={each}
            filter={filter}
            groupNames={groupNames}
            canChange={canChange}
            activeId={activeId}
            liftedId={lifted?.lead.stage === each ? lifted.lead.id : null}
            followedId={followedId}
            isOver={over === each && lifted !== undefined && lifted.lead.stage !== each}
            hintId={hintId}
            onSortChange={setSort}
            deeds={deeds}
          />
        ))}
      </div>
    </div>
  );
}

/** The newest deeds behind an object that stays the same, so that cards are not drawn anew while one is dragged past them. */
function useSteady(deeds: BoardDeeds): BoardDeeds {
  const newest = useRef(deeds);
  useLayoutEffect(() => {
    newest.current = deeds;
  });
  return useMemo(
    () => ({
      open: (card) => newest.current.open(card),
      showTable: (stage) => newest.current.showTable(stage),
      pointerDown: (card, event) => newest.current.pointerDown(card, event),
      cardKey: (card, event) => newest.current.cardKey(card, event),
    }),
    [],
  );
}
