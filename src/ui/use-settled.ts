import { useEffect, useState } from 'react';

/** A value once it has stayed the same for a while: what is typed is asked about when the typing pauses. */
export function useSettled<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- equal values of another identity are the same
  }, [text, delayMs]);
  return settled;
}
