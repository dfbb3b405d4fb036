import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { cn } from './class-names.ts';
import { focusNear, focusScreen, type Stop, trailOf } from './focus/kept-focus.ts';
import { isByKeyboard } from './focus/last-input.ts';
import { useCoversPage, useInertRest } from './focus/use-inert-rest.ts';
import { IconButton } from './icon-button.tsx';
import { usePageSubject } from './page-subject.ts';

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
  /** On a phone only the position and the buttons beside it stay in place: what stands under the head gets the room. */
  isHeadLoose?: boolean;
  children: ReactNode;
  className?: string;
};

/** Grey, without a box of its own in the head. */
const AT_THE_END = 'aria-disabled:border-transparent aria-disabled:bg-transparent aria-disabled:opacity-50';

/** The row or card whose drawer is open. */
const OPEN_ROW = '[role=row][aria-current], [data-card]:is([aria-current], [aria-expanded=true])';

/**
 * What stands behind one row, beside the list and not over it: nothing is locked, the list goes on working. Opened by a
 * key it takes the focus to its heading. Arrow keys walk the rows, Escape closes and the focus goes back to the row that
 * was open. Under 1024 px it is a page of its own, and what it covers is out of reach.
 */
export function Drawer({
  label,
  onClose,
  position,
  onPrevious,
  onNext,
  actions,
  header,
  isHeadLoose = false,
  children,
  className,
}: DrawerProps) {
  const ref = useRef<HTMLDivElement>(null);
  const opener = useRef<Element>(null);
  const trail = useRef<readonly Stop[]>([]);
  // The words of where somebody walked from: only those of where they arrive are said.
  const [walkedFrom, setWalkedFrom] = useState<string | null>(null);
  const whereabouts = [label, position].filter(Boolean).join(', ');
  const isModal = useCoversPage();
  usePageSubject(label);
  // First of the effects: what is given back the focus has to be in reach again.
  useInertRest(ref, isModal);

  useEffect(() => {
    const drawer = ref.current;
    opener.current = document.activeElement;
    // A click leaves the focus with the list, unless that is covered.
    if (isByKeyboard() || matchMedia('(max-width: 1023px)').matches) focusTitle(drawer);
    return () => {
      const { activeElement } = document;
      // A menu of its stands elsewhere in the page.
      const isInside =
        activeElement === document.body ||
        drawer?.contains(activeElement) ||
        drawer?.contains(triggerOfMenu(activeElement, drawer));
      if (!isInside) return;
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
      if (document.activeElement !== document.body && document.activeElement?.isConnected) return;
      // It went before: by another's hand, or with the screen that led here.
      focusNear(trail.current);
      if (document.activeElement === document.body) focusScreen();
    };
  }, []);

  useEffect(() => {
    opener.current = document.querySelector(OPEN_ROW) ?? opener.current;
    trail.current = opener.current ? trailOf(opener.current) : [];
    // It had no heading yet while it was loading.
    if (document.activeElement === ref.current) focusTitle(ref.current);
  }, [label]);

  // What had the focus may go with what it did; the keys then arrive at the page.
  const onPageKeyDown = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.target === document.body) onKeyDown(event);
    // What opened it keeps the focus; what lies over the page has its own Escape.
    else if (event.key === 'Escape' && !isOverPage(event.target)) onKeyDown(event);
    else if (event.key === 'Enter' && event.target instanceof Element && event.target.matches(OPEN_ROW))
      focusTitle(ref.current);
  });
  useEffect(() => {
    document.addEventListener('keydown', onPageKeyDown);
    return () => document.removeEventListener('keydown', onPageKeyDown);
  }, []);

  function onKeyDown(event: KeyboardEvent<HTMLElement> | globalThis.KeyboardEvent) {
    if (event.defaultPrevented) return;
    if (event.key === 'Escape' && !hasOwnEscape(event.target)) onClose();
    else if (event.key === 'ArrowDown' && !hasOwnArrows(event.target)) walk(onNext);
    else if (event.key === 'ArrowUp' && !hasOwnArrows(event.target)) walk(onPrevious);
    else return;
    event.preventDefault();
  }

  function walk(step: (() => void) | undefined) {
    if (!step) return;
    setWalkedFrom(whereabouts);
    step();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of what is inside arrive here
    <div
      ref={ref}
      role={isModal ? 'dialog' : 'complementary'}
      aria-modal={isModal || undefined}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className={cn(
        'flex flex-col bg-surface focus:outline-none max-lg:fixed max-lg:inset-0 max-lg:z-drawer',
        isHeadLoose && 'max-sm:overflow-y-auto',
        'lg:h-full lg:w-[416px] lg:shrink-0 lg:animate-drawer lg:border-l lg:border-line-2',
        className,
      )}
    >
      {/* The heading that has the focus changes its words unheard. */}
      <p role="status" className="sr-only">
        {walkedFrom !== null && walkedFrom !== whereabouts && whereabouts}
      </p>
      <div className={cn('shrink-0 border-b border-line', isHeadLoose && 'max-sm:contents')}>
        <div
          className={cn(
            'flex h-10 shrink-0 items-center gap-1 px-5 pt-2 text-small text-ink-3 tabular-nums pointer-coarse:h-12 pointer-coarse:pt-0',
            isHeadLoose && 'max-sm:sticky max-sm:top-0 max-sm:z-sticky max-sm:bg-surface',
          )}
        >
          {position !== undefined && <span className="mr-2">{position}</span>}
          {(onPrevious || onNext) && (
            <>
              <IconButton
                icon={ChevronUp}
                label="Previous"
                keys="↑"
                aria-disabled={!onPrevious || undefined}
                className={AT_THE_END}
                onClick={() => walk(onPrevious)}
              />
              {/* Not `disabled`: at the last row the button that has the focus would lose it, and the arrow keys with it. */}
              <IconButton
                icon={ChevronDown}
                label="Next"
                keys="↓"
                aria-disabled={!onNext || undefined}
                className={AT_THE_END}
                onClick={() => walk(onNext)}
              />
            </>
          )}
          <span className="flex-1" />
          {actions}
          <IconButton icon={X} label="Close" keys="Esc" onClick={onClose} className="-mr-1.5" />
        </div>
        <div className={cn('px-5 pb-4', isHeadLoose && 'max-sm:border-b max-sm:border-line max-sm:pb-3')}>
          {header}
        </div>
      </div>
      <div
        className={cn(
          'relative min-h-0 flex-1 overflow-y-auto',
          isHeadLoose && 'max-sm:flex-none max-sm:overflow-visible',
        )}
      >
        {children}
      </div>
    </div>
  );
}

/** The name of who or what is in it; the drawer itself while that is not known. */
function focusTitle(drawer: HTMLElement | null): void {
  const title = drawer?.querySelector('h2');
  if (title) title.tabIndex = -1;
  (title ?? drawer)?.focus();
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

/** The button in this drawer whose menu holds the element. */
function triggerOfMenu(element: Element | null, drawer: Element): Element | null {
  const id = element?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  // The document knows it no more: it went with the drawer.
  return id ? drawer.querySelector(`#${CSS.escape(id)}`) : null;
}

function isOverPage(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog], [role=alertdialog]') !== null;
}

function hasOwnEscape(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=menu], [role=listbox]',
    ) !== null
  );
}

function hasOwnArrows(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=radiogroup], [role=tablist]',
    ) !== null
  );
}
