import { describe, expect, it } from 'vitest';
import { storedSentencesIn } from '../../scripts/check-sentences.ts';

const STORE = 'src/features/leads/server/store.ts';

describe('the check of stored sentences', () => {
  it.each([
    ['src/features/leads/server/tables.ts', `note: text('note'),`],
    ['src/features/leads/server/tables.ts', `readError: text('read_error').notNull(),`],
    [STORE, `sql\`update t set reason = 'The lead was deleted.'\``],
    [STORE, `sql\`case when a then 'Both are the same lead' end\``],
    [STORE, `sql\`select 1 where note <> 'It was not sent'\``],
    ['src/features/leads/server/service.ts', `{ status: 'skipped', reason: 'No address is left' }`],
    ['src/features/leads/server/service.ts', 'reason: `Paused: ${count} of ${left} came back`'],
  ])('refuses in %s: %s', (file, text) => {
    expect(storedSentencesIn(file, text)).toHaveLength(1);
  });

  it.each([
    ['src/features/leads/server/tables.ts', `reason: text('reason').$type<SkipReason>(),`],
    ['src/features/leads/server/tables.ts', `note: text('note').$type<NoteCode>(),`],
    ['src/features/content/server/tables.ts', `reviewNote: text('review_note').notNull(),`],
    [STORE, `sql\`update t set reason = 'lead_deleted', at = now() - interval '2 hours'\``],
    [STORE, `throw new Error('the run could not be stored')`],
    [
      'src/features/leads/server/service.ts',
      `throw new AppError('refused', 'It has ended.', { reason: 'over' })`,
    ],
  ])('admits in %s: %s', (file, text) => {
    expect(storedSentencesIn(file, text)).toEqual([]);
  });
});
