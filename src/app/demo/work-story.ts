import type { Stage } from '#features/leads/contract.ts';
import type { ViewQuery } from '#features/leads/contract-views.ts';
import type { GroupKey } from './story.ts';

/** What colleagues call people by, and of whom. */
export const TAGS: readonly { name: string; groups: readonly GroupKey[]; stages: readonly Stage[] }[] = [
  { name: 'call back', groups: ['workplace', 'evening'], stages: ['engaged', 'qualified'] },
  { name: 'wholesale', groups: ['workplace'], stages: ['qualified', 'converted'] },
  { name: 'club', groups: ['marathon'], stages: ['engaged', 'qualified', 'converted'] },
  { name: 'came to an evening', groups: ['winter'], stages: ['converted'] },
];

/** Lists that everybody opens again and again. */
export const VIEWS: readonly { name: string; query: ViewQuery }[] = [
  { name: 'High score, not written to', query: { band: 'high', stage: 'new', sort: 'aiScore' } },
  { name: 'Wrote back, to be called', query: { tag: 'call back' } },
  { name: 'To be checked by hand', query: { contactStatus: 'manual_verification' } },
];

/** What is to be done, for people in these stages; days from now, hours of the day. */
export const TASKS: readonly {
  title: string;
  stage: Stage;
  group: GroupKey;
  day: number;
  isDone?: boolean;
}[] = [
  { title: 'Call about the box for 40 people', stage: 'qualified', group: 'workplace', day: -1 },
  { title: 'Send the price list for offices', stage: 'engaged', group: 'workplace', day: 0 },
  { title: 'Ask whether the sampler arrived', stage: 'converted', group: 'evening', day: 0 },
  { title: 'Keep two places for the last evening', stage: 'qualified', group: 'winter', day: 1 },
  { title: 'Plan the club order with the coach', stage: 'qualified', group: 'marathon', day: 2 },
  { title: 'Show around in the kitchen', stage: 'converted', group: 'winter', day: 4 },
  { title: 'Thank for the group booking', stage: 'converted', group: 'winter', day: -3, isDone: true },
];
