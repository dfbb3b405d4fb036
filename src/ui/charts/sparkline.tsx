import { cn } from '../class-names.ts';

type SparklineProps = {
  /** Oldest first; null where there is no figure. */
  points: readonly (number | null)[];
  /** Read out; leave it out where the same stands in words beside it. */
  label?: string;
  className?: string;
};

const WIDTH = 88;
const HEIGHT = 26;
const EDGE = 3;

/** The run of a figure: its shape only, the last point marked. The figure itself stands beside it. */
export function Sparkline({ points, label, className }: SparklineProps) {
  const known = points.filter((point) => point !== null);
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  const place = (value: number, index: number): [number, number] => [
    EDGE + (index / Math.max(points.length - 1, 1)) * (WIDTH - 2 * EDGE),
    highest === lowest
      ? HEIGHT - EDGE
      : HEIGHT - EDGE - ((value - lowest) / (highest - lowest)) * (HEIGHT - 2 * EDGE),
  ];
  const places = points.flatMap((point, index) => (point === null ? [] : [place(point, index)]));
  const last = places.at(-1);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className={cn('h-[26px] w-[88px] min-w-8 shrink overflow-visible text-data-1', className)}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {places.length > 1 && (
        <polyline
          points={places.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      )}
      {last && (
        <circle
          cx={round(last[0])}
          cy={round(last[1])}
          r="3.5"
          fill="currentColor"
          strokeWidth="2"
          className="stroke-surface"
        />
      )}
    </svg>
  );
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
