import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from './api.ts';

/** The name of unfinished work that is of this person alone, on a computer that several use. */
export function useOwnWork(name: string): string {
  const { data: user } = useQuery(currentUserQuery());
  return `${name}.${user?.id}`;
}
