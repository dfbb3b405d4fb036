import { z } from 'zod';
import { ContactChannel } from '#features/compliance/contract.ts';
import { Lead } from '#features/leads/contract.ts';
import { endpoint, IdParams } from '#kit/endpoint.ts';

/** Where a person of the team writes to somebody from their own program. WhatsApp and SMS need an opt-in first. */
export const ManualChannel = ContactChannel.extract(['email', 'social_dm'], 'One of email, social_dm.');
export type ManualChannel = z.infer<typeof ManualChannel>;

export const ManualMessage = z.object({
  channel: ManualChannel,
  /** Whether the words it was begun with said where we have their data from (GDPR Art. 14). */
  saysSource: z.boolean().default(false),
});
export type ManualMessage = z.output<typeof ManualMessage>;

export const markContacted = endpoint({
  method: 'POST',
  path: '/api/leads/:id/contacts',
  access: 'member',
  summary:
    'Say that one has written to this person by hand: it counts for their timeline and stage as any message',
  params: IdParams,
  body: ManualMessage,
  response: Lead,
  status: 201,
});

export const takeBackContact = endpoint({
  method: 'DELETE',
  path: '/api/leads/:id/contacts',
  access: 'member',
  summary:
    'Take back that one has written to this person by hand, the last time it was said: stage and last contact are as before (Undo)',
  params: IdParams,
  response: Lead,
});
