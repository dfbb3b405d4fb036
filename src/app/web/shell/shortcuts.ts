import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { areSingleKeysOn } from './single-keys.ts';

/** G and then a letter goes to a screen. */
export const GO_KEYS = [
  { key: 'd', to: '/', label: 'Dashboard' },
  { key: 'l', to: '/leads', label: 'Leads' },
  { key: 'c', to: '/campaigns', label: 'Campaigns' },
  { key: 'o', to: '/content', label: 'Content' },
  { key: 'p', to: '/crm', label: 'Pipeline' },
  { key: 'a', to: '/chatbot', label: 'AI agents' },
  { key: 'm', to: '/community', label: 'Community' },
  { key: 'y', to: '/analytics', label: 'Analytics' },
  { key: 's', to: '/settings', label: 'Settings' },
] as const;

/** As the keyboard at hand writes it. */
export const PALETTE_KEYS = /Mac|iP(?:hone|ad)/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

/** So long the letter after G is waited for. */
const SEQUENCE_MS = 1_200;

/** Keys of the whole application: the palette, the list of keys, the way to each screen, the search of this one. */
export function useShortcuts({ onPalette, onHelp }: { onPalette: () => void; onHelp: () => void }): void {
  const navigate = useNavigate();
  const goUntil = useRef(0);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    if (key === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      onPalette();
      return;
    }
    if (!areSingleKeysOn()) return;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target))
      return;
    const isGoing = event.timeStamp < goUntil.current;
    goUntil.current = 0;
    const place = isGoing && GO_KEYS.find((each) => each.key === key);
    if (place) void navigate({ to: place.to });
    else if (key === 'g') goUntil.current = event.timeStamp + SEQUENCE_MS;
    else if (key === '?') onHelp();
    else if (key !== '/' || !focusSearch()) return;
    event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Somebody types, chooses from a list or answers a dialog. */
function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog]')) return true;
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=combobox]',
    ) !== null
  );
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLElement>('main input[type=search]');
  field?.focus();
  return field !== null;
}
