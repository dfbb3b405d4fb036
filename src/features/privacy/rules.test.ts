import { describe, expect, it } from 'vitest';
import {
  DEFAULT_RETENTION,
  isNothing,
  isShorter,
  nextRetentionRun,
  removalWords,
  retentionAuditWords,
} from './rules.ts';

const removed = { uncontacted_leads: 11, unanswered_leads: 1, ended_consents: 1, strangers_chats: 3 };

describe('retention', () => {
  it('runs once a day, today or tomorrow', () => {
    expect(nextRetentionRun(new Date('2027-03-01T04:10:59Z')).toISOString()).toBe('2027-03-01T04:11:00.000Z');
    expect(nextRetentionRun(new Date('2027-02-28T04:11:00Z')).toISOString()).toBe('2027-03-01T04:11:00.000Z');
  });

  it('is shorter where one kind is kept for fewer days, or no longer for good', () => {
    expect(isShorter({ ...DEFAULT_RETENTION, strangers_chats: 30 }, DEFAULT_RETENTION)).toBe(true);
    expect(isShorter(DEFAULT_RETENTION, { ...DEFAULT_RETENTION, strangers_chats: null })).toBe(true);
    expect(isShorter({ ...DEFAULT_RETENTION, strangers_chats: null }, DEFAULT_RETENTION)).toBe(false);
    expect(isShorter(DEFAULT_RETENTION, DEFAULT_RETENTION)).toBe(false);
  });

  it('says how many go, and whose letters with them', () => {
    expect(removalWords({ removed, writtenByHand: 2 })).toBe(
      '12 people, 2 of them written to by hand, 1 ended consent and 3 chats',
    );
    const none = { uncontacted_leads: 0, unanswered_leads: 0, ended_consents: 0, strangers_chats: 0 };
    expect(removalWords({ removed: none, writtenByHand: 0 })).toBe('nothing');
    expect(removalWords({ removed: { ...none, strangers_chats: 1 }, writtenByHand: 0 })).toBe('1 chat');
    expect([
      isNothing({ removed: none, writtenByHand: 0 }),
      isNothing({ removed, writtenByHand: 0 }),
    ]).toEqual([true, false]);
  });

  it('stands in the audit trail with what it was and what it is', () => {
    const details = {
      from: DEFAULT_RETENTION,
      to: { ...DEFAULT_RETENTION, uncontacted_leads: 1, strangers_chats: null },
    };
    expect(retentionAuditWords({ action: 'retention.changed', details })).toBe(
      'People nobody wrote to: 28 days before, 1 day now. Chats of people nobody knows: 180 days before, kept now',
    );
    expect(retentionAuditWords({ action: 'retention.ran', details })).toBeNull();
  });
});
