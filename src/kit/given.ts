/** The fields of a change that have a value: what is left out stays as it is. */
export function givenOf<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- exactly what the filter leaves
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
