import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '#features/access/web/api.ts';

/** Under which this browser keeps what somebody began to note about a person. */
export function useBegunNote(leadId: string): string {
  const { data: user } = useQuery(currentUserQuery());
  return `note.${user?.id}.${leadId}`;
}
