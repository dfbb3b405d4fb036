import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { currentUserQuery } from '#features/access/web/api.ts';
import { hasRole } from '#kit/actor.ts';
import { ApiError, callApi, infiniteQueryOf, queryOf } from '#ui/calls/call-api.ts';
import {
  type AssetChange,
  type AssetQuery,
  addAssetMedia,
  approveContentAsset,
  type BrandVoice,
  changeAssetMedia,
  changeBrandVoice,
  changeContentAsset,
  deleteContentAsset,
  duplicateContentAsset,
  getBrandVoice,
  listContentAssets,
  removeAssetMedia,
  restoreAssetMedia,
  restoreContentAsset,
  returnContentAsset,
  submitContentAsset,
} from '../contract.ts';
import { changePageLook, getPageLook, type VersionedLook } from '../contract-look.ts';
import {
  getHostedPage,
  type PageSettings,
  publishHostedPage,
  restoreHostedPage,
  saveHostedPage,
  unpublishHostedPage,
} from '../contract-pages.ts';
import {
  createContentSession,
  createContentSet,
  deleteContentSession,
  editContent,
  getContentSession,
  listContentSessions,
  type NewContentSession,
  restoreContentSession,
  returnToVersion,
  type SavedContent,
  saveContent,
} from '../contract-sessions.ts';

const TOPICS = { topics: ['content'] } as const;

export type AssetFilter = Omit<Partial<AssetQuery>, 'limit' | 'cursor' | 'ids'>;

/** The library page after page; the assets shown stay until those of a new filter are there. */
export function assetsQuery(filter: AssetFilter) {
  return {
    ...infiniteQueryOf(listContentAssets, { query: filter }, TOPICS),
    placeholderData: keepPreviousData,
  };
}

const PICKED_AT_ONCE = 30;

/** The newest assets with these words, for a choice. */
export function assetChoiceQuery(filter: Pick<AssetFilter, 'q' | 'status'>) {
  const query = { limit: PICKED_AT_ONCE, ...filter };
  return { ...queryOf(listContentAssets, { query }, TOPICS), placeholderData: keepPreviousData };
}

/** Just these assets; none for none. */
export function chosenAssetsQuery(ids: readonly string[]) {
  const query = { limit: 50, ids: ids.join(',') };
  return { ...queryOf(listContentAssets, { query }, TOPICS), enabled: ids.length > 0 };
}

/** The landing page of an asset; visits come in with the events. */
export function pageQuery(assetId: string) {
  return queryOf(getHostedPage, { params: { id: assetId } }, { topics: ['content', 'events'] });
}

export function sessionsQuery() {
  return infiniteQueryOf(listContentSessions, { query: { limit: 20 } }, TOPICS);
}

export function sessionQuery(id: string) {
  return queryOf(getContentSession, { params: { id } }, TOPICS);
}

export function brandVoiceQuery() {
  return queryOf(getBrandVoice, {}, TOPICS);
}

export function pageLookQuery() {
  return queryOf(getPageLook, {}, TOPICS);
}

export function useRole() {
  const user = useQuery(currentUserQuery()).data;
  return {
    canChange: user !== undefined && hasRole(user.role, 'member'),
    canApprove: user !== undefined && hasRole(user.role, 'admin'),
  };
}

/** What depends on content loads again; whoever waits for this sees the change. */
export function reloadContent(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ meta }) => meta?.topics?.includes('content') ?? false });
}

function useContentMutation<Input, Output>(call: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: () => reloadContent(client),
    // Somebody else was quicker: what they kept is shown beside what is typed here.
    onError: (error) =>
      error instanceof ApiError && error.status === 409 ? reloadContent(client) : undefined,
  });
}

export const useCreateSession = () =>
  useContentMutation((body: NewContentSession) => callApi(createContentSession, { body }));
export const useDeleteSession = () =>
  useContentMutation((id: string) => callApi(deleteContentSession, { params: { id } }));
export const useRestoreSession = () =>
  useContentMutation((id: string) => callApi(restoreContentSession, { params: { id } }));
export const useCreateSet = () =>
  useContentMutation((id: string) => callApi(createContentSet, { params: { id } }));
export const useEditContent = (id: string) =>
  useContentMutation((body: { content: string; baseVersion: number }) =>
    callApi(editContent, { params: { id }, body }),
  );
export const useReturnToVersion = (id: string) =>
  useContentMutation(({ number, baseVersion }: { number: number; baseVersion: number }) =>
    callApi(returnToVersion, { params: { id, number }, body: { baseVersion } }),
  );
export const useSaveContent = () =>
  useContentMutation((body: SavedContent) => callApi(saveContent, { body }));

export const useChangeAsset = () =>
  useContentMutation(({ id, ...body }: AssetChange & { id: string }) =>
    callApi(changeContentAsset, { params: { id }, body }),
  );
export const useDeleteAsset = () =>
  useContentMutation((id: string) => callApi(deleteContentAsset, { params: { id } }));
export const useRestoreAsset = () =>
  useContentMutation((id: string) => callApi(restoreContentAsset, { params: { id } }));
export const useDuplicateAsset = () =>
  useContentMutation((id: string) => callApi(duplicateContentAsset, { params: { id } }));

export const useAddMedia = (id: string) =>
  useContentMutation((body: { fileUrl: string; name: string }) =>
    callApi(addAssetMedia, { params: { id }, body }),
  );
export const useChangeMedia = () =>
  useContentMutation(({ id, alt }: { id: string; alt: string }) =>
    callApi(changeAssetMedia, { params: { id }, body: { alt } }),
  );
export const useRemoveMedia = () =>
  useContentMutation((id: string) => callApi(removeAssetMedia, { params: { id } }));
export const useRestoreMedia = () =>
  useContentMutation((id: string) => callApi(restoreAssetMedia, { params: { id } }));

export const useSavePage = (id: string) =>
  useContentMutation((body: PageSettings & { version: number; allowsCondition?: boolean }) =>
    callApi(saveHostedPage, { params: { id }, body }),
  );
export const usePublishPage = (id: string) =>
  useContentMutation((body: { version: number; allowsCondition?: boolean; overrideReason?: string }) =>
    callApi(publishHostedPage, { params: { id }, body }),
  );
export const useUnpublishPage = (id: string) =>
  useContentMutation((version: number) =>
    callApi(unpublishHostedPage, { params: { id }, body: { version } }),
  );
export const useRestorePage = (id: string) =>
  useContentMutation((version: number) => callApi(restoreHostedPage, { params: { id }, body: { version } }));

/** One step of the review. */
export const useReviewAsset = () =>
  useContentMutation(
    ({
      id,
      version,
      deed,
      note = '',
    }: {
      id: string;
      version: number;
      deed: 'submit' | 'approve' | 'return';
      note?: string;
    }) => {
      if (deed === 'return') return callApi(returnContentAsset, { params: { id }, body: { version, note } });
      return callApi(deed === 'submit' ? submitContentAsset : approveContentAsset, {
        params: { id },
        body: { version },
      });
    },
  );

export const useChangePageLook = () =>
  useContentMutation((body: VersionedLook) => callApi(changePageLook, { body }));

export const useChangeBrandVoice = () =>
  useContentMutation((body: BrandVoice & { version: number }) => callApi(changeBrandVoice, { body }));
