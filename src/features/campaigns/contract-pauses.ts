import { z } from 'zod';

/** Why a campaign pauses without a person. */
export const PauseReason = z.enum([
  'bounces',
  'complaints',
  'sender_refused',
  'text_refused',
  'login_refused',
  'restored',
]);
export type PauseReason = z.infer<typeof PauseReason>;

/** Why a campaign pauses or ends without a person. `earlier_note` keeps a sentence of an earlier version. */
export const CampaignReason = z.enum([...PauseReason.options, 'all_left_out', 'earlier_note']);
export type CampaignReason = z.infer<typeof CampaignReason>;

export const CampaignReasonDetails = z.object({
  /** What the mail server or the platform answered. */
  answer: z.string().optional(),
  /** The platform's name; absent for a mail server. */
  platform: z.string().optional(),
  /** The settings that the platform's login comes from. */
  settings: z.string().optional(),
  /** Address of the mailbox; absent for the server's own mail. */
  mailbox: z.string().optional(),
  /** How many of the messages that left came back or were reported. */
  count: z.number().int().optional(),
  left: z.number().int().optional(),
});
export type CampaignReasonDetails = z.infer<typeof CampaignReasonDetails>;

export type Pause = { reason: PauseReason; details: CampaignReasonDetails };
