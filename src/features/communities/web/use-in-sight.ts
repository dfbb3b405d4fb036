import { type RefObject, useEffect, useRef } from 'react';

/** Lower than this part of the window nobody sees that something else stands there now. */
const SEEN = 0.8;

/**
 * Brings the heading of what was asked for into sight, where figures push it below the end of a small window. Undefined until it
 * is there: the page is too short before.
 */
export function useInSight(asked: string | undefined): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (asked === undefined) return undefined;
    // After the router has put a new screen to its beginning.
    const frame = requestAnimationFrame(() => {
      const isSeen = (heading.current?.getBoundingClientRect().bottom ?? 0) < innerHeight * SEEN;
      if (!isSeen) heading.current?.scrollIntoView({ block: 'start' });
    });
    return () => cancelAnimationFrame(frame);
  }, [asked]);
  return heading;
}
