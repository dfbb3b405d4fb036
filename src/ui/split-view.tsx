import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

type SplitViewProps = {
  /** The head of the screen, over both. */
  header: ReactNode;
  /** What narrows the list. */
  filters: ReactNode;
  list: ReactNode;
  /** What was chosen from the list, or what to do while nothing is. */
  children: ReactNode;
  /** Something is chosen: on a narrow screen it takes the place of the list. */
  isChosen: boolean;
};

/** A list and beside it what was chosen from it, each scrolling by itself. */
export function SplitView({ header, filters, list, children, isChosen }: SplitViewProps) {
  return (
    <div className="flex min-h-0 flex-col lg:h-[calc(100dvh-3.5rem)]">
      <div className="border-b border-line-2 px-4 py-4 sm:px-8">{header}</div>
      <div className="flex min-h-0 flex-1">
        <section
          aria-label="List"
          className={cn(
            'w-full flex-col border-line-2 lg:flex lg:w-[22rem] lg:shrink-0 lg:border-r',
            isChosen ? 'hidden' : 'flex',
          )}
        >
          <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">{filters}</div>
          <div className="min-h-0 flex-1 overflow-y-auto">{list}</div>
        </section>
        <section
          aria-label="Conversation"
          className={cn('min-h-0 min-w-0 flex-1 flex-col lg:flex', isChosen ? 'flex' : 'hidden')}
        >
          {children}
        </section>
      </div>
    </div>
  );
}
