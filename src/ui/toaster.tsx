import { Check, CircleAlert, CircleCheck, X } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { SECOND_MS } from '#kit/time.ts';
import { cn } from './class-names.ts';
import { useKeptFocus } from './focus/kept-focus.ts';
import { dismissToast, type Toast, undoToast, useToasts } from './toast.ts';

/** How far a toast reaches from the right and from the bottom of the window. */
const REACH_PX = 460;
const REACH_UP_PX = 140;

/** Shows the one open toast, bottom right. F8 goes to it. Place it once, last in the page. */
export function Toaster() {
  const toasts = useToasts();
  const open = toasts.find(({ state }) => state === 'open');
  // Its toast may wait behind another that offers an Undo.
  const undoable = toasts.findLast(({ undo, state }) => undo && state !== 'dismissed');
  const region = useRef<HTMLElement>(null);
  const before = useRef<EventTarget | null>(null);
  const lift = useLift(open?.id);
  useKeptFocus(undoable?.id);
  // What is taken back shows in the work; those who listen hear that it was begun.
  const [said, say] = useState('');
  const [shownId, setShownId] = useState(open?.id);
  if (open && open.id !== shownId) {
    setShownId(open.id);
    say('');
  }

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'F8') region.current?.querySelector('button')?.focus();
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only remembers where the focus was
    <section
      ref={region}
      data-toaster=""
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      }}
      aria-label="Notifications"
      aria-keyshortcuts="F8"
      // None where nothing is to be cleared: the policy refuses the attribute in a page that was drawn at the build.
      style={lift === 0 ? undefined : { bottom: `${lift}px` }}
      className="pointer-events-none fixed right-0 bottom-0 z-toast flex w-full flex-col items-end p-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:p-6 print:hidden"
    >
      {/* Both are always there: a live region that appears together with its text is often not read. */}
      <div role="status" aria-live="polite" aria-atomic="true" className="flex w-full flex-col items-end">
        {open?.variant === 'default' && (
          <ToastCard
            key={open.id}
            toast={open}
            before={before}
            onUndone={() => say(`Undoing: ${open.title}`)}
          />
        )}
      </div>
      <div role="alert" aria-live="assertive" aria-atomic="true" className="flex w-full flex-col items-end">
        {open?.variant === 'destructive' && <ToastCard key={open.id} toast={open} before={before} />}
      </div>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </section>
  );
}

/** Pixels by which a toast stands above the bar of buttons (`data-action-bar`) that it would cover. */
function useLift(toastId: number | undefined): number {
  const [lift, setLift] = useState(0);
  useLayoutEffect(() => {
    if (toastId === undefined) return;
    function measure() {
      const reach = [...document.querySelectorAll('[data-action-bar]')].map((bar) => {
        const { top, right, bottom, width } = bar.getBoundingClientRect();
        const isBelow = width > 0 && right > innerWidth - REACH_PX && bottom > innerHeight - REACH_UP_PX;
        // One that is further up is no bar at the edge of the screen: above it the toast would cover the work.
        return isBelow && top > innerHeight / 2 && top < innerHeight ? innerHeight - top : 0;
      });
      setLift(Math.max(0, ...reach));
    }
    measure();
    addEventListener('resize', measure);
    addEventListener('scroll', measure, true);
    // The bar may go with its dialog or screen, or come with the next.
    const observer = new MutationObserver(measure);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      removeEventListener('resize', measure);
      removeEventListener('scroll', measure, true);
    };
  }, [toastId]);
  return lift;
}

type ToastCardProps = {
  toast: Toast;
  /** What had the focus before the toast got it. */
  before: RefObject<EventTarget | null>;
  onUndone?: () => void;
};

