/**
 * What is costly to make and often not needed: made when it is first asked for, and kept. What could not be made, be it
 * by a promise, is tried again.
 */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    if (made) return made.value;
    const value = make();
    made = { value };
    if (value instanceof Promise)
      value.catch(() => {
        made = undefined;
      });
    return value;
  };
}
