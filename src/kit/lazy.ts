/** What is costly to make and often not needed: made when it is first asked for, and kept. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
