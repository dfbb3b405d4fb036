import { useState } from 'react';

type KeptOpen = {
  isOpen: boolean;
  /** Somebody opened or closed it: so it stays at the next visit. */
  keepOpen: (isOpen: boolean) => void;
  /** Opens it for now. */
  open: () => void;
};

/** Whether a part of a screen is open; what somebody chose is remembered in this browser. */
export function useKeptOpen(name: string, initially: () => boolean): KeptOpen {
  const [isOpen, setIsOpen] = useState(() => readChoice(name) ?? initially());
  return {
    isOpen,
    keepOpen: (next) => {
      setIsOpen(next);
      writeChoice(name, next);
    },
    open: () => setIsOpen(true),
  };
}

const keyOf = (name: string): string => `yarrow-open-${name}`;

function readChoice(name: string): boolean | undefined {
  try {
    const kept = localStorage.getItem(keyOf(name));
    return kept === null ? undefined : kept === 'yes';
  } catch {
    return undefined;
  }
}

function writeChoice(name: string, isOpen: boolean): void {
  try {
    localStorage.setItem(keyOf(name), isOpen ? 'yes' : 'no');
  } catch {
    // Storage is blocked: the next visit begins as the first one did.
  }
}
