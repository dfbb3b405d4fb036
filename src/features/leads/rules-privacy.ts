import { DAY_MS } from '#kit/time.ts';
import type { PrivacyRequestKind, RetentionKind, RetentionRules } from './contract-privacy.ts';

/** The answer is owed within one month (GDPR Art. 12(3)). */
const ANSWER_WITHIN_DAYS = 30;

export function answerDueAt(receivedAt: Date): Date {
  return new Date(receivedAt.getTime() + ANSWER_WITHIN_DAYS * DAY_MS);
}

/**
 * 28 days: whoever was found in public and not written to has to be told within a month, or go (GDPR Art. 14(3)).
 * The others are our choice.
 */
export const DEFAULT_RETENTION: RetentionRules = {
  uncontacted_leads: 28,
  unanswered_leads: 182,
  ended_consents: 1_095,
  strangers_chats: 180,
};

export const REQUEST_LABELS: Record<PrivacyRequestKind, string> = {
  access: 'Wants a copy of their data',
  erasure: 'Wants to be erased',
};

export const RETENTION_WORDS: Record<RetentionKind, { label: string; hint: string }> = {
  uncontacted_leads: {
    label: 'People nobody wrote to',
    hint: 'Found or imported without consent. They have to be told within a month, or go.',
  },
  unanswered_leads: {
    label: 'People who never answered',
    hint: 'Found or imported without consent, counted from the last message.',
  },
  ended_consents: {
    label: 'Consent that was replaced or withdrawn',
    hint: 'Its proof is kept this long after it ended.',
  },
  strangers_chats: {
    label: 'Chats of people nobody knows',
    hint: 'What they said to an agent, counted from the last message. The figures stay.',
  },
};
