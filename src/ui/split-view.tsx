import { type ReactNode, useRef } from 'react';
import { cn } from './class-names.ts';
import { useFocusOnOpen } from './focus/use-focus-on-open.ts';

type SplitScreenProps = {
  /** Said where the head is hidden. */
  title: string;
  head: ReactNode;
  isChosen: boolean;
  children: ReactNode;
};

/** As high as the window, so that its parts scroll by themselves. On a phone what was chosen has it alone. */
export function SplitScreen({ title, head, isChosen, children }: SplitScreenProps) {
  return (
    <div
      className={cn(
        'flex min-h-0 flex-col lg:h-[calc(100dvh-3.5rem)]',
        isChosen && 'max-lg:h-[calc(100dvh-3rem)]',
      )}
    >
      {isChosen && <h1 className="sr-only lg:hidden">{title}</h1>}
      <div className={cn('border-b border-line-2 px-4 py-4 sm:px-8', isChosen && 'max-lg:hidden')}>
        {head}
      </div>
      {children}
    </div>
  );
}

type SplitViewProps = {
  /** What narrows the list. */
  filters: ReactNode;
  list: ReactNode;
  listLabel: string;
  /** What is chosen from the list; opened by a key it takes the focus to its heading. */
  chosenId: string | undefined;
  /** What was chosen from the list, or what to do while nothing is. */
  children: ReactNode;
  /** What is chosen from the list. */
  label: string;
};

/** A list and beside it what was chosen from it; on a phone one or the other. */
export function SplitView({ filters, list, listLabel, chosenId, children, label }: SplitViewProps) {
  const opened = useRef<HTMLElement>(null);
  const isChosen = chosenId !== undefined;
  useFocusOnOpen(opened, chosenId, hidesList);
  return (
    <div className="flex min-h-0 flex-1">
      <section
        aria-label={listLabel}
        className={cn(
          'w-full flex-col border-line-2 lg:flex lg:w-[22rem] lg:shrink-0 lg:border-r',
          isChosen ? 'hidden' : 'flex',
        )}
      >
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">{filters}</div>
        <div className="min-h-0 flex-1 overflow-y-auto">{list}</div>
      </section>
      <section
        ref={opened}
        aria-label={label}
        className={cn(
          'min-h-0 min-w-0 flex-1 flex-col focus-visible:-outline-offset-2 lg:flex',
          isChosen ? 'flex' : 'hidden',
        )}
      >
        {children}
      </section>
    </div>
  );
}

function hidesList(): boolean {
  return matchMedia('(max-width: 1023px)').matches;
}
