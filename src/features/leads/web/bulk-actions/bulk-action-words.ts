import { countOf, formatCount } from '#kit/text.ts';
import type { LeadAct, LeadActProgress } from '../../contract-bulk-actions.ts';
import { STAGE_LABELS } from '../../rules.ts';

/** What groups and colleagues are called, by id. */
export type Names = { groups: ReadonlyMap<string, string>; colleagues: ReadonlyMap<string, string> };

/** "2 leads moved to Teas". */
export function doneWords({ act, changed }: Pick<LeadActProgress, 'act' | 'changed'>, names: Names): string {
  return `${countOf(changed, 'lead')} ${deedWords(act, names)}`;
}

/** "1,000 of 2,500 leads moved to Teas". */
export function progressWords({ act, state, done, total }: LeadActProgress, names: Names): string {
  const of = `${formatCount(done)} of ${countOf(total, 'lead')}`;
  return state === 'undoing' ? `${of} put back` : `${of} ${deedWords(act, names)}`;
}

function deedWords(act: LeadAct, { groups, colleagues }: Names): string {
  switch (act.kind) {
    case 'move':
      return act.groupId === null
        ? 'taken out of their group'
        : `moved to ${groups.get(act.groupId) ?? 'another group'}`;
    case 'stage':
      return `moved to ${STAGE_LABELS[act.stage]}`;
    case 'owner':
      return act.ownerId === null
        ? 'left without an owner'
        : `given to ${colleagues.get(act.ownerId) ?? 'a colleague'}`;
    case 'add_tags':
      return `tagged ${act.tags.join(', ')}`;
    case 'remove_tags':
      return `without ${act.tags.join(', ')}`;
    case 'fit':
      return act.isNotFit ? 'marked not a fit' : 'not marked any more';
    case 'rescore':
      return 'scored anew by the built-in engine';
    case 'delete':
      return 'deleted';
  }
}
