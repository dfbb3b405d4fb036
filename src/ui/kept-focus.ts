import { useEffect, useRef } from 'react';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [role=combobox], [tabindex="0"]';
/** What was deleted may leave the screen with the answer or with the live stream, a little later. */
const WATCH_MS = 3_000;
/** A dialog that closes gives the focus back by itself first. */
const SETTLE_MS = 100;

/** An element on the way from what had the focus up to its layer, with what stood beside it. */
export type Stop = { element: Element; next: Element | null; previous: Element | null };

/**
 * What was deleted takes the focus with it, and the browser puts it on nothing at all. For each deed that was done (its
 * key) it goes to what stood next to it instead, or to the heading above.
 */
export function useKeptFocus(deed: number | undefined): void {
  const trail = useRef<readonly Stop[]>([]);
  useEffect(() => {
    function onFocusIn({ target }: FocusEvent) {
      // Menus give the focus back to the button that opened them; toasts do likewise.
      const isPassing =
        target instanceof Element && target.closest('[role=menu], [role=listbox], [data-toaster]');
      if (target instanceof Element && !isPassing) trail.current = trailOf(target);
    }
    document.addEventListener('focusin', onFocusIn);
    return () => document.removeEventListener('focusin', onFocusIn);
  }, []);

  useEffect(() => {
    if (deed === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function look() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (document.activeElement === document.body) focusNear(trail.current);
      }, SETTLE_MS);
    }
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    look();
    const end = setTimeout(() => observer.disconnect(), WATCH_MS);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      clearTimeout(end);
    };
  }, [deed]);
}

export function trailOf(target: Element): Stop[] {
  const stops: Stop[] = [];
  for (let element = target; ; ) {
    stops.push({ element, next: element.nextElementSibling, previous: element.previousElementSibling });
    const { parentElement } = element;
    // Beside a whole layer or the application itself stands nothing that belongs to it.
    if (!parentElement || parentElement === document.body) return stops;
    element = parentElement;
  }
}

/** To what stood next to what is gone, or to the heading above. */
export function focusNear(trail: readonly Stop[]): void {
  const gone = trail.findLastIndex(({ element }) => !element.isConnected);
  // It is still there: somebody pressed beside it.
  if (gone === -1) return;
  const { next, previous } = gone === trail.length - 1 ? {} : (trail[gone] ?? {});
  const neighbour = [next, previous].map((element) => element && focusableIn(element)).find(Boolean);
  if (neighbour) return neighbour.focus();
  const around = trail.slice(gone + 1).map(({ element }) => element);
  const heading = around.map((element) => element.querySelector<HTMLElement>('h1, h2, h3')).find(Boolean);
  if (heading) {
    heading.tabIndex = -1;
    heading.focus();
  } else document.querySelector('main')?.focus();
}

function focusableIn(element: Element): HTMLElement | null {
  if (!element.isConnected) return null;
  return element instanceof HTMLElement && element.matches(FOCUSABLE)
    ? element
    : element.querySelector<HTMLElement>(FOCUSABLE);
}
