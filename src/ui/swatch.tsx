import { cn } from './class-names.ts';

/** The colour somebody gave a group. Always beside the group's name. */
export function Swatch({ color, className }: { color: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      style={{ backgroundColor: color }}
      className={cn('inline-block size-2 shrink-0 rounded-bar forced-color-adjust-none', className)}
    />
  );
}
