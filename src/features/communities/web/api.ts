import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi, infiniteQueryOf, queryOf } from '#ui/calls/call-api.ts';
import {
  addMember,
  type CommunityChange,
  createCommunity,
  deleteCommunity,
  getInvitation,
  inviteMembers,
  joinMembers,
  type KEY_KINDS,
  listAiExperts,
  listCommunities,
  listCommunityDays,
  listMembers,
  listSamePeople,
  type MemberView,
  memberToLead,
  type NewCommunity,
  type NewMember,
  removeMember,
  restoreCommunity,
  restoreMember,
  rotateCommunityKey,
  splitMember,
  updateCommunity,
  updateMember,
} from '../contract.ts';
import {
  countWaitingPosts,
  createPost,
  deletePost,
  getPost,
  holdPost,
  listComments,
  listPosts,
  type NewPost,
  type PostView,
  type ReactionKind,
  reactToPost,
  reopenReports,
  restorePost,
  settleReports,
  updatePost,
} from '../contract-posts.ts';

import {
  connectSource,
  disconnectSource,
  listCommunitySources,
  listSourceKinds,
  syncSource,
} from '../contract-sources.ts';

const TOPICS = ['communities'];

export function communitiesQuery() {
  return queryOf(listCommunities, {}, { topics: TOPICS });
}

export function communityDaysQuery(id: string) {
  return queryOf(listCommunityDays, { params: { id } }, { topics: TOPICS });
}

export function membersQuery(id: string, filter: { view: MemberView; q: string | undefined }) {
  return infiniteQueryOf(listMembers, { params: { id }, query: filter }, { topics: TOPICS });
}

export function samePeopleQuery(id: string) {
  return queryOf(listSamePeople, { params: { id } }, { topics: TOPICS });
}

export function invitationQuery(id: string, memberId: string) {
  return queryOf(getInvitation, { params: { id, memberId } }, { topics: TOPICS });
}

export function postsQuery(id: string, view: PostView) {
  return infiniteQueryOf(listPosts, { params: { id }, query: { view, limit: 20 } }, { topics: TOPICS });
}

export function postQuery(id: string, postId: string) {
  return queryOf(getPost, { params: { id, postId } }, { topics: TOPICS });
}

export function waitingPostsQuery() {
  return queryOf(countWaitingPosts, {}, { topics: TOPICS });
}

export function commentsQuery(id: string, postId: string) {
  return queryOf(listComments, { params: { id, postId } }, { topics: TOPICS });
}

export function sourceKindsQuery() {
  return queryOf(listSourceKinds, {});
}

export function sourcesQuery(id: string) {
  return queryOf(listCommunitySources, { params: { id } }, { topics: TOPICS });
}

/** Agents for the choice of a moderator. */
export function aiExpertsQuery() {
  return queryOf(listAiExperts, {}, { topics: ['agents'] });
}

/** Loads again what shows communities; the live news would do it too, a moment later. */
function reload(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ meta }) => meta?.topics?.includes('communities') ?? false,
  });
}

function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => reload(client) });
}

export function useCreateCommunity() {
  return useChange((body: z.input<typeof NewCommunity>) => callApi(createCommunity, { body }));
}

export function useUpdateCommunity(id: string) {
  return useChange((body: z.input<typeof CommunityChange>) =>
    callApi(updateCommunity, { params: { id }, body }),
  );
}

export function useDeleteCommunity() {
  return useChange((id: string) => callApi(deleteCommunity, { params: { id } }));
}

export function useRestoreCommunity() {
  return useChange((id: string) => callApi(restoreCommunity, { params: { id } }));
}

export function useRotateKey(id: string) {
  return useChange((kind: (typeof KEY_KINDS)[number]) =>
    callApi(rotateCommunityKey, { params: { id }, body: { kind } }),
  );
}

export function useAddMember(id: string) {
  return useChange((body: z.input<typeof NewMember>) => callApi(addMember, { params: { id }, body }));
}

export function useInviteMembers(id: string) {
  return useChange((emails: string[]) => callApi(inviteMembers, { params: { id }, body: { emails } }));
}

export function useUpdateMember(id: string) {
  return useChange(({ memberId, ...body }: { memberId: string } & z.input<typeof updateMember.body>) =>
    callApi(updateMember, { params: { id, memberId }, body }),
  );
}

export function useRemoveMember(id: string) {
  return useChange((memberId: string) => callApi(removeMember, { params: { id, memberId } }));
}

export function useRestoreMember(id: string) {
  return useChange((memberId: string) => callApi(restoreMember, { params: { id, memberId } }));
}

export function useMakeLead(id: string) {
  return useChange(({ memberId, groupId }: { memberId: string; groupId: string }) =>
    callApi(memberToLead, { params: { id, memberId }, body: { groupId } }),
  );
}

type TwoMembers = { memberId: string; otherId: string };

export function useJoinMembers(id: string) {
  return useChange(({ memberId, otherId }: TwoMembers) =>
    callApi(joinMembers, { params: { id, memberId }, body: { otherId } }),
  );
}

export function useSplitMember(id: string) {
  return useChange(({ memberId, otherId }: TwoMembers) =>
    callApi(splitMember, { params: { id, memberId }, body: { otherId } }),
  );
}

export function useConnectSource(id: string) {
  return useChange((body: z.input<typeof connectSource.body>) =>
    callApi(connectSource, { params: { id }, body }),
  );
}

export function useSyncSource(id: string) {
  return useChange((sourceId: string) => callApi(syncSource, { params: { id, sourceId } }));
}

export function useDisconnectSource(id: string) {
  return useChange((sourceId: string) => callApi(disconnectSource, { params: { id, sourceId } }));
}

export function useCreatePost(id: string) {
  return useChange((body: z.input<typeof NewPost>) => callApi(createPost, { params: { id }, body }));
}

export function useUpdatePost(id: string) {
  return useChange(({ postId, ...body }: { postId: string } & z.input<typeof updatePost.body>) =>
    callApi(updatePost, { params: { id, postId }, body }),
  );
}

export function useHoldPost(id: string) {
  return useChange(({ postId, ...query }: { postId: string } & z.input<typeof holdPost.query>) =>
    callApi(holdPost, { params: { id, postId }, query }),
  );
}

export function useDeletePost(id: string) {
  return useChange((postId: string) => callApi(deletePost, { params: { id, postId } }));
}

export function useRestorePost(id: string) {
  return useChange((postId: string) => callApi(restorePost, { params: { id, postId } }));
}

export function useSettleReports(id: string) {
  return useChange(({ postId, decision }: { postId: string; decision: 'keep' | 'reject' }) =>
    callApi(settleReports, { params: { id, postId }, body: { decision } }),
  );
}

export function useReopenReports(id: string) {
  return useChange(({ postId, settledAt }: { postId: string; settledAt: string }) =>
    callApi(reopenReports, { params: { id, postId }, body: { settledAt } }),
  );
}

export function useReact(id: string, postId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (kinds: ReactionKind[]) => callApi(reactToPost, { params: { id, postId }, body: { kinds } }),
    scope: { id: `reactions of ${postId}` },
    onSuccess: () => reload(client),
  });
}
