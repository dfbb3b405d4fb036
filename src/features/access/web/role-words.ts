import type { Role } from '#kit/actor.ts';

export const ROLE_WORDS: Record<Role, { label: string; hint: string }> = {
  viewer: { label: 'Viewer', hint: 'Reads everything, changes nothing' },
  member: { label: 'Member', hint: 'All marketing and sales work' },
  admin: { label: 'Admin', hint: 'Everything, people and settings included' },
};
