import { type RefObject, useLayoutEffect, useState } from 'react';

/** Whether an element is narrower than `belowPx`: beside a drawer a table is small on a large screen too. */
export function useIsNarrow(ref: RefObject<HTMLElement | null>, belowPx: number): boolean {
  const [isNarrow, setIsNarrow] = useState(() => innerWidth < belowPx);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setIsNarrow(element.clientWidth < belowPx);
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [ref, belowPx]);
  return isNarrow;
}
