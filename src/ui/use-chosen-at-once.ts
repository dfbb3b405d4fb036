import { useRef, useState } from 'react';
import { afterPaint } from './after-paint.ts';
import { useSteady } from './use-steady.ts';

/**
 * What is chosen shows at once, in a frame of its own; who has much to do for it is told after that frame, of the last
 * choice alone where several came before it. Gives what to show, and how to choose.
 */
export function useChosenAtOnce<Value>(
  value: Value,
  onChange: (value: Value) => void,
): [shown: Value, choose: (next: Value) => void] {
  const told = useSteady({ onChange });
  const [chosen, setChosen] = useState<{ value: Value } | null>(null);
  const newest = useRef<{ value: Value }>(null);
  if (chosen !== null && Object.is(chosen.value, value)) setChosen(null);

  function choose(next: Value) {
    const choice = { value: next };
    newest.current = choice;
    setChosen(choice);
    afterPaint(() => {
      if (newest.current !== choice) return;
      told.onChange(next);
      // Where it was refused, what holds shows again.
      afterPaint(() => setChosen((current) => (current === choice ? null : current)));
    });
  }
  return [chosen === null ? value : chosen.value, choose];
}
