import { CircleAlert, Clock } from 'lucide-react';
import { type KeyboardEvent, memo, type PointerEvent } from 'react';
import { daysInStage, isStuck } from '#features/leads/rules-stage.ts';
import { countOf } from '#kit/text.ts';
import { cn } from '#ui/class-names.ts';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { BoardCard as Card } from '../contract-board.ts';
import { dueWords } from '../rules-board.ts';
import { NextActionLink } from './next-action-link.tsx';

export const CARD_HEIGHT_PX = 116;

type BoardCardProps = {
  card: Card;
  /** Null without one; undefined until the groups have come. */
  group: string | null | undefined;
  canChange: boolean;
  isActive: boolean;
  /** Lifted by a pointer, or picked up by the keyboard. */
  isLifted: boolean;
  /** Its place in the column. */
  index: number;
  tabIndex: 0 | -1;
  hintId: string;
  onFocus: (index: number) => void;
  onOpen: (card: Card) => void;
  onKeyDown: (card: Card, event: KeyboardEvent<HTMLElement>) => void;
  onPointerDown: (card: Card, event: PointerEvent<HTMLElement>) => void;
};

/** Somebody on the board: who, what happened last, in which group, what to do next and what is due. */
export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { card, group, canChange, isActive, isLifted, tabIndex, hintId } = props;
  const { lead, lastEvent, task } = card;
  const now = new Date();
  const days = daysInStage(lead, now);
  const isWaiting = isStuck(lead, now);
  const due = task && dueWords(task.dueAt, now);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus of what is inside arrives here
    <article
      aria-label={lead.name}
      // Whatever of it has the focus, it stays in the page while the column is scrolled.
      onFocus={() => props.onFocus(props.index)}
      onPointerDown={(event) => canChange && props.onPointerDown(card, event)}
      className={cn(
        '@container relative flex h-29 flex-col rounded-control border bg-surface px-3 py-2 select-none',
        isActive ? 'border-green ring-1 ring-green' : 'border-line-2',
        isLifted && 'opacity-40',
        canChange && 'cursor-grab',
      )}
    >
      <div className="flex items-baseline justify-between gap-2">
        <h4 className="min-w-0 truncate text-body font-semibold">
          <button
            type="button"
            data-card={lead.id}
            tabIndex={tabIndex}
            aria-describedby={canChange ? hintId : undefined}
            aria-current={isActive || undefined}
            onClick={() => props.onOpen(card)}
            onKeyDown={(event) => props.onKeyDown(card, event)}
            className="max-w-full truncate text-left after:absolute after:inset-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            {lead.name}
          </button>
        </h4>
        <span className="text-small text-ink-2 tabular-nums">
          <span className="sr-only">score </span>
          {lead.aiScore}
        </span>
      </div>
      <p className="truncate text-small text-ink-3">
        {lastEvent ? (
          <>
            {lastEvent.words} <RelativeTime isPlain value={lastEvent.at} />
          </>
        ) : (
          'Nothing yet'
        )}
      </p>
      {/* A line of its own: what stands beside a group's name cuts it. */}
      {group === undefined ? (
        <Skeleton className="my-1 h-3 w-24" />
      ) : (
        <p className="truncate text-small text-ink-3">{group ?? 'No group'}</p>
      )}
      <p className="flex justify-between gap-2 text-small text-ink-3">
        {isWaiting ? (
          <span className="inline-flex shrink-0 items-center gap-1 text-amber-ink">
            <CircleAlert className="size-3.5" />
            <span aria-hidden="true">Stuck {days} d</span>
            <span className="sr-only">Stuck {countOf(days, 'day')}</span>
          </span>
        ) : (
          <span className="shrink-0 tabular-nums">
            {days === 0 ? 'Here since today' : `${days} d`}
            {days > 0 && <span> in stage</span>}
          </span>
        )}
        {due && (
          <span
            className={cn(
              'inline-flex shrink-0 items-center gap-1',
              due.isLate ? 'text-amber-ink' : 'text-ink-3',
            )}
          >
            <Clock className="size-3.5 @max-[11rem]:hidden" />
            {due.isLate ? due.words : <DueWords words={due.words} />}
          </span>
        )}
      </p>
      <span
        data-deed
        // The button beside it says the same, and both do not fit.
        // On touch it reaches over the edges around it, so that the card stays as it is.
        className="relative z-10 mt-auto max-w-full self-start truncate text-small [&_[data-next-action]]:sr-only pointer-coarse:-mt-2 pointer-coarse:-mb-2 pointer-coarse:flex pointer-coarse:h-11 pointer-coarse:shrink-0 pointer-coarse:items-center pointer-coarse:[&_a]:min-h-7! pointer-coarse:[&_button]:min-h-7! [&_a]:finger-wide [&_button]:finger-wide"
      >
        <NextActionLink lead={lead} canChange={canChange} look="row" />
      </span>
    </article>
  );
});

/** "tomorrow" where "Due tomorrow" would cut what is to be done. */
function DueWords({ words }: { words: string }) {
  const [, rest = words] = /^Due (.+)$/.exec(words) ?? [];
  return (
    <span>
      <span className="@max-[11rem]:sr-only">Due </span>
      {rest}
    </span>
  );
}
