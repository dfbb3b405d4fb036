import { ArrowDown, ArrowRight, ArrowUp, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { Sparkline } from './charts/sparkline.tsx';
import { cn } from './class-names.ts';
import { Skeleton } from './skeleton.tsx';
import { Tooltip } from './tooltip.tsx';

export type TileTrend = {
  direction: 'up' | 'down' | 'level';
  /** "+3.2% this week". */
  text: string;
  /** Whether that is good news; loss is red, a level run grey. */
  isGood?: boolean;
};

export type TileProps = {
  label: string;
  /** "22.0", or "–" where there is no data. */
  figure: string;
  unit?: string;
  /** Puts the figure into what opens it. */
  opener?: (figure: ReactNode) => ReactNode;
  /** How it is reckoned, in the tooltip: "Landing visits ÷ messages". */
  formula?: string;
  trend?: TileTrend | null;
  /** What it is made of: both weeks, the base. Without data: what would fill it. */
  lines?: readonly ReactNode[];
  points?: readonly (number | null)[];
};

const ARROW = { up: ArrowUp, down: ArrowDown, level: ArrowRight };

/** One figure with its trend, what the trend compares and its base. */
export function Tile({ label, figure, unit, opener, formula, trend, lines = [], points = [] }: TileProps) {
  const Arrow = trend ? ARROW[trend.direction] : ArrowRight;
  const isLoss = trend?.direction !== 'level' && trend?.isGood === false;
  const shown = (
    <>
      {figure}
      {unit !== undefined && <span className="text-lead font-normal tracking-normal text-ink-3">{unit}</span>}
    </>
  );
  return (
    <div data-tile={label} className="min-w-0 px-5 py-4 max-sm:px-3.5 max-sm:py-3">
      <div className="flex min-h-5 items-center gap-1 text-label text-ink-2 max-sm:-mr-3">
        <h3 className="font-medium">{label}</h3>
        {formula !== undefined && (
          <Tooltip content={formula} opensByPress>
            <button
              type="button"
              aria-label={`How ${label} is reckoned`}
              className="relative inline-flex size-5 items-center justify-center before:absolute pointer-coarse:before:-inset-3 rounded-control text-ink-3 opacity-0 transition-opacity hover:text-ink focus-visible:opacity-100 [[data-tile]:hover_&]:opacity-100 pointer-coarse:opacity-100"
            >
              <Info className="size-3.5" />
            </button>
          </Tooltip>
        )}
      </div>
      <div className="mt-1.5 flex items-center justify-between gap-3">
        <p className="text-figure whitespace-nowrap tabular-nums">{opener ? opener(shown) : shown}</p>
        {points.some((point) => point !== null) && <Sparkline points={points} className="max-sm:w-14" />}
      </div>
      {trend && (
        <p
          className={cn(
            'mt-2.5 flex items-center gap-1.5 text-small font-semibold tabular-nums',
            isLoss ? 'text-red-ink' : trend.direction === 'level' ? 'text-ink-2' : 'text-green-ink',
          )}
        >
          <Arrow className="size-3.5" />
          {trend.text}
        </p>
      )}
      <div className={cn('text-small text-ink-3 tabular-nums', trend ? 'mt-0.5' : 'mt-2.5')}>
        {lines.map((line, index) => (
          // The lines are fixed texts in a fixed order.
          // oxlint-disable-next-line react/no-array-index-key
          <p key={index} className={cn(index > 0 && trend && 'max-sm:hidden')}>
            {line}
          </p>
        ))}
      </div>
    </div>
  );
}

/** Figures beside one another between hairlines: four, two on a small screen. */
export function TileRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="-mx-px grid grid-cols-2 overflow-clip border-y border-line-2 lg:grid-cols-4 [&>*]:-mt-px [&>*]:-ml-px [&>*]:border-t [&>*]:border-l [&>*]:border-line lg:[&>*:first-child]:pl-0 max-lg:[&>*:nth-child(odd)]:pl-0 max-lg:[&>*:nth-child(even)]:pr-0"
    >
      {children}
    </section>
  );
}

/** A tile before its figure arrived, in the same geometry. */
export function TileSkeleton() {
  return (
    <div className="min-w-0 px-5 py-4 max-sm:px-3.5 max-sm:py-3">
      <Skeleton className="my-0.5 h-4 w-28" />
      <div className="mt-1.5 flex items-center justify-between gap-3">
        <Skeleton className="h-9 w-24" />
        <Skeleton className="h-[26px] w-[88px] max-sm:w-14" />
      </div>
      <Skeleton className="mt-2.5 h-4 w-24" />
      <Skeleton className="mt-1 h-3.5 w-40 max-w-full" />
      <Skeleton className="mt-1 h-3.5 w-44 max-w-full max-sm:hidden" />
    </div>
  );
}
