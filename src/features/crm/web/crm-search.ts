import { z } from 'zod';
import { LeadSort, Stage } from '#features/leads/contract.ts';

/** What of the pipeline stands in the address; what an address gets wrong is left out. */
export const CrmSearch = z.object({
  stage: Stage.optional().catch(undefined),
  q: z.string().max(200).optional().catch(undefined),
  sort: LeadSort.optional().catch(undefined),
  view: z.enum(['board', 'tasks']).optional().catch(undefined),
  /** The lead whose drawer is open. */
  lead: z.uuid().optional().catch(undefined),
});
export type CrmSearch = z.infer<typeof CrmSearch>;
