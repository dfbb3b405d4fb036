import { z } from 'zod';
import { ContactStatus, LeadSort, Platform, ScoreBand, Stage } from '../contract.ts';
import { TagFilter } from '../contract-notes.ts';

/**
 * What of the lead screen stands in the address, so that a reload, the back button and a shared link show the same
 * people. What an address gets wrong is left out.
 */
export const LeadsSearch = z.object({
  /** The group that discoveries go to; its leads are listed unless `all` is set. */
  group: z.uuid().optional().catch(undefined),
  /** The leads of all groups are listed. */
  all: z.literal(true).optional().catch(undefined),
  band: ScoreBand.optional().catch(undefined),
  platform: Platform.optional().catch(undefined),
  contactStatus: ContactStatus.optional().catch(undefined),
  stage: Stage.optional().catch(undefined),
  ownerId: z.string().min(1).max(64).optional().catch(undefined),
  tag: TagFilter.optional().catch(undefined),
  runId: z.uuid().optional().catch(undefined),
  consent: z.literal('unsaid').optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  q: z.string().max(200).optional().catch(undefined),
  sort: LeadSort.optional().catch(undefined),
  /** The lead whose drawer is open. */
  lead: z.uuid().optional().catch(undefined),
});
export type LeadsSearch = z.infer<typeof LeadsSearch>;
