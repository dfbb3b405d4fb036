import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { cn } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

type DrawerProps = {
  /** Names the drawer: the person or thing in it. */
  label: string;
  onClose: () => void;
  /** "1 of 64". */
  position?: string;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** Beside the close button: a menu of the rarer deeds. */
  actions?: ReactNode;
  /** Under the position, fixed: who it is, and the main action. */
  header?: ReactNode;
  children: ReactNode;
  className?: string;
};

/**
 * What stands behind one row, beside the list and not over it: nothing is locked, the list goes on working. Arrow keys
 * walk the rows, Escape closes and the focus goes back to where it came from. Under 1024 px it is a page of its own.
 */
export function Drawer({
  label,
  onClose,
  position,
  onPrevious,
  onNext,
  actions,
  header,
  children,
  className,
}: DrawerProps) {
  const ref = useRef<HTMLElement>(null);
  const opener = useRef<Element>(null);

  useEffect(() => {
    opener.current = document.activeElement;
    // Only where it covers the list does it take the focus.
    if (matchMedia('(max-width: 1023px)').matches) ref.current?.focus();
    const drawer = ref.current;
    return () => {
      const isInside = drawer?.contains(document.activeElement) || document.activeElement === document.body;
      if (isInside && opener.current instanceof HTMLElement) opener.current.focus();
    };
  }, []);

  // What had the focus may go with what it did; the keys then arrive at the page.
  const onPageKeyDown = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.target === document.body) onKeyDown(event);
    // What opened it keeps the focus; what lies over the page has its own Escape.
    else if (event.key === 'Escape' && !isOverPage(event.target)) onKeyDown(event);
  });
  useEffect(() => {
    document.addEventListener('keydown', onPageKeyDown);
    return () => document.removeEventListener('keydown', onPageKeyDown);
  }, []);

  function onKeyDown(event: KeyboardEvent<HTMLElement> | globalThis.KeyboardEvent) {
    if (event.defaultPrevented || isTyping(event.target)) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'ArrowDown') onNext?.();
    else if (event.key === 'ArrowUp') onPrevious?.();
    else return;
    event.preventDefault();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of what is inside arrive here
    <aside
      ref={ref}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className={cn(
        'flex flex-col bg-surface focus:outline-none max-lg:fixed max-lg:inset-0 max-lg:z-drawer',
        'lg:h-full lg:w-[416px] lg:shrink-0 lg:animate-drawer lg:border-l lg:border-line-2',
        className,
      )}
    >
      <div className="shrink-0 border-b border-line px-5 pt-2 pb-4">
        <div className="flex h-8 items-center gap-1 text-small text-ink-3 tabular-nums">
          {position !== undefined && <span className="mr-2">{position}</span>}
          {(onPrevious || onNext) && (
            <>
              <IconButton
                icon={ChevronUp}
                label="Previous"
                keys="↑"
                aria-disabled={!onPrevious || undefined}
                onClick={onPrevious}
              />
              {/* Not `disabled`: at the last row the button that has the focus would lose it, and the arrow keys with it. */}
              <IconButton
                icon={ChevronDown}
                label="Next"
                keys="↓"
                aria-disabled={!onNext || undefined}
                onClick={onNext}
              />
            </>
          )}
          <span className="flex-1" />
          {actions}
          <IconButton icon={X} label="Close" keys="Esc" onClick={onClose} className="-mr-1.5" />
        </div>
        {header}
      </div>
      <div className="relative min-h-0 flex-1 overflow-y-auto">{children}</div>
    </aside>
  );
}

/** A part of a drawer under its hairline. */
export function DrawerSection({
  title,
  note,
  children,
}: {
  title: ReactNode;
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="border-b border-line px-5 py-4 last:border-b-0">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h3 className="text-h2">{title}</h3>
        {note !== undefined && <span className="text-small text-ink-3">{note}</span>}
      </div>
      {children}
    </section>
  );
}

function isOverPage(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog], [role=alertdialog]') !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=radiogroup], [role=tablist]',
    ) !== null
  );
}
