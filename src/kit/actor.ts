import { z } from 'zod';

/** What a signed-in person may do; each role includes the ones before it. */
export const ROLES = ['viewer', 'member', 'admin'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** The signed-in person behind a call, or a workspace token, which has no account. */
export type Actor = {
  id: string;
  email: string;
  role: Role;
  firstName: string;
  lastName: string;
  isWorkspaceToken?: true;
};

/** The account behind a call; null for a workspace token. */
export function accountOf({ id, isWorkspaceToken }: Pick<Actor, 'id' | 'isWorkspaceToken'>): string | null {
  return isWorkspaceToken ? null : id;
}

/** As colleagues read it: "Priya Marlow", or the address of somebody without a name. */
export function actorName({
  firstName,
  lastName,
  email,
}: Pick<Actor, 'email' | 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim() || email;
}

/** Whether somebody with `role` may do what needs `needed`. */
export function hasRole(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
