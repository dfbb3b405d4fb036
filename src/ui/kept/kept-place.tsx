import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { cn } from '../class-names.ts';

type KeptPlaceProps = {
  /** Tells it from other parts in this browser's memory. */
  name: string;
  isLoading: boolean;
  /** How high it is at the first visit, as a class. */
  guess?: string;
  className?: string;
  children: ReactNode;
};

/**
 * A part of a screen whose height follows what is loaded. While it loads it is as high as it was when it was last here,
 * in a window as wide as this one: what stands below it does not move.
 */
export function KeptPlace({ name, isLoading, guess, className, children }: KeptPlaceProps) {
  const element = useRef<HTMLDivElement>(null);
  const [keptHeight] = useState(() => readHeight(name));

  useLayoutEffect(() => {
    const { current } = element;
    if (isLoading || !current) return;
    const observer = new ResizeObserver(() => writeHeight(name, current.offsetHeight));
    observer.observe(current);
    return () => observer.disconnect();
  }, [name, isLoading]);

  return (
    <div
      ref={element}
      className={cn(className, isLoading && keptHeight === undefined && guess)}
      style={isLoading ? { minHeight: keptHeight } : undefined}
    >
      {children}
    </div>
  );
}

const keyOf = (name: string): string => `yarrow-place-${name}`;

function readHeight(name: string): number | undefined {
  try {
    const [width, height] = (localStorage.getItem(keyOf(name)) ?? '').split(' ').map(Number);
    return width === innerWidth && height !== undefined && height > 0 ? height : undefined;
  } catch {
    return undefined;
  }
}

function writeHeight(name: string, height: number): void {
  try {
    localStorage.setItem(keyOf(name), `${innerWidth} ${height}`);
  } catch {
    // Storage is blocked: the next visit does without.
  }
}
