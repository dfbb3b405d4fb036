/** Reads records whose `expertise` and `personality` had not got their later names. */
export function withOlderNames<T extends object>(record: T): T {
  const { expertise, personality } = record as { expertise?: unknown; personality?: unknown };
  return {
    ...record,
    ...(expertise !== undefined && !hasValue(record, 'expertiseArea') ? { expertiseArea: expertise } : {}),
    ...(personality !== undefined && !hasValue(record, 'communicationStyle')
      ? { communicationStyle: personality }
      : {}),
  };
}

function hasValue(record: object, name: string): boolean {
  const value: unknown = Reflect.get(record, name);
  return value !== undefined && value !== null && value !== '';
}
