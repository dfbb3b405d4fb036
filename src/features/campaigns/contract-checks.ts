import { z } from 'zod';
import { endpoint, IdParams } from '#kit/endpoint.ts';
import { Campaign, VariantLetter } from './contract.ts';
import { previewCampaign } from './contract-preview.ts';

const Fields = previewCampaign.body;

/** One thing to be in order before a campaign leaves. */
export const PreflightCheck = z.object({
  id: z.string(),
  label: z.string(),
  /** bad: recipients' servers refuse or distrust it; warn: it leaves, and somebody should look. */
  state: z.enum(['good', 'warn', 'bad']),
  /** What was found and what to do. */
  text: z.string(),
});
export type PreflightCheck = z.infer<typeof PreflightCheck>;

export const preflightCampaign = endpoint({
  method: 'POST',
  path: '/api/campaigns/preflight',
  access: 'member',
  summary: 'Look at the sender’s records, the links, the unsubscribe and the postal address before a launch',
  body: Fields,
  response: z.array(PreflightCheck),
  rateLimitPerMinute: 60,
});

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/api/campaigns/test-mail',
  access: 'member',
  summary: 'Send one message of the sequence to oneself, as the recipient at `position` would get it',
  body: Fields.extend({
    /** Which of the e-mails, counted from 0. */
    ordinal: z.number().int().min(0).max(20).default(0),
    variant: VariantLetter.default('A'),
  }),
  response: z.object({
    outcome: z.enum(['sent', 'outbox', 'failed']),
    to: z.string(),
    /** What became of it, in words. */
    text: z.string(),
  }),
  rateLimitPerMinute: 60,
});

export const duplicateCampaign = endpoint({
  method: 'POST',
  path: '/api/campaigns/:id/duplicate',
  access: 'member',
  summary: 'A draft with the same fields and messages',
  params: IdParams,
  response: Campaign,
  status: 201,
});
