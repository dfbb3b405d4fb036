import { z } from 'zod';
import { endpoint, IdParams } from '#kit/endpoint.ts';
import { Lead } from './contract.ts';

/** Ways in which a person of the team writes to somebody from their own program. */
export const ContactChannel = z.enum(
  ['email', 'social_dm', 'whatsapp'],
  'One of email, social_dm, whatsapp.',
);
export type ContactChannel = z.infer<typeof ContactChannel>;

export const markContacted = endpoint({
  method: 'POST',
  path: '/api/leads/:id/contacts',
  access: 'member',
  summary:
    'Say that one has written to this person by hand: it counts for their timeline and stage as any message',
  params: IdParams,
  body: z.object({ channel: ContactChannel }),
  response: Lead,
  status: 201,
});
