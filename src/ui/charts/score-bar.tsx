import { minusSign } from '#kit/text.ts';
import { cn } from '../class-names.ts';

export type ScoreReason = {
  label: string;
  points: number;
  /** The element with the words that earned the points. */
  detailsId?: string;
  /** What everybody has before anything counts: drawn last and without colour. */
  isBase?: boolean;
};

/** Out of ten. */
const TRACK_POINTS = 10;
const HIGH = 8;
const MEDIUM = 5;

/** Which colour a reason has, in the bar and wherever its words are marked: 0 for the largest, at most 3. */
const SCORE_COLORS = ['bg-score-1', 'bg-score-2', 'bg-score-3', 'bg-score-4'] as const;
const BASE_COLOR = 'bg-line-2';

type ScoreBarProps = {
  /** 0 to 10. */
  score: number;
  reasons: readonly ScoreReason[];
  /** `row` with the figure before a short track; `wide` the track alone over the whole width. */
  size?: 'row' | 'wide';
  className?: string;
};

/** How a score came about: one segment per reason on a track of ten points, the longest first. */
export function ScoreBar({ score, reasons, size = 'row', className }: ScoreBarProps) {
  const track = (
    <span
      aria-hidden="true"
      className={cn(
        'flex overflow-hidden rounded-bar bg-track forced-color-adjust-none',
        size === 'wide' ? 'h-2.5 w-full gap-0.5' : 'h-1.5 w-14 gap-px',
      )}
    >
      {segmentsOf(score, reasons).map((reason, index) => (
        <span
          key={reason.label}
          style={{ width: `${(reason.points / TRACK_POINTS) * 100}%` }}
          className={cn('h-full shrink-0', colorOf(reason, index))}
        />
      ))}
    </span>
  );
  if (size === 'wide') return <div className={className}>{track}</div>;
  return (
    <span className={cn('inline-flex items-center gap-2', className)}>
      <span
        className={cn(
          'min-w-7 text-right text-body tabular-nums',
          score >= HIGH && 'font-semibold text-ink',
          score < HIGH && score >= MEDIUM && 'font-medium text-ink-2',
          score < MEDIUM && 'text-ink-3',
        )}
      >
        {score.toFixed(1)}
        <span className="sr-only"> out of 10</span>
      </span>
      {track}
    </span>
  );
}

/** The reasons as a list: each with its colour and its points; what took points away with a minus. */
export function ScoreReasons({ reasons }: { reasons: readonly ScoreReason[] }) {
  return (
    <ul className="space-y-0.5">
      {inOrder(reasons).map((reason, index) => (
        <li
          key={reason.label}
          aria-details={reason.detailsId}
          className={cn('flex items-center gap-2.5 text-body', reason.isBase && 'text-ink-3')}
        >
          <span
            aria-hidden="true"
            className={cn(
              'size-2 rounded-bar',
              reason.points > 0 ? colorOf(reason, index) : 'border border-control',
            )}
          />
          <span className="flex-1">{reason.label}</span>
          <span className="font-medium tabular-nums">
            {reason.isBase ? reason.points.toFixed(1) : signed(reason.points)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function colorOf({ isBase = false }: ScoreReason, index: number): string {
  return isBase ? BASE_COLOR : (SCORE_COLORS[index] ?? 'bg-score-4');
}

/** The longest first, and what everybody has last. */
function inOrder(reasons: readonly ScoreReason[]): ScoreReason[] {
  return reasons.toSorted(
    (a, b) => Number(a.isBase ?? false) - Number(b.isBase ?? false) || b.points - a.points,
  );
}

/** What is drawn: the reasons that gave points, together as long as the score. */
function segmentsOf(score: number, reasons: readonly ScoreReason[]): ScoreReason[] {
  const gains = inOrder(reasons).filter((reason) => reason.points > 0);
  const gained = gains.reduce((sum, reason) => sum + reason.points, 0);
  if (gained === 0) return score > 0 ? [{ label: 'score', points: score }] : [];
  // Points taken away shorten every segment, so that the bar ends at the score.
  const scale = Math.min(1, score / gained);
  return gains.map((reason) => ({ ...reason, points: reason.points * scale }));
}

function signed(points: number): string {
  return points > 0 ? `+${points.toFixed(1)}` : minusSign(points.toFixed(1));
}
