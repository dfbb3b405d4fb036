import { z } from 'zod';
import { ConsentObstacle } from '#features/compliance/contract.ts';
import { STOP_REASONS } from './rules-sequence.ts';

export const MessageStatus = z.enum([
  'queued',
  'sending',
  'sent',
  'outbox',
  'manual',
  'failed',
  'bounced',
  'unconfirmed',
  'skipped',
  'held',
]);
export type MessageStatus = z.infer<typeof MessageStatus>;

/** How far a platform says a message came after it had left. */
export const Receipt = z.enum(['delivered', 'read']);
export type Receipt = z.infer<typeof Receipt>;

/** Why a message is not sent. `no_consent` carries the obstacle in its details. */
export const SkipReason = z.enum([
  ...STOP_REASONS,
  'suppressed',
  'no_consent',
  'lead_deleted',
  'group_removed',
  'step_removed',
  'claim_with_details',
  'no_address',
  'address_check_failed',
  'duplicate_mailbox',
  'had_before',
  'in_other_campaign',
  'earlier_step_failed',
]);
export type SkipReason = z.infer<typeof SkipReason>;

/** Why a message did not arrive. */
export const FailureReason = z.enum(['bounced', 'came_back', 'refused', 'deferred_too_long', 'text_lost']);
export type FailureReason = z.infer<typeof FailureReason>;

/** Why it is unknown whether a message arrived. */
export const UnconfirmedReason = z.enum(['worker_ended', 'connection_lost', 'no_clear_answer', 'restored']);
export type UnconfirmedReason = z.infer<typeof UnconfirmedReason>;

/** Why a message waits: for a person, for a test or for its next try. */
const WaitReason = z.enum([
  'by_hand',
  'by_hand_whatsapp',
  'platform_declined',
  'platform_not_set_up',
  'variant_test',
  'deferred',
]);

/** Why a message stays in the outbox. */
export const OutboxReason = z.enum(['no_mail_server', 'practice_address']);
export type OutboxReason = z.infer<typeof OutboxReason>;

/** Why a message has the status it has. `earlier_note` keeps a sentence of an earlier version. */
export const MessageReason = z.enum([
  ...SkipReason.options,
  ...FailureReason.options,
  ...UnconfirmedReason.options,
  ...WaitReason.options,
  ...OutboxReason.options,
  'earlier_note',
]);
export type MessageReason = z.infer<typeof MessageReason>;

export const MessageReasonDetails = z.object({
  /** Of `no_consent`. */
  obstacle: ConsentObstacle.optional(),
  /** The platform's name; absent for a mail server. */
  platform: z.string().optional(),
  /** What the mail server or the platform answered. */
  answer: z.string().optional(),
});
export type MessageReasonDetails = z.infer<typeof MessageReasonDetails>;
