import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, queryOf } from '#ui/calls/call-api.ts';
import { getSourceNotice, sendSourceNotice } from '../contract.ts';

/** Whether a person has been told where we have their data from. */
export function sourceNoticeQuery(leadId: string) {
  return queryOf(getSourceNotice, { params: { id: leadId } }, { topics: ['leads', 'messages', 'settings'] });
}

export function useSendSourceNotice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ leadId, again = false }: { leadId: string; again?: boolean }) =>
      callApi(sendSourceNotice, { params: { id: leadId }, body: { again } }),
    onSuccess: (notice) => client.setQueryData(sourceNoticeQuery(notice.leadId).queryKey, notice),
  });
}
