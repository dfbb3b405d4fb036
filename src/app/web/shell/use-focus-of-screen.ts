import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

const OVERLAY = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** A link of the sidebar leads to a screen, so the focus goes there too; not where only the search of it changes. */
export function useFocusOfScreen(work: RefObject<HTMLElement | null>): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const shown = useRef(path);
  useEffect(() => {
    const isFirst = shown.current === undefined;
    const isSame = shown.current === path;
    shown.current = path;
    if (isFirst || isSame) return;
    // A sheet or a palette that led here gives the focus back first.
    const frame = requestAnimationFrame(() => {
      const main = work.current;
      const active = document.activeElement;
      const isTaken = active !== main && main?.contains(active);
      if (!main || isTaken || active?.closest(OVERLAY)) return;
      const heading = main.querySelector('h1');
      if (heading) heading.tabIndex = -1;
      (heading ?? main).focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [path, work]);
}
