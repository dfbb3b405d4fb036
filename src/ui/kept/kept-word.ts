/** One word that this browser keeps, for every tab. */
export type KeptWord = {
  read: () => string | null;
  /** Null forgets it. */
  keep: (word: string | null) => void;
  /** For `useSyncExternalStore`; other tabs are heard as well. */
  subscribe: (listener: () => void) => () => void;
};

/** What is kept is told by an event of the key's name, with the word as its detail. */
export function keptWord(key: string): KeptWord {
  /** Storage may be closed to us: the page itself remembers then, until it is left. */
  let here: string | null = null;
  return {
    read() {
      try {
        return localStorage.getItem(key);
      } catch {
        return here;
      }
    },
    keep(word) {
      here = word;
      try {
        if (word === null) localStorage.removeItem(key);
        else localStorage.setItem(key, word);
      } catch {
        // `here` has it.
      }
      dispatchEvent(new CustomEvent(key, { detail: word }));
    },
    subscribe(listener) {
      addEventListener(key, listener);
      addEventListener('storage', listener);
      return () => {
        removeEventListener(key, listener);
        removeEventListener('storage', listener);
      };
    },
  };
}