function ToastCard({ toast, before, onUndone }: ToastCardProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [secondsLeft, setSecondsLeft] = useState(Math.ceil(toast.durationMs / SECOND_MS));
  const [isHeld, setIsHeld] = useState(false);
  const leftMs = useRef(toast.durationMs);

  useEffect(() => {
    if (isHeld) return;
    let last = performance.now();
    let frame = 0;
    // Frames stop in a hidden page, so the time itself is watched too.
    const timer = setInterval(tick, 250);
    function tick() {
      const now = performance.now();
      leftMs.current -= now - last;
      last = now;
      if (leftMs.current <= 0) {
        stop();
        dismissToast(toast.id);
        return;
      }
      setSecondsLeft(Math.ceil(leftMs.current / SECOND_MS));
      if (bar.current) bar.current.style.scale = `${leftMs.current / toast.durationMs} 1`;
    }
    function paint() {
      tick();
      if (leftMs.current > 0) frame = requestAnimationFrame(paint);
    }
    function stop() {
      clearInterval(timer);
      cancelAnimationFrame(frame);
    }
    if (toast.undo) frame = requestAnimationFrame(paint);
    return stop;
  }, [isHeld, toast]);

  /** The toast goes; the focus goes back, or to the work area where what had it is gone too. */
  function close(deed: (id: number) => void) {
    const { current } = before;
    const isThere = current instanceof HTMLElement && current.isConnected;
    (isThere ? current : document.querySelector('main'))?.focus();
    deed(toast.id);
  }

  const Icon = toast.variant === 'destructive' ? CircleAlert : toast.undo ? Check : CircleCheck;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the timer waits while somebody is here
    <div
      data-toast={toast.variant}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close(dismissToast);
      }}
      className={cn(
        'pointer-events-auto relative flex w-full max-w-[420px] animate-arrive items-start gap-3 overflow-hidden rounded-panel border bg-raised py-3 pr-2 pl-4 shadow-pop sm:w-auto sm:min-w-80',
        toast.variant === 'destructive' ? 'border-red-l' : 'border-line-2',
      )}
    >
      <Icon
        className={cn(
          'mt-0.5 size-4',
          toast.variant === 'destructive' ? 'text-red' : toast.undo ? 'text-ink-2' : 'text-green-ink',
        )}
      />
      <div className="min-w-0 flex-1">
        <p
          className={cn(
            'text-body wrap-anywhere',
            toast.description !== undefined && 'font-semibold',
            toast.variant === 'destructive' && 'font-semibold text-red-ink',
          )}
        >
          {toast.title}
        </p>
        {toast.description !== undefined && (
          <p className="text-small text-pretty text-ink-2 wrap-anywhere">{toast.description}</p>
        )}
      </div>
      {toast.undo && <span className="sr-only">Press F8, then Enter, to undo.</span>}
      {toast.undo && (
        <button
          type="button"
          onClick={() => {
            close(undoToast);
            onUndone?.();
          }}
          className="-my-1 inline-flex h-7 shrink-0 items-center gap-2 rounded-control px-2 text-label text-green-ink hover:bg-hover pointer-coarse:h-11"
        >
          Undo
          {/* Once in sight is enough: a live region would count down aloud. */}
          <span aria-hidden="true" className="font-normal text-ink-3 tabular-nums">
            {secondsLeft} s
          </span>
        </button>
      )}
      {toast.offer && (
        <button
          type="button"
          onClick={() => {
            close(dismissToast);
            toast.offer?.onSelect();
          }}
          className="-my-1 inline-flex h-7 shrink-0 items-center rounded-control px-2 text-label text-green-ink hover:bg-hover pointer-coarse:h-11"
        >
          {toast.offer.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => close(dismissToast)}
        className="-my-1 inline-flex size-7 shrink-0 items-center justify-center rounded-control text-ink-3 hover:bg-hover hover:text-ink pointer-coarse:size-11"
      >
        <X className="size-4" />
      </button>
      {toast.undo && (
        <div
          ref={bar}
          data-toast-timer=""
          className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-green motion-reduce:transition-none"
        />
      )}
    </div>
  );
}
