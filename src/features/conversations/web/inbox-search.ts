import { z } from 'zod';
import { ConversationState } from '../contract-inbox.ts';

/** What the address of the inbox says: which conversations are listed and which one is open. */
export const InboxSearch = z.object({
  inbox: z.enum(['conversations', 'questions']).optional().catch(undefined),
  state: ConversationState.optional().catch(undefined),
  conversation: z.uuid().optional().catch(undefined),
});
export type InboxSearch = z.infer<typeof InboxSearch>;
