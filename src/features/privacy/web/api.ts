import type { z } from 'zod';
import { useChange } from '#features/leads/web/api.ts';
import { callApi, queryOf } from '#ui/calls/call-api.ts';
import {
  changeRetention,
  closePrivacyRequest,
  eraseLead,
  getLeadConsent,
  getRetention,
  giveConsent,
  listMentions,
  listPrivacyRequests,
  type NewConsent,
  openPrivacyRequest,
  type PrivacyRequestKind,
  type RetentionRules,
  withdrawConsent,
} from '../contract.ts';

export function leadConsentQuery(leadId: string) {
  return queryOf(getLeadConsent, { params: { id: leadId } }, { topics: ['leads'] });
}

export function useGiveConsent() {
  return useChange(
    ({ leadId, ...body }: { leadId: string } & z.input<typeof NewConsent>) =>
      callApi(giveConsent, { params: { id: leadId }, body }),
    ['leads', 'messages'],
  );
}

export function useWithdrawConsent() {
  return useChange(
    ({ leadId, ...body }: { leadId: string } & z.input<typeof withdrawConsent.body>) =>
      callApi(withdrawConsent, { params: { id: leadId }, body }),
    ['leads', 'messages'],
  );
}

export function useOpenPrivacyRequest() {
  return useChange(
    ({ leadId, kind }: { leadId: string; kind: PrivacyRequestKind }) =>
      callApi(openPrivacyRequest, { params: { id: leadId }, body: { kind } }),
    ['leads'],
  );
}

export function useClosePrivacyRequest() {
  return useChange((id: string) => callApi(closePrivacyRequest, { params: { id } }), ['leads']);
}

export function mentionsQuery(leadId: string) {
  return queryOf(listMentions, { params: { id: leadId } }, { topics: ['leads'] });
}

export function useEraseLead() {
  return useChange(
    ({ leadId, ...body }: { leadId: string } & z.input<typeof eraseLead.body>) =>
      callApi(eraseLead, { params: { id: leadId }, body }),
    ['leads', 'lead-groups', 'messages'],
  );
}

export function retentionQuery() {
  return queryOf(getRetention, {}, { topics: ['settings'] });
}

export function useChangeRetention() {
  return useChange((body: RetentionRules) => callApi(changeRetention, { body }), ['settings']);
}

/** Requests that wait, of everybody or of one person. */
export function privacyRequestsQuery(leadId?: string) {
  return queryOf(
    listPrivacyRequests,
    { query: leadId === undefined ? {} : { leadId } },
    { topics: ['leads'] },
  );
}
