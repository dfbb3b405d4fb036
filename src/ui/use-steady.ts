import { useLayoutEffect, useRef, useState } from 'react';

type Acts = Record<string, (...given: never[]) => unknown>;

/** The same functions from one drawing to the next, which do what the newest do: what is given them need not be drawn again. */
export function useSteady<Given extends Acts>(acts: Given): Given {
  const newest = useRef(acts);
  useLayoutEffect(() => {
    newest.current = acts;
  });
  const [steady] = useState(() => {
    const same = { ...acts };
    for (const name of Object.keys(acts)) {
      Object.defineProperty(same, name, {
        value: (...given: never[]) => newest.current[name]?.(...given),
        enumerable: true,
      });
    }
    return same;
  });
  return steady;
}
