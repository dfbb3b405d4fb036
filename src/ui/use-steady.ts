import { useLayoutEffect, useRef, useState } from 'react';

type Acts = Record<string, (...given: never[]) => unknown>;

/** The same functions from one drawing to the next, which do what the newest do: what is given them need not be drawn again. */
export function useSteady<Given extends Acts>(acts: Given): Given {
  const newest = useRef(acts);
  useLayoutEffect(() => {
    newest.current = acts;
  });
  const [steady] = useState(() => {
    const names: (keyof Given)[] = Object.keys(acts);
    const entries = names.map((name) => [name, (...given: never[]) => newest.current[name]?.(...given)]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name with a function of its own kind
    return Object.fromEntries(entries) as Given;
  });
  return steady;
}
