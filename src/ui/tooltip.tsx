import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { Kbd } from './kbd.tsx';
import { layerContainer } from './layer-container.ts';
import { TOOLTIP_DELAY_MS, TOOLTIP_SKIP_MS, TooltipTiming } from './tooltip-timing.ts';

const EDGE_PX = 8;
const GAP_PX = 6;

// One for the page: tooltips follow each other without a wait.
const timing = new TooltipTiming({ delayMs: TOOLTIP_DELAY_MS, skipMs: TOOLTIP_SKIP_MS });

type TooltipProps = {
  content: ReactNode;
  /** The keys that do the same. */
  keys?: string | undefined;
  /** The element does nothing else: a press opens it, which is how a finger does, and it is always read out. */
  opensByPress?: boolean;
  /** One element that takes a ref, hover and focus. */
  children: ReactElement<ComponentProps<'button'>>;
};

/**
 * Says more about a control on hover and on keyboard focus. Never the only place of something needed; touch has none,
 * but for what `opensByPress`.
 * Measured by hand instead of with a positioning library: it is in the first download of every screen.
 */
export function Tooltip({ content, keys, opensByPress = false, children }: TooltipProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const pending = useRef<() => void>(undefined);

  function open(element: HTMLElement, isAtOnce: boolean) {
    pending.current?.();
    pending.current = timing.schedule(() => setAnchor(element), isAtOnce);
  }
  function close() {
    pending.current?.();
    pending.current = undefined;
    if (anchor) timing.closed();
    setAnchor(null);
  }
  useEffect(() => () => pending.current?.(), []);

  const { props } = children;
  return (
    <>
      {cloneElement(children, {
        // A label that says the same would be read twice.
        'aria-describedby': anchor && content !== props['aria-label'] ? id : props['aria-describedby'],
        ...(opensByPress && typeof content === 'string' && { 'aria-description': content }),
        onPointerEnter: (event) => {
          props.onPointerEnter?.(event);
          if (event.pointerType !== 'touch') open(event.currentTarget, false);
        },
        onPointerLeave: (event) => {
          props.onPointerLeave?.(event);
          // A finger leaves as soon as it has pressed.
          if (!opensByPress || event.pointerType !== 'touch') close();
        },
        onPointerDown: (event) => {
          props.onPointerDown?.(event);
          if (!opensByPress) close();
        },
        ...(opensByPress && {
          onClick: (event) => {
            props.onClick?.(event);
            if (anchor) close();
            else open(event.currentTarget, true);
          },
        }),
        onFocus: (event) => {
          props.onFocus?.(event);
          if (event.currentTarget.matches(':focus-visible')) open(event.currentTarget, true);
        },
        onBlur: (event) => {
          props.onBlur?.(event);
          close();
        },
      })}
      {anchor && (
        <Bubble id={id} anchor={anchor} onClose={close}>
          {content}
          {keys && <Kbd>{keys}</Kbd>}
        </Bubble>
      )}
    </>
  );
}

type BubbleProps = { id: string; anchor: HTMLElement; onClose: () => void; children: ReactNode };

function Bubble({ id, anchor, onClose, children }: BubbleProps) {
  const ref = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const bubble = ref.current;
    if (!bubble) return;
    const around = anchor.getBoundingClientRect();
    const { width, height } = bubble.getBoundingClientRect();
    const isBelow = around.top - height - GAP_PX < EDGE_PX;
    const centred = around.left + around.width / 2 - width / 2;
    bubble.style.left = `${Math.max(EDGE_PX, Math.min(centred, innerWidth - width - EDGE_PX))}px`;
    bubble.style.top = `${isBelow ? around.bottom + GAP_PX : around.top - height - GAP_PX}px`;
  }, [anchor]);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      // Passed on: what lies below closes with it, as anybody who presses Escape there means.
      if (event.key === 'Escape') onClose();
    }
    function onPress({ target }: PointerEvent) {
      if (target instanceof Node && !anchor.contains(target)) onClose();
    }
    document.addEventListener('keydown', onKeyDown, true);
    document.addEventListener('pointerdown', onPress, true);
    addEventListener('scroll', onClose, { capture: true, passive: true });
    return () => {
      document.removeEventListener('keydown', onKeyDown, true);
      document.removeEventListener('pointerdown', onPress, true);
      removeEventListener('scroll', onClose, true);
    };
  }, [anchor, onClose]);

  return createPortal(
    <div
      ref={ref}
      id={id}
      role="tooltip"
      className="pointer-events-none fixed z-palette flex max-w-72 animate-pop items-center gap-2 rounded-control border border-line-2 bg-raised px-2 py-1 text-small text-ink shadow-pop"
    >
      {children}
    </div>,
    layerContainer(),
  );
}
