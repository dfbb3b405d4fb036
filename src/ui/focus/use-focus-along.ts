import { type RefObject, useEffect, useRef } from 'react';
import { focusFirstField } from './focus-first-field.ts';

let last: EventTarget | null = null;
if (typeof window !== 'undefined') addEventListener('focusin', ({ target }) => (last = target), true);

/** What had the focus has left the page, and the browser put it on nothing at all. */
function isFocusLost(): boolean {
  return document.activeElement === document.body && last instanceof Element && !last.isConnected;
}

/** Where what had the focus went when `shown` changed, it goes on to this control or heading. */
export function useFocusAlong(goal: RefObject<HTMLElement | null>, shown: unknown): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (goal.current && isFocusLost()) focusOn(goal.current);
  }, [goal, shown]);
}

/**
 * A button that gives way to its form and comes back after it: the focus goes to the first field, and back to the
 * button.
 */
export function useFocusOfForm<Part extends HTMLElement = HTMLDivElement>(isOpen: boolean) {
  const part = useRef<Part>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const was = useRef(isOpen);
  useEffect(() => {
    if (was.current === isOpen) return;
    was.current = isOpen;
    if (isOpen) {
      if (part.current) focusFirstField(part.current);
    } else if (isFocusLost()) opener.current?.focus();
  }, [isOpen]);
  return { part, opener };
}

function focusOn(goal: HTMLElement): void {
  // A heading is no stop of the Tab key; it takes the focus this once.
  if (goal.tabIndex < 0) goal.tabIndex = -1;
  goal.focus();
}
