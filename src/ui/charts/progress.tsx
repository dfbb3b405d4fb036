import { cn } from '../class-names.ts';

type ProgressProps = {
  /** Names what goes on: "Reddit". */
  label: string;
  value: number;
  max: number;
  /** In words, "31 of 48 read". */
  text?: string;
  className?: string;
};

/** True progress only: it moves when something was done. Where no count is known, say so in words. */
export function Progress({ label, value, max, text, className }: ProgressProps) {
  const percent = max > 0 ? Math.min(100, (Math.max(0, value) / max) * 100) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={text}
      className={cn(
        'h-[3px] w-full overflow-hidden rounded-bar bg-track forced-color-adjust-none',
        className,
      )}
    >
      <div
        style={{ width: `${percent}%` }}
        className="h-full rounded-bar bg-green transition-[width] duration-160 ease-out"
      />
    </div>
  );
}
