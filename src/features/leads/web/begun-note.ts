import { useOwnWork } from '#features/access/web/api.ts';

/** Under which this browser keeps what somebody began to note about a person. */
export function useBegunNote(leadId: string): string {
  return useOwnWork(`note.${leadId}`);
}
