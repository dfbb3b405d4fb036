import { type RefObject, useEffect, useSyncExternalStore } from 'react';

const COVERING = '(max-width: 1023px)';

/** Whether the window is so small that what opens beside the list covers it. */
export function useCoversPage(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(COVERING);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(COVERING).matches,
  );
}

/** What an element covers can neither be reached nor heard; toasts, and the layers that it opens itself, stay. */
export function useInertRest(ref: RefObject<HTMLElement | null>, isModal: boolean): void {
  useEffect(() => {
    if (!isModal || !ref.current) return;
    const covered: HTMLElement[] = [];
    const stops: HTMLElement[] = [];
    for (
      let inner: HTMLElement = ref.current, around = inner.parentElement;
      around && inner !== document.body;
      inner = around, around = inner.parentElement
    ) {
      for (const beside of around.children) {
        if (!(beside instanceof HTMLElement) || beside === inner || beside.inert || isOver(beside)) continue;
        beside.setAttribute('inert', '');
        covered.push(beside);
      }
      // What scrolls is a stop for Tab; nothing of it is in sight.
      if (around.getAttribute('tabindex') === '0') {
        around.setAttribute('tabindex', '-1');
        stops.push(around);
      }
    }
    return () => {
      for (const each of covered) each.removeAttribute('inert');
      for (const each of stops) each.setAttribute('tabindex', '0');
    };
  }, [ref, isModal]);
}

function isOver(element: Element): boolean {
  return (
    element.matches('#layers, [data-toaster], [role=dialog], [aria-live], [role=status], script, style') ||
    element.querySelector('[data-toaster], [role=dialog]') !== null
  );
}
