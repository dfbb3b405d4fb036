import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

type PageHeaderProps = {
  title: ReactNode;
  /** Beside the title: a state. */
  badge?: ReactNode;
  /** Under it: the period, the zone, what it is compared with. */
  note?: ReactNode;
  /** At the end of the line, the one primary button last. */
  actions?: ReactNode;
  className?: string;
};

/** The head of a screen. */
export function PageHeader({ title, badge, note, actions, className }: PageHeaderProps) {
  return (
    <header className={cn('flex flex-wrap items-start justify-between gap-x-6 gap-y-3', className)}>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h1 className="text-h1">{title}</h1>
          {badge}
        </div>
        {note !== undefined && <p className="mt-0.5 text-small text-pretty text-ink-3">{note}</p>}
      </div>
      {actions !== undefined && (
        <div className="flex flex-wrap items-center gap-3 max-sm:w-full max-sm:[&>*]:flex-1">{actions}</div>
      )}
    </header>
  );
}
