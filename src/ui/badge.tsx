import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

/** good: it may be used · outline: not known yet · attention: somebody has to look · loss: failed or refused · neutral. */
export type BadgeTone = 'good' | 'outline' | 'attention' | 'loss' | 'neutral';

const TONE: Record<BadgeTone, string> = {
  good: 'border-transparent bg-green-t text-green-ink',
  outline: 'border-line-2 bg-surface text-ink-2',
  attention: 'border-transparent bg-amber-t text-amber-ink',
  loss: 'border-transparent bg-red-t text-red-ink',
  neutral: 'border-transparent bg-hover text-ink-2',
};

type BadgeProps = {
  tone?: BadgeTone;
  /** Colour never says it alone: an icon and a word do. */
  icon?: LucideIcon | undefined;
  /** Instead of an icon: a `RingGlyph`. */
  glyph?: ReactNode;
  className?: string;
  children: ReactNode;
};

export function Badge({ tone = 'neutral', icon: Icon, glyph, className, children }: BadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex h-5 shrink-0 items-center gap-1 rounded-badge border px-1.5 text-small font-medium whitespace-nowrap',
        TONE[tone],
        className,
      )}
    >
      {Icon && <Icon className="size-3.5" />}
      {glyph}
      {children}
    </span>
  );
}
