import { z } from 'zod';

/** What a signed-in person may do; each role includes the ones before it. */
export const ROLES = ['viewer', 'member', 'admin'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** The signed-in person behind a call. */
export type Actor = { id: string; email: string; role: Role; firstName: string; lastName: string };

/** As colleagues read it: "Priya Marlow", or the address of somebody without a name. */
export function actorName({ firstName, lastName, email }: Omit<Actor, 'id' | 'role'>): string {
  return `${firstName} ${lastName}`.trim() || email;
}

/** Whether somebody with `role` may do what needs `needed`. */
export function hasRole(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
