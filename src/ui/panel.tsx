import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

type PanelProps = {
  title?: ReactNode;
  note?: ReactNode;
  action?: ReactNode;
  className?: string;
  bodyClassName?: string;
  children: ReactNode;
};

/** A box, where a hairline is not enough: something that can be picked up, chosen or filled in by itself. */
export function Panel({ title, note, action, className, bodyClassName, children }: PanelProps) {
  return (
    <section className={cn('overflow-hidden rounded-panel border border-line-2 bg-surface', className)}>
      {title !== undefined && (
        <div className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-5 py-2">
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <h2 className="text-h2">{title}</h2>
            {note !== undefined && <span className="text-small text-ink-3">{note}</span>}
          </div>
          {action}
        </div>
      )}
      <div className={bodyClassName ?? 'p-5'}>{children}</div>
    </section>
  );
}
