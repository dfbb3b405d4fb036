import { z } from 'zod';
import { AssetCategory, AssetStatus, AssetType } from '../contract.ts';

/** Where somebody is in the Content Manager, as the address says it. */
export const ContentSearch = z.object({
  tab: z.enum(['library', 'create']).optional().catch(undefined),
  session: z.uuid().optional().catch(undefined),
  asset: z.uuid().optional().catch(undefined),
  /** The brand voice is open. */
  voice: z.literal(true).optional().catch(undefined),
  /** The look of landing pages is open. */
  look: z.literal(true).optional().catch(undefined),
  category: AssetCategory.optional().catch(undefined),
  type: AssetType.optional().catch(undefined),
  status: AssetStatus.optional().catch(undefined),
  tag: z.string().max(40).optional().catch(undefined),
  q: z.string().max(200).optional().catch(undefined),
});
export type ContentSearch = z.infer<typeof ContentSearch>;
