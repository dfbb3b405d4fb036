import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { hasRole, type Role } from '#kit/actor.ts';
import { ApiError, callApi, queryOf } from '#ui/calls/call-api.ts';
import {
  type AcceptInvitation,
  acceptInvitation,
  type Credentials,
  changeOwnPassword,
  changeRole,
  changeSecondFactorPolicy,
  confirmSecondFactor,
  createFirstAdmin,
  endOtherSessions,
  endSessions,
  type FirstAdmin,
  findInvitation,
  findPasswordReset,
  getCurrentUser,
  getGate,
  getOwnAccount,
  getSecondFactorPolicy,
  getSignInOptions,
  invite,
  issuePasswordReset,
  leaveGate,
  listAdmins,
  listColleagues,
  listInvitations,
  listUsers,
  type NewInvitation,
  type PasswordChange,
  type PasswordReset,
  passGate,
  removeUser,
  renewRecoveryCodes,
  resetPassword,
  resetSecondFactor,
  type SecondFactorConfirmation,
  type SecondFactorProof,
  type SecondFactorStart,
  signInWithEmail,
  startSecondFactor,
  turnOffSecondFactor,
  type User,
  withdrawInvitation,
} from '../contract.ts';

const TOPICS = { topics: ['users'] } as const;

/** Whether the server still knows this browser's grant. */
export function gateQuery() {
  return queryOf(getGate, {});
}

/** Who is signed in; fails with 401 for a visitor. Never retried, not even by the next part that asks. */
export function currentUserQuery() {
  return { ...queryOf(getCurrentUser, {}, TOPICS), retry: false, retryOnMount: false };
}

/** Whether the signed-in person may change anything; false until that is known. */
export function useCanChange(): boolean {
  const user = useQuery(currentUserQuery());
  return user.data !== undefined && hasRole(user.data.role, 'member');
}

export function signInOptionsQuery() {
  return queryOf(getSignInOptions, {}, TOPICS);
}

export function usersQuery() {
  return queryOf(listUsers, {}, TOPICS);
}

export function secondFactorPolicyQuery() {
  return queryOf(getSecondFactorPolicy, {}, TOPICS);
}

/** Whom to ask for what only an admin may do. */
export function adminsQuery() {
  return queryOf(listAdmins, {}, TOPICS);
}

/** Everybody in the workspace, to whom work can be given. */
export function colleaguesQuery() {
  return queryOf(listColleagues, {}, TOPICS);
}

export function invitationsQuery() {
  return queryOf(listInvitations, {}, TOPICS);
}

/** The invitation of a link. Its token goes in the body, out of sight of every log. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['/api/invitations/find', token],
    queryFn: ({ signal }) => callApi(findInvitation, { body: { token } }, { signal }),
  });
}

/** Whose password the token of a link sets; it goes in the body too. */
export function passwordResetQuery(token: string) {
  return queryOptions({
    queryKey: ['/api/auth/password-reset/find', token],
    queryFn: ({ signal }) => callApi(findPasswordReset, { body: { token } }, { signal }),
  });
}

/** Whether an error says that the account has a second factor, and nothing else is wrong. */
export function isCodeNeeded(error: unknown): boolean {
  return error instanceof ApiError && error.body?.reason === 'code_needed';
}

/** Whether an error says that nobody is signed in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

export function usePassGate() {
  return useMutation({ mutationFn: (password: string) => callApi(passGate, { body: { password } }) });
}

export function useLeaveGate() {
  return useMutation({ mutationFn: () => callApi(leaveGate, {}) });
}

export function useSignIn() {
  const keep = useKeepUser();
  return useMutation({
    mutationFn: (body: z.input<typeof Credentials>) => callApi(signInWithEmail, { body }),
    onSuccess: ({ user }) => keep(user),
  });
}

export function useCreateFirstAdmin() {
  const keep = useKeepUser();
  return useMutation({
    mutationFn: (body: z.input<typeof FirstAdmin>) => callApi(createFirstAdmin, { body }),
    onSuccess: ({ user }) => keep(user),
  });
}

export function useAcceptInvitation() {
  const keep = useKeepUser();
  return useMutation({
    mutationFn: (body: z.input<typeof AcceptInvitation>) => callApi(acceptInvitation, { body }),
    onSuccess: ({ user }) => keep(user),
  });
}

export function useResetPassword() {
  const keep = useKeepUser();
  return useMutation({
    mutationFn: (body: z.input<typeof PasswordReset>) => callApi(resetPassword, { body }),
    onSuccess: ({ user }) => keep(user),
  });
}

/** How the signed-in person signs in, and where they are signed in. */
export function ownAccountQuery() {
  return queryOf(getOwnAccount, {}, TOPICS);
}

