import { expect, it } from 'vitest';
import { liftRefusal } from './rules.ts';

const since = new Date('2026-11-01T10:00:00Z');
const later = new Date('2026-11-02T10:00:00Z');
const lift = { since, isKnown: true, isFromReply: false, agreedAt: null };

it('lets what was entered by hand or came back go', () => {
  for (const reason of ['manual', 'bounced'] as const)
    expect(liftRefusal({ ...lift, reason, isKnown: false })).toBeUndefined();
});

it.each(['unsubscribed', 'complained', 'objected', 'merged'] as const)(
  'takes back “%s” only on the person’s own later word',
  (reason) => {
    expect(liftRefusal({ ...lift, reason })).toContain('agreed anew');
    expect(liftRefusal({ ...lift, reason, agreedAt: since })).toContain('agreed anew');
    expect(liftRefusal({ ...lift, reason, isKnown: false, agreedAt: later })).toContain('nobody knows');
    expect(liftRefusal({ ...lift, reason, agreedAt: later })).toBeUndefined();
  },
);

it('never lets an erased person come back', () => {
  expect(liftRefusal({ ...lift, reason: 'erased', agreedAt: later })).toContain('stay on the list');
});
