import { describe, expect, it } from 'vitest';
import { letterNoticeWords, noticeDueAt, noticeStateNow, noticeTitle, tallyWords } from './rules.ts';

const at = (iso: string) => new Date(iso);

describe('the source notice', () => {
  it('is due one calendar month after the data came, on the last day of a shorter month', () => {
    const due = (iso: string) => noticeDueAt(at(iso), null).toISOString();
    expect(due('2026-11-12T08:30:00Z')).toBe('2026-12-12T08:30:00.000Z');
    expect(due('2026-12-31T23:00:00Z')).toBe('2027-01-31T23:00:00.000Z');
    expect(due('2027-01-31T10:00:00Z')).toBe('2027-02-28T10:00:00.000Z');
  });

  it('is due with the first message when that comes before', () => {
    const first = at('2026-11-20T10:00:00Z');
    expect(noticeDueAt(at('2026-11-12T08:30:00Z'), first)).toBe(first);
    expect(noticeDueAt(at('2026-09-01T00:00:00Z'), first).toISOString()).toBe('2026-10-01T00:00:00.000Z');
  });

  it('becomes unconfirmed when nobody has written down its end for ten minutes', () => {
    const claimedAt = at('2026-11-12T08:00:00Z');
    const state = (iso: string) => noticeStateNow({ state: 'sending', claimedAt }, at(iso));
    expect(state('2026-11-12T08:09:00Z')).toBe('sending');
    expect(state('2026-11-12T08:11:00Z')).toBe('unconfirmed');
    expect(noticeStateNow({ state: 'sent', claimedAt }, at('2027-01-01T00:00:00Z'))).toBe('sent');
  });

  it('goes with a letter by hand that was begun with it, and is asked for where it was not', () => {
    expect(letterNoticeWords('sent', { saysSource: true })).toBe('The source notice went with it.');
    expect(letterNoticeWords('due', { saysSource: false })).toContain('still to be sent');
    for (const state of ['not_needed', 'sent', 'outbox', 'sending'] as const) {
      expect(letterNoticeWords(state, { saysSource: false }), state).toBe('');
    }
  });

  it('says its date in a few words', () => {
    const now = at('2026-11-21T12:00:00Z');
    const due = { state: 'due' as const, sentAt: null };
    expect(noticeTitle({ ...due, dueAt: '2026-12-12T08:00:00Z' }, now)).toBe('Source notice due 12 Dec');
    expect(noticeTitle({ ...due, dueAt: '2026-11-02T08:00:00Z' }, now)).toBe(
      'Source notice overdue since 2 Nov',
    );
    const sent = { state: 'sent' as const, dueAt: '2026-12-12T08:00:00Z', sentAt: '2026-11-03T09:00:00Z' };
    expect(noticeTitle(sent, now)).toBe('Source notice sent 3 Nov');
  });

  it('tells of those who were not told', () => {
    expect(tallyWords({ notNeeded: 0, refused: 0, kept: 0, lost: 0 })).toBe('');
    expect(tallyWords({ notNeeded: 1, refused: 2, kept: 3, lost: 1 })).toBe(
      '1 needs none, 2 cannot be written to, 3 kept in the outbox, because no mail server is set, 1 did not arrive or is unconfirmed',
    );
  });
});
