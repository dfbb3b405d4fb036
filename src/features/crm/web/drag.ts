import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Stage } from '#features/leads/contract.ts';
import type { BoardCard } from '../contract-board.ts';

/** So far a press is a click. */
const CLICK_PX = 5;
/** A finger that rests this long wants to lift the card; one that moves before scrolls. */
const LIFT_MS = 280;
const SCROLL_SLACK_PX = 8;
/** From here to the edge the board moves on under the card. */
const EDGE_PX = 56;
const EDGE_STEP_PX = 14;

type Drag = { card: BoardCard; over: Stage };
type Press = { pointerId: number; x: number; y: number; card: BoardCard; element: HTMLElement };

/**
 * Cards dragged by mouse, pen or finger. The lifted card is a copy that follows the pointer by a transform, outside of
 * React: while it moves nothing is drawn anew but the column that it enters or leaves.
 */
export function useCardDrag({
  board,
  onDrop,
}: {
  board: RefObject<HTMLElement | null>;
  onDrop: (card: BoardCard, to: Stage) => void;
}) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const cleanup = useRef<() => void>(undefined);
  // A click follows the drop; it must not open the card.
  const hasDragged = useRef(false);
  useEffect(() => () => cleanup.current?.(), []);
  const isLifted = useRef(false);
  useEffect(() => {
    // Once lifted, the finger moves the card and not the page. Listened for all the time: browsers settle when a finger
    // comes down whether it may scroll, and do not ask a listener that is added after that.
    const onTouchMove = (event: TouchEvent) => {
      if (isLifted.current && event.cancelable) event.preventDefault();
    };
    const element = board.current;
    element?.addEventListener('touchmove', onTouchMove, { passive: false });
    return () => element?.removeEventListener('touchmove', onTouchMove);
  }, [board]);

  function begin(press: Press, isTouch: boolean) {
    cleanup.current?.();
    let ghost: HTMLElement | undefined;
    let over: Stage = press.card.lead.stage;
    let [x, y] = [press.x, press.y];
    let frame = 0;
    const rect = press.element.getBoundingClientRect();
    const lift = isTouch ? setTimeout(start, LIFT_MS) : undefined;

    function start() {
      ghost = ghostOf(press.element, rect);
      hasDragged.current = true;
      isLifted.current = true;
      setDrag({ card: press.card, over });
      frame = requestAnimationFrame(follow);
    }
    function follow() {
      if (!ghost) return;
      ghost.style.transform = `translate(${x - press.x}px, ${y - press.y}px)`;
      scrollAtEdge(board.current, x);
      const next = columnAt(board.current, x) ?? over;
      if (next !== over) {
        over = next;
        setDrag({ card: press.card, over });
      }
      frame = requestAnimationFrame(follow);
    }
    function onMove(event: globalThis.PointerEvent) {
      if (event.pointerId !== press.pointerId) return;
      [x, y] = [event.clientX, event.clientY];
      if (ghost) return;
      const distance = Math.hypot(x - press.x, y - press.y);
      if (isTouch) {
        if (distance > SCROLL_SLACK_PX) end();
      } else if (distance > CLICK_PX) start();
    }
    function onUp(event: globalThis.PointerEvent) {
      if (event.pointerId !== press.pointerId) return;
      const isDrop = ghost !== undefined;
      end();
      if (isDrop && over !== press.card.lead.stage) onDrop(press.card, over);
    }
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || !ghost) return;
      event.preventDefault();
      event.stopPropagation();
      end();
    }
    const onMenu = (event: Event) => isTouch && event.preventDefault();

    function end() {
      clearTimeout(lift);
      cancelAnimationFrame(frame);
      ghost?.remove();
      ghost = undefined;
      isLifted.current = false;
      setDrag(null);
      listeners.abort();
      cleanup.current = undefined;
      setTimeout(() => {
        hasDragged.current = false;
      });
    }
    const listeners = new AbortController();
    const { signal } = listeners;
    addEventListener('pointermove', onMove, { signal });
    addEventListener('pointerup', onUp, { signal });
    addEventListener('pointercancel', end, { signal });
    addEventListener('keydown', onKey, { signal, capture: true });
    addEventListener('contextmenu', onMenu, { signal });
    cleanup.current = end;
  }

  return {
    drag,
    hasDragged,
    onPointerDown: (card: BoardCard, event: PointerEvent<HTMLElement>): void => {
      if (event.button !== 0 || !event.isPrimary) return;
      // What has a deed of its own keeps it.
      if (event.target instanceof Element && event.target.closest('[data-deed]')) return;
      const { pointerId, clientX, clientY, currentTarget, pointerType } = event;
      begin({ pointerId, x: clientX, y: clientY, card, element: currentTarget }, pointerType === 'touch');
    },
  };
}

function ghostOf(element: HTMLElement, { left, top, width, height }: DOMRect): HTMLElement {
  const copy = element.cloneNode(true);
  if (!(copy instanceof HTMLElement)) throw new TypeError('a card is an element');
  copy.removeAttribute('id');
  copy.setAttribute('aria-hidden', 'true');
  copy.inert = true;
  Object.assign(copy.style, {
    position: 'fixed',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    pointerEvents: 'none',
    willChange: 'transform',
    zIndex: 'var(--z-index-popover)',
    boxShadow: 'var(--shadow-pop)',
  });
  document.body.append(copy);
  return copy;
}

function columnAt(board: HTMLElement | null, x: number): Stage | undefined {
  for (const column of board?.querySelectorAll<HTMLElement>('[data-stage]') ?? []) {
    const { left, right } = column.getBoundingClientRect();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the board itself
    if (x >= left && x < right) return column.dataset['stage'] as Stage;
  }
  return undefined;
}

function scrollAtEdge(board: HTMLElement | null, x: number): void {
  if (!board) return;
  const { left, right } = board.getBoundingClientRect();
  if (x < left + EDGE_PX) board.scrollLeft -= EDGE_STEP_PX;
  else if (x > right - EDGE_PX) board.scrollLeft += EDGE_STEP_PX;
}
