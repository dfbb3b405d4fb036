import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

type BreadcrumbProps = {
  /** The last one is where we are; the ones before are links. */
  items: readonly { key: string; content: ReactNode }[];
  className?: string;
};

export function Breadcrumb({ items, className }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb" className={className}>
      <ol className="flex items-center gap-2 text-label text-ink-3">
        {items.map(({ key, content }, index) => {
          const isLast = index === items.length - 1;
          return (
            <li key={key} className={cn('flex items-center gap-2', isLast ? 'min-w-0 text-ink' : 'shrink-0')}>
              {index > 0 && (
                <span aria-hidden="true" className="text-ink-3">
                  /
                </span>
              )}
              <span
                className={isLast ? 'truncate' : 'flex items-center gap-1.5'}
                {...(isLast ? { 'aria-current': 'page' } : {})}
              >
                {content}
              </span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
