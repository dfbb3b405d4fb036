import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

type SectionHeadingProps = {
  title: ReactNode;
  /** Beside it, quiet: a count, a base. */
  note?: ReactNode;
  /** At the end of the line: a link, a filter. */
  action?: ReactNode;
  /** The hairline under it. */
  hasLine?: boolean;
  level?: 2 | 3;
  id?: string;
  className?: string;
};

export function SectionHeading({
  title,
  note,
  action,
  hasLine = true,
  level = 2,
  id,
  className,
}: SectionHeadingProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div
      className={cn(
        'flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-2',
        hasLine && 'border-b border-line',
        className,
      )}
    >
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
        <Heading id={id} className="text-h2">
          {title}
        </Heading>
        {note !== undefined && <span className="text-small text-ink-3 tabular-nums">{note}</span>}
      </div>
      {action !== undefined && (
        <div className="flex min-w-0 flex-wrap items-center gap-2 text-small">{action}</div>
      )}
    </div>
  );
}
