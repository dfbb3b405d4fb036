import { z } from 'zod';
import { FailureReason, OutboxReason, UnconfirmedReason } from '#features/campaigns/contract-messages.ts';

/** What became of an answer that has not simply left. `earlier_note` keeps a sentence of an earlier version. */
export const AnswerReason = z.enum([
  'on_its_way',
  'may_have_arrived',
  'not_reached',
  'deferred',
  'sender_refused',
  'platform_declined',
  'platform_not_set_up',
  ...OutboxReason.options,
  ...FailureReason.options,
  ...UnconfirmedReason.options,
  'earlier_note',
]);
export type AnswerReason = z.infer<typeof AnswerReason>;
