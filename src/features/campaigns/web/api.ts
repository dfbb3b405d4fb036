import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { CallInput } from '#kit/endpoint.ts';
import { ApiError, callApi, infiniteQueryOf, queryOf } from '#ui/calls/call-api.ts';
import {
  archiveCampaign,
  type Campaign,
  type CampaignChange,
  type Channel,
  createCampaign,
  deleteCampaign,
  duplicateCampaign,
  getCampaign,
  listCampaigns,
  type NewCampaign,
  pauseCampaign,
  restoreCampaign,
  resumeCampaign,
  unarchiveCampaign,
  updateCampaign,
  type VariantLetter,
} from '../contract.ts';
import {
  createLandingSite,
  listLandingSites,
  listTemplates,
  type NewLandingSite,
} from '../contract-landing.ts';
import {
  type ExclusionReason,
  listExcludedPeople,
  preflightCampaign,
  previewCampaign,
  sendTestMail,
} from '../contract-preview.ts';
import { chooseVariant, listVariantResults } from '../contract-variants.ts';

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

export function usePreflight() {
  return useMutation({ mutationFn: (body: PreviewInput) => callApi(preflightCampaign, { body }) });
}

export function useTestMail() {
  return useMutation({
    mutationFn: (body: CallInput<typeof sendTestMail>['body']) => callApi(sendTestMail, { body }),
  });
}

export function useDuplicateCampaign() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(duplicateCampaign, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: campaignsQuery().queryKey, exact: true }),
  });
}

/** What each variant has brought. */
export function variantResultsQuery(campaignId: string) {
  return queryOf(
    listVariantResults,
    { params: { id: campaignId } },
    { topics: ['campaigns', 'messages', 'events'] },
  );
}

export function useChooseVariant(campaignId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ stepId, letter }: { stepId: string; letter: VariantLetter | null }) =>
      callApi(chooseVariant, { params: { id: campaignId, stepId }, body: { letter } }),
    onSuccess: (results) => client.setQueryData(variantResultsQuery(campaignId).queryKey, results),
  });
}
