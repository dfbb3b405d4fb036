import { cn } from '../class-names.ts';

type BarProps = {
  value: number;
  /** The value that fills the whole width; bars that are compared share it. */
  max: number;
  /** `base` is what the others are part of, `outcome` what came of it. */
  tone?: 'base' | 'outcome';
  className?: string;
};

/** A length that starts at zero, linear. Its number always stands beside it. */
export function Bar({ value, max, tone = 'outcome', className }: BarProps) {
  const percent = max > 0 ? Math.min(100, (Math.max(0, value) / max) * 100) : 0;
  return (
    <span aria-hidden="true" className={cn('block h-2.5 forced-color-adjust-none', className)}>
      <span
        style={{ width: `${percent}%` }}
        className={cn(
          'block h-full rounded-[1px]',
          value > 0 && 'min-w-0.5',
          tone === 'base' ? 'bg-data-2' : 'bg-data-1',
        )}
      />
    </span>
  );
}