export function useChangeOwnPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof PasswordChange>) => callApi(changeOwnPassword, { body }),
    onSuccess: () => client.invalidateQueries(ownAccountQuery()),
  });
}

export function useStartSecondFactor() {
  return useMutation({
    mutationFn: (body: z.input<typeof SecondFactorStart>) => callApi(startSecondFactor, { body }),
  });
}

/** A change of one's own second factor. */
function useSecondFactorChange<Body, Answer>(change: (body: Body) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries(ownAccountQuery()),
        client.invalidateQueries(currentUserQuery()),
      ]),
  });
}

export const useConfirmSecondFactor = () =>
  useSecondFactorChange((body: z.input<typeof SecondFactorConfirmation>) =>
    callApi(confirmSecondFactor, { body }),
  );

export const useRenewRecoveryCodes = () =>
  useSecondFactorChange((body: z.input<typeof SecondFactorProof>) => callApi(renewRecoveryCodes, { body }));

export const useTurnOffSecondFactor = () =>
  useSecondFactorChange((body: z.input<typeof SecondFactorProof>) => callApi(turnOffSecondFactor, { body }));

export function useChangeSecondFactorPolicy() {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (from: string | null) => callApi(changeSecondFactorPolicy, { body: { from } }),
    onSuccess: (policy) => client.setQueryData(secondFactorPolicyQuery().queryKey, policy),
  });
  return mutateAsync;
}

export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(endOtherSessions, {}),
    onSuccess: () => client.invalidateQueries(ownAccountQuery()),
  });
}

export function useIssuePasswordReset() {
  return useMutation({ mutationFn: (id: string) => callApi(issuePasswordReset, { params: { id } }) });
}

export function useEndSessions() {
  return useMutation({ mutationFn: (id: string) => callApi(endSessions, { params: { id } }) });
}

export function useResetSecondFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(resetSecondFactor, { params: { id } }),
    onSuccess: () => client.invalidateQueries(usersQuery()),
  });
}

export function useChangeRole() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, role }: { id: string; role: Role }) =>
      callApi(changeRole, { params: { id }, body: { role } }),
    onSuccess: (changed) =>
      client.setQueryData(usersQuery().queryKey, (users) =>
        users?.map((user) => (user.id === changed.id ? { ...user, ...changed } : user)),
      ),
  });
}

export function useRemoveUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(removeUser, { params: { id } }),
    onSuccess: (_nothing, id) =>
      client.setQueryData(usersQuery().queryKey, (users) => users?.filter((user) => user.id !== id)),
  });
}

export function useInvite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof NewInvitation>) => callApi(invite, { body }),
    onSuccess: () => client.invalidateQueries(invitationsQuery()),
  });
}

export function useWithdrawInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(withdrawInvitation, { params: { id } }),
    onSuccess: (_nothing, id) =>
      client.setQueryData(invitationsQuery().queryKey, (open) => open?.filter((one) => one.id !== id)),
  });
}

/** A new person at this browser: nothing that was loaded for the one before may stay. */
function useKeepUser(): (user: User) => void {
  const client = useQueryClient();
  return (user) => {
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== gateQuery().queryKey[0] });
    // The answer to a sign-in does not say whether a second factor is required: that is loaded next.
    client.setQueryData(currentUserQuery().queryKey, { ...user, secondFactorFrom: null });
    void client.invalidateQueries(currentUserQuery());
  };
}

/** The name of unfinished work that is of this person alone, on a computer that several use. */
export function useOwnWork(name: string): string {
  const { data: user } = useQuery(currentUserQuery());
  return `${name}.${user?.id}`;
}
