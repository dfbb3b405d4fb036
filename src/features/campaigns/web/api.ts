import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { z } from 'zod';
import type { CallInput } from '#kit/endpoint.ts';
import { ApiError, callApi, infiniteQueryOf, queryKeyOf, queryOf } from '#ui/calls/call-api.ts';
import {
  archiveCampaign,
  type Campaign,
  type CampaignChange,
  type Channel,
  createCampaign,
  deleteCampaign,
  getCampaign,
  listCampaigns,
  type NewCampaign,
  pauseCampaign,
  restoreCampaign,
  resumeCampaign,
  unarchiveCampaign,
  updateCampaign,
} from '../contract.ts';
import {
  createLandingSite,
  listLandingSites,
  listTemplates,
  type NewLandingSite,
} from '../contract-landing.ts';
import {
  getOutboxMessage,
  listMessages,
  listSentTexts,
  type Message,
  type MessageStatus,
  markMessageSent,
  sendMessageAgain,
} from '#features/delivery/contract.ts';
import { getSourceNotice, sendSourceNotice } from '#features/source-notices/contract.ts';
import { type ExclusionReason, listExcludedPeople, previewCampaign } from '../contract-preview.ts';

const MESSAGES_AT_ONCE = 60;

/** Every campaign with its live counts, newest first. */
export function campaignsQuery() {
  return queryOf(listCampaigns, {}, { topics: ['campaigns', 'messages', 'events', 'leads', 'lead-groups'] });
}

/** Those that were put away, newest first. */
export function archivedCampaignsQuery() {
  return queryOf(
    listCampaigns,
    { query: { archived: 'true' } },
    { topics: ['campaigns', 'messages', 'events'] },
  );
}

export function templatesQuery() {
  return queryOf(listTemplates, {});
}

export function landingSitesQuery() {
  return queryOf(listLandingSites, {}, { topics: ['landing-sites'] });
}

/** The messages of a campaign, page after page, of one status or of all. */
export function messagesQuery(campaignId: string, status: MessageStatus | undefined) {
  return {
    ...infiniteQueryOf(
      listMessages,
      {
        params: { id: campaignId },
        query: { limit: MESSAGES_AT_ONCE, ...(status === undefined ? {} : { status }) },
      },
      { topics: ['messages'] },
    ),
    placeholderData: keepPreviousData,
  };
}

/** Every text with which messages of a campaign left. */
export function sentTextsQuery(campaignId: string) {
  return queryOf(listSentTexts, { params: { id: campaignId } }, { topics: ['messages'] });
}

/** A message of the outbox as it would have left, header and all. */
export function messageSourceQuery(id: string) {
  return queryOf(getOutboxMessage, { params: { id } }, { topics: ['messages'] });
}

/** Who of the chosen groups is left out over the chosen channels, for one reason. */
export function excludedPeopleQuery(
  audience: {
    targetGroups: readonly string[];
    channels: readonly Channel[];
    skipsBusyPeople: boolean;
    campaignId: string | undefined;
  },
  reason: ExclusionReason,
) {
  return infiniteQueryOf(
    listExcludedPeople,
    {
      query: {
        targetGroups: audience.targetGroups.join(),
        channels: audience.channels.join(),
        reason,
        skipsBusyPeople: String(audience.skipsBusyPeople),
        ...(audience.campaignId === undefined ? {} : { campaignId: audience.campaignId }),
      },
    },
    { topics: ['leads', 'lead-groups', 'campaigns'] },
  );
}

export type PreviewInput = CallInput<typeof previewCampaign>['body'];

/** Whether two forms write to the same people. */
export function hasSameAudience(one: PreviewInput, other: PreviewInput): boolean {
  const audience = ({ targetGroups, channels, skipsBusyPeople }: PreviewInput) =>
    JSON.stringify([targetGroups, channels, skipsBusyPeople]);
  return audience(one) === audience(other);
}

