import { useEffect } from 'react';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [role=combobox], [tabindex="0"]:not(time)';
/** What was deleted may leave the screen with the answer or with the live stream, a little later. */
const WATCH_MS = 3_000;
/** A dialog that closes gives the focus back by itself first. */
const SETTLE_MS = 100;

/** An element on the way from what had the focus up to its layer, with what stood beside it. */
export type Stop = { element: Element; next: Element | null; previous: Element | null };

/** Where the focus is, or was last. */
let lastTrail: readonly Stop[] = [];

/**
 * What was deleted takes the focus with it, and the browser puts it on nothing at all. For each deed that was done (its
 * key) it goes to what stood next to it instead, or to the heading above.
 */
export function useKeptFocus(deed: number | undefined): void {
  useEffect(() => {
    function onFocusIn({ target }: FocusEvent) {
      // Menus give the focus back to the button that opened them; toasts do likewise.
      const isPassing =
        target instanceof Element && target.closest('[role=menu], [role=listbox], [data-toaster]');
      // A layer takes the focus of what is gone from it, which is no place.
      if (target instanceof Element && !isPassing && !isNowhere()) lastTrail = trailOf(target);
    }
    document.addEventListener('focusin', onFocusIn);
    return () => document.removeEventListener('focusin', onFocusIn);
  }, []);

  useEffect(() => {
    return deed === undefined ? undefined : watch();
  }, [deed]);
}

/**
 * What was pressed goes with what it did, now or with the answer of the deed: the focus goes to what stood next to it.
 * Called with the press, while it stands there: the live stream may take it off the screen before the answer comes. Whatever
 * has the focus since is what the next goes from.
 */
export function stayNear(pressed: Element, deed?: Promise<unknown>): void {
  // A press gives not every button the focus.
  lastTrail = trailOf(pressed);
  function look() {
    endWatch();
    endWatch = watch();
  }
  look();
  deed?.then(look, look);
}

let endWatch: () => void = () => undefined;

/** Looks after the focus for a while; the returned function ends that. */
function watch(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function look() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (isNowhere()) focusNear(lastTrail);
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
}

/** A dialog takes the focus itself when what had it goes. */
function isNowhere(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.getAttribute('role') === 'dialog';
}

/** The heading of the screen, where nothing is left of what the focus came from. */
export function focusScreen(): void {
  const main = document.querySelector('main');
  const heading = main?.querySelector<HTMLElement>('h1');
  if (heading) heading.tabIndex = -1;
  (heading ?? main)?.focus({ preventScroll: true });
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
  return element instanceof HTMLElement && element.matches(`${FOCUSABLE}, [role=row][tabindex]`)
    ? element
    : element.querySelector<HTMLElement>(FOCUSABLE);
}
