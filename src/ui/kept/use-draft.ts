import { useState } from 'react';

/** A text that is kept in this browser until it is sent: a closed tab costs nothing. */
export function useDraft(key: string, initial = ''): [string, (text: string) => void] {
  const [state, setState] = useState(() => ({ key, text: read(key) ?? initial }));
  const text = state.key === key ? state.text : (read(key) ?? initial);
  return [
    text,
    (next) => {
      setState({ key, text: next });
      write(key, next === initial ? '' : next);
    },
  ];
}

/** Whether somebody left a text under this key. */
export function hasDraft(key: string): boolean {
  return read(key) !== null;
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage may be closed to us; the text then lives as long as the page.
    return null;
  }
}

function write(key: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // As above.
  }
}