export const previewsKey = ['/api/campaigns/preview'] as const;

/** What a campaign with these fields would send; asked again whenever a field changes. */
export function previewQuery(body: PreviewInput) {
  return queryOptions({
    queryKey: [...previewsKey, body],
    queryFn: ({ signal }) => callApi(previewCampaign, { body }, { signal }),
    // Figures of other people than those who are chosen now would say what is not so.
    placeholderData: (previous, query) => {
      const asked = query?.queryKey[1];
      return typeof asked === 'object' && hasSameAudience(asked, body) ? previous : undefined;
    },
    // Each key press makes one; those left behind are not worth keeping.
    gcTime: 60_000,
    meta: { topics: ['leads', 'lead-groups', 'content', 'settings', 'campaigns'] },
  });
}

export function useCreateCampaign() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof NewCampaign>) => callApi(createCampaign, { body }),
    onSuccess: (campaign) => keep(client, campaign),
  });
}

/** Sends the version that was read, so that two people do not overwrite each other unawares. */
export function useUpdateCampaign() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: z.input<typeof CampaignChange> }) =>
      callApi(updateCampaign, { params: { id }, body: change }),
    onSuccess: (campaign) => keep(client, campaign),
  });
}

/** How a campaign is by now, into the list as well; undefined where it was deleted. */
export function useCampaignNow() {
  const client = useQueryClient();
  return async (id: string): Promise<Campaign | undefined> => {
    try {
      const campaign = await callApi(getCampaign, { params: { id } });
      keep(client, campaign);
      return campaign;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      client.setQueryData(campaignsQuery().queryKey, (list) => list?.filter((other) => other.id !== id));
      return undefined;
    }
  };
}

export function usePauseCampaign() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(pauseCampaign, { params: { id } }),
    onSuccess: (campaign) => keep(client, campaign),
  });
}

export function useResumeCampaign() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(resumeCampaign, { params: { id } }),
    onSuccess: (campaign) => keep(client, campaign),
  });
}

export function useDeleteCampaign() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(deleteCampaign, { params: { id } }),
    onSuccess: (_nothing, id) =>
      client.setQueryData(campaignsQuery().queryKey, (list) =>
        list?.filter((campaign) => campaign.id !== id),
      ),
  });
}

/** Puts a campaign away, or takes it out again. */
export function useArchiveCampaign() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isArchived }: { id: string; isArchived: boolean }) =>
      callApi(isArchived ? archiveCampaign : unarchiveCampaign, { params: { id } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: campaignsQuery().queryKey, exact: true }),
        client.invalidateQueries({ queryKey: archivedCampaignsQuery().queryKey, exact: true }),
      ]),
  });
}

export function useRestoreCampaign() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(restoreCampaign, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: campaignsQuery().queryKey, exact: true }),
  });
}

export function useMarkMessageSent() {
  return useMessageDeed((id) => callApi(markMessageSent, { params: { id } }));
}

export function useSendMessageAgain() {
  return useMessageDeed((id) => callApi(sendMessageAgain, { params: { id } }));
}

function useMessageDeed(mutationFn: (id: string) => Promise<Message>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (message) =>
      Promise.all([
        client.invalidateQueries({
          queryKey: queryKeyOf(listMessages, { params: { id: message.campaignId } }),
        }),
        client.invalidateQueries({ queryKey: campaignsQuery().queryKey, exact: true }),
      ]),
  });
}

export function useCreateLandingSite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof NewLandingSite>) => callApi(createLandingSite, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: landingSitesQuery().queryKey }),
  });
}

/** Shows what the server answered at once; the live news follow. */
function keep(client: QueryClient, campaign: Campaign): void {
  client.setQueryData(campaignsQuery().queryKey, (list) => {
    if (!list) return list;
    return list.some((other) => other.id === campaign.id)
      ? list.map((other) => (other.id === campaign.id ? campaign : other))
      : [campaign, ...list];
  });
}

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
