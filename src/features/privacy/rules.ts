import type { AuditEntry } from '#features/compliance/contract.ts';
import { countOf } from '#kit/text.ts';
import { DAY_MS, MINUTE_MS } from '#kit/time.ts';
import {
  type PrivacyRequestKind,
  RETENTION_KINDS,
  type RetentionKind,
  type RetentionPreview,
  RetentionRules,
} from './contract.ts';

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

/** Minutes after midnight of UTC at which the daily run removes what was kept long enough. */
export const RETENTION_RUN_MINUTES = 4 * 60 + 11;

export function nextRetentionRun(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const run = today + RETENTION_RUN_MINUTES * MINUTE_MS;
  return new Date(run > now.getTime() ? run : run + DAY_MS);
}

/** Whether anything is kept for less time than before. */
export function isShorter(rules: RetentionRules, before: RetentionRules): boolean {
  return RETENTION_KINDS.some(
    (kind) => (rules[kind] ?? Number.POSITIVE_INFINITY) < (before[kind] ?? Number.POSITIVE_INFINITY),
  );
}

type Removal = Pick<RetentionPreview, 'removed' | 'writtenByHand'>;

export function isNothing({ removed }: Removal): boolean {
  return RETENTION_KINDS.every((kind) => (removed[kind] ?? 0) === 0);
}

/** "12 people, 2 of them written to by hand, 1 ended consent and 3 chats", or "nothing" */
export function removalWords({ removed, writtenByHand }: Removal): string {
  const people = (removed.uncontacted_leads ?? 0) + (removed.unanswered_leads ?? 0);
  const byHand = writtenByHand === 0 ? '' : `, ${writtenByHand} of them written to by hand`;
  const parts = [
    ...(people === 0 ? [] : [`${countOf(people, 'person', 'people')}${byHand}`]),
    ...(removed.ended_consents ? [countOf(removed.ended_consents, 'ended consent')] : []),
    ...(removed.strangers_chats ? [countOf(removed.strangers_chats, 'chat')] : []),
  ];
  const last = parts.pop();
  if (last === undefined) return 'nothing';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}

/** What an entry of the audit trail says about retention; null for one about something else. */
export function retentionAuditWords({
  action,
  details,
}: Pick<AuditEntry, 'action' | 'details'>): string | null {
  if (action !== 'retention.changed') return null;
  const [from, to] = [RetentionRules.safeParse(details['from']), RetentionRules.safeParse(details['to'])];
  if (!from.success || !to.success) return null;
  const days = (rules: RetentionRules, kind: RetentionKind): string =>
    rules[kind] === null ? 'kept' : countOf(rules[kind], 'day');
  return RETENTION_KINDS.filter((kind) => from.data[kind] !== to.data[kind])
    .map(
      (kind) => `${RETENTION_WORDS[kind].label}: ${days(from.data, kind)} before, ${days(to.data, kind)} now`,
    )
    .join('. ');
}
