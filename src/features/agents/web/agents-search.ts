import { z } from 'zod';

/** What the address of the agent manager says: which agent is selected. */
export const AgentsSearch = z.object({ agent: z.uuid().optional().catch(undefined) });
export type AgentsSearch = z.infer<typeof AgentsSearch>;
