import { type RefObject, useEffect, useRef } from 'react';
import { isByKeyboard } from './last-input.ts';

/** So long a heading is waited for, which comes with what is loaded. */
const PATIENCE_MS = 5_000;

/**
 * What was chosen from a list by a key takes the focus to its heading, as soon as that is there, and gives it back to
 * where it was chosen, or to the heading of what came instead. `isAlone`: the list is out of sight meanwhile, so a click
 * has to do so too.
 */
export function useFocusOnOpen(
  ref: RefObject<HTMLElement | null>,
  openId: string | undefined,
  isAlone: () => boolean = () => false,
): void {
  const shown = useRef(openId);
  const opener = useRef<Element>(null);
  useEffect(() => {
    if (shown.current === openId) return;
    shown.current = openId;
    const section = ref.current;
    if (openId === undefined) {
      if (document.activeElement !== document.body) return;
      const heading = section?.querySelector('h2');
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
      else if (heading) focusQuietly(heading);
      return;
    }
    opener.current = document.activeElement === document.body ? null : document.activeElement;
    if (!section || !(isByKeyboard() || isAlone())) return;
    // Until the heading comes, whoever walks on has walked on.
    section.tabIndex = -1;
    section.focus({ preventScroll: true });
    return whenHeaded(section, (heading) => {
      if (document.activeElement === section) focusQuietly(heading);
    });
  }, [ref, openId, isAlone]);
}

/** To a heading, which is no control, without moving the page. */
export function focusQuietly(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** After a deed that takes the whole page away: to the heading of what comes in its place, as soon as that is there. */
export function focusWhatComes(): void {
  const watcher = new MutationObserver(() => {
    if (document.activeElement !== document.body) return;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    focusQuietly(heading);
    watcher.disconnect();
  });
  watcher.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => watcher.disconnect(), PATIENCE_MS);
}

function whenHeaded(section: HTMLElement, tell: (heading: HTMLElement) => void): () => void {
  const find = (): boolean => {
    const heading = section.querySelector('h2');
    if (heading) tell(heading);
    return heading !== null;
  };
  if (find()) return () => undefined;
  const watcher = new MutationObserver(() => find() && watcher.disconnect());
  watcher.observe(section, { childList: true, subtree: true });
  const timer = setTimeout(() => watcher.disconnect(), PATIENCE_MS);
  return () => {
    watcher.disconnect();
    clearTimeout(timer);
  };
}
